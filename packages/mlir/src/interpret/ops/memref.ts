/** `memref`: allocations and views. A view is a new descriptor of the same memory. */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { isLds } from '../../ir/memory-space.ts';
import { type MemRefType, resolveType } from '../../ir/types.ts';
import { lowerLoad, lowerStore } from '../access.ts';
import { integerOf, integersOf, symbolOf } from '../attributes.ts';
import { elementNameOf, type ElementType } from '../elements.ts';
import { type LowerOperation, type Lowering, nothing } from '../lowering.ts';
import { flatMemory } from '../memory.ts';
import { firstLane, type MemRefRegister, objectOf } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { takes } from '../take.ts';

/** Row-major strides of a shape. */
export function denseStrides(sizes: readonly number[]): number[] {
  const strides: number[] = [];
  let stride = 1;
  for (const size of sizes.toReversed()) {
    strides.unshift(stride);
    stride *= size;
  }
  return strides;
}

export function memrefType(value: Value): MemRefType | undefined {
  const type = resolveType(value.type);
  return type.kind === 'memref' ? type : undefined;
}

/** Static sizes of a memref; `undefined` when one is dynamic. */
export function staticSizes({ shape }: MemRefType): number[] | undefined {
  const sizes = (shape ?? [undefined]).flatMap((size) => (size === undefined ? [] : [size]));
  return sizes.length === shape?.length ? sizes : undefined;
}

/** Strides in elements; those that are dynamic are taken from `fallback`. */
export function stridesOf(type: MemRefType, fallback: readonly number[]): number[] {
  const { layout } = type;
  if (layout?.kind !== 'strided') return [...fallback];
  return layout.strides.map((stride, i) => stride ?? fallback[i] ?? 0);
}

/** Sizes and strides of a memref, and what is in it. */
interface StaticForm {
  readonly element: ElementType;
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
}

/** The layout in the type of a memref; reports sizes that the type does not have. */
export function staticForm(lowering: Lowering, value: Value): StaticForm | undefined {
  const type = memrefType(value);
  const element = lowering.element(value.type);
  if (element === undefined) return undefined;
  const sizes = type && staticSizes(type);
  if (type === undefined || sizes === undefined)
    return lowering.unsupported('a size that is not known');
  return { element, sizes, strides: stridesOf(type, denseStrides(sizes)) };
}

/** `memref.alloc`, `memref.alloca`: LDS once per workgroup, anything else private to each lane. */
const allocate = takes(0, 1, ([result], lowering, op) => {
  const form = staticForm(lowering, result);
  const alignment = integerOf(op, 'alignment') ?? 0;
  if (form !== undefined) allocateObject(lowering, result, form, { alignment });
});

/** Private memory of a lane in one allocation; hardware has some kilobytes of scratch. */
const MOST_PRIVATE_BYTES = 65536;

/** Binds a value to an object of its own: in LDS, or private to each lane. */
export function allocateObject(
  lowering: Lowering,
  value: Value,
  { element, sizes, strides }: StaticForm,
  { alignment = 0, global }: { readonly alignment?: number; readonly global?: string } = {},
): void {
  const extent = sizes.reduce((last, size, i) => last + (size - 1) * (strides[i] ?? 0), 1);
  const bytes = sizes.includes(0) ? 0 : Math.ceil(extent * element.pitchBytes);
  if (!Number.isSafeInteger(bytes) || strides.some((stride) => stride < 0))
    return lowering.refuse(messages.execute.unsupported('an allocation', 'this size or layout'));
  const slot = lowering.memref(value);
  const name = global === undefined ? `%${value.name}` : `@${global}`;
  if (isLds(value)) {
    const offset = lowering.lds.allocate(bytes, Math.max(16, alignment), global);
    const object = { name, offset, bytes };
    lowering.lds.name(object);
    lowering.emit((wave) => {
      const offsetBytes = new Float64Array(wave.lanes).fill(offset);
      const memory = { ...wave.workgroup.lds, name };
      wave.memrefs[slot] = { memory, offsetBytes, sizes, strides, element, object };
    });
    return;
  }
  if (bytes > MOST_PRIVATE_BYTES) {
    const what = `${bytes} bytes of private memory`;
    return lowering.refuse(messages.execute.tooLarge('an allocation', what, MOST_PRIVATE_BYTES));
  }
  lowering.emit((wave) => {
    const memory = flatMemory('private', name, new Uint8Array(bytes * wave.lanes));
    const offsetBytes = Float64Array.from({ length: wave.lanes }, (_, lane) => lane * bytes);
    wave.memrefs[slot] = { memory, offsetBytes, sizes, strides, element };
  });
}

