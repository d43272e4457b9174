/** Bytes of dynamic shared memory that launches give, and how they follow a change of an array. */
import type { Analysis } from './analysis.ts';
import type { Block } from './blocks.ts';
import { isKernel } from './calls.ts';
import { isConstant, valueOf } from './constants.ts';
import { type Changes, type HostLaunch, sumText } from './edit.ts';
import { placeOf, type Range, type Unit, wordAt } from './range.ts';
import { bottomOf, type Root, type SharedArray } from './roots.ts';

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
