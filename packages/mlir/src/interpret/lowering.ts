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
  diagnose,
  type Diagnostic,
  type Machine,
  type Message,
  messages,
  type Span,
  type PassingAccesses,
} from '@ldscope/core';
import type { Block, Operation, Region, Value } from '../ir/ir.ts';
import { resolveType, type Type } from '../ir/types.ts';
import { walk } from '../ir/walk.ts';
import { factsOf, isLoop } from '../rows/facts.ts';
import { elementType, type ElementType } from './elements.ts';
import { LdsAllocation } from './lds-allocation.ts';
import { PointerMemory } from './llvm/pointers.ts';
import { pointerSpace } from './llvm/types.ts';
import type { GlobalSource } from './global-accesses.ts';
import type { LaunchShape } from './kernel.ts';
import type { LdsInstruction } from './lds-atomics.ts';
import type { RecordedSite } from './recorder.ts';
import type { Doubles, FunctionBody, LoweredKernel } from './lowered-kernel.ts';
import type { MemRefRegister } from './registers.ts';
import { Slots } from './slots.ts';
import type { KernelSlice } from './slice/kernel-slice.ts';
import { accessOf } from './unknown/accesses.ts';
import type { AssumedExecution } from './unknown/assumed.ts';
import { elementCount, hasStrides, isMemory, mayBeWide } from './value-types.ts';
import { isWhole, type Step, type Wave } from './wave.ts';

export type LowerOperation = (op: Operation, lowering: Lowering) => void;

/** Emits steps before an operation; what it gives emits those behind it. */
export type FollowRead = (op: Operation, lowering: Lowering) => () => void;

/** For an operation that nothing has to be done for. */
export const nothing: LowerOperation = () => {};

/** Elements of one value for each lane. Real kernels stay far below: a lane has 512 registers. */
const MOST_ELEMENTS = 16384;

