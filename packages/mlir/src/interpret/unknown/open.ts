/**
 * The inputs that the launch of a kernel leaves open: scalars without a value, the size of the grid, the contents of
 * buffers.
 *
 *     func.func @k(%a: memref<?xf32>, %n: index)      argument n; the sizes of a; what a holds
 *     hal.interface.constant.load ordinal(0)          push constant 0
 *     hal.interface.workgroup.count[0]                the size of the grid, where nobody gives it
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import { resolveType } from '../../ir/types.ts';
import { factsOf } from '../../rows/facts.ts';
import { bufferParameters } from '../arguments.ts';
import { integerOf } from '../attributes.ts';
import { type KernelSource, type LaunchShape, pushConstantName } from '../kernel.ts';
import { isOffset, isPointer, isRead } from '../llvm/parameters.ts';
import { memrefType } from '../ops/memref.ts';
import type { Open } from './follow.ts';
import type { Source } from './value-class.ts';

/** A number of the launch that follows from the size of the grid. */
function followsGrid(op: Operation): boolean {
  const { id } = factsOf(op);
  return id === 'grid size' || id === 'global size';
}

/** The open inputs of a lowered kernel; `given`: buffers with contents, by number. */
export function openOf(
  kernel: KernelSource,
  { scalars, isGridKnown }: LaunchShape,
  given: ReadonlyMap<number, unknown>,
  symbols: ReadonlyMap<string, Operation>,
): Open {
  const parameters = new Map<Value, Source>();
  const list = kernel.op.regions[0]?.blocks[0]?.arguments ?? [];
  const attributions = integerOf(kernel.op, 'workgroup_attributions') ?? 0;
  const inputs = attributions > 0 ? list.slice(0, -attributions) : list;
  for (const [position, parameter] of inputs.entries()) {
    const source = openParameter(kernel.op, parameter, position, scalars);
    if (source !== undefined) parameters.set(parameter, source);
  }
  return {
    parameters,
    symbols,
    memory: given.size < bufferParameters(kernel).length || given.size === 0,
    sourceOf: (op) => {
      if (op.name === 'hal.interface.constant.load') {
        const name = pushConstantName(op);
        if (scalars.has(name)) return undefined;
        return { name: `push constant ${name.slice('constant'.length)} (${name})`, kind: 'scalar' };
      }
      return !isGridKnown && followsGrid(op)
        ? { name: 'the size of the grid', kind: 'scalar' }
        : undefined;
    },
  };
}

/** The open inputs of a kernel other than the contents of memory, each once. */
export function openNames(kernel: Operation, { parameters, sourceOf }: Open): readonly string[] {
  const inside = [...walk([kernel])].flatMap((op) => sourceOf(op) ?? []);
  return [...new Set([...parameters.values(), ...inside].map(({ name }) => name))];
}

function openParameter(
  kernel: Operation,
  parameter: Value,
  position: number,
  scalars: LaunchShape['scalars'],
): Source | undefined {
  const type = resolveType(parameter.type);
  const name = `argument ${/^\d+$/.test(parameter.name) ? `arg${position}` : parameter.name}`;
  if (type.kind === 'memref') {
    // Rows of unknown length: where an element is depends on it.
    const memref = memrefType(parameter);
    const strides =
      memref?.layout?.kind === 'strided' ? memref.layout.strides : memref?.shape?.slice(1);
    const isOpen = (strides ?? [undefined]).includes(undefined);
    return isOpen ? { name: `the sizes of ${name}`, kind: 'scalar' } : undefined;
  }
  const isScalar = type.kind === 'index' || type.kind === 'integer' || type.kind === 'float';
  if (!isScalar || isPointer(parameter) || isOffset(kernel, position)) return undefined;
  if (scalars.has(`arg${position}`) || scalars.has(parameter.name)) return undefined;
  return isRead(kernel, parameter) ? { name, kind: 'scalar' } : undefined;
}
