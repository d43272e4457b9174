/**
 * Where the host launches kernels, and the bytes of dynamic shared memory that it gives.
 *
 *     k<<<grid, block, BM * LD * sizeof(float)>>>(...)               hipLaunchKernelGGL(k, grid, block, bytes, stream, ...)
 *     cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
 */
import { isKernel } from './calls.ts';
import type { Program } from './program.ts';
import {
  argumentsIn,
  closingAngle,
  isEmpty,
  openBefore,
  type Range,
  textOf,
  type Unit,
  wordAt,
} from './range.ts';

/** The place among the arguments of a function that launches its first one, or sets how it is launched. */
const BYTES_OF: ReadonlyMap<string, number> = new Map([
  ['hipLaunchKernelGGL', 3],
  ['hipLaunchKernel', 4],
  ['hipLaunchCooperativeKernel', 4],
  ['hipFuncSetAttribute', 2],
  ['cudaLaunchKernel', 4],
  ['cudaLaunchCooperativeKernel', 4],
  ['cudaFuncSetAttribute', 2],
]);

const MOST_DEPTH = 6;

/** Bytes of dynamic shared memory that a launch gives. */
export interface LaunchBytes {
  readonly kernel: string;
  readonly bytes: Range;
}

/** Of every launch of every kernel. */
export function launchesIn(program: Program): LaunchBytes[] {
  return [...program.functionNames]
    .filter((name) => program.functionsOf(name).some(isKernel))
    .flatMap((kernel) => givenTo(program, kernel).map((bytes) => ({ kernel, bytes })));
}

function givenTo(program: Program, kernel: string): Range[] {
  return program.files.flatMap(({ unit, occurrences }) =>
    (occurrences.get(kernel) ?? []).flatMap((name) => {
      const isList = wordAt(unit, name + 1) === '<' && !isLaunchAt(unit, name + 1);
      const close = isList ? closingAngle(unit, name + 1, unit.tokens.length) : name;
      if (close === undefined) return [];
      const bytes = isLaunchAt(unit, close + 1)
        ? argumentsIn({ unit, from: close + 4, to: endOfLaunch(unit, close + 4) })[2]
        : ofCall(unit, name);
      return bytes === undefined || isEmpty(bytes) ? [] : [bytes];
    }),
  );
}

/** True at `<<<`. */
const isLaunchAt = (unit: Unit, at: number): boolean =>
  [0, 1, 2].every((more) => wordAt(unit, at + more) === '<');

function endOfLaunch(unit: Unit, from: number): number {
  let at = from;
  while (at < unit.tokens.length && ![0, 1, 2].every((more) => wordAt(unit, at + more) === '>'))
    at++;
  return at;
}

/** The bytes of a call that has the kernel among its arguments, perhaps in `HIP_KERNEL_NAME(...)` or a cast. */
function ofCall(unit: Unit, name: number): Range | undefined {
  let open = openBefore(unit, name);
  for (let depth = 0; open !== undefined && depth < MOST_DEPTH; depth++) {
    const index = BYTES_OF.get(wordAt(unit, open - 1));
    if (index !== undefined) {
      const given = argumentsIn({ unit, from: open + 1, to: unit.pair[open] ?? open });
      const isOfBytes =
        !wordAt(unit, open - 1).endsWith('SetAttribute') ||
        (given[1] !== undefined && textOf(given[1]).endsWith('MaxDynamicSharedMemorySize'));
      return isOfBytes ? given[index] : undefined;
    }
    open = openBefore(unit, open - 1);
  }
  return undefined;
}
