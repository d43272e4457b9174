/**
 * The data flow of an operation through values and memories, for the slice of a kernel.
 *
 *     %a = arith.muli %t, %c4                      %a from %t and %c4
 *     %x = vector.load %lds[%a]                    needs %lds and %a; %x from LDS
 *     vector.store %y, %lds[%a]                    needs %lds and %a; LDS from %y
 *     %d = amdgpu.mfma %x * %y + %c                %d from %x, %y and %c
 *     scf.for %i = %lo to %hi step %s ...          needs %lo, %hi and %s
 *     an operation that nobody lists               needs all of its operands, and is executed
 *
 * Values of memory (memrefs) are needed in any case: views cost little.
 */
import type { Operation, Region, Value } from '../../ir/ir.ts';
import { calledFunction, symbolText } from '../flow/blocks.ts';
import { wordsOf } from '../attributes.ts';
import { blockNamed } from '../flow/graph.ts';
import { successorOperands } from '../flow/successors.ts';
import { pointerSpace } from '../llvm/types.ts';
import { type Access, accessOf, type AccessedPlace, type Space } from '../unknown/accesses.ts';
import { memorySpaceOf } from '../../ir/memory-space.ts';
import { isMemory } from '../value-types.ts';

/** The sources of a value or a memory. */
export type Source = Value | Space;

export interface OperationFlow {
  /** Read in any case. */
  readonly needs: readonly Value[];
  /** Each target may be made of any of these sources. */
  readonly moves: readonly (readonly [target: Source, sources: readonly Source[]])[];
  readonly kind: FlowKind;
  /** The places that an access touches. */
  readonly places?: readonly FlowPlace[];
}

/**
 * `pure`: it does nothing but give results, of its operands alone. `view`: that, and what it gives may be memory. `control`: it decides
 * which lanes go where, or passes values on. `hint`: it changes no value. `other`: who knows; it is executed, with all of its operands.
 */
type FlowKind = 'pure' | 'view' | 'access' | 'control' | 'hint' | 'other';

const ALL_SPACES: readonly Space[] = ['lds', 'private', 'global'];

/** Operations that give results of their operands, or of who a lane is, and do nothing else. */
const PURE = new RegExp(
  [
    String.raw`^(?:arith|math|index|complex|vector)\.`,
    String.raw`^affine\.(?:apply|min|max)$`,
    String.raw`^gpu\.(?:\w+_id|\w+_dim|num_subgroups|subgroup_size|subgroup_broadcast|subgroup_reduce|shuffle|rotate)$`,
    String.raw`^amdgpu\.(?:mfma|scaled_mfma|sparse_mfma|wmma|dpp|swizzle_bitmode|permlane_swap|ext_packed_fp8|packed_trunc_2xfp8|scaled_ext_packed|packed_stoch_round_fp8)$`,
    String.raw`^nvgpu\.mma\.sync$|^nvvm\.(?:mma\.sync|shfl\.sync|read\.ptx\.sreg\.\w+)`,
    String.raw`^iree_codegen\.inner_tiled$|^iree_vector_ext\.to_layout$`,
    String.raw`^rocdl\.(?:mfma|smfmac|wmma|cvt|workitem|workgroup|grid|wavefrontsize|mbcnt|readlane|readfirstlane|ds[._]swizzle|ds[._]bpermute|update\.dpp|permlane|ballot)`,
    String.raw`^rocdl\.(?:exp2|log|rcp|rsq|sin|cos|sqrt|tanh|fmed3)(?:\.\w+)*$`,
    String.raw`^llvm\.(?:add|sub|mul|[su]div|[su]rem|shl|[la]shr|and|or|xor|icmp|fcmp|f(?:add|sub|mul|div|rem|neg))$`,
    String.raw`^llvm\.(?:select|[sz]ext|trunc|fpext|fptrunc|[su]itofp|fpto[su]i|bitcast|freeze)$`,
    String.raw`^llvm\.(?:(?:extract|insert)(?:value|element)|shufflevector|getelementptr|ptrtoint|inttoptr|addrspacecast|mlir\.(?:constant|undef|poison|zero))$`,
    String.raw`^llvm\.intr\.(?:fma|fmuladd|[su]?(?:min|max)|(?:min|max)(?:num|imum)|fabs|exp2?|log2?|sqrt|floor|ceil|vector\.reduce\.\w+)(?:\.\w+)*$`,
  ].join('|'),
);

/** A place that an operation accesses, with the kinds of memory that it may be in. */
interface FlowPlace extends AccessedPlace {
  readonly spaces: readonly Space[];
}

/** The context on which the flow of an operation depends. */
export interface FlowContext {
  readonly symbols: ReadonlyMap<string, Operation>;
  /** Memrefs without an address space may be private: the kernel allocates such memory. */
  readonly hasPlainPrivate: boolean;
}

/** True for an operation that may give private memory the type of a buffer. */
export const makesPlainMemory = ({ name, results }: Operation): boolean =>
  /^memref\.(?:alloca?|memory_space_cast)$|unrealized_conversion_cast$/.test(name) &&
  results.some((result) => isMemory(result.type) && memorySpaceOf(result) === 'global');

