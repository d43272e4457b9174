/**
 * Schedules as people keep them in notes: what an operation loads is written behind it, in words.
 *
 *     ds_read_128b_8              -> trigger A[0,2:3] read          loads A[0,2] and A[0,3], from LDS
 *     ds_write_128b[1]            -> buffer1_1 into LDS             writes buffer[1] to LDS
 *     buffer2_load_dwordx4[1]     -> prefetch buffer2_1             loads buffer[1]
 *     8 buffer0_load_dwordx4      -> trigger buffer_0               loads buffer[0] to buffer[7], one each
 *     ///// hot loop start:                                         a loop begins
 *
 * `buffer1_3` and `buffer2_3` are piece 3 of two steps: the same register, since what is stored is overwritten by what is
 * fetched next. Notes have one tile in LDS. An operation that names a register or a place itself is taken by its word.
 */
import { elementNames } from './elements.ts';
import type { Statement } from './statement.ts';

/** The place in LDS of what names none. */
const TILE = 'LDS';

/** Iterations of a loop that is only said to begin. */
export const NOTED_ITERATIONS = 100;

/** What a statement says in its comment, an operation each; the statement itself where it needs no comment, or has none. */
export function withNotes(statement: Statement, comment: string): readonly Statement[] {
  const { operation, operands, from, to, settings, count } = statement;
  const kind = /^(ds|buffer|global|flat)\w*?_(read|load|write|store)/.exec(operation);
  if (kind === null || operands.length > 0 || from !== undefined || to !== undefined) {
    return [statement];
  }
  if (settings.has('lds')) return [statement];
  const [, unit, verb] = kind;
  const isLds = unit === 'ds';
  const elements =
    isLds && verb === 'read' ? indexedIn(comment) : buffersIn(comment, Math.max(1, count));
  if (elements.length === 0) return [statement];
  const place = !isLds
    ? {}
    : verb === 'read' || verb === 'load'
      ? { from: [TILE] }
      : { to: [TILE] };
  if (count === 1 || elements.length % count !== 0) {
    return [{ ...statement, operands: [elements], ...place }];
  }
  const own = elements.length / count;
  return Array.from({ length: count }, (_, i) => ({
    ...statement,
    count: 1,
    operands: [elements.slice(i * own, (i + 1) * own)],
    ...place,
  }));
}

/** Elements of all names with indices: `A[0:3,0:1] + B[0, 2]`. */
function indexedIn(comment: string): string[] {
  return [...comment.matchAll(/\b([A-Za-z]\w*)\[\s*([\d:,\s]+)\]/g)].flatMap(
    ([, name = '', indices = '']) => elementsOf(name, indices),
  );
}

function elementsOf(name: string, indices: string): readonly string[] {
  const ranges = indices.split(',').map((range) => {
    const [, first = NaN, last = first] = /^\s*(\d+)(?:\s*:\s*(\d+))?\s*$/.exec(range) ?? [];
    return [Number(first), Number(last)] as const;
  });
  // `[3:1]` and `[0,,1]` are not indices.
  if (!ranges.every(([first, last]) => last >= first)) return [];
  const names = elementNames(name, ranges);
  return 'count' in names ? [] : names;
}

/** `buffer1_3`: piece 3; `buffer_1`: all that the operations of the line move. */
function buffersIn(comment: string, count: number): string[] {
  const [, piece] = /\bbuffer\d+_(\d+)/.exec(comment) ?? [];
  if (piece !== undefined) return [`buffer[${Number(piece)}]`];
  if (!/\bbuffer_\d+/.test(comment)) return [];
  return Array.from({ length: count }, (_, i) => `buffer[${i}]`);
}

/** True for a comment by which notes begin a loop. */
export const beginsLoop = (comment: string): boolean => /\bloop\s+start\b/i.test(comment);

/** Words, and nothing else: `updated buffer offset`. */
export const isRemark = (code: string): boolean => /^[A-Za-z]+(?:\s+[A-Za-z]+){2,}$/.test(code);

/** How an operation, a section or a header begins. */
const OPERATION =
  /^(?:\d+\s+)?(?:@|[vs]_|(?:ds|buffer\d*|global|flat)_|mfma\b|wait|s?barrier\b|setprio\b|nop\b|branch\b|signal\b|await\b|trans\b|valu\b|salu\b|machine\b|\w+(?:\s+\d+)?\s*:)/i;

/** True for a line that is not an operation but words: behind a comment it is the rest of it. */
export const continuesComment = (code: string): boolean =>
  /^(?:\(|[a-z]+\s+[a-z]{2,}\b)/.test(code) && !OPERATION.test(code);
