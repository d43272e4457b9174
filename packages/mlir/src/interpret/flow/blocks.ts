/**
 * Lowers functions: their blocks in the order of `graph.ts`, branches as steps of `schedule.ts`, and the functions
 * that they call behind them, each once.
 *
 * A step writes all lanes, those that wait included. Mostly they get what they had, as their operands are what they
 * were; but not from an operation that looks at other lanes, and not for views of memory. Inside an iteration that does
 * no harm: a block runs once for all of its lanes. Behind a loop it would, as lanes leave at different times:
 *
 *     ^body:  %v = rocdl.readfirstlane %n  cf.cond_br %again, ^body, ^exit     lane 0 leaves with %v of iteration 1
 *     ^exit:  use %v                                                           while lane 1 goes on and makes %v again
 *
 * So what is used behind a loop gets another slot, and each edge out of the loop copies it for the lanes that
 * leave (loop-closed form, made here and not in the module).
 */
import { messages } from '@ldscope/core';
import type { Block, Operation, Region, Value } from '../../ir/ir.ts';
import { resolveType, type Type } from '../../ir/types.ts';
import { factsOf } from '../../rows/facts.ts';
import { lowerParameters } from '../arguments.ts';
import { copyStep, emitCopies, prepareCopies } from '../copies.ts';
import type { KernelSource } from '../kernel.ts';
import type { Lowering } from '../lowering.ts';
import type { FunctionBody } from '../lowered-kernel.ts';
import { elementCount, isMemory } from '../value-types.ts';
import type { Wave } from '../wave.ts';
import {
  blockNamed,
  edgeTarget,
  flowGraph,
  type FlowGraph,
  type FlowLoop,
  loopsLeft,
} from './graph.ts';
import { successorOperands } from './successors.ts';
import { type FlowCode, type FlowEdge, jump, leave, scatter, stateOf } from './schedule.ts';

/** A function that is called. */
interface Callee {
  readonly op: Operation;
  readonly code: FlowCode;
  /** The values that it returns. */
  readonly results: readonly Value[];
}

/** Lowers a kernel and every function that it calls. */
export function lowerKernel(kernel: KernelSource, lowering: Lowering): void {
  const callees = new Map<Operation, Callee>();
  const pending: Callee[] = [];
  let functions = 0;
  const calleeOf = (op: Operation): Callee => {
    let callee = callees.get(op);
    if (callee === undefined) {
      const results = resultTypes(op).map((type, index) => resultValue(type, index));
      callee = { op, code: { slot: functions++, starts: [] }, results };
      callees.set(op, callee);
      pending.push(callee);
    }
    return callee;
  };
  const call: FunctionBody['call'] = (op, callee) => lowerCall(op, calleeOf(callee), lowering);
  lowering.lowerFunction(kernel.op, () => {
    lowerParameters(kernel, lowering);
    const entry = { op: kernel.op, code: { slot: functions++, starts: [] }, results: [] };
    new Blocks(entry, lowering, call).lower();
  });
  for (const callee of pending) {
    lowering.lowerFunction(callee.op, () => new Blocks(callee, lowering, call).lower());
  }
}

function lowerCall(op: Operation, { op: callee, code, results }: Callee, lowering: Lowering): void {
  if (callsItself(callee, lowering.symbols))
    return lowering.unsupported('a function that calls itself');
  emitCopies(lowering, op.operands, callee.regions[0]?.blocks[0]?.arguments ?? [], op.name);
  lowering.emit((wave) => {
    const state = stateOf(wave, code);
    state.mask = wave.mask;
    state.returnTo = wave.pc;
    wave.pc = code.starts[0] ?? 0;
  });
  lowering.define(results);
  emitCopies(lowering, results, op.results, op.name);
}

/** The function that a call names; `undefined` when it is not in the module, or only declared. */
export function calledFunction(
  op: Operation,
  symbols: ReadonlyMap<string, Operation>,
): Operation | undefined {
  const callee = symbols.get(symbolText(op));
  return (callee?.regions[0]?.blocks.length ?? 0) > 0 ? callee : undefined;
}

