/**
 * Tensors as the memory that they will be in: what is between GPUVectorAlloc and bufferization.
 *
 *     %t = bufferization.alloc_tensor() {memory_space = workgroup}     %m = memref.alloc()
 *     %w = vector.transfer_write %v, %t[...]                           vector.transfer_write %v, %m[...]
 *     %b = iree_gpu.value_barrier %w                                   gpu.barrier
 *     %r = vector.transfer_read %b[...]                                %r = vector.transfer_read %m[...]
 *
 * Every tensor is written in place. LIMITATION: a tensor that is used after something has been written into it needs a
 * copy, which is reported; slices are views, and operations of `linalg` on tensors are not executed.
 */
import { type Diagnostic, diagnose, messages } from '@ldscope/core';
import { attributeOf } from '../ir/attribute-values.ts';
import { AttributeMap } from '../ir/attribute-map.ts';
import { createOperation } from '../ir/build.ts';
import { Copier } from '../ir/copy.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { isLds } from '../ir/memory-space.ts';
import { type Attribute, resolveAttribute, resolveType, type Type } from '../ir/types.ts';
import { walk } from '../ir/walk.ts';
import { factsOf } from '../rows/facts.ts';

/** Operations on tensors, with the name of the same operation on memrefs. */
const renamed: Readonly<Record<string, string>> = {
  'tensor.cast': 'memref.cast',
  'tensor.collapse_shape': 'memref.collapse_shape',
  'tensor.dim': 'memref.dim',
  'tensor.expand_shape': 'memref.expand_shape',
  'tensor.extract': 'memref.load',
  'tensor.extract_slice': 'memref.subview',
};

/** Neither sizes nor symbols. */
const NO_SIZES: Attribute = {
  kind: 'dense_array',
  element: { kind: 'integer', width: 32, signedness: 'signless' },
  values: [0, 0],
};

/** A kernel on memory, and what cannot be brought there. */
export interface Bufferized {
  readonly kernel: Operation;
  readonly diagnostics: readonly Diagnostic[];
}

/** True for a kernel with values that are tensors, or with a barrier that values pass. */
export function needsBuffers(kernel: Operation): boolean {
  for (const op of walk([kernel])) {
    if (op.name === 'iree_gpu.value_barrier') return true;
    if ([...op.operands, ...op.results].some(isTensor)) return true;
  }
  return false;
}

const isTensor = (value: Value): boolean => resolveType(value.type).kind === 'tensor';

