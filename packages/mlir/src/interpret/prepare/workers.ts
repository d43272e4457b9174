/**
 * Who executes the iterations of a parallel loop, by the attributes of its `mapping`.
 *
 *     #gpu.thread<linear_dim_0>, #gpu.warp<x>                 threads of the workgroup, its waves
 *     #iree_gpu.lane_id<0>                                    lanes of a wave
 *     #gpu.block<y>, #iree_codegen.workgroup_mapping<x>       workgroups
 *     #gpu.loop_dim_map<processor = thread_x, ...>            of `scf.parallel`
 */
import { resolveAttribute } from '../../ir/types.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { attributeOf } from '../attributes.ts';
import type { LaunchShape } from '../kernel.ts';
import { binary, type Builder, number, symbol } from './build.ts';

/** Who executes one dimension: a kind of worker and the place of the dimension in its number, 0 the fastest. */
export interface Mapped {
  readonly workers: string;
  readonly place: number;
}

/** The worker of each dimension, from `mapping`. */
export function mappings(
  op: Operation,
  read: (text: string) => Mapped | undefined,
): (Mapped | undefined)[] {
  const attribute = attributeOf(op, 'mapping');
  if (attribute?.kind !== 'array') return [];
  return attribute.elements.map((element) => {
    const resolved = resolveAttribute(element);
    return resolved.kind === 'opaque' ? read(resolved.text) : undefined;
  });
}

/** `#gpu.thread<linear_dim_0>`, `#gpu.warp<x>`, `#iree_codegen.workgroup_mapping<y>`, `#iree_gpu.lane_id<0>`. */
export function mappedForall(text: string): Mapped | undefined {
  const match =
    /^#(gpu\.(?:block|thread|warp|warpgroup|lane)|iree_codegen\.workgroup_mapping|iree_gpu\.lane_id)<(?:linear_dim_(\d)|([xyz])(?::(\d))?|(\d))>$/.exec(
      text,
    );
  const [, kind, linear, letter, more, plain] = match ?? [];
  if (kind === undefined) return undefined;
  const number =
    Number(linear ?? plain ?? more ?? 0) + (letter === undefined ? 0 : 'xyz'.indexOf(letter));
  if (kind === 'gpu.thread' && letter !== undefined)
    return { workers: `thread ${letter}`, place: 0 };
  if (kind === 'gpu.block' && letter !== undefined) return { workers: `block ${letter}`, place: 0 };
  const workers = {
    'gpu.block': 'blocks',
    'gpu.thread': 'threads',
    'gpu.warp': 'warps',
    'gpu.lane': 'lanes',
    'iree_codegen.workgroup_mapping': 'blocks',
    'iree_gpu.lane_id': 'lanes',
  }[kind];
  return workers === undefined ? undefined : { workers, place: number };
}

/** `#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = ...>`; sequential ones are loops. */
export function mappedParallel(text: string): Mapped | undefined {
  const match = /processor = (thread|block)_([xyz])/.exec(text);
  return match === null ? undefined : { workers: `${match[1]} ${match[2]}`, place: 0 };
}

/** The number of the worker that a lane is or belongs to, and how many there are. */
export function workerId(
  builder: Builder,
  workers: string,
  { block, grid, waveSize }: LaunchShape,
): { readonly id: Value; readonly count: number } | undefined {
  const [kind = '', letter = ''] = workers.split(' ');
  const one = ['x', 'y', 'z'].indexOf(letter);
  const extents = kind.startsWith('block') ? grid : block;
  const name = kind.startsWith('block') ? 'gpu.block_id' : 'gpu.thread_id';
  if (one === 0 || one === 1 || one === 2) {
    return { id: builder.id(name, (['x', 'y', 'z'] as const)[one]), count: extents[one] };
  }
  const [x, y, z] = extents;
  const flat = (): Value => {
    const ids = (['x', 'y', 'z'] as const).map((dimension) => builder.id(name, dimension));
    const second = binary('multiply', symbol(1), number(x));
    const third = binary('multiply', symbol(2), number(x * y));
    return builder.apply(binary('add', binary('add', symbol(0), second), third), ids);
  };
  switch (kind) {
    case 'blocks':
    case 'threads':
      return { id: flat(), count: x * y * z };
    case 'warps':
      return {
        id: builder.apply(binary('floordiv', symbol(0), number(waveSize)), [flat()]),
        count: (x * y * z) / waveSize,
      };
    case 'lanes':
      return { id: builder.id('gpu.lane_id'), count: waveSize };
    default:
      return undefined;
  }
}