/** The name of the function that a call names. */
export function symbolText(op: Operation): string {
  const callee = op.attributes.get('callee');
  return callee?.kind === 'symbol' ? (callee.path.at(-1) ?? '') : '';
}

function callsItself(start: Operation, symbols: ReadonlyMap<string, Operation>): boolean {
  const seen = new Set<Operation>();
  const pending = [start];
  for (const op of pending) {
    for (const callee of callsIn(op.regions, symbols)) {
      if (callee === start) return true;
      if (seen.has(callee)) continue;
      seen.add(callee);
      pending.push(callee);
    }
  }
  return false;
}

function callsIn(
  regions: readonly Region[],
  symbols: ReadonlyMap<string, Operation>,
): readonly Operation[] {
  return regions.flatMap(({ blocks }) =>
    blocks.flatMap(({ operations }) =>
      operations.flatMap((op) => {
        const callee = op.attributes.has('callee') ? calledFunction(op, symbols) : undefined;
        return [...(callee === undefined ? [] : [callee]), ...callsIn(op.regions, symbols)];
      }),
    ),
  );
}

function resultTypes(op: Operation): readonly Type[] {
  const attribute = op.attributes.get('function_type');
  if (attribute?.kind !== 'type') return [];
  const type = resolveType(attribute.type);
  if (type.kind === 'function') return type.results;
  if (type.kind !== 'opaque' || type.llvm?.kind !== 'function') return [];
  const result = resolveType(type.llvm.result);
  return result.kind === 'opaque' && result.text === '!llvm.void' ? [] : [type.llvm.result];
}

function resultValue(type: Type, index: number): Value {
  return { name: 'result', index, group: 1, type, definition: undefined };
}

/** The blocks of one function. */
class Blocks {
  readonly #callee: Callee;
  readonly #lowering: Lowering;
  readonly #body: FunctionBody;
  readonly #graph: FlowGraph | undefined;
  readonly #region: Region;
  /** Where values are behind each loop. */
  readonly #behind = new Map<FlowLoop, Map<Value, number>>();
  #block: Block | undefined;

