/**
 * Finds in a `tt.func` what touches shared memory: buffers, the views of them that values are, stores, loads and copies.
 *
 * Operations are taken in program order and once each; a value that a loop carries or a branch gives is what it is at
 * first. LIMITATION: an index of a stage that is not constant counts as 0.
 */
import {
  diagnose,
  type Diagnostic,
  isSharedEncoding,
  padded,
  messages,
  placeShared,
  type SharedEncoding,
  type Site,
  type Span,
} from '@ldscope/core';
import { integerOf, integersOf } from '../ir/attribute-values.ts';
import type { Block, Operation, Value } from '../ir/ir.ts';
import { constantOf, factsOf } from '../rows/facts.ts';
import { walk } from '../ir/walk.ts';
import {
  currentName,
  leavesMemoryAlone,
  type SharedMemoryUnit,
  UNIT_REASONS,
  UNITS,
} from './hardware.ts';
import type { TileType, TileTypes } from './types.ts';
import type { Moved, Reduced, SharedBuffer, TileAccess, View } from './views.ts';

type Place = Pick<Operation, 'name' | 'span'>;

/** Stages of a pipeline; tiles are larger. */
const MOST_BARRIERS = 32;

export class Collector {
  readonly accesses: TileAccess[] = [];
  readonly buffers: SharedBuffer[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** For each operation whose accesses are left out, the reason. */
  readonly notCounted: string[] = [];
  /** For each operation whose accesses are not of lanes, what makes them. */
  readonly units: { readonly unit: SharedMemoryUnit; readonly operation: string }[] = [];
  anyInLoop = false;
  readonly #types: TileTypes;
  readonly #describe: (span: Span) => Site;
  readonly #views = new Map<Value, View>();
  readonly #told = new Set<string>();
  readonly #used = new Set<Value>();
  #position = 0;
  #loops = 0;

  constructor(types: TileTypes, describe: (span: Span) => Site) {
    this.#types = types;
    this.#describe = describe;
  }

  /** Goes through a function. */
  collect(kernel: Operation): void {
    for (const { operands } of walk([kernel])) for (const used of operands) this.#used.add(used);
    this.walk(kernel);
  }

  /** Goes through any operation with regions. */
  walk(op: Operation): void {
    const loop = ['for', 'while', 'parallel'].includes(factsOf(op).control);
    const start = this.#position;
    if (loop) this.#loops++;
    for (const [index, region] of op.regions.entries()) {
      for (const block of region.blocks) {
        this.#enter(op, index, block);
        for (const inner of block.operations) this.#visit(inner);
      }
    }
    if (!loop) return;
    this.#loops--;
    // Memory that a loop uses and that was allocated before it lives until the loop has ended.
    for (const buffer of this.buffers)
      if (buffer.from < start && buffer.to >= start) buffer.to = this.#position;
  }

  /** Block arguments are the last operands of the operation, or of what ended the region before. */
  #enter(op: Operation, region: number, block: Block): void {
    const before = op.regions[region - 1]?.blocks.at(-1)?.operations.at(-1);
    const isWhile = factsOf(op).control === 'while';
    const values = isWhile && before !== undefined ? before.operands : op.operands;
    const skipped = values.length - block.arguments.length;
    for (const [i, argument] of block.arguments.entries())
      this.#same(argument, values[skipped + i]);
  }

  #same(value: Value | undefined, as: Value | undefined): void {
    const view = as && this.#views.get(as);
    if (value !== undefined && view !== undefined && !this.#views.has(value))
      this.#views.set(value, view);
  }

  #visit(op: Operation): void {
    this.#position++;
    for (const operand of op.operands) {
      const view = this.#views.get(operand);
      if (view !== undefined) view.buffer.to = Math.max(view.buffer.to, this.#position);
    }
    this.#handle(op, currentName(op.name));
    if (op.regions.length === 0) return;
    this.walk(op);
    for (const { blocks } of op.regions) {
      const given = blocks.at(-1)?.operations.at(-1)?.operands ?? [];
      for (const [i, result] of op.results.entries())
        this.#same(result, given[given.length - op.results.length + i]);
    }
    const first = op.operands.length - op.results.length;
    if (first >= 0)
      for (const [i, result] of op.results.entries()) this.#same(result, op.operands[first + i]);
  }

