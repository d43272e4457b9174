/**
 * A path in a launch file as a person would name the place.
 *
 *     ['args', 2, 'struct', 1]          field 1 of argument 2
 *     ['buffers', 'a', 'shape']         shape of buffer a
 *     ['kernels', 'gemm', 'args', 0]    argument 0 of kernel gemm
 */
import type { DataPath } from '@ldscope/core';

/** Lists and mappings whose entries have a name of their own. */
const ENTRIES: Readonly<Record<string, string>> = {
  args: 'argument',
  buffers: 'buffer',
  kernels: 'kernel',
  struct: 'field',
  fields: 'field',
};

/** The words for a place. */
export function placeWords(path: DataPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  const around = path.slice(0, -1);
  const list = around.at(-1);
  const entry =
    typeof list === 'string' && Object.hasOwn(ENTRIES, list) ? ENTRIES[list] : undefined;
  if (entry !== undefined) return joined(`${entry} ${last}`, around.slice(0, -1));
  // An argument that is a list is a struct of fields.
  const isField = typeof last === 'number' && around.at(-2) === 'args';
  if (isField) return joined(`field ${last}`, around);
  return typeof last === 'number' ? `${placeWords(around)}[${last}]` : joined(last, around);
}

const joined = (words: string, around: DataPath): string =>
  around.length === 0 ? words : `${words} of ${placeWords(around)}`;
