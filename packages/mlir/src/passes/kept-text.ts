/**
 * The text of a module after a rewriter has changed it: what was not touched stays as it was, byte for byte.
 *
 *     const rewriter = new Rewriter(module);
 *     const key = rewriter.insertBehind(load, 'arith.xori', [unit, row], ['key', index]);   a new line behind its operands
 *     rewriter.setOperand(load, 2, key);                             the line of the load is printed again
 *     keptText(text, rewriter);                                      the new text
 *
 * An operation with regions keeps their text; only its head is printed again. White space and comments between kept words stay. Operations that were moved are left
 * where they were, and so is what is new inside a new operation: passes that do such things print the whole module.
 */
import { leastOf } from '@ldscope/core';
import type { Block, Operation, Value } from '../ir/ir.ts';
import { printOperation } from '../module/printer.ts';
import { namesIn } from '../text/value-names.ts';
import { respaced } from './respaced.ts';
import type { Rewriter } from './rewriter.ts';

/** The text as the module is now; `text` is what it was parsed from. */
export function keptText(text: string, rewriter: Rewriter): string {
  nameResults(rewriter);
  const edits: Edit[] = [];
  for (const op of rewriter.changed) {
    if (!rewriter.isErased(op)) edits.push(reprint(text, op, rewriter));
  }
  for (const op of rewriter.erased) edits.push(deletion(text, op));
  for (const block of new Set([...rewriter.inserted].map((op) => rewriter.blockOf(op)))) {
    for (const each of insertions(text, block, rewriter.inserted)) edits.push(each);
  }
  return applyEdits(text, edits);
}

/** False for an operation with regions whose types are not all in its first line: in generic form. */
export function hasHead(op: Operation): boolean {
  return op.regions.every(({ blocks }) => blocks.length === 0) || headOf(op) !== undefined;
}

/** Gives results of new operations names that are free, in the order in which they were made. */
function nameResults(rewriter: Rewriter): void {
  const wanted = [...rewriter.inserted].flatMap((op) =>
    op.results.map((result) => ({ op, result, name: result.name })),
  );
  for (const { result } of wanted) rename(result, '');
  const namesOf = new Map<Operation | undefined, Set<string>>();
  for (const { op, result, name } of wanted) {
    const scope = rewriter.scopeOf(op);
    const taken = namesOf.get(scope) ?? namesIn(scope?.regions ?? [{ blocks: [rewriter.top] }]);
    namesOf.set(scope, taken);
    let free = name;
    for (let suffix = 0; taken.has(free); suffix++) free = `${name}_${suffix}`;
    taken.add(free);
    rename(result, free);
  }
}

function rename(value: Value, name: string): void {
  const draft: { -readonly [Key in keyof Value]: Value[Key] } = value;
  draft.name = name;
}

/** The lines of an operation, or its first where it has regions. */
function reprint(text: string, op: Operation, { inserted, erased }: Rewriter): Edit {
  const { start, end } = op.span;
  const inside = (op.regions[0]?.blocks[0]?.operations ?? []).filter((one) => !inserted.has(one));
  if (inside.length === 0) {
    return { start, end, text: respaced(text.slice(start, end), printOperation(op)) };
  }
  const head = headOf(op);
  if (head === undefined) throw new Error(`${op.name} has no head of its own`);
  const gone = [...erased].filter(({ span }) => span.start > start && span.end < end);
  const first = leastOf([...inside, ...gone].map(({ span }) => span.start));
  const brace = lastBrace(text, start, first);
  const old = text.slice(start, brace);
  const space = /\s*$/.exec(old)?.[0] ?? '';
  return { start, end: brace, text: respaced(old.trimEnd(), head.trimEnd()) + space };
}

/** The whole line, when nothing else is on it. */
function deletion(text: string, op: Operation): Edit {
  const { start, end } = op.span;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const alone =
    text.slice(lineStart, start).trim() === '' && next >= 0 && text.slice(end, next).trim() === '';
  return alone ? { start: lineStart, end: next + 1, text: '' } : { start, end, text: '' };
}

/** New operations of a block: in lines behind the operation in front of them, or before the first one that is old. */
function insertions(text: string, { operations }: Block, isNew: ReadonlySet<Operation>): Edit[] {
  const edits: Edit[] = [];
  const first = operations.find((op) => !isNew.has(op))?.span.start ?? 0;
  let before: Operation | undefined;
  for (const op of operations) {
    if (!isNew.has(op)) before = op;
    else if (before === undefined) {
      const line = `${printOperation(op)}\n${indentAt(text, first)}`;
      edits.push({ start: first, end: first, text: line });
    } else {
      const at = endOfLine(text, before.span.end);
      const line = `\n${indentAt(text, before.span.start)}${printOperation(op)}`;
      edits.push({ start: at, end: at, text: line });
    }
  }
  return edits;
}

/** The custom syntax before the first region. */
function headOf(op: Operation): string | undefined {
  const hollow: Operation = {
    ...op,
    regions: op.regions.map(({ blocks }) => ({
      blocks: blocks.slice(0, 1).map((block) => ({ ...block, operations: [] })),
    })),
  };
  const printed = printOperation(hollow);
  const custom = !printed.includes(`"${op.name}"`) && printed.includes('{\n');
  return custom ? printed.slice(0, printed.indexOf('{\n')) : undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits do not overlap; those at one place follow the order in which they end. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let at = 0;
  for (const { start, end, text: replacement } of sorted) {
    result += text.slice(at, start) + replacement;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

/** White space in front of what begins at a place. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*/.exec(line)?.[0] ?? '';
}

/** The end of a line on which only a comment follows; the place itself otherwise. */
function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : newline;
  const rest = text.slice(at, end).replace(/\r$/, '');
  return /^\s*(?:\/\/.*)?$/.test(rest) ? at + rest.length : at;
}

/** The bracket that opens the region whose first operation begins at `stop`. */
function lastBrace(text: string, start: number, stop: number): number {
  let found = start;
  for (let at = start; at < stop; at++) {
    if (text.startsWith('//', at)) {
      const newline = text.indexOf('\n', at);
      at = newline < 0 ? stop : newline;
    } else if (text[at] === '"') {
      at = Math.max(at, text.indexOf('"', at + 1));
    } else if (text[at] === '{') found = at;
  }
  return found;
}
