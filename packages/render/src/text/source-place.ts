/**
 * The line that the author of a kernel wrote, for an instruction that was compiled from it:
 *
 *     softmax.py:12
 *     softmax.py:12 (inlined: standard.py:290 into softmax.py:12)
 */
import { authoredLine, LineMap, type Location, type SourceLine } from '@ldscope/core';

/** Texts of files that kernels were compiled from, by their names in line tables and locations. */
export type SourceTexts = ReadonlyMap<string, string> | undefined;

/** `kernel.hip:12`: the file without its folders. */
export function linePlace({ file, line }: SourceLine): string {
  return `${file.split(/[\\/]/).at(-1) ?? file}:${line}`;
}

/** The line of a place, with the calls that led to it where functions were inlined; `undefined` where none is known. */
export function framesText({ source = [] }: Location): string | undefined {
  const authored = authoredLine(source);
  if (authored === undefined) return undefined;
  const place = linePlace(authored);
  return source.length === 1
    ? place
    : `${place} (inlined: ${source.map((one) => linePlace(one)).join(' into ')})`;
}

/** `from softmax.py:12: y = x * 2`, where the text of a place does not have it already; the text where its file is known. */
export function fromText(
  { source = [], text = '' }: Location,
  textOf: (place: SourceLine) => string | undefined = () => undefined,
): string | undefined {
  const authored = authoredLine(source);
  if (authored === undefined) return undefined;
  const written = textOf(authored);
  if (written !== undefined) return `from ${linePlace(authored)}: ${written}`;
  return text.endsWith(`${authored.file}:${authored.line}`)
    ? undefined
    : `from ${linePlace(authored)}`;
}

/** Returns the text of a line, where its file is known. */
export function lineTexts(sources: SourceTexts): (place: SourceLine) => string | undefined {
  const files = new Map([...(sources ?? [])].map(([file, text]) => [file, new LineMap(text)]));
  return ({ file, line }) => files.get(file)?.line(line).trim() || undefined;
}
