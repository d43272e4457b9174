/**
 * The workgroup buffers of a kernel, each with every operation that touches it.
 *
 *     %a = memref.alloc() ...            three allocations that a loop passes around are one buffer:
 *     %b = memref.alloc() ...            they take each other's place, so they have one layout
 *     scf.for ... iter_args(%x = %a, %y = %b) { ... scf.yield %y, %x }
 *
 * A buffer is what is connected by views, loops, conditions and selections. An operation that is none of these, and no
 * access that we know, prevents a change of layout: it is kept as an obstacle with its reason.
 */
import { append, diagnose, type Diagnostic, messages } from '@ldscope/core';
import { attributeOf, operandSegments, symbolOf } from '../ir/attribute-values.ts';
import { workgroupAttributions } from '../ir/attributions.ts';
import type { Operation, Region, Value } from '../ir/ir.ts';
import { isLds } from '../ir/memory-space.ts';
import { type MemRefType, resolveType, type Type } from '../ir/types.ts';
import { walk } from '../ir/walk.ts';
import {
  carriesMemory,
  factsOf,
  indexedOperand,
  isTransfer,
  movedValue,
  seesNoElements,
} from '../rows/facts.ts';
import { isPlainTransfer, movesRun } from './flow/index/memory-access.ts';
import { MemoryGroups } from './memory-groups.ts';
import { memrefOf, staticShape } from './memref-types.ts';
import { isViewOperation } from './views.ts';

export interface WorkgroupBuffer {
  /** Names of the allocations, with their sigil. */
  readonly names: readonly string[];
  readonly roots: readonly Value[];
  /** The place of each root. */
  readonly places: readonly BufferPlace[];
  readonly type: MemRefType;
  /** Sizes of the allocations, outermost first. */
  readonly shape: readonly number[];
  readonly elementBytes: number;
  /** Every memref of the buffer: roots, views, what loops carry. */
  readonly members: ReadonlySet<Value>;
  readonly accesses: readonly BufferAccess[];
  /** The obstacles to a change of layout; empty as a rule. */
  readonly obstacles: readonly Diagnostic[];
}

/** A part of an allocation: all of it, unless the buffer is a view of bytes. */
interface BufferPlace {
  /** The allocation's name, with its sigil. */
  readonly allocation: string;
  readonly startBytes: number;
  readonly bytes: number;
}

export interface BufferAccess {
  readonly op: Operation;
  /** `copy` is direct-to-LDS: the hardware chooses the places of the lanes. */
  readonly direction: 'load' | 'store' | 'copy';
  /** Position of the memref among the operands; the indices follow. */
  readonly base: number;
  readonly rank: number;
  /** Neighbouring bytes that a lane moves. */
  readonly bytes: number;
}

/** Bytes of an element in memory, a fraction where elements share bytes; `undefined` for what memory does not hold. */
export function elementBytesOf(type: Type): number | undefined {
  const resolved = resolveType(type);
  if (resolved.kind === 'index') return 8;
  if (resolved.kind === 'float') return resolved.width / 8;
  if (resolved.kind !== 'integer' || resolved.width > 64) return undefined;
  if (resolved.width > 1 && resolved.width < 8) return resolved.width / 8;
  return Math.max(1, 2 ** Math.ceil(Math.log2(resolved.width / 8)));
}

const isMember = (value: Value | undefined): value is Value =>
  value !== undefined && memrefOf(value) !== undefined && isLds(value);

/** The buffers of a kernel in the order of their first allocation. */
export function findBuffers(kernel: Operation): WorkgroupBuffer[] {
  const finder = new Finder(kernel);
  return finder.buffers();
}

class Finder {
  readonly #kernel: Operation;
  readonly #groups = new MemoryGroups(isMember);
  readonly #roots: Value[] = [];
  readonly #globals = new Map<string, Value>();
  readonly #accesses: { readonly value: Value; readonly access: BufferAccess }[] = [];
  /** Operations in a `vector.mask`, beside which there is no place for index arithmetic. */
  readonly #masked = new Set<Operation>();
  readonly #obstacles: { readonly value: Value; readonly diagnostic: Diagnostic }[] = [];
  /** Allocations of bytes that views cut into buffers. */
  readonly #containers = new Map<Value, Operation[]>();

  constructor(kernel: Operation) {
    this.#kernel = kernel;
  }

