/**
 * Bytes of dynamic shared memory where the host launches a kernel.
 *
 *     k<<<grid, block, BM * LD * sizeof(float)>>>(...)               hipLaunchKernelGGL(k, grid, block, bytes, stream, ...)
 *     cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
 */
import type { Analysis } from './analysis.ts';
import type { Block } from './blocks.ts';
import { isKernel } from './calls.ts';
import { isConstant, valueOf } from './constants.ts';
import { type Changes, type HostLaunch, sumText } from './edit.ts';
import type { Program } from './program.ts';
import {
  argumentsIn,
  closingAngle,
  isEmpty,
  placeOf,
  type Range,
  textOf,
  type Unit,
  wordAt,
} from './range.ts';
import type { Root, SharedArray } from './roots.ts';
import { bottomOf } from './rows.ts';
import { openBefore } from './strides.ts';

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

/** What the host gives for the memory of a root: the bytes of launches, or what a variable begins with that is nothing else. */
export function launchBytes(analysis: Analysis, { declared }: Root): readonly Range[] {
  const kernels = kernelsAround(analysis, declared.block, new Set());
  const all = analysis.launches.flatMap(({ kernel, bytes }) =>
    kernels.has(kernel) ? [(variableAt(analysis, bytes) ?? { initial: bytes }).initial] : [],
  );
  return [...new Map(all.map((one) => [`${one.unit.file}:${one.from}`, one])).values()];
}

/** True for a token that only bytes of launches go by. */
export function isLaunchSize(analysis: Analysis, unit: Unit, at: number, depth = 0): boolean {
  const contains = (range: Range | undefined): boolean =>
    range !== undefined && range.unit === unit && range.from <= at && at < range.to;
  if (analysis.launches.some(({ bytes }) => contains(bytes))) return true;
  const variable = analysis.program.declared.find(({ initial }) => contains(initial));
  return (
    variable !== undefined &&
    depth < MOST_DEPTH &&
    analysis.program
      .occurrencesOf(variable)
      .every(
        (use) =>
          (use.at === variable.at && use.unit === variable.type.unit) ||
          isLaunchSize(analysis, use.unit, use.at, depth + 1),
      )
  );
}

/** The variable that is all of a size, where it keeps its value and is used for launches alone. */
function variableAt(
  analysis: Analysis,
  { unit, from, to }: Range,
): { readonly initial: Range } | undefined {
  const { program } = analysis;
  const meaning = to - from === 1 ? program.meaningAt(unit, from) : undefined;
  if (meaning?.kind !== 'variable' || meaning.initial === undefined) return undefined;
  const { initial } = meaning;
  const isOwn = isLaunchSize(analysis, initial.unit, initial.from);
  return isOwn && (isConstant(meaning) || !program.isAssigned(meaning)) ? { initial } : undefined;
}

/** Names of the kernels that reach a block by calls. */
function kernelsAround(analysis: Analysis, block: Block, seen: Set<Block>): Set<string> {
  let inner: Block | undefined = block;
  while (inner !== undefined && inner.kind !== 'function') inner = inner.around;
  const called = inner && analysis.program.functionOfBody(inner);
  if (inner === undefined || called === undefined || seen.has(inner) || seen.size > MOST_DEPTH)
    return new Set();
  seen.add(inner);
  if (isKernel(called)) return new Set([called.name]);
  return new Set(
    analysis.flow.calls.of(called).flatMap(({ unit, at }) => {
      const around = analysis.program.blockAt(unit, at);
      return around === undefined ? [] : [...kernelsAround(analysis, around, seen)];
    }),
  );
}

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
        (given[1] !== undefined && /MaxDynamicSharedMemorySize$/.test(textOf(given[1])));
      return isOfBytes ? given[index] : undefined;
    }
    open = openBefore(unit, open - 1);
  }
  return undefined;
}

/** True for `sizeof(S)` of a class that an array is in. */
function isSizeOf({ unit, from, to }: Range, { levels }: SharedArray): boolean {
  const names = new Set(levels.flatMap(({ shape: { record } }) => record?.body.name ?? []));
  for (let at = from; at < to - 1; at++) {
    const close = wordAt(unit, at) === 'sizeof' ? (unit.pair[at + 1] ?? at) : at;
    for (let inner = at + 2; inner < close; inner++)
      if (names.has(wordAt(unit, inner))) return true;
  }
  return false;
}

/** Writes the bytes that the host has to give where nothing of them follows by itself, as far as they are understood. */
export function growLaunches(
  analysis: Analysis,
  array: SharedArray,
  grown: ((present: number) => number) | undefined,
  changes: Changes,
): HostLaunch[] {
  return launchBytes(analysis, bottomOf(array.root)).map((bytes) => {
    const place = placeOf(bytes.unit, bytes.from);
    if (changes.follows(bytes) || isSizeOf(bytes, array)) return { place, follows: true };
    const value = valueOf(analysis.program, bytes);
    const more = value === undefined ? NaN : (grown?.(value) ?? NaN) - value;
    if (more > 0) changes.replace(bytes, sumText(bytes, more));
    return { place, follows: more >= 0 };
  });
}
