/**
 * Names of LDS variables in compiled code. LLVM lays all variables of a kernel out in one block and drops their names; our
 * wrapper of the compiler adds them as comments, a line per variable and kernel:
 *
 *     ; ldscope.lds {"kernel":"_Z9transposePf","name":"tile","offset":0,"bytes":4224,"shape":[32,33],"elementBytes":4}
 *
 * Dynamic LDS has no `bytes`: it goes on to the end of what the launch gives. A note that is not well formed, reaches beyond
 * the LDS of its kernel or overlaps another says nothing; so does a kernel that is not in the file.
 */
import { isRecord, type LdsObject } from '@ldscope/core';

/** A variable in the LDS of a kernel. */
export interface LdsVariable extends Omit<LdsObject, 'bytes'> {
  /** The symbol of the kernel. */
  readonly kernel: string;
  /** Absent for dynamic LDS. */
  readonly bytes?: number | undefined;
}

const NOTE = /^; ldscope\.lds (\{.*\})$/gm;
/** Variables of one file; a thousand kernels with a hundred each. */
const MOST_NOTES = 100_000;

/** The line of a variable. */
export function ldsNote(variable: LdsVariable): string {
  return `; ldscope.lds ${JSON.stringify(variable)}\n`;
}

/** The variables that the notes of a text name. */
export function readLdsNotes(text: string): LdsVariable[] {
  const found: LdsVariable[] = [];
  if (!text.includes('\n; ldscope.lds ')) return found;
  for (const [, note = ''] of text.matchAll(NOTE)) {
    const variable = parsed(note);
    if (variable !== undefined) found.push(variable);
    if (found.length >= MOST_NOTES) break;
  }
  return found;
}

function parsed(note: string): LdsVariable | undefined {
  let read: unknown;
  try {
    read = JSON.parse(note);
  } catch {
    return undefined;
  }
  if (!isRecord(read)) return undefined;
  const { kernel, name, offset, bytes, shape, elementBytes, type, isUnion, declared } = read;
  if (typeof kernel !== 'string' || !isName(name) || !isCount(offset)) return undefined;
  if (bytes !== undefined && !isCount(bytes)) return undefined;
  return {
    kernel,
    name,
    offset,
    bytes,
    ...(isShape(shape) && isCount(elementBytes) && elementBytes > 0 ? { shape, elementBytes } : {}),
    ...(isName(type) ? { type } : {}),
    ...(isUnion === true ? { isUnion } : {}),
    declared: placeOf(declared),
  };
}

function placeOf(declared: unknown): LdsObject['declared'] {
  if (!isRecord(declared)) return undefined;
  const { file, line, column } = declared;
  return typeof file === 'string' && isCount(line) && isCount(column)
    ? { file, line, column }
    : undefined;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 1000;

const isShape = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 16 &&
  value.every((one) => isCount(one) && one > 0);