/** A flat pointer may lead anywhere. */
function placesOf({ places }: Access, { hasPlainPrivate }: FlowContext): FlowPlace[] {
  return places.map((place) => {
    if (pointerSpace(place.base.type) === 0) return { ...place, spaces: ALL_SPACES };
    const isPlain = hasPlainPrivate && place.space === 'global';
    return { ...place, spaces: isPlain ? ['global', 'private'] : [place.space] };
  });
}

/** The flow of an operation; `region` is the one that it is in. */
export function flowOf(
  op: Operation,
  region: Region | undefined,
  context: FlowContext,
): OperationFlow {
  switch (op.name) {
    case 'scf.if':
    case 'affine.if':
      return { needs: op.operands, moves: ofConditional(op), kind: 'control' };
    case 'scf.for':
      return {
        needs: op.operands.slice(0, 3),
        moves: ofLoop(op, op.operands.slice(3)),
        kind: 'control',
      };
    case 'affine.for':
      return { needs: op.operands, moves: ofLoop(op, op.operands), kind: 'control' };
    case 'scf.while':
      return ofWhile(op);
    case 'scf.yield':
    case 'affine.yield':
    case 'scf.condition':
      // Followed by the operation that they belong to.
      return { needs: [], moves: [], kind: 'control' };
  }
  if (op.successors.length > 0) return ofBranch(op, region);
  if (/^(?:func|gpu|llvm)\.return$/.test(op.name)) return { needs: [], moves: [], kind: 'control' };
  const callee = op.attributes.has('callee') ? calledFunction(op, context.symbols) : undefined;
  if (callee !== undefined) return ofCall(op, callee);
  const access = accessOf(op);
  if (access !== undefined) return ofAccess(op, access, placesOf(access, context));
  const name = executedName(op);
  const isPlain = op.regions.length === 0;
  const results = op.results.map((result) => [result, op.operands] as const);
  const values = [...op.operands, ...op.results];
  if (isPlain && PURE.test(name) && !values.some(({ type }) => isMemory(type)))
    return { needs: [], moves: results, kind: 'pure' };
  const needs = [...op.operands, ...terminatorOperands(op)];
  if (isPlain && VIEWS.test(name)) return { needs, moves: results, kind: 'view' };
  if (NO_VALUES.test(name)) return { needs, moves: results, kind: 'hint' };
  // Operations with unknown effects on the memory of their operands.
  const isGivenMemory = op.operands.some(
    ({ type }) => isMemory(type) || pointerSpace(type) !== undefined,
  );
  const all = [...op.operands, ...(isGivenMemory ? ALL_SPACES : [])];
  const targets = [...op.results, ...(isGivenMemory ? ALL_SPACES : [])];
  return { needs, moves: targets.map((target) => [target, all]), kind: 'other' };
}

/** Operations that functions of AMD's device library stand for. */
const LIBRARY: Readonly<Record<string, string>> = {
  __ockl_get_local_id: 'rocdl.workitem.id',
  __ockl_get_group_id: 'rocdl.workgroup.id',
  __ockl_get_local_size: 'rocdl.workgroup.dim',
  __ockl_get_num_groups: 'rocdl.grid.dim',
  __ockl_get_global_id: 'gpu.global_id',
  __ockl_get_global_size: 'rocdl.grid.dim',
};

/** The name of the operation that is executed: an intrinsic stands for one. */
export function executedName(op: Operation): string {
  if (op.name === 'llvm.call') return LIBRARY[symbolText(op)] ?? op.name;
  if (op.name !== 'llvm.call_intrinsic') return op.name;
  const name = wordsOf(op, 'intrin');
  return name.startsWith('llvm.amdgcn.')
    ? name.replace(/^llvm\.amdgcn\./, 'rocdl.')
    : name.replace(/^llvm\./, 'llvm.intr.');
}

/** They order accesses or give hints, and change no value. */
const NO_VALUES =
  /barrier|wait|prefetch|dealloc|fence|create_group|^rocdl\.(?:s\.(?:setprio|sleep|nop)|sched|iglp)|^llvm\.intr\.(?:lifetime|assume|donothing|sideeffect)|assume_alignment|^util\.assume/;

/** Operations that give views of memory, and allocations. */
const VIEWS =
  /^memref\.(?:alloca?|get_global|dim|rank|subview|view|cast|memory_space_cast|expand_shape|collapse_shape|reinterpret_cast|assume_alignment|transpose|distinct_objects|extract_strided_metadata)$|^amdgpu\.fat_raw_buffer_cast$|^iree_(?:codegen\.(?:extract_strided_metadata|swizzle_hint|index_hint)|gpu\.(?:buffer_resource_cast|bank_conflict_padding_hint)|tensor_ext\.dispatch\.workload\.ordinal)$|^(?:stream|hal\.interface)\.binding\.subspan$|^hal\.interface\.(?:constant\.load|workgroup\.(?:id|count|size))$|^stream\.dispatch\.workgroup\.\w+$|^llvm\.(?:alloca|mlir\.addressof)$|^rocdl\.make\.buffer\.rsrc$|^builtin\.unrealized_conversion_cast$|^util\.(?:assume\.int|optimization_barrier)$|^arith\.select$|^ub\.poison$/;