  #handle(op: Operation, name: string): void {
    const handler = HANDLERS.get(name);
    if (handler !== undefined) return handler(this, op);
    const unit = UNITS.get(name);
    if (unit !== undefined) return this.unit(op, unit);
    if (!leavesMemoryAlone(name) && op.operands.some((operand) => this.#views.has(operand)))
      this.tell(op, 'what it does to shared memory is not known');
  }

  /** An access of a unit of the hardware. */
  unit({ name: operation, span }: Place, unit: SharedMemoryUnit): void {
    // Nothing can conflict there.
    if (unit !== 'barrier objects') this.units.push({ unit, operation });
    const message = messages.triton.ofUnit(operation, unit, UNIT_REASONS[unit]);
    this.#once(unit, message, span);
  }

  /** An access that has no counts. */
  tell({ name, span }: Place, reason: string): void {
    this.notCounted.push(reason);
    this.#once(`${name} ${reason}`, messages.triton.notCounted(name, reason), span);
  }

  #once(key: string, message: Diagnostic, span: Span): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.diagnostics.push(diagnose(message, span));
  }

  /** The type of an operand or result; of custom syntax that is not known, as its text has it. */
  #tile(value: Value | undefined): TileType | undefined {
    return value && (this.#views.get(value)?.type ?? this.#types.tile(value.type));
  }

  #resultTile(op: Operation): TileType | undefined {
    const [result] = op.results;
    const typed = result && this.#types.tile(result.type);
    if (typed !== undefined) return typed;
    const written = op.text?.replace(/\sloc\(.*$/s, '');
    if (written === undefined) return undefined;
    const [, last = ''] = /.*(?:->|\bto\b|:)\s*([!<]?[\w.]*<.*>)\s*$/s.exec(written) ?? [];
    return this.#types.tileOfText(last);
  }

  alloc(op: Operation): void {
    const [result] = op.results;
    const type = this.#resultTile(op);
    if (result === undefined || type === undefined) {
      this.tell(op, 'the type of its result is not one that is known here');
      return;
    }
    const buffer: SharedBuffer = {
      name: `%${result.name}`,
      type,
      bytes: 0,
      from: this.#position,
      to: this.#position,
      baseBytes: 0,
    };
    if (isBarriers(type)) {
      this.buffers.push({ ...buffer, bytes: 8 * (type.shape[0] ?? 1) });
      return;
    }
    const view = this.#view(op, type, buffer, 0, []);
    if (view === undefined) return;
    const tile = view.placement.shape.reduce((count, size) => count * size, 1);
    const stages = type.shape
      .slice(0, type.shape.length - view.placement.shape.length)
      .reduce((count, size) => count * size, 1);
    const elements = padded(Math.max(1, stages * tile) - 1, view.placement.paddings) + 1;
    const sized = { ...buffer, bytes: elements * type.elementBytes };
    this.buffers.push(sized);
    const placed = { ...view, buffer: sized };
    this.#views.set(result, placed);
    const [source] = op.operands;
    if (source !== undefined) this.#access(op, 'store', placed, this.#tile(source));
  }

  store(op: Operation): void {
    const [source, target] = op.operands;
    this.#access(op, 'store', this.#viewOf(target), this.#tile(source));
  }

  load(op: Operation): void {
    this.#access(op, 'load', this.#viewOf(op.operands[0]), this.#resultTile(op));
  }

