/**
 * Types of the `llvm` dialect as the interpreter sees them: how many registers a value takes in a lane, and where
 * its parts are in memory.
 *
 *     !llvm.struct<(ptr<3>, i64, array<2 x i64>)>    registers 0, 1, 2 and 3    bytes 0, 8, 16 and 24
 *
 * An aggregate is its scalars one after the other in one data slot. A pointer is one register, its address; a buffer
 * resource (`ptr<8>`) is four (base, stride, bytes, flags), a buffer pointer (`ptr<7>`) these and an offset.
 *
 * Sizes and alignments are those of the AMDGPU data layout, which differs from NVPTX's only for pointers to shared
 * memory (8 bytes there).
 */
import { product, roundUp } from '@ldscope/core';
import { resolveType, type Type } from '../../ir/types.ts';
import { elementType, type ElementType } from '../elements.ts';

/** Registers of a buffer resource; a buffer pointer has its offset behind them. */
export const RESOURCE_REGISTERS = 4;

/** The address space of a pointer; `undefined` for other types. */
export function pointerSpace(type: Type): number | undefined {
  const resolved = resolveType(type);
  const llvm = resolved.kind === 'opaque' ? resolved.llvm : undefined;
  return llvm?.kind === 'pointer' ? llvm.addressSpace : undefined;
}

/** A scalar in a value: its type, its first register, and its place in memory. */
export interface Leaf {
  readonly type: Type;
  readonly register: number;
  readonly offsetBytes: number;
}

interface Layout {
  readonly bytes: number;
  readonly alignment: number;
}

/** Size (with padding, as in an array) and alignment in memory; `undefined` for what memory cannot hold. */
export function layoutOf(type: Type): Layout | undefined {
  const resolved = resolveType(type);
  switch (resolved.kind) {
    case 'index':
      return { bytes: 8, alignment: 8 };
    case 'integer':
    case 'float': {
      const bytes = nextPower(Math.ceil(resolved.width / 8));
      return { bytes, alignment: Math.min(bytes, 16) };
    }
    case 'vector': {
      const element = resolveType(resolved.element);
      const bits = 'width' in element ? element.width : 8 * (layoutOf(element)?.bytes ?? 0);
      const bytes = nextPower(Math.ceil((bits * product(resolved.shape)) / 8));
      return bits === 0 ? undefined : { bytes, alignment: bytes };
    }
    case 'opaque':
      return structureLayout(resolved.llvm);
    default:
      return undefined;
  }
}

function structureLayout(llvm: Extract<Type, { kind: 'opaque' }>['llvm']): Layout | undefined {
  switch (llvm?.kind) {
    case 'pointer':
      return POINTERS[llvm.addressSpace] ?? { bytes: 8, alignment: 8 };
    case 'array': {
      const element = layoutOf(llvm.element);
      return element && { bytes: llvm.size * element.bytes, alignment: element.alignment };
    }
    case 'struct': {
      let [end, alignment] = [0, 1];
      for (const member of llvm.elements ?? []) {
        const layout = layoutOf(member);
        if (layout === undefined) return undefined;
        const own = llvm.packed ? 1 : layout.alignment;
        end = roundUp(end, own) + layout.bytes;
        alignment = Math.max(alignment, own);
      }
      return llvm.elements && { bytes: roundUp(end, alignment), alignment };
    }
    default:
      return undefined;
  }
}

/** Pointers that are not of 8 bytes, by address space. */
const POINTERS: Readonly<Record<number, Layout>> = {
  2: { bytes: 4, alignment: 4 },
  3: { bytes: 4, alignment: 4 },
  5: { bytes: 4, alignment: 4 },
  6: { bytes: 4, alignment: 4 },
  7: { bytes: 32, alignment: 32 },
  8: { bytes: 16, alignment: 16 },
};

/** The part of an aggregate at an index; `undefined` where there is none. */
export function memberOf(type: Type, index: number): Leaf | undefined {
  const resolved = resolveType(type);
  if (!Number.isInteger(index) || index < 0) return undefined;
  if (resolved.kind === 'vector') {
    const [size = 0, ...rest] = resolved.shape;
    const element = rest.length === 0 ? resolved.element : { ...resolved, shape: rest };
    return index < size ? repeated(element, index) : undefined;
  }
  const llvm = resolved.kind === 'opaque' ? resolved.llvm : undefined;
  if (llvm?.kind === 'array') return index < llvm.size ? repeated(llvm.element, index) : undefined;
  if (llvm?.kind !== 'struct') return undefined;
  let [register, offsetBytes] = [0, 0];
  for (const [i, member] of (llvm.elements ?? []).entries()) {
    const layout = layoutOf(member);
    if (!llvm.packed) offsetBytes = roundUp(offsetBytes, layout?.alignment ?? 1);
    if (i === index) return { type: member, register, offsetBytes };
    register += registersOf(member);
    offsetBytes += layout?.bytes ?? 0;
  }
  return undefined;
}

function repeated(type: Type, index: number): Leaf {
  const bytes = layoutOf(type)?.bytes ?? 0;
  return { type, register: index * registersOf(type), offsetBytes: index * bytes };
}

/** Registers that a value of a type takes. */
export function registersOf(type: Type): number {
  const resolved = resolveType(type);
  if (resolved.kind === 'vector') return product(resolved.shape) * registersOf(resolved.element);
  const llvm = resolved.kind === 'opaque' ? resolved.llvm : undefined;
  switch (llvm?.kind) {
    case 'pointer':
      return { 7: RESOURCE_REGISTERS + 1, 8: RESOURCE_REGISTERS }[llvm.addressSpace] ?? 1;
    case 'array':
      return llvm.size * registersOf(llvm.element);
    case 'struct':
      return (llvm.elements ?? []).reduce((sum, member) => sum + registersOf(member), 0);
    default:
      return 1;
  }
}

/** Parts of a type that are scalars or vectors, with their places; `undefined` when it has something else. */
export function leavesOf(type: Type, register = 0, offsetBytes = 0): Leaf[] | undefined {
  const resolved = resolveType(type);
  const llvm = resolved.kind === 'opaque' ? resolved.llvm : undefined;
  if (llvm === undefined || llvm.kind === 'pointer') {
    return scalarOf(type) === undefined ? undefined : [{ type, register, offsetBytes }];
  }
  const count =
    llvm.kind === 'array' ? llvm.size : llvm.kind === 'struct' ? llvm.elements?.length : 0;
  const leaves: Leaf[] = [];
  for (let i = 0; i < (count ?? 0); i++) {
    const member = memberOf(type, i);
    const inner =
      member && leavesOf(member.type, register + member.register, offsetBytes + member.offsetBytes);
    if (inner === undefined || leaves.length > MOST_LEAVES) return undefined;
    for (const each of inner) leaves.push(each);
  }
  return leaves;
}

/** Parts of one value that is loaded or stored. */
const MOST_LEAVES = 4096;

/** The elements of a scalar or vector. */
export interface Scalars {
  readonly element: ElementType;
  readonly count: number;
}

/** The bits of all of them; 0 for what has none. */
export const bitsOf = (scalars: Scalars | undefined): number =>
  scalars === undefined ? 0 : scalars.count * scalars.element.width;

export function scalarOf(type: Type): Scalars | undefined {
  const resolved = resolveType(type);
  const element = elementType(resolved.kind === 'vector' ? resolved.element : resolved);
  return element && { element, count: registersOf(resolved) };
}

function nextPower(bytes: number): number {
  let power = 1;
  while (power < bytes) power *= 2;
  return power;
}