export class Lowering {
  readonly machine: Machine;
  readonly launch: LaunchShape;
  readonly diagnostics: Diagnostic[] = [];
  readonly #registry: ReadonlyMap<string, LowerOperation>;
  readonly #describe: (span: Span) => RecordedSite['site'];
  readonly #steps: Step[] = [];
  readonly #spans: Span[] = [];
  readonly #doubles: Doubles[] = [];
  readonly #slots = new Slots();
  readonly #sites: RecordedSite[] = [];
  /** Loops around what is being lowered. */
  #loops = 0;
  readonly #siteSpans: Span[] = [];
  readonly #globalSources: GlobalSource[] = [];
  /** Results of operations that we do not know, and what follows from them. */
  readonly #unknown = new Map<Value, Operation>();
  /** Values that were reported for being of another kind than their place. */
  readonly #misplaced = new Set<Value>();
  /** Values whose operation comes before, or that a region gets from outside. */
  readonly #defined = new Set<Value>();
  /** The function that is lowered, and what operations take, by function. */
  #function: Operation | undefined;
  readonly #used = new Map<Operation, ReadonlySet<Value>>();
  /** The function whose blocks are being lowered. */
  body: FunctionBody | undefined;
  /** The LDS allocations of the kernel. */
  readonly lds = new LdsAllocation();
  /** The memory that pointers lead to. */
  readonly pointers = new PointerMemory();
  /** How the kernel is executed while values are not known; absent where all are given. */
  assumed: AssumedExecution | undefined;
  /** Follows what depends on reads of LDS; present where some barriers do not wait for them. */
  followRead: FollowRead | undefined;
  /** The operations that have to be computed; absent where all have to. */
  slice: KernelSlice | undefined;
  /** Why instructions that access LDS are not counted, one for each. */
  readonly uncounted: string[] = [];
  /** Instructions that bypass the banks, each once. */
  readonly #passing: string[] = [];
  /** Sites that are compared. */
  readonly #comparedSites = new Set<number>();
  /** The decisions of the operation at hand are compared. */
  #compares = false;
  /** The checks that remain of steps that are left out. */
  readonly #checks = new Map<Step, Step>();
  /** The definitions of symbols in the kernel's module. */
  symbols: ReadonlyMap<string, Operation> = new Map();
  /** The operation that is being lowered: its place and name, for diagnostics. */
  #span: Span = { start: 0, end: 0 };
  #operation = 'the kernel';
  /** The values that its steps read as doubles. */
  #taken: Doubles = { name: '', slots: [] };

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
      doubles: this.#doubles,
      dataSizes: this.#slots.dataSizes,
      memrefSlots: this.#slots.memrefCount,
      bindings: this.#slots.bindings,
      sites: this.#sites,
      siteSpans: this.#siteSpans,
      comparedSites: this.#comparedSites,
      globalSources: this.#globalSources,
      hasRawBarriers: this.followRead !== undefined,
      ldsBytes: this.lds.bytes,
      ldsObjects: this.lds.objects,
    };
  }

  report(message: Message, span: Span = this.#span): void {
    this.diagnostics.push(diagnose(message, span));
  }

  /** Reports why the operation at hand is not lowered. */
  refuse(message: Message): undefined {
    this.report(message);
  }

  /** Reports a form of the operation at hand that is not executed. */
  unsupported(what: string): undefined {
    this.report(messages.execute.unsupported(this.#operation, what));
  }

  /** Reports what is wrong with the operation at hand. */
  malformed(what: string): undefined {
    this.report(messages.execute.malformed(this.#operation, what));
  }

  /** Reports operands or results of the operation at hand that do not fit. */
  mismatch(wanted: string, found: string): undefined {
    this.report(messages.execute.typeMismatch(this.#operation, wanted, found));
  }

  /** Reports the first operand or result that the operation at hand does not have. */
  lacks(what: 'operand' | 'result', found: number, wanted: number): undefined {
    this.malformed(`it has no ${what} ${found + 1}, of the ${wanted} that it needs`);
  }

  /** True when waves have the size that the operation at hand needs; reports others. */
  requireWaveSize(lanes: 32 | 64): boolean {
    const { waveSize } = this.launch;
    if (waveSize !== lanes)
      this.report(messages.execute.waveSize(this.#operation, lanes, waveSize));
    return waveSize === lanes;
  }

  /** Position of the next step: where a jump back lands. */
  get here(): number {
    return this.#steps.length;
  }

  emit(step: Step): void {
    this.#steps.push(this.#compares ? compared(step) : step);
    this.#spans.push(this.#span);
    this.#doubles.push(this.#taken);
  }

  /** The steps from here on take these values as doubles: before them, a wave stops where one of them is wider. */
  takeDoubles(values: readonly Value[]): void {
    const wide = values.filter(({ type }) => mayBeWide(type));
    this.#taken = { name: this.#operation, slots: wide.map((value) => this.data(value)) };
  }

  /** Emits a step that needs all lanes of the wave. */
  emitWhole(step: Step): void {
    const name = this.#operation;
    const check: Step = (wave) => {
      if (!isWhole(wave)) wave.fail(messages.execute.partialWave(name));
    };
    const checked: Step = (wave) => {
      if (isWhole(wave)) step(wave);
      else check(wave);
    };
    this.#checks.set(checked, check);
    this.emit(checked);
  }

  /** Emits a step that makes a view of memory from another one. */
  emitView(
    source: Value,
    result: Value,
    viewOf: (view: MemRefRegister, wave: Wave) => MemRefRegister,
  ): void {
    const [from, to] = [this.memref(source), this.memref(result)];
    this.emit((wave) => {
      wave.memrefs[to] = viewOf(wave.memref(from), wave);
    });
  }

  /** Emits a step that gives all registers of a value one number, in all lanes. */
  emitFill(result: Value, number: number): void {
    const to = this.data(result);
    this.emit((wave) => {
      wave.values(to).fill(number);
    });
  }

  /** The memref slot of buffer argument number `index`. */
  binding(index: number): number {
    return this.#slots.binding(index, (slot) => this.pointers.bufferAddress(index, slot));
  }

  /** Makes a kernel parameter read buffer argument number `index`. */
  bind(parameter: Value, index: number): void {
    this.rename(parameter, this.binding(index));
  }

  newMask(): number {
    return this.#slots.newMask();
  }

  /** A data slot of its own, for what no SSA value holds. */
  newData(elements: number): number {
    return this.#slots.newData(elements);
  }

  /** A memref slot of its own, for what no SSA value holds. */
  newMemref(): number {
    return this.#slots.newMemref();
  }

  /** Lets a value be in another slot from here on: behind a loop, it is what each lane left with. */
  rename(value: Value, slot: number): void {
    this.#slots.rename(value, slot);
  }

  /** True for a value that an operation or region before has made, and that we can make. */
  isKnown(value: Value): boolean {
    return this.#defined.has(value) && !this.#unknown.has(value);
  }

  /** The data slot of a scalar or vector value. */
  data(value: Value): number {
    if (isMemory(value.type)) this.#reportKind(value, 'a scalar or a vector', 'a memref');
    return this.#slots.data(value);
  }

  /** The data slots of several values. */
  slots<const T extends readonly Value[]>(...values: T): { readonly [K in keyof T]: number };
  slots(...values: readonly Value[]): readonly number[] {
    return values.map((value) => this.data(value));
  }

  memref(value: Value): number {
    if (!isMemory(value.type)) this.#reportKind(value, 'a memref', 'another value');
    return this.#slots.memref(value);
  }

  /** Reports a value in the place of another kind, each once. */
  #reportKind(value: Value, wanted: string, found: string): void {
    if (this.#misplaced.has(value)) return;
    this.#misplaced.add(value);
    this.mismatch(wanted, `${found} (%${value.name})`);
  }

  /** Makes two values share a slot: an iteration argument and the result it becomes. */
  alias(value: Value, to: Value): void {
    this.rename(value, isMemory(value.type) ? this.memref(to) : this.data(to));
  }

  /** Registers an operation that accesses LDS; the number goes to `Workgroup.record`. */
  site(
    op: Operation,
    direction: RecordedSite['direction'],
    bytes: number,
    { opcode, uncounted }: LdsInstruction = {},
  ): number {
    this.#siteSpans.push(op.span);
    if (this.#compares) this.#comparedSites.add(this.#sites.length);
    return (
      this.#sites.push({
        site: { ...this.#describe(op.span), ...(this.#loops > 0 ? { repeats: true } : {}) },
        direction,
        bytes,
        op: opcode,
        uncounted,
      }) - 1
    );
  }

  /**
   * Notes that lanes exchange a value, which on AMD may pass through the hardware of LDS. `name`: the instruction, or the
   * operation where compilers choose one. On NVIDIA shuffles are not of shared memory.
   */
  exchanges(name: string): void {
    if (this.machine.isa !== 'ptx') this.#passing.push(name);
  }

  get passing(): PassingAccesses | undefined {
    const { length: instructions } = this.#passing;
    return instructions === 0 ? undefined : { instructions, ops: [...new Set(this.#passing)] };
  }

  /** Registers an operation that accesses global memory; the number goes to `GlobalAccesses.add`. */
  globalSource(
    op: Operation,
    direction: GlobalSource['direction'],
    bytes: number,
    opcode?: number,
  ): number {
    const site = this.#describe(op.span);
    const source = {
      site,
      operation: op,
      direction,
      bytes,
      ...(opcode === undefined ? {} : { op: opcode }),
    };
    return this.#globalSources.push(source) - 1;
  }

  /** The element of a scalar, vector or memref type; reports types that have none. */
  element(type: Type): ElementType | undefined {
    const resolved = resolveType(type);
    const scalar = 'element' in resolved ? resolved.element : resolved;
    const element = elementType(scalar);
    return element ?? this.unsupported('this element type');
  }

  /** Lowers a whole function, a kernel or one that it calls: `lower` does what is inside. */
  lowerFunction(op: Operation, lower: () => void): void {
    this.#span = op.span;
    if (!this.#fits(op)) return;
    const outer = this.#function;
    this.#function = op;
    for (const region of op.regions) this.define(blockArguments(region));
    lower();
    this.#function = outer;
  }

  /** Whether an operation of the function takes a value. */
  isUsed(value: Value): boolean {
    const op = this.#function;
    if (op === undefined) return true;
    let used = this.#used.get(op);
    if (used === undefined) {
      used = new Set([...walk([op])].flatMap(usesOf));
      this.#used.set(op, used);
    }
    return used.has(value);
  }

  /** The block of a region; reports a region that has several. */
  onlyBlock(region: Region | undefined): Block | undefined {
    const [block, second] = region?.blocks ?? [];
    if (second === undefined) return block;
    const branch = block?.operations.at(-1);
    this.report(
      messages.execute.unsupported(branch?.name ?? 'a branch', 'a jump between blocks'),
      branch?.span,
    );
    return undefined;
  }

  lowerOperation(op: Operation): void {
    const [outer, outerName, taken] = [this.#span, this.#operation, this.#taken];
    const outerCompares = this.#compares;
    this.#compares = this.slice?.compares?.(op) === true;
    this.#span = op.span;
    this.#operation = op.name;
    this.takeDoubles(factsOf(op).wide ? [] : op.operands);
    for (const region of op.regions) this.define(blockArguments(region));
    // An operand that is too large has been reported where it is made.
    const small = op.operands.every(({ type }) => elementCount(type) <= MOST_ELEMENTS);
    const repeats = isLoop(op);
    if (repeats) this.#loops++;
    if (this.#fits(op) && this.#areDefined(op.operands, op.name) && small) {
      // The accesses of an unknown operation are not known, which is reported.
      const assumed = this.#registry.has(op.name) ? this.assumed : undefined;
      const after = this.followRead?.(op, this);
      const first = this.#steps.length;
      if (assumed === undefined) this.#lowerCounted(op);
      else assumed.lower(op, this, () => this.#lower(op));
      if (this.slice?.leavesOut(op) === true) this.#leaveOut(first);
      after?.();
    }
    if (repeats) this.#loops--;
    this.define(op.results);
    this.#span = outer;
    this.#operation = outerName;
    this.#taken = taken;
    this.#compares = outerCompares;
  }

  /** One iteration of a loop is executed, since the number of its turns is not known. */
  turnsOnce(op: Operation): boolean {
    const kind = this.assumed?.kindOf(op);
    return kind === 'once' || kind === 'once-apart';
  }

  /** Both regions of a condition are executed by all lanes, since it is not known. */
  takesBoth(op: Operation): boolean {
    const kind = this.assumed?.kindOf(op);
    return kind === 'both' || kind === 'apart';
  }

  /** Gives the steps from `first` on others in their place. */
  replaceSteps(first: number, replacement: (step: Step) => Step): void {
    for (let at = first; at < this.#steps.length; at++) {
      const step = this.#steps[at];
      if (step !== undefined) this.#steps[at] = replacement(step);
    }
  }

  /** Takes away the steps from `first` on, except for what they check. */
  #leaveOut(first: number): void {
    const isReplay = this.slice?.compares !== undefined;
    const checks = isReplay
      ? []
      : this.#steps.slice(first).flatMap((step) => this.#checks.get(step) ?? []);
    this.#steps.length = first;
    this.#spans.length = first;
    this.#doubles.length = first;
    this.takeDoubles([]);
    for (const check of checks) this.emit(check);
  }

  /** True for an access that is made and recorded, and whose data is not moved. */
  leavesOutData(
    op: Operation,
    direction: 'read' | 'write' | 'atomic',
    space: 'lds' | 'private' | 'global',
  ): boolean {
    const { slice } = this;
    if (slice === undefined || direction === 'atomic') return false;
    // Data stored to a buffer is left out as long as nothing reads it (`LeftOut`).
    if (direction === 'write') return space === 'global' || !slice.wantsMemory(space);
    return (
      op.results.length > 0 && accessOf(op)?.isRead === true && op.results.every(slice.isUnwanted)
    );
  }

  /** The number that the next site gets. */
  get nextSite(): number {
    return this.#sites.length;
  }

  /** Lowers an operation; one that accesses LDS, and registers no site of it, is not counted, and says so. */
  #lowerCounted(op: Operation): void {
    const [sites, problems] = [this.#sites.length, this.diagnostics.length];
    this.#lower(op);
    if (sites !== this.#sites.length || problems !== this.diagnostics.length) return;
    if (accessOf(op)?.places.some(({ space }) => space === 'lds') === true)
      this.uncounted.push(`of ${op.name}`);
  }

  #lower(op: Operation): void {
    const lower = this.#registry.get(op.name);
    const unknown = op.operands.find((operand) => this.#unknown.has(operand));
    if (lower === undefined || (unknown !== undefined && op.regions.length === 0)) {
      this.#lowerUnknown(op, lower !== undefined ? unknown : undefined);
      return;
    }
    if (unknown !== undefined) this.#reportUnknown(unknown, `its result controls ${op.name}`);
    const [steps, problems] = [this.#steps.length, this.diagnostics.length];
    lower(op, this);
    const silent = steps === this.#steps.length && problems === this.diagnostics.length;
    if (silent && op.results.length + op.regions.length > 0) {
      this.report(messages.execute.malformed(op.name, 'it lacks an operand, result or attribute'));
    }
  }

  /** Marks values as made: by an operation that has been lowered, or by a region for its arguments. */
  define(values: readonly Value[]): void {
    for (const value of values) this.#defined.add(value);
  }

  /** Operands must have been made by operations before; reports the first that was not. */
  #areDefined(values: readonly Value[], name: string): boolean {
    const missing = values.find((value) => !this.#defined.has(value));
    if (missing === undefined) return true;
    this.report(messages.execute.malformed(name, `it uses %${missing.name} before it is defined`));
    return false;
  }

  /** Checks the types of an operation for what no step can work with; reports it. */
  #fits(op: Operation): boolean {
    const values = [...op.results, ...op.regions.flatMap((region) => blockArguments(region))];
    for (const { type } of values) {
      const count = elementCount(type);
      if (!(count <= MOST_ELEMENTS)) {
        this.report(messages.execute.tooLarge(op.name, `${count} elements`, MOST_ELEMENTS));
        return false;
      }
      if (!hasStrides(type)) {
        this.report(messages.execute.unsupported(op.name, 'a memref layout without strides'));
        return false;
      }
    }
    return true;
  }

  /** Reports values that are passed on by `name` and that no executed operation defines. */
  requireKnown(values: readonly Value[], name: string): boolean {
    const unknown = values.find((value) => this.#unknown.has(value));
    if (unknown !== undefined) this.#reportUnknown(unknown, `its result is passed on by ${name}`);
    return unknown === undefined && this.#areDefined(values, name);
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
    } else if (operand === undefined && mayHaveEffect(op)) {
      this.report(messages.execute.unknownOperation(op.name, 'it may have an effect'));
    }
  }

  #reportUnknown(value: Value, use: string): void {
    const origin = this.#unknown.get(value);
    if (origin === undefined) return;
    this.report(messages.execute.unknownOperation(origin.name, use), origin.span);
  }
}

/** A step after which the lanes have to be where they were in the execution that it is compared with. */
function compared(step: Step): Step {
  return (wave) => {
    step(wave);
    wave.workgroup.replay?.comparison?.takeMask(wave.index, wave.mask);
  };
}

/** An operation that we do not know may write memory unless all it does is to give values. */
function mayHaveEffect(op: Operation): boolean {
  if (op.results.length === 0 || op.regions.length > 0) return true;
  return (
    touchesMemory(op) &&
    !op.results.some(({ type }) => isMemory(type) || pointerSpace(type) !== undefined)
  );
}

/** Operations whose operands are addresses, even though they have a result; of pointers, those to LDS. */
function touchesMemory(op: Operation): boolean {
  return op.operands.some(({ type }) => isMemory(type) || pointerSpace(type) === 3);
}

function usesOf({ operands, successors }: Operation): readonly Value[] {
  return [...operands, ...successors.flatMap((one) => one.operands)];
}

function blockArguments(region: Region): readonly Value[] {
  return region.blocks.flatMap((block) => block.arguments);
}