  constructor(callee: Callee, lowering: Lowering, call: FunctionBody['call']) {
    this.#callee = callee;
    this.#lowering = lowering;
    this.#region = callee.op.regions[0] ?? { blocks: [] };
    this.#graph = flowGraph(this.#region);
    this.#body = {
      branch: (op, choose) => this.#branch(op, choose),
      leave: (op) => this.#leave(op),
      call,
    };
  }

  lower(): void {
    const [lowering, graph] = [this.#lowering, this.#graph];
    const { starts } = this.#callee.code;
    if (graph === undefined) {
      const what = 'a function without blocks, or with loops nested this deeply';
      return lowering.refuse(messages.execute.unsupported(this.#callee.op.name, what));
    }
    const outer = lowering.body;
    lowering.body = this.#body;
    for (const [position, block] of graph.positions.entries()) {
      const first = graph.positionOf.get(block) ?? 0;
      if (first === position) {
        starts.push(lowering.here);
        this.#lowerBlock(block);
      } else {
        starts.push(starts[first] ?? 0);
        this.#endLoop(graph.loopsOf.get(block)?.find(({ again }) => again === position));
      }
    }
    lowering.body = outer;
  }

  #lowerBlock(block: Block): void {
    this.#block = block;
    for (const op of block.operations) this.#lowering.lowerOperation(op);
    const last = block.operations.at(-1);
    if (last !== undefined && endsBlock(last)) return;
    if (this.#region.blocks.length > 1) {
      const what = 'it is the last operation of a block, but no branch';
      const name = last?.name ?? 'a block without operations';
      this.#lowering.report(messages.execute.malformed(name, what));
    }
    this.#emitLeave();
  }

  /** From here on, what the loop has made is what each lane left it with. */
  #endLoop(loop: FlowLoop | undefined): void {
    const behind = loop && this.#behind.get(loop);
    for (const [value, slot] of behind ?? []) this.#lowering.rename(value, slot);
  }

  #branch(op: Operation, choose: Parameters<FunctionBody['branch']>[1]): void {
    const [lowering, graph, block] = [this.#lowering, this.#graph, this.#block];
    if (graph === undefined || block === undefined || !this.#endsBlock(op)) return;
    const edges: FlowEdge[] = [];
    for (const [i, { block: label }] of op.successors.entries()) {
      const target = blockNamed(this.#region, label);
      if (target === undefined) return lowering.malformed(`there is no block ^${label}`);
      edges.push(this.#edge(op, block, target, successorOperands(op, i)));
    }
    const { code } = this.#callee;
    const [first, ...others] = edges;
    if (first === undefined || (choose === undefined && others.length > 0))
      return lowering.malformed('it has no block to go to');
    const from = (graph.positionOf.get(block) ?? 0) + 1;
    if (choose === undefined) {
      lowering.emit((wave) => {
        first.copy?.(wave);
        jump(wave, code, first.position, from);
      });
      return;
    }
    const isCompared = lowering.slice?.compares?.(op) === true;
    lowering.emit((wave) => {
      const chosen = choose(wave);
      const { comparison } = wave.workgroup.replay ?? {};
      if (isCompared) for (const mask of chosen) comparison?.takeMask(wave.index, mask);
      scatter(wave, code, edges, chosen, from);
    });
  }

  #edge(op: Operation, from: Block, to: Block, operands: readonly Value[]): FlowEdge {
    const [lowering, graph] = [this.#lowering, this.#graph];
    const steps: ((wave: Wave) => void)[] = [];
    if (graph === undefined) return { position: 0, copy: undefined };
    const slots = new Map<Value, number>();
    for (const loop of loopsLeft(graph, from, to)) {
      const memrefs: [number, number][] = [];
      const data: [number, number][] = [];
      for (const value of loop.escaping) {
        if (!lowering.isKnown(value)) continue;
        const memory = isMemory(value.type);
        const own = slots.get(value) ?? (memory ? lowering.memref(value) : lowering.data(value));
        const behind = this.#slotBehind(loop, value);
        slots.set(value, behind);
        (memory ? memrefs : data).push([own, behind]);
      }
      steps.push(copyStep({ memrefs, data }, op.name));
    }
    const passed = prepareCopies(lowering, operands, to.arguments, op.name);
    if (passed !== undefined) steps.push(passed);
    const [first, second] = steps;
    const all = (wave: Wave): void => {
      for (const step of steps) step(wave);
    };
    return { position: edgeTarget(graph, from, to), copy: second === undefined ? first : all };
  }

  #slotBehind(loop: FlowLoop, value: Value): number {
    let slots = this.#behind.get(loop);
    if (slots === undefined) this.#behind.set(loop, (slots = new Map()));
    let slot = slots.get(value);
    if (slot === undefined) {
      const lowering = this.#lowering;
      slot = isMemory(value.type)
        ? lowering.newMemref()
        : lowering.newData(elementCount(value.type));
      slots.set(value, slot);
    }
    return slot;
  }

  #leave(op: Operation): void {
    if (!this.#endsBlock(op)) return;
    const { results } = this.#callee;
    if (results.length > 0) emitCopies(this.#lowering, op.operands, results, op.name);
    this.#emitLeave();
  }

  #emitLeave(): void {
    const { code } = this.#callee;
    const from = (this.#block && this.#graph?.positionOf.get(this.#block)) ?? 0;
    this.#lowering.emit((wave) => leave(wave, code, from + 1));
  }

  /** True for the last operation of a block of the function itself; reports another. */
  #endsBlock(op: Operation): boolean {
    if (this.#block?.operations.at(-1) === op) return true;
    const what = 'it is not the last operation of a block of the function';
    this.#lowering.malformed(what);
    return false;
  }
}

/** True for an operation that ends a block of a function. */
function endsBlock(op: Operation): boolean {
  const { control } = factsOf(op);
  return control === 'branch' || control === 'return' || control === 'unreachable';
}
