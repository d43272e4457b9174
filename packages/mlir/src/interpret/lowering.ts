/**
 * Turns a kernel into a flat list of steps: `pc` walks over it, control operations set `pc`.
 *
 *     scf.if %c { A } else { B }      open: mask &= c, or jump to else
 *                                     A
 *                                     else: mask = rest, or jump to end
 *                                     B
 *                                     end: mask as before
 *
 * Each SSA value gets a slot: scalars and vectors a data slot with room for all lanes, memrefs a memref
 * slot. Operations are lowered by the function registered for their name (`ops/`).
 */
import {
  type Diagnostic,
  diagnose,
  type Message,
  messages,
  type Machine,
  type Span,
} from '@ldscope/core';
import type { Block, Operation, Region, Value } from '../ir/ir.ts';
import { resolveType, type Type } from '../ir/types.ts';
import { elementType, type ElementType } from './elements.ts';
import type { LaunchShape } from './kernel.ts';
import type { RecordedSite } from './recorder.ts';
import type { Step } from './wave.ts';

export type LowerOperation = (op: Operation, lowering: Lowering) => void;

export interface LoweredKernel {
  readonly steps: readonly Step[];
  /** The operation behind each step, for diagnostics. */
  readonly spans: readonly Span[];
  /** Elements per lane of each data slot. */
  readonly dataSizes: readonly number[];
  readonly memrefSlots: number;
  /** Memref slots of the buffer arguments by their number. */
  readonly bindings: ReadonlyMap<number, number>;
  readonly sites: readonly RecordedSite[];
  readonly siteSpans: readonly Span[];
  readonly ldsBytes: number;
}

/** LLVM aligns LDS objects to at most this; so do we, in the order of the allocations. */
const LDS_ALIGNMENT = 16;

export class Lowering {
  readonly machine: Machine;
  readonly launch: LaunchShape;
  readonly diagnostics: Diagnostic[] = [];
  readonly #registry: ReadonlyMap<string, LowerOperation>;
  readonly #describe: (span: Span) => RecordedSite['site'];
  readonly #steps: Step[] = [];
  readonly #spans: Span[] = [];
  readonly #dataSlots = new Map<Value, number>();
  readonly #dataSizes: number[] = [];
  readonly #memrefSlots = new Map<Value, number>();
  #memrefCount = 0;
  #maskSlots = 0;
  #ldsBytes = 0;
  /** Offsets of workgroup globals by name. */
  /** Memref slots of buffer arguments by their number. */
  readonly #bindings = new Map<number, number>();
  readonly #globals = new Map<string, number>();
  readonly #sites: RecordedSite[] = [];
  readonly #siteSpans: Span[] = [];
  /** Results of operations that we do not know, and what follows from them. */
  readonly #unknown = new Map<Value, Operation>();
  #span: Span = { start: 0, end: 0 };

  constructor(
    machine: Machine,
    launch: LaunchShape,
    registry: ReadonlyMap<string, LowerOperation>,
    describe: (span: Span) => RecordedSite['site'],
  ) {
    this.machine = machine;
    this.launch = launch;
    this.#registry = registry;
    this.#describe = describe;
  }

  get failed(): boolean {
    return this.diagnostics.some(({ severity }) => severity === 'error');
  }

  finish(): LoweredKernel {
    return {
      steps: this.#steps,
      spans: this.#spans,
      dataSizes: this.#dataSizes,
      memrefSlots: this.#memrefCount,
      bindings: this.#bindings,
      sites: this.#sites,
      siteSpans: this.#siteSpans,
      ldsBytes: this.#ldsBytes,
    };
  }

  report(message: Message, span: Span = this.#span): void {
    this.diagnostics.push(diagnose(message, span));
  }

  /** Position of the next step: where a jump back lands. */
  get here(): number {
    return this.#steps.length;
  }

  emit(step: Step): void {
    this.#steps.push(step);
    this.#spans.push(this.#span);
  }

  /** The memref slot of buffer argument number `index`. */
  binding(index: number): number {
    let slot = this.#bindings.get(index);
    if (slot === undefined) {
      slot = this.#memrefCount++;
      this.#bindings.set(index, slot);
    }
    return slot;
  }

  /** Makes a kernel parameter read buffer argument number `index`. */
  bind(parameter: Value, index: number): void {
    this.#memrefSlots.set(parameter, this.binding(index));
  }

  newMask(): number {
    return this.#maskSlots++;
  }

  /** A data slot of its own, for what no SSA value holds. */
  newData(elements: number): number {
    return this.#dataSizes.push(elements) - 1;
  }

