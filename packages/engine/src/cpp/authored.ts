/**
 * Arrays in shared memory as the author of a source wrote them, and the edits that change their layout: text in, text out.
 *
 *     const found = authoredBuffers([{ file: 'k.hip', text }, ...headers], 'hip');
 *     for (const buffer of buffersIn(found, object)) for (const edit of editsOf(buffer, { object }).edits) ...
 *
 * Nothing is compiled here, so that an edit is a proposal: compile it, execute it, compare what it computes.
 */
import type { LdsObject, SourceLine } from '@ldscope/core';
import { Analysis } from './analysis.ts';
import { editsFor, type FoundEdits } from './edits.ts';
import type { Observed } from './facts.ts';
import { Program, type SourceLanguage, type SourceText } from './program.ts';
import { placeOf, spanOf, textOf } from './range.ts';
import { bottomOf, type SharedArray, type StorageKind } from './roots.ts';
import type { Use } from './uses.ts';

/** A place of the text. */
interface Written {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface AuthoredDimension extends Written {
  /** `undefined` where the text alone does not say it. */
  readonly value: number | undefined;
}

interface AuthoredUse extends Written {
  readonly kind: Use['kind'];
  readonly line: number;
  readonly indices: readonly Written[];
}

/** An array in shared memory. */
export interface AuthoredBuffer {
  /** As it is written in the code: `s.a`. */
  readonly name: string;
  readonly storage: StorageKind;
  /** The type of an element. */
  readonly element: string;
  /** Outermost first. */
  readonly dimensions: readonly AuthoredDimension[];
  readonly uses: readonly AuthoredUse[];
  /** The variable that it is in, which is the object that a compiler places. */
  readonly object: string;
  readonly declared: SourceLine;
  /** True where the launch gives its bytes. */
  readonly isDynamic: boolean;
  readonly array: SharedArray;
  readonly analysis: Analysis;
  readonly main: string;
}

/**
 * The arrays that sources use. The first source is the one that may be changed without a word. `given`: values of parameters of the
 * templates that are instantiated, where all instantiations have the same.
 */
export function authoredBuffers(
  sources: readonly SourceText[],
  language: SourceLanguage,
  given?: ReadonlyMap<string, number>,
): readonly AuthoredBuffer[] {
  const analysis = new Analysis(new Program(sources, language, given));
  const main = sources[0]?.file ?? '';
  return analysis.arrays.flatMap((array) => {
    const uses = analysis.usesOf(array);
    if (uses.length === 0) return [];
    const { name, storage, shape, dimensions, root } = array;
    const { declared } = bottomOf(root);
    return [
      {
        name,
        storage,
        element: shape.element,
        array,
        analysis,
        main,
        dimensions: dimensions.map(({ range, value }) => ({
          ...written(range),
          value,
        })),
        uses: uses.map(({ kind, unit, at, next, indices }) => ({
          kind,
          ...written({
            unit,
            from: at,
            to: next,
          }),
          line: placeOf(unit, at).line,
          indices: indices.map(written),
        })),
        object: declared.name,
        declared: placeOf(declared.type.unit, declared.at),
        isDynamic: root.isDynamic,
      },
    ];
  });
}

const written = (range: Parameters<typeof textOf>[0]): Written => ({
  file: range.unit.file,
  ...spanOf(range),
  text: textOf(range),
});

/** Those in an object that was executed: by its name and the line of its declaration. */
export function buffersIn(
  buffers: readonly AuthoredBuffer[],
  { name, declared }: LdsObject,
): AuthoredBuffer[] {
  const plain = name.replace(/:\d+$/, '');
  const own = buffers.filter(({ object }) => object === plain);
  const here = own.filter(
    (one) => one.declared.line === declared?.line && isSameFile(one.declared.file, declared.file),
  );
  return here.length > 0 || declared !== undefined ? here : own;
}

const isSameFile = (a: string, b: string): boolean => {
  const [short, long] = [a, b]
    .map((name) => name.replace(/^(?:\.{0,2}\/)+/, ''))
    .toSorted((one, two) => one.length - two.length);
  return (
    short !== undefined && long !== undefined && (long === short || long.endsWith(`/${short}`))
  );
};

/** The edits of an array, the least padding first, and why others are not possible. */
export const editsOf = (
  { analysis, array, main }: AuthoredBuffer,
  observed: Observed,
): FoundEdits => editsFor(analysis, array, observed, main);