/** A view that keeps memory and offset, and may change sizes and strides by its type. */
const retype = takes(1, 1, ([source, result], lowering) => {
  const type = memrefType(result);
  if (type === undefined) return;
  const before = memrefType(source);
  const sameRank = !before?.shape || !type.shape || before.shape.length === type.shape.length;
  if (before === undefined || !sameRank || elementNameOf(source) !== elementNameOf(result))
    return lowering.unsupported('a change of rank or element type');
  lowering.emitView(source, result, (view) => ({
    ...view,
    sizes: (type.shape ?? view.sizes).map((size, i) => size ?? view.sizes[i] ?? 0),
    strides: stridesOf(type, view.strides),
  }));
});

/** Sizes and strides are the same for all lanes: the value of the first active one. */
export function uniform(wave: Wave, values: Float64Array): number {
  return values[Math.max(0, firstLane(wave.mask))] ?? 0;
}

/** Offsets, sizes and strides of a view, of which some are operands. */
type ViewLists = (wave: Wave) => {
  readonly offsets: readonly Float64Array[];
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
};

/**
 * The offsets, sizes and strides of `reinterpret_cast` and `subview`, in operand order; reports lists that do not fit the
 * operands.
 */
function viewLists(op: Operation, lowering: Lowering): ViewLists {
  const dynamic = op.operands.slice(1).map((operand) => lowering.data(operand));
  const [offsets = [], sizes = [], strides = []] = [
    'static_offsets',
    'static_sizes',
    'static_strides',
  ].map((name) => integersOf(op, name));
  const wanted = [...offsets, ...sizes, ...strides].filter((value) => value === undefined).length;
  if (wanted !== dynamic.length || sizes.length !== strides.length)
    lowering.malformed('its offsets, sizes and strides do not agree with its operands');
  return (wave) => {
    let next = 0;
    const valuesOf = (list: readonly (number | undefined)[]): Float64Array[] =>
      list.map((value) =>
        value === undefined
          ? wave.values(dynamic[next++] ?? 0)
          : new Float64Array(wave.lanes).fill(value),
      );
    return {
      offsets: valuesOf(offsets),
      sizes: valuesOf(sizes).map((values) => uniform(wave, values)),
      strides: valuesOf(strides).map((values) => uniform(wave, values)),
    };
  };
}

const reinterpretCast = takes(1, 1, ([source, result], lowering, op) => {
  const listsOf = viewLists(op, lowering);
  lowering.emitView(source, result, (view, wave) => {
    const { offsets, sizes, strides } = listsOf(wave);
    const [offset] = offsets;
    const offsetBytes = allocationBase(view, wave.lanes).map(
      (byte, lane) => byte + (offset?.[lane] ?? 0) * view.element.pitchBytes,
    );
    return { ...view, offsetBytes, sizes, strides };
  });
});

/** Where the memory of a view begins, by lane: `reinterpret_cast` counts its offset from there. */
export function allocationBase(view: MemRefRegister, lanes: number): Float64Array {
  if (view.object !== undefined)
    return Float64Array.from({ length: lanes }, (_, lane) => objectOf(view, lane)?.offset ?? 0);
  if (view.memory.space === 'private') {
    const bytes = view.memory.bytes / lanes;
    return Float64Array.from({ length: lanes }, (_, lane) => lane * bytes);
  }
  return view.baseBytes ?? view.originBytes ?? new Float64Array(lanes);
}