  buffers(): WorkgroupBuffer[] {
    this.#takeParameters();
    for (const op of walk(this.#kernel.regions.flatMap(operationsOf))) {
      this.#takeContainer(op);
      this.#takeRoot(op);
      this.#connect(op);
    }
    for (const op of walk(this.#kernel.regions.flatMap(operationsOf))) {
      if (op.name === 'vector.mask')
        for (const one of walk(op.regions.flatMap(operationsOf))) this.#masked.add(one);
      this.#takeUses(op);
    }
    this.#checkViews();
    const groups = new Map<Value, Value[]>();
    for (const root of this.#roots) {
      if (this.#containers.has(root)) continue;
      const key = this.#groups.find(root);
      append(groups, key, root);
    }
    return [...groups].flatMap(([key, roots]) => this.#buffer(key, roots));
  }

  /** Attributions of a `gpu.func` are buffers; a parameter in workgroup memory belongs to the caller. */
  #takeParameters(): void {
    const parameters = this.#kernel.regions[0]?.blocks[0]?.arguments ?? [];
    const attributions = workgroupAttributions(this.#kernel);
    for (const parameter of parameters) {
      if (!isMember(parameter)) continue;
      this.#groups.find(parameter);
      if (attributions.includes(parameter)) this.#roots.push(parameter);
      else {
        const message = messages.fix.foreignMemory(`%${parameter.name}`);
        const diagnostic = diagnose(message, this.#kernel.span);
        this.#obstacles.push({ value: parameter, diagnostic });
      }
    }
  }

  #takeContainer(op: Operation): void {
    const [source] = op.operands;
    if (op.name !== 'memref.view' || !isMember(source)) return;
    append(this.#containers, source, op);
  }

  #takeRoot(op: Operation): void {
    const [result] = op.results;
    if (!isMember(result)) return;
    const { effect, index } = factsOf(op);
    if (effect === 'allocation' || (effect === 'view' && index === 'bytes')) {
      this.#roots.push(result);
    } else if (effect === 'symbol') {
      const name = symbolOf(op.attributes.get('name')) ?? '';
      const first = this.#globals.get(name);
      if (first === undefined) this.#globals.set(name, result);
      else this.#groups.join(first, result);
      this.#roots.push(result);
    }
  }

  /** Joins what has the same memory. */
  #connect(op: Operation): void {
    if (isViewOperation(op)) this.#groups.join(op.operands[0], op.results[0]);
    const passed = op.regions.flatMap(({ blocks }) => blocks[0]?.arguments ?? []);
    for (const value of [...op.results, ...passed]) this.#groups.enter(value, () => op);
  }

  #takeUses(op: Operation): void {
    for (const [i, operand] of op.operands.entries()) {
      if (!isMember(operand)) continue;
      if (this.#containers.has(operand) && op.name === 'memref.view') continue;
      const access = this.#masked.has(op) ? undefined : accessOf(op, i);
      if (access !== undefined) this.#accesses.push({ value: operand, access });
      else if (!isViewOperation(op) && !seesNoElements(op) && !carriesMemory(op)) {
        const message = isTransfer(op)
          ? messages.fix.transfer(op.name, `%${operand.name}`, this.#transferFault(op))
          : messages.fix.unknownUser(op.name, `%${operand.name}`);
        this.#obstacles.push({ value: operand, diagnostic: diagnose(message, op.span) });
      }
    }
    for (const { block: label, operands } of op.successors) {
      const passed = operands.find(isMember);
      if (passed === undefined) continue;
      const message = messages.fix.unknownUser(`a jump to ^${label}`, `%${passed.name}`);
      this.#obstacles.push({ value: passed, diagnostic: diagnose(message, op.span) });
    }
  }

  /** Why a transfer is not a load or store of elements that follow each other. */
  #transferFault(op: Operation): string {
    if (this.#masked.has(op)) return 'it is in a vector.mask';
    if (factsOf(op).address !== 'mapped')
      return 'its in_bounds does not promise that all of it is inside';
    return isPlainTransfer(op)
      ? 'its vector has several rows'
      : 'its permutation_map is not that of the innermost dimensions';
  }

  /** Views of one allocation must be apart, at offsets that are known. */
  #checkViews(): void {
    for (const views of this.#containers.values()) {
      const places = views.map((op) => ({ op, place: viewedBytes(op) }));
      for (const { op, place } of places) {
        const [result] = op.results;
        const apart = places.every(
          (other) =>
            other.op === op ||
            (place !== undefined &&
              other.place !== undefined &&
              (other.place.end <= place.start || other.place.start >= place.end)),
        );
        if (!isMember(result) || (place !== undefined && apart)) continue;
        const message = messages.fix.overlappingViews(`%${result.name}`);
        this.#obstacles.push({ value: result, diagnostic: diagnose(message, op.span) });
      }
    }
  }

  #buffer(key: Value, roots: readonly Value[]): WorkgroupBuffer[] {
    const [first] = roots;
    const type = memrefOf(first);
    const shape = type && staticShape(type);
    const elementBytes = type && elementBytesOf(type.element);
    if (first === undefined || type === undefined || elementBytes === undefined) return [];
    const own = (value: Value): boolean => this.#groups.find(value) === key;
    const obstacles = this.#obstacles.filter(({ value }) => own(value)).map((o) => o.diagnostic);
    const span = first.definition?.span ?? this.#kernel.span;
    if (shape === undefined || shape.length === 0 || type.layout !== undefined) {
      obstacles.push(diagnose(messages.fix.shape(`%${first.name}`), span));
    }
    const other = roots.find((root) => !sameShape(memrefOf(root), type));
    if (other !== undefined) {
      const message = messages.fix.mixedShapes(`%${first.name}`, `%${other.name}`);
      obstacles.push(diagnose(message, other.definition?.span ?? span));
    }
    const bytes = (shape ?? []).reduce((all, size) => all * size, elementBytes);
    const places = roots.map((root) => placeOf(root, bytes));
    return [
      {
        names: [...new Set(roots.map(nameOf))],
        roots,
        places,
        type,
        shape: shape ?? [],
        elementBytes,
        members: new Set(this.#groups.members(key)),
        accesses: this.#accesses.filter(({ value }) => own(value)).map(({ access }) => access),
        obstacles,
      },
    ];
  }
}

/** `%tile`, or `@tile` for a global. */
function nameOf({ name, group, index, definition }: Value): string {
  if (definition?.name === 'memref.get_global') {
    return `@${symbolOf(definition.attributes.get('name')) ?? ''}`;
  }
  return `%${name}${group > 1 ? `#${index}` : ''}`;
}

function placeOf(root: Value, bytes: number): BufferPlace {
  const view = root.definition?.name === 'memref.view' ? root.definition : undefined;
  const [allocation] = view?.operands ?? [];
  const shown = view && viewedBytes(view);
  return allocation === undefined || shown === undefined
    ? { allocation: nameOf(root), startBytes: 0, bytes }
    : { allocation: nameOf(allocation), startBytes: shown.start, bytes };
}

const operationsOf = ({ blocks }: Region): Operation[] =>
  blocks.flatMap(({ operations }) => operations);

function sameShape(a: MemRefType | undefined, b: MemRefType): boolean {
  const [one, other] = [a?.shape ?? [], b.shape ?? []];
  const bytes = a && elementBytesOf(a.element);
  return (
    one.length === other.length &&
    one.every((size, i) => size === other[i]) &&
    bytes === elementBytesOf(b.element)
  );
}

/** The bytes of its allocation that a `memref.view` with a constant offset shows. */
function viewedBytes(op: Operation): { readonly start: number; readonly end: number } | undefined {
  const [, shift] = op.operands;
  const offset = shift?.definition && attributeOf(shift.definition, 'value');
  const type = memrefOf(op.results[0]);
  const shape = type && staticShape(type);
  const bytes = type && elementBytesOf(type.element);
  if (offset?.kind !== 'integer' || shape === undefined || bytes === undefined) return undefined;
  const start = Number(offset.value);
  return { start, end: start + shape.reduce((all, size) => all * size, bytes) };
}

/** How an operation accesses the memref at an operand; `undefined` when it does not, or not in a way that we know. */
function accessOf(op: Operation, operand: number): BufferAccess | undefined {
  const facts = factsOf(op);
  if (facts.effect === 'direct copy' && facts.address === 'indices') return copyOf(op, operand);
  const base = movesRun(op) ? indexedOperand(facts) : undefined;
  const type = memrefOf(op.operands[operand]);
  if (base !== operand || type?.shape === undefined) return undefined;
  const moved = movedValue(op);
  const bytes = moved && bytesAlong(moved.type);
  if (bytes === undefined) return undefined;
  const direction = facts.effect === 'store' ? 'store' : 'load';
  return { op, direction, base, rank: type.shape.length, bytes };
}

function copyOf(op: Operation, operand: number): BufferAccess | undefined {
  const [source = [], sourceIndices = [], target = [], indices = []] = operandSegments(op);
  const base = source.length + sourceIndices.length;
  const transfer = attributeOf(op, 'transferType');
  if (target.length !== 1 || base !== operand || transfer?.kind !== 'type') return undefined;
  const bytes = bytesAlong(transfer.type);
  if (bytes === undefined) return undefined;
  return { op, direction: 'copy', base, rank: indices.length, bytes };
}

/** Bytes of a scalar or a vector; `undefined` for a vector with more than one long dimension. */
function bytesAlong(type: Type): number | undefined {
  const resolved = resolveType(type);
  if (resolved.kind !== 'vector') return elementBytesOf(type);
  if (resolved.scalable?.includes(true) === true) return undefined;
  if (resolved.shape.slice(0, -1).some((size) => size !== 1)) return undefined;
  const bytes = elementBytesOf(resolved.element);
  return bytes === undefined ? undefined : bytes * (resolved.shape.at(-1) ?? 1);
}
