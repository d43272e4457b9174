/**
 * The classes of an operation's results, from those of its operands.
 *
 *     arith.addi %tid, %n         known and an offset
 *     arith.remui %i, %c8         known, where the offset of %i is a multiple of 8
 *     memref.subview %lds[%k, 0]  the view, moved by a row times %k
 *
 * LIMITATION. Integers are taken not to overflow the 32 bits or more that indices have.
 */
import { gcd } from '@ldscope/core';
import type { AffineExpression } from '../../ir/affine.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType, type Type } from '../../ir/types.ts';
import { attributeOf, integersOf } from '../attributes.ts';
import { elementType } from '../elements.ts';
import {
  mixed,
  productOf,
  quotientOf,
  restOf,
  sumOf,
  timesConstant,
  UNIFORM,
  type ValueClass,
  VARYING,
  anyOf,
  sourceOf,
} from './value-class.ts';

export type ClassOf = (value: Value) => ValueClass;

/** Operations without operands that give all lanes of a wave the same. */
const SHARED =
  /constant|block_id|workgroup\.(?:id|count|dim)|grid_dim|grid\.dim|block_dim|ctaid|ntid|wavefrontsize|num_subgroups|subgroup_(?:size|id)|get_global|memref\.alloc|addressof|poison|undef|mlir\.zero|vector\.step|binding\.subspan|readfirstlane|readlane/;

/** Operations whose result in a lane is a function of the operands in that lane. */
const LANEWISE =
  /^(?:arith|index|math|affine|util\.assume|util\.optim|iree_codegen\.index_hint|iree_codegen\.fusion|iree_tensor_ext)\b|^vector\.(?:extract|insert|broadcast|splat|from_elements|to_elements|shape_cast|bitcast|create_mask|constant_mask|transpose|shuffle|interleave|deinterleave|step)|^llvm\.(?:add|sub|mul|[us]div|[us]rem|and|or|xor|shl|[al]shr|[sz]ext|trunc|icmp|fcmp|f\w+|select|bitcast|inttoptr|ptrtoint|getelementptr|addrspacecast|insert\w+|extract\w+|freeze|intr\.[su](?:max|min)|mlir\.\w+)$|^memref\.(?!load|copy|atomic|generic)|^(?:hal|stream)\.|^rocdl\.readfirstlane$|^builtin\./;

/** Passes its first operand on. */
const SAME =
  /^(?:arith\.(?:index_cast(?:ui)?|ext[su]i|trunci)|index\.cast[su]|llvm\.(?:sext|zext|trunc|bitcast|inttoptr|ptrtoint|addrspacecast|freeze)|vector\.(?:broadcast|splat|shape_cast)|util\.optimization_barrier|iree_codegen\.(?:index_hint|fusion_barrier|swizzle_hint)|iree_tensor_ext\.dispatch\.workload\.ordinal|iree_gpu\.\w+_hint|memref\.(?:cast|memory_space_cast|assume_alignment|expand_shape|collapse_shape))$/;

/** The class of each result of an operation that does not access memory. */
export function resultsOf(op: Operation, classOf: ClassOf): readonly ValueClass[] {
  const operands = op.operands.map(classOf);
  if (op.name.startsWith('util.assume') || op.name === 'memref.distinct_objects')
    return op.results.map((_, i) => operands[i] ?? VARYING);
  const one = resultOf(op, operands);
  return op.results.map(() => one);
}

function resultOf(op: Operation, operands: readonly ValueClass[]): ValueClass {
  const { name } = op;
  const [a, b] = operands;
  if (a === undefined) return SHARED.test(name) ? UNIFORM : VARYING;
  if (SAME.test(name)) {
    const others = operands.slice(1).find((one) => one.kind !== 'known');
    if (others === undefined && keepsIndex(op)) return a;
  }
  if (name === 'affine.apply') return appliedOf(op, operands);
  if (name === 'memref.subview' || name === 'memref.view' || name === 'llvm.getelementptr')
    return movedOf(op, operands);
  if (name === 'rocdl.readfirstlane' && a.kind !== 'unknown')
    return mixed([{ ...a, uniform: true }], true);
  if (b !== undefined) {
    const kind = name.replace(/^(?:arith|index|llvm)\./, '');
    const [left, right] = op.operands.map(constantOf);
    if (/^(?:addi?|subi?)$/.test(kind)) return sumOf(a, b);
    if (/^muli?$/.test(kind)) {
      if (right !== undefined) return timesConstant(a, right);
      return left === undefined ? productOf(a, b) : timesConstant(b, left);
    }
    if (right !== undefined && Number.isInteger(right) && right >= 0) {
      if (/^shli?$/.test(kind)) return timesConstant(a, 2 ** right);
      if (/^(?:l?shru?i?)$/.test(kind)) return quotientOf(a, 2 ** right);
      if (/^(?:divui|divu|udiv)$/.test(kind)) return quotientOf(a, right);
      if (/^(?:remui|remu|urem)$/.test(kind)) return restOf(a, right);
      if (/^andi?$/.test(kind) && gcd(right + 1, 2 ** 31) === right + 1)
        return restOf(a, right + 1);
    }
  }
  return mixed(operands, LANEWISE.test(name));
}