const subview = takes(1, 1, ([source, result], lowering, op) => {
  const type = memrefType(result);
  if (type === undefined) return;
  const listsOf = viewLists(op, lowering);
  lowering.emitView(source, result, (view, wave) => {
    const { offsets, sizes, strides } = listsOf(wave);
    const offsetBytes = view.offsetBytes.slice();
    for (const [i, offset] of offsets.entries()) {
      const pitch = (view.strides[i] ?? 0) * view.element.pitchBytes;
      for (let lane = 0; lane < wave.lanes; lane++) {
        offsetBytes[lane] = (offsetBytes[lane] ?? 0) + (offset[lane] ?? 0) * pitch;
      }
    }
    const kept = keptDimensions(sizes, type.shape?.length ?? sizes.length);
    return {
      ...view,
      offsetBytes,
      sizes: kept.map((i) => sizes[i] ?? 0),
      strides: kept.map((i) => (strides[i] ?? 0) * (view.strides[i] ?? 0)),
    };
  });
});

/** A rank-reducing subview drops unit dimensions, the outermost first. */
function keptDimensions(sizes: readonly number[], rank: number): number[] {
  let surplus = sizes.length - rank;
  return sizes.flatMap((size, i) => {
    if (surplus > 0 && size === 1) {
      surplus--;
      return [];
    }
    return [i];
  });
}

/** `memref.view`: bytes of an i8 buffer, from a byte offset, as another type. */
const byteView = takes(2, 1, ([source, shift, result], lowering) => {
  const form = staticForm(lowering, result);
  if (form === undefined) return;
  const by = lowering.data(shift);
  lowering.emitView(source, result, (view, wave) => {
    const shifts = wave.values(by);
    const offsetBytes = view.offsetBytes.map((byte, lane) => byte + (shifts[lane] ?? 0));
    return { ...view, ...form, offsetBytes, strides: denseStrides(form.sizes) };
  });
});

/** `collapse_shape` and `expand_shape` of dense memrefs; the type says the result. */
const reshape = takes(1, 1, ([source, result], lowering) => {
  const form = staticForm(lowering, result);
  if (form === undefined) return;
  const { sizes, strides } = form;
  lowering.emitView(source, result, (view) => ({ ...view, sizes, strides }));
});

const dim = takes(2, 1, ([source, index, result], lowering, op) => {
  const [from, which, to] = [lowering.memref(source), lowering.data(index), lowering.data(result)];
  lowering.emit((wave) => {
    const size = wave.memref(from).sizes[uniform(wave, wave.values(which))];
    if (size === undefined || Number.isNaN(size))
      return wave.fail(messages.execute.unsupported(op.name, 'a size that is not known'));
    wave.values(to).fill(size);
  });
});

/** Workgroup globals are LDS objects; others are not part of a kernel's memory here. */
const getGlobal = takes(0, 1, ([result], lowering, op) => {
  if (!isLds(result)) return lowering.unsupported('a global outside of LDS');
  const form = staticForm(lowering, result);
  const global = symbolOf(op.attributes.get('name')) ?? '';
  if (form !== undefined) allocateObject(lowering, result, form, { global });
});

export const memref: Readonly<Record<string, LowerOperation>> = {
  'memref.alloc': allocate,
  'memref.alloca': allocate,
  'memref.dealloc': nothing,
  // A hint says where IREE is to put elements; until it has, they are where they seem to be.
  'iree_codegen.swizzle_hint': retype,
  'iree_gpu.bank_conflict_padding_hint': retype,
  'memref.cast': retype,
  'memref.memory_space_cast': retype,
  'memref.assume_alignment': retype,
  'memref.reinterpret_cast': reinterpretCast,
  'memref.subview': subview,
  'memref.view': byteView,
  'memref.collapse_shape': reshape,
  'memref.expand_shape': reshape,
  'memref.dim': dim,
  'memref.get_global': getGlobal,
  'memref.load': lowerLoad,
  'memref.store': lowerStore,
};