export function bufferize(kernel: Operation): Bufferized {
  const diagnostics = overwrittenTensors(kernel);
  const copier = new Copier({ typeOf: ({ type }) => bufferType(type), replace });
  const { attributes } = kernel;
  const signature = attributes.get('function_type');
  const own = signature === undefined ? attributes : withBuffers(attributes, signature);
  return { kernel: copier.withOperands(kernel, kernel.operands, own), diagnostics };

  function replace(op: Operation): readonly Operation[] | undefined {
    const { span } = op;
    const [first, second] = op.operands;
    const [result] = op.results;
    const isNew = factsOf(op).effect === 'allocation' || op.name === 'tensor.empty';
    if (isNew && result !== undefined && isTensor(result)) {
      const space = attributeOf(op, 'memory_space');
      const alloc = createOperation('memref.alloc', {
        results: [[result.name, bufferType(result.type, space)]],
        attributes: [['operandSegmentSizes', NO_SIZES]],
        span,
      });
      const [made] = alloc.results;
      if (made === undefined) return undefined;
      if (!isLds(made) || op.operands.length > 0) {
        const what = 'a tensor that is not a new one in workgroup memory';
        diagnostics.push(diagnose(messages.execute.unsupported(op.name, what), span));
      }
      copier.bind(result, made);
      return [alloc];
    }
    if (op.name === 'iree_gpu.value_barrier') {
      copier.bindAll(op.results, copier.values(op.operands));
      return [createOperation('gpu.barrier', { span })];
    }
    if (
      op.name === 'iree_codegen.load_from_buffer' &&
      first !== undefined &&
      result !== undefined
    ) {
      copier.bind(result, copier.value(first));
      return [];
    }
    if (op.name === 'iree_codegen.store_to_buffer' && first !== undefined && second !== undefined) {
      const [from, to] = [copier.value(first), copier.value(second)];
      return from === to ? [] : [createOperation('memref.copy', { operands: [from, to], span })];
    }
    if (op.name === 'vector.transfer_write' && result !== undefined && second !== undefined) {
      copier.bind(result, copier.value(second));
      const write = { ...op, results: [] };
      return [copier.operation(write)];
    }
    if (op.name === 'tensor.parallel_insert_slice') return insertSlice(op);
    const isRenamed = Object.hasOwn(renamed, op.name);
    const isOfTensors = [...op.operands, ...op.results].some(isTensor);
    const name = isRenamed && isOfTensors ? renamed[op.name] : undefined;
    return name === undefined ? undefined : [copier.operation({ ...op, name })];
  }

  /** A slice that is a view of its destination is there already; another is copied. */
  function insertSlice(op: Operation): readonly Operation[] | undefined {
    const [source, dest, ...places] = copier.values(op.operands);
    if (source === undefined || dest === undefined) return undefined;
    if (isViewOf(source, dest)) return [];
    const [from, into] = [resolveType(source.type), resolveType(dest.type)];
    if (from.kind !== 'memref' || into.kind !== 'memref') return undefined;
    const { shape, element } = from;
    const { memorySpace } = into;
    const type: Type = {
      kind: 'memref',
      shape,
      element,
      ...(memorySpace === undefined ? {} : { memorySpace }),
    };
    const subview = createOperation('memref.subview', {
      operands: [dest, ...places],
      attributes: [...op.attributes].filter(([key]) => key.startsWith('static_')),
      results: [['', type]],
      span: op.span,
    });
    const operands = [source, ...subview.results];
    return [subview, createOperation('memref.copy', { operands, span: op.span })];
  }
}

/** True for a view of a memref. */
function isViewOf(view: Value, memref: Value): boolean {
  const { definition } = view;
  return definition?.name === 'memref.subview' && definition.operands[0] === memref;
}

/** A memref for a tensor; its encoding may be the memory space. */
function bufferType(type: Type, space?: Attribute): Type {
  const resolved = resolveType(type);
  if (resolved.kind !== 'tensor') return type;
  const { shape, element, encoding } = resolved;
  const memorySpace = space ?? encoding;
  return { kind: 'memref', shape, element, ...(memorySpace === undefined ? {} : { memorySpace }) };
}

/** The attributes of a function whose parameters and results are memory. */
function withBuffers(attributes: AttributeMap, signature: Attribute): AttributeMap {
  const resolved = resolveAttribute(signature);
  const type = resolved.kind === 'type' ? resolveType(resolved.type) : undefined;
  if (type?.kind !== 'function') return attributes;
  const [inputs, results] = [type.inputs, type.results].map((all) =>
    all.map((one) => bufferType(one)),
  );
  const changed = new AttributeMap(attributes);
  changed.set('function_type', {
    kind: 'type',
    type: { ...type, inputs: inputs ?? [], results: results ?? [] },
  });
  return changed;
}

/** Tensors that are read after they have been written into. */
function overwrittenTensors(kernel: Operation): Diagnostic[] {
  const order = new Map([...walk([kernel])].map((op, position) => [op, position]));
  const written = new Map<Value, Operation>();
  for (const op of order.keys()) {
    const [, dest] = op.operands;
    if (op.name === 'vector.transfer_write' && dest !== undefined && isTensor(dest)) {
      written.set(dest, op);
    }
  }
  const faults: Diagnostic[] = [];
  for (const [op, position] of order) {
    for (const operand of op.operands) {
      const write = written.get(operand);
      if (write === undefined || position <= (order.get(write) ?? 0)) continue;
      const what = `%${operand.name}, a tensor that has been written into: it would need a copy`;
      faults.push(diagnose(messages.execute.unsupported(op.name, what), op.span));
    }
  }
  return faults;
}