/** The content of memory may come from all memories of an access, and from the regions of the operation. */
function ofAccess(
  op: Operation,
  { data, isRead }: Access,
  places: readonly FlowPlace[],
): OperationFlow {
  const spaces = places.flatMap((place) => place.spaces);
  const all = [...data, ...spaces];
  const inner = op.regions.flatMap(({ blocks }) => blocks.flatMap((block) => block.arguments));
  return {
    needs: SIMPLE.test(op.name)
      ? op.operands.filter((value) => !data.includes(value))
      : [...op.operands, ...terminatorOperands(op)],
    moves: [
      ...[...op.results, ...inner].map((value) => [value, all] as const),
      ...(isRead ? [] : spaces.map((space) => [space, all] as const)),
    ],
    kind: 'access',
    places,
  };
}

/** Accesses that use their data operands as data alone, and nothing that they have loaded as anything else. */
const SIMPLE =
  /^(?:memref|vector|affine)\.(?:load|store)$|^vector\.(?:masked(?:load|store)|transfer_(?:read|write)|gather|scatter)$|^llvm\.(?:load|store|intr\.masked\.(?:load|store))$|^amdgpu\.raw_buffer_(?:load|store)$|^rocdl\.raw\.ptr\.buffer\.(?:load|store)$/;

const terminatorOf = (region: Region | undefined): Operation | undefined =>
  region?.blocks.at(-1)?.operations.at(-1);

/** Operands of all terminators inside an operation that is not tracked. */
function terminatorOperands(op: Operation): Value[] {
  return op.regions.flatMap(({ blocks }) =>
    blocks.flatMap(({ operations }) => operations.at(-1)?.operands ?? []),
  );
}

function ofConditional(op: Operation): OperationFlow['moves'] {
  const yields = op.regions.map((region) => terminatorOf(region)?.operands ?? []);
  return op.results.map((result, i) => [result, yields.flatMap((values) => values[i] ?? [])]);
}

/** The results of a loop are in the slots of what it carries. */
function ofLoop(op: Operation, initial: readonly Value[]): OperationFlow['moves'] {
  const [, ...carried] = op.regions[0]?.blocks[0]?.arguments ?? [];
  const yielded = terminatorOf(op.regions[0])?.operands ?? [];
  const first = initial.slice(initial.length - carried.length);
  return carried.flatMap((argument, i) => {
    const sources = [first[i], yielded[i]].flatMap((value) => value ?? []);
    const result = op.results[i];
    return [
      [argument, sources] as const,
      ...(result === undefined ? [] : [[result, [argument]] as const]),
    ];
  });
}

function ofWhile(op: Operation): OperationFlow {
  const [before = [], after = []] = op.regions.map(({ blocks }) => blocks[0]?.arguments ?? []);
  const [condition, ...passed] = terminatorOf(op.regions[0])?.operands ?? [];
  const again = terminatorOf(op.regions[1])?.operands ?? [];
  return {
    needs: condition === undefined ? op.operands : [condition],
    moves: [
      ...before.map(
        (argument, i) =>
          [argument, [op.operands[i], again[i]].flatMap((value) => value ?? [])] as const,
      ),
      ...op.results.map((result, i) => [result, [passed[i]].flatMap((one) => one ?? [])] as const),
      ...after.map((argument, i) => [argument, [op.results[i]].flatMap((v) => v ?? [])] as const),
    ],
    kind: 'control',
  };
}

function ofBranch(op: Operation, region: Region | undefined): OperationFlow {
  const moves = op.successors.flatMap(({ block }, i) => {
    const target = region && blockNamed(region, block);
    const passed = successorOperands(op, i);
    return (target?.arguments ?? []).map(
      (argument, at) => [argument, [passed[at]].flatMap((value) => value ?? [])] as const,
    );
  });
  return { needs: op.successors.length > 1 ? op.operands.slice(0, 1) : [], moves, kind: 'control' };
}

function ofCall(op: Operation, callee: Operation): OperationFlow {
  const [region] = callee.regions;
  const returns = (region?.blocks ?? []).flatMap(({ operations }) => {
    const last = operations.at(-1);
    return last !== undefined && last.name.endsWith('.return') ? [last.operands] : [];
  });
  return {
    needs: [],
    moves: [
      ...(region?.blocks[0]?.arguments ?? []).map(
        (argument, i) => [argument, [op.operands[i]].flatMap((value) => value ?? [])] as const,
      ),
      ...op.results.map(
        (result, i) => [result, returns.flatMap((values) => values[i] ?? [])] as const,
      ),
    ],
    kind: 'control',
  };
}