/** Casts to integers of less than 32 bits keep no offset; those of other types are passed on. */
function keepsIndex(op: Operation): boolean {
  const type = op.results[0] && resolveType(op.results[0].type);
  const element = type !== undefined && 'element' in type ? resolveType(type.element) : type;
  return element?.kind !== 'integer' || element.width >= 32;
}

/** The value of an integer constant. */
export function constantOf(value: Value): number | undefined {
  const { definition } = value;
  if (definition === undefined || !/\bconstant$/.test(definition.name)) return undefined;
  const attribute = attributeOf(definition, 'value');
  return attribute?.kind === 'integer' ? Number(attribute.value) : undefined;
}

function appliedOf(op: Operation, operands: readonly ValueClass[]): ValueClass {
  const attribute = attributeOf(op, 'map');
  const expression = attribute?.kind === 'affine_map' ? attribute.map.results[0] : undefined;
  if (expression === undefined || attribute?.kind !== 'affine_map') return mixed(operands, true);
  const { dimensions } = attribute.map;
  const classOf = (one: AffineExpression): ValueClass => {
    if (one.kind === 'constant') return UNIFORM;
    if (one.kind === 'dimension') return operands[one.index] ?? VARYING;
    if (one.kind === 'symbol') return operands[dimensions + one.index] ?? VARYING;
    const [left, right] = [classOf(one.left), classOf(one.right)];
    if (one.kind === 'add') return sumOf(left, right);
    const by = one.right.kind === 'constant' ? one.right.value : undefined;
    if (one.kind === 'multiply') {
      if (by !== undefined) return timesConstant(left, by);
      return one.left.kind === 'constant'
        ? timesConstant(right, one.left.value)
        : productOf(left, right);
    }
    if (by === undefined) return mixed([left, right], true);
    return one.kind === 'mod' ? restOf(left, by) : quotientOf(left, by);
  };
  return classOf(expression);
}

/** A view or pointer that indices move: each by its stride in bytes. Bytes of a memref count from its start. */
function movedOf(op: Operation, operands: readonly ValueClass[]): ValueClass {
  const [source, ...indices] = op.operands;
  const [base = VARYING, ...moves] = operands;
  if (source === undefined || moves.every(({ kind }) => kind === 'known'))
    return sumOf(base, mixed(moves, true));
  if (op.name === 'memref.view') return sumOf(base, moves[0] ?? VARYING);
  if (op.name === 'llvm.getelementptr') {
    const type = attributeOf(op, 'elem_type');
    const bytes = type?.kind === 'type' ? elementType(type.type)?.bytes : undefined;
    if (bytes === undefined || indices.length !== 1) return mixed(operands, true);
    return sumOf(base, timesConstant(moves[0] ?? VARYING, bytes));
  }
  const strides = byteStrides(source.type);
  const offsets = integersOf(op, 'static_offsets');
  const dynamic = offsets.flatMap((offset, i) => (offset === undefined ? [i] : []));
  const [head, tail] = [moves.slice(0, dynamic.length), moves.slice(dynamic.length)];
  // Sizes do not move a view; strides would.
  const isDense = integersOf(op, 'static_strides').every((stride) => stride !== undefined);
  if (!isDense) return mixed(operands, true);
  const hidden = tail.find(({ kind }) => kind !== 'known');
  const at = head.reduce((sum, move, i) => {
    const stride = strides[dynamic[i] ?? -1];
    return sumOf(sum, stride === undefined ? mixed([move], false) : timesConstant(move, stride));
  }, base);
  const origin = sourceOf(hidden);
  return origin === undefined || at.kind !== 'known' ? at : anyOf(origin);
}

/** How many bytes an index of each dimension of a memref moves; `undefined` where the type does not specify it. */
export function byteStrides(type: Type): readonly (number | undefined)[] {
  const memref = resolveType(type);
  if (memref.kind !== 'memref' || memref.shape === undefined) return [];
  const pitch = elementType(memref.element)?.pitchBytes;
  const { layout, shape } = memref;
  if (layout?.kind === 'strided')
    return layout.strides.map((stride) =>
      stride === undefined || pitch === undefined ? undefined : stride * pitch,
    );
  if (pitch === undefined) return shape.map(() => undefined);
  let stride: number | undefined = pitch;
  const strides: (number | undefined)[] = [];
  for (const size of [...shape].reverse()) {
    strides.unshift(stride);
    stride = stride === undefined || size === undefined ? undefined : stride * size;
  }
  return strides;
}