  /** The data slot of a scalar or vector value. */
  data(value: Value): number {
    let slot = this.#dataSlots.get(value);
    if (slot === undefined) {
      slot = this.newData(elementCount(value.type));
      this.#dataSlots.set(value, slot);
    }
    return slot;
  }

  memref(value: Value): number {
    let slot = this.#memrefSlots.get(value);
    if (slot === undefined) {
      slot = this.#memrefCount++;
      this.#memrefSlots.set(value, slot);
    }
    return slot;
  }

  /** Makes two values share a slot: an iteration argument and the result it becomes. */
  alias(value: Value, to: Value): void {
    if (isMemory(value.type)) this.#memrefSlots.set(value, this.memref(to));
    else this.#dataSlots.set(value, this.data(to));
  }

  /** Room in LDS for one object; every workgroup has one. A global by its name is allocated once. */
  allocateLds(bytes: number, alignment = LDS_ALIGNMENT, global?: string): number {
    const known = global === undefined ? undefined : this.#globals.get(global);
    if (known !== undefined) return known;
    const offset = Math.ceil(this.#ldsBytes / alignment) * alignment;
    this.#ldsBytes = offset + bytes;
    if (global !== undefined) this.#globals.set(global, offset);
    return offset;
  }

  /** Registers an operation that accesses LDS; the number goes to `Workgroup.record`. */
  site(
    op: Operation,
    direction: RecordedSite['direction'],
    bytes: number,
    opcode?: number,
  ): number {
    this.#siteSpans.push(op.span);
    return (
      this.#sites.push({
        site: this.#describe(op.span),
        direction,
        bytes,
        ...(opcode === undefined ? {} : { op: opcode }),
      }) - 1
    );
  }

  /** The element of a scalar, vector or memref type; reports types that have none. */
  element(op: Operation, type: Type): ElementType | undefined {
    const resolved = resolveType(type);
    const scalar = 'element' in resolved ? resolved.element : resolved;
    const element = elementType(scalar);
    if (element === undefined)
      this.report(messages.execute.unsupported(op.name, 'this element type'));
    return element;
  }

  lowerRegion(region: Region | undefined): void {
    const blocks = region?.blocks ?? [];
    if (blocks.length > 1) {
      this.report(messages.execute.unsupported('a branch', 'a region with more than one block'));
      return;
    }
    const [block] = blocks;
    if (block !== undefined) this.lowerBlock(block);
  }

  lowerBlock(block: Block): void {
    for (const op of block.operations) this.lowerOperation(op);
  }

  lowerOperation(op: Operation): void {
    const outer = this.#span;
    this.#span = op.span;
    const lower = this.#registry.get(op.name);
    const unknown = op.operands.find((operand) => this.#unknown.has(operand));
    if (lower === undefined || (unknown !== undefined && op.regions.length === 0)) {
      this.#lowerUnknown(op, lower !== undefined ? unknown : undefined);
    } else {
      if (unknown !== undefined) this.#reportUnknown(unknown, `its result controls ${op.name}`);
      lower(op, this);
    }
    this.#span = outer;
  }

  /**
   * An operation that we cannot execute makes its results unknown. That is an error where an unknown value
   * becomes an address, a condition or data of an operation with an effect.
   */
  #lowerUnknown(op: Operation, operand: Value | undefined): void {
    const origin = operand === undefined ? op : (this.#unknown.get(operand) ?? op);
    for (const result of op.results) this.#unknown.set(result, origin);
    if (operand !== undefined && (op.results.length === 0 || touchesMemory(op))) {
      this.#reportUnknown(operand, `its result is used by ${op.name}`);
    } else if (operand === undefined && op.results.length === 0) {
      this.report(messages.execute.unknownOperation(op.name, 'it may have an effect'));
    }
  }

  #reportUnknown(value: Value, use: string): void {
    const origin = this.#unknown.get(value);
    if (origin === undefined) return;
    this.report(messages.execute.unknownOperation(origin.name, use), origin.span);
  }
}

/** Operations whose operands are addresses, even though they have a result. */
function touchesMemory(op: Operation): boolean {
  return op.operands.some((operand) => isMemory(operand.type));
}

/** Memrefs, and the bindings and pointers that stand for buffers. */
export function isMemory(type: Type): boolean {
  const resolved = resolveType(type);
  return (
    resolved.kind === 'memref' ||
    (resolved.kind === 'opaque' && resolved.text === '!stream.binding')
  );
}

/** Elements that one lane holds of a scalar or vector. */
export function elementCount(type: Type): number {
  const resolved = resolveType(type);
  return resolved.kind === 'vector'
    ? resolved.shape.reduce((product, size) => product * size, 1)
    : 1;
}