  /** From global memory: the pointers or offsets are distributed as the lanes copy. */
  copy(op: Operation): void {
    const target = op.operands.find((operand) => this.#views.has(operand));
    const source = op.operands
      .map((operand) => this.#tile(operand))
      .find((tile) => tile?.kind === 'tensor');
    const view = this.#viewOf(target);
    const registers =
      source === undefined || view === undefined
        ? undefined
        : { ...source, element: view.type.element, elementBytes: view.type.elementBytes };
    this.#access(op, 'copy', view, registers);
  }

  /** Among registers; in Triton 2 to shared memory and from there, too. */
  convert(op: Operation): void {
    const [source, target] = [this.#tile(op.operands[0]), this.#resultTile(op)];
    if (source === undefined || target === undefined) {
      this.tell(op, 'the types are not tensors that are known here');
      return;
    }
    if (source.kind === 'memdesc' && target.kind === 'memdesc')
      return this.tell(op, 'it copies from one layout of shared memory to another');
    if (target.kind === 'memdesc') return this.alloc(op);
    if (source.kind === 'memdesc') return this.load(op);
    this.#add(op, 'conversion', this.#scratch(op, target), undefined, source);
  }

  /** Memory that an operation needs while it runs; its size is known when it is lowered. */
  #scratch({ results: [result] }: Operation, type: TileType | undefined): SharedBuffer {
    return {
      name: `scratch of %${result?.name ?? ''}`,
      type,
      bytes: 0,
      from: this.#position,
      to: this.#position,
      baseBytes: 0,
    };
  }

  /** Lanes of one wave reduce among themselves; waves need memory. */
  reduce(op: Operation): void {
    const axis = integerOf(op, 'axis') ?? 0;
    const tiles = op.operands.map((operand) => this.#tile(operand));
    const [source] = tiles;
    const operands = tiles.flatMap((tile, i) => {
      const result = op.results[i];
      const isUsed = result !== undefined && this.#used.has(result);
      return tile === undefined ? [] : [{ elementBytes: tile.elementBytes, isUsed }];
    });
    if (source === undefined || operands.length < tiles.length)
      return this.tell(op, 'the types are not tensors that are known here');
    const buffer = this.#scratch(op, this.#resultTile(op));
    this.#add(op, 'reduction', buffer, undefined, source, { axis, operands });
  }

  /** One tile of several, or a part of a tile, by its first element. */
  part(op: Operation): void {
    const view = this.#viewOf(op.operands[0]);
    const type = this.#resultTile(op);
    const [result] = op.results;
    if (view === undefined || type === undefined || result === undefined) return;
    const dropped = view.type.shape.length - type.shape.length;
    const offsets = this.#offsets(op);
    const own = view.placement.shape;
    const tile = own.reduce((count, size) => count * size, 1);
    const stage = offsets.slice(0, Math.max(dropped, 0));
    if (stage.some((value) => value === undefined))
      this.#once(`stage ${op.name}`, messages.triton.stage(op.name), op.span);
    const index = stage.reduce<number>(
      (sum, value, d) => sum * (view.type.shape[d] ?? 1) + (value ?? 0),
      0,
    );
    const bytes = padded(index * tile, view.placement.paddings) * type.elementBytes;
    const inside = offsets.slice(Math.max(dropped, 0)).map((value) => value ?? 0);
    const origin = own.map(
      (_, d) => (view.origin[d] ?? 0) + (inside[inside.length - own.length + d] ?? 0),
    );
    const whole = {
      ...type,
      allocShape: type.allocShape ?? (inside.some((v) => v > 0) ? view.type.shape : type.shape),
    };
    const made = this.#view(op, whole, view.buffer, view.offsetBytes + bytes, origin);
    if (made !== undefined) this.#views.set(result, made);
  }

  /** Triton 2: a copy into one tile of a buffer, which is its result. */
  insert(op: Operation): void {
    const [pointers, target, index] = op.operands;
    const view = this.#viewOf(target);
    const [result] = op.results;
    if (view === undefined || result === undefined) {
      this.tell(op, 'its buffer is not known');
      return;
    }
    this.#views.set(result, view);
    const shape = view.type.shape.slice(1);
    const tile = this.#view(op, { ...view.type, shape, allocShape: shape }, view.buffer, 0, []);
    const stage = index && constantOf(index);
    if (stage === undefined)
      this.#once(`stage ${op.name}`, messages.triton.stage(op.name), op.span);
    const source = this.#tile(pointers);
    if (tile === undefined || source === undefined) return;
    const elements = (stage ?? 0) * tile.placement.size;
    const offsetBytes = view.offsetBytes + elements * view.type.elementBytes;
    const { element, elementBytes } = view.type;
    this.#access(op, 'copy', { ...tile, offsetBytes }, { ...source, element, elementBytes });
  }

  /** A product: its operands are in registers, or in shared memory where the tensor core takes them from. */
  dot(op: Operation): void {
    if (op.operands.some((operand) => this.#views.has(operand))) this.unit(op, 'the tensor core');
  }

  /** Transposes a view of shared memory, which a tensor of Triton 2 may be. */
  transpose(op: Operation): void {
    if (this.#viewOf(op.operands[0]) !== undefined) this.reinterpret(op);
  }

  /** The same memory under another type. */
  reinterpret(op: Operation): void {
    const view = this.#viewOf(op.operands[0]);
    const type = this.#resultTile(op);
    const [result] = op.results;
    if (view === undefined || type === undefined || result === undefined) return;
    if (view.origin.some((value) => value !== 0)) {
      this.tell(op, 'it gives a part of a tile another type');
      return;
    }
    const made = this.#view(op, type, view.buffer, view.offsetBytes, []);
    if (made !== undefined) this.#views.set(result, made);
  }

  /** Constant offsets of a view: an attribute, a list in the text, or operands. */
  #offsets(op: Operation): (number | undefined)[] {
    const listed = integersOf(op, 'offsets');
    if (listed.length > 0) return listed;
    const inBrackets = /\[([^\]]*)\]/.exec(op.text ?? '')?.[1]?.split(',');
    if (inBrackets !== undefined) {
      return inBrackets.map((word) => {
        if (/^\s*\d+\s*$/.test(word)) return Number(word);
        const value = op.operands.find(({ name }) => word.trim() === `%${name}`);
        return value && constantOf(value);
      });
    }
    return op.operands.slice(1).map(constantOf);
  }

  #viewOf(value: Value | undefined): View | undefined {
    return value && this.#views.get(value);
  }

  #view(
    op: Operation,
    type: TileType,
    buffer: SharedBuffer,
    offsetBytes: number,
    origin: readonly number[],
  ): View | undefined {
    const { encoding, shape, allocShape } = type;
    const refuse = (message: string): undefined => {
      this.tell(op, message);
      return undefined;
    };
    if (!encoding.ok) return refuse(encoding.diagnostics[0]?.message ?? 'its layout is not known');
    if (!isSharedEncoding(encoding.value)) return refuse('its layout is none of shared memory');
    const whole = allocShape ?? shape;
    const rank = rankOf(encoding.value, shape.length);
    const placement = placeShared(encoding.value, whole.slice(whole.length - rank));
    if (!placement.ok) return refuse(placement.diagnostics[0]?.message ?? '');
    return {
      buffer,
      type,
      encoding: encoding.value,
      placement: placement.value,
      offsetBytes,
      origin,
    };
  }

  #access(
    op: Operation,
    moved: Moved,
    view: View | undefined,
    registers: TileType | undefined,
  ): void {
    if (view === undefined || registers === undefined) {
      this.tell(op, view === undefined ? 'its buffer is not known' : 'its tensor has no layout');
      return;
    }
    this.#add(op, moved, view.buffer, view, registers);
  }

  #add(
    op: Operation,
    moved: Moved,
    buffer: SharedBuffer,
    view: View | undefined,
    registers: TileType,
    reduced?: Reduced,
  ): void {
    const inLoop = this.#loops > 0;
    this.anyInLoop ||= inLoop;
    const site = { ...this.#describe(op.span), buffer: buffer.name };
    const { location, span, name: operation } = op;
    this.accesses.push({
      operation,
      moved,
      site,
      span,
      location,
      inLoop,
      buffer,
      view,
      registers,
      reduced,
    });
  }
}

/** An operation whose use of shared memory no layout of the module gives. */
const notCounted =
  (reason: string) =>
  (collector: Collector, op: Operation): void =>
    collector.tell(op, reason);
const BY_DATA = notCounted('its addresses are the data');
const SHARED_BYTES = notCounted('two elements share a byte');

const HANDLERS: ReadonlyMap<string, (collector: Collector, op: Operation) => void> = new Map(
  Object.entries({
    'ttg.local_alloc': (collector: Collector, op: Operation) => collector.alloc(op),
    'ttg.alloc': (collector: Collector, op: Operation) => collector.alloc(op),
    'ttg.alloc_tensor': (collector: Collector, op: Operation) => collector.alloc(op),
    'ttg.local_store': (collector: Collector, op: Operation) => collector.store(op),
    'ttg.local_load': (collector: Collector, op: Operation) => collector.load(op),
    'tt.reduce': (collector: Collector, op: Operation) => collector.reduce(op),
    'ttg.convert_layout': (collector: Collector, op: Operation) => collector.convert(op),
    'ttg.async_copy_global_to_local': (collector: Collector, op: Operation) => collector.copy(op),
    'ttg.insert_slice_async': (collector: Collector, op: Operation) => collector.insert(op),
    'tt.dot': (collector: Collector, op: Operation) => collector.dot(op),
    'tt.dot_scaled': (collector: Collector, op: Operation) => collector.dot(op),
    'tt.trans': (collector: Collector, op: Operation) => collector.transpose(op),
    'ttg.extract_slice': (collector: Collector, op: Operation) => collector.part(op),
    'tensor.extract_slice': (collector: Collector, op: Operation) => collector.part(op),
    'amdg.buffer_load_to_local': (collector: Collector, op: Operation) => collector.copy(op),
    'ttg.memdesc_index': (collector: Collector, op: Operation) => collector.part(op),
    'ttg.memdesc_subview': (collector: Collector, op: Operation) => collector.part(op),
    'ttg.memdesc_subslice': (collector: Collector, op: Operation) => collector.part(op),
    'ttg.memdesc_trans': (collector: Collector, op: Operation) => collector.reinterpret(op),
    'ttg.memdesc_reshape': (collector: Collector, op: Operation) => collector.reinterpret(op),
    'ttg.memdesc_reinterpret': (collector: Collector, op: Operation) => collector.reinterpret(op),
    'tt.histogram': BY_DATA,
    'tt.gather': BY_DATA,
    'tt.scan': notCounted('no layout specifies where it keeps the sums of its waves'),
    'ttg.warp_specialize': notCounted('its regions have their own numbers of waves'),
    'amdg.local_load_packed_tranposed': SHARED_BYTES,
    'amdg.local_load_packed_transposed': SHARED_BYTES,
    'ttg.local_gather': BY_DATA,
    'ttg.local_scatter': BY_DATA,
  }),
);

/** Barrier objects, of which there may be any number. */
function isBarriers({ element, shape, encoding }: TileType): boolean {
  const [count = 1, ...more] = shape;
  return element === 'i64' && encoding.ok && count < MOST_BARRIERS && more.every((n) => n === 1);
}

/** How many of the last dimensions of a memdesc an encoding lays out; those before are stages. */
function rankOf(encoding: SharedEncoding, all: number): number {
  const rank =
    encoding.kind === 'nvmma_shared'
      ? (encoding.rank ?? 2)
      : encoding.kind === 'shared_linear'
        ? (encoding.offset[0]?.length ?? all)
        : (encoding.order?.length ?? ('offset' in encoding ? encoding.offset?.[0]?.length : all));
  return Math.min(rank ?? all, all);
}
