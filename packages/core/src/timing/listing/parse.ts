/**
 * Schedules as people sketch them, read into statements.
 *
 *     machine gfx942
 *     waves 4
 *     mfma v_mfma_f32_32x32x8_f16            what MFMA stands for; of v_mfma_..._f8f6f4 the element besides: fp8
 *     private scratch                        a buffer of which every wave has its own
 *     prologue:
 *       8 buffer_load_dwordx4 p              -> a comment, as after // and #
 *       wait_cnt(vmcnt(0))
 *     loop 100:
 *       MFMA A[0,0], B[0,0], C[0,0]          the last operand is accumulated
 *       ds_read_128b_8 A[0,2:3] from tile    what it loads; where it reads; `8` is a label
 *       @0-1 sbarrier                        of waves 0 and 1 only
 *     tail:
 *       ds_write_b128 tile from p conflicts 8
 *
 * There is one operation per line. `A[0,2:3]` names A[0,2] and A[0,3].
 */
import { diagnose, type Diagnostic } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { gemmElement } from '../gemm-element.ts';
import { Cursor } from '../../layout/text/cursor.ts';
import { type Word, wordsOf } from '../../layout/text/words.ts';
import { commentOf } from './lexer.ts';
import { elementNames } from './elements.ts';
import type { Statement } from './statement.ts';
import { beginsLoop, continuesComment, isRemark, NOTED_ITERATIONS, withNotes } from './notes.ts';

export interface Listing {
  readonly machine: string | undefined;
  readonly waves: number;
  /** What `MFMA` stands for. */
  readonly matrixInstruction: string;
  /** Of its operands, where the instruction takes several: `fp8`. */
  readonly matrixElement: string | undefined;
  /** Names of buffers of which every wave has its own. */
  readonly privateBuffers: readonly string[];
  readonly sections: readonly Section[];
}

interface Section {
  readonly name: string;
  /** Iterations of a loop; 1 for anything else. */
  readonly times: number;
  readonly statements: readonly Statement[];
}

export interface ParsedListing {
  readonly listing: Listing;
  readonly diagnostics: readonly Diagnostic[];
}

const MOST_WAVES = 32;
const MOST_TIMES = 100_000;
const MOST_REPEATED = 4096;

/** Reads a schedule. Lines that cannot be read are left out with a diagnostic. */
export function parseListing(text: string): ParsedListing {
  const reader = new Reader();
  let start = 0;
  for (const line of text.split('\n')) {
    reader.line(line, start);
    start += line.length + 1;
  }
  return reader.finish();
}

class Reader {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #sections: { name: string; times: number; statements: Statement[] }[] = [];
  /** The line before is a comment, or the rest of one. */
  #inComment = false;
  #noted: Statement | undefined;
  #notedCount = 0;
  #machine: string | undefined;
  #waves = 4;
  #matrix = 'v_mfma_f32_32x32x8_f16';
  #element: string | undefined;
  readonly #privateBuffers: string[] = [];

  finish(): ParsedListing {
    if (this.#noted !== undefined) {
      this.#diagnostics.push(faultOf(this.#noted, messages.timing.fromComments(this.#notedCount)));
    }
    const listing = {
      machine: this.#machine,
      waves: this.#waves,
      matrixInstruction: this.#matrix,
      matrixElement: this.#element,
      privateBuffers: this.#privateBuffers,
      sections: this.#sections,
    };
    return { listing, diagnostics: this.#diagnostics };
  }

  line(line: string, start: number): void {
    const commentAt = commentOf(line);
    const code = line.slice(0, commentAt).trimEnd();
    const comment = line.slice(commentAt);
    const indent = code.length - code.trimStart().length;
    if (code.trim() === '' || code.trim() === '```') {
      this.#inComment ||= comment !== '';
      if (beginsLoop(comment)) this.#beginLoop(line, start);
      return;
    }
    const span = { start: start + indent, end: start + code.length };
    if (isRemark(code.trim()) || (this.#inComment && continuesComment(code.trim()))) {
      this.#diagnostics.push(diagnose(messages.timing.remark(), span));
      return;
    }
    this.#inComment = false;
    const label = code.replace('@', ' ');
    const words = wordsOf(label, { comments: false });
    if ('code' in words) {
      this.#diagnostics.push({ ...words, span });
      return;
    }
    const cursor = new Cursor(words);
    if (this.#header(cursor) || this.#section(cursor)) {
      this.#keep(cursor, start);
      return;
    }
    const statement = statementAt(cursor, code.trimStart().startsWith('@'), {
      span,
      text: code.trim(),
    });
    if (!this.#keep(cursor, start) || statement === undefined) return;
    if (this.#sections.length === 0)
      this.#sections.push({ name: 'body', times: 1, statements: [] });
    const statements = withNotes(statement, comment);
    for (const each of statements) this.#sections.at(-1)?.statements.push(each);
    if (statements[0] !== statement) {
      this.#noted ??= statement;
      this.#notedCount += statement.count;
    }
  }

  /** Notes say where the loop begins, and once more where it ends. */
  #beginLoop(line: string, start: number): void {
    if (this.#sections.some(({ times }) => times > 1)) return;
    this.#sections.push({ name: 'loop', times: NOTED_ITERATIONS, statements: [] });
    const span = { start, end: start + line.trimEnd().length };
    this.#diagnostics.push(diagnose(messages.timing.notedLoop(NOTED_ITERATIONS), span));
  }

  /** Keeps the fault of a line, or that something is left of it; false when there is one. */
  #keep(cursor: Cursor, start: number): boolean {
    if (cursor.fault === undefined && cursor.peek().kind !== 'end')
      cursor.expected('the end of the line');
    const { fault } = cursor;
    if (fault === undefined) return true;
    const { start: from = 0, end: to = 0 } = fault.span ?? {};
    this.#diagnostics.push({ ...fault, span: { start: start + from, end: start + to } });
    return false;
  }

  #header(cursor: Cursor): boolean {
    const [first, second, third] = [cursor.peek(), cursor.peek(1), cursor.peek(2)];
    if (this.#sections.length > 0) return false;
    if (first.text === 'mfma' && second.text.startsWith('v_') && gemmElement(third.text)) {
      this.#element = third.text;
      cursor.take();
    } else if (third.kind !== 'end') return false;
    if (first.text === 'machine' && second.kind === 'name') this.#machine = second.text;
    else if (first.text === 'mfma' && second.text.startsWith('v_')) this.#matrix = second.text;
    else if (first.text === 'private' && second.kind === 'name') {
      this.#privateBuffers.push(second.text);
    } else if (first.text === 'waves' && second.kind === 'number') {
      this.#waves = limited(cursor, 'the number of waves', second, MOST_WAVES);
    } else return false;
    cursor.take();
    cursor.take();
    return true;
  }

  #section(cursor: Cursor): boolean {
    let ahead = 0;
    while (cursor.peek(ahead).kind !== 'end' && cursor.peek(ahead).text !== ':') ahead++;
    if (cursor.peek(ahead).text !== ':' || cursor.peek(ahead + 1).kind !== 'end') return false;
    if (cursor.peek().kind !== 'name' || ahead > 2) return false;
    const name = cursor.take().text;
    const times =
      cursor.peek().kind === 'number' ? limited(cursor, 'a loop', cursor.take(), MOST_TIMES) : 1;
    cursor.eat(':');
    this.#sections.push({ name, times, statements: [] });
    return true;
  }
}

function limited(cursor: Cursor, what: string, word: Word, most: number): number {
  if (word.value >= 1 && word.value <= most) return word.value;
  cursor.fail(messages.timing.beyondLimit(what, word.value, most), word);
  return 1;
}

/** Keywords that end the list of operands. */
const settings = new Set(['conflicts', 'bytes']);

function statementAt(
  cursor: Cursor,
  onlySome: boolean,
  place: Pick<Statement, 'span' | 'text'>,
): Statement | undefined {
  const waves = onlySome ? wavesAt(cursor) : undefined;
  const count =
    cursor.peek().kind === 'number' && cursor.peek(1).kind === 'name'
      ? limited(cursor, 'a count', cursor.take(), MOST_REPEATED)
      : 1;
  const word = cursor.name('an operation');
  if (word === undefined) return undefined;
  const statement = {
    ...place,
    operation: word.text.toLowerCase().replace(/_\d*$/, ''),
    count,
    waves,
    operands: [] as string[][],
    numbers: [] as number[],
    from: undefined as string[] | undefined,
    to: undefined as string[] | undefined,
    settings: new Map<string, number>(),
    counters: new Map<'vmcnt' | 'lgkmcnt', number>(),
  };
  // The label of `ds_write_128b[3]` and `ds_read_128b_[0:7]`.
  if (cursor.at('[') && cursor.peek().start === word.end) {
    const labels = labelAt(cursor);
    if (statement.count === 1) statement.count = labels;
  }
  const paren = cursor.eat('(');
  while (cursor.peek().kind !== 'end' && !cursor.at(')')) {
    if (cursor.eat(',')) continue;
    if (!partAt(cursor, statement)) return undefined;
  }
  if (paren && cursor.expect(')') === undefined) return undefined;
  return statement;
}

type Draft = {
  operands: string[][];
  numbers: number[];
  from: string[] | undefined;
  to: string[] | undefined;
  settings: Map<string, number>;
  counters: Map<'vmcnt' | 'lgkmcnt', number>;
};

function partAt(cursor: Cursor, draft: Draft): boolean {
  const word = cursor.peek();
  if (word.kind === 'number') {
    draft.numbers.push(cursor.take().value);
    return true;
  }
  const name = cursor.name('an operand');
  if (name === undefined) return false;
  const counter = name.text === 'vcnt' || name.text === 'vcmcnt' ? 'vmcnt' : name.text;
  if (counter === 'vmcnt' || counter === 'lgkmcnt') {
    const value = cursor.expect('(') && cursor.number('a number');
    if (value === undefined || cursor.expect(')') === undefined) return false;
    draft.counters.set(counter, value.value);
    return true;
  }
  if (name.text === 'from' || name.text === 'to') {
    const region = cursor.name('the name of a buffer');
    const elements = region && elementsAt(cursor, region);
    if (elements === undefined) return false;
    draft[name.text] = [...(draft[name.text] ?? []), ...elements];
    return true;
  }
  if (settings.has(name.text)) {
    const value = cursor.number('a number');
    if (value === undefined) return false;
    draft.settings.set(name.text, value.value);
    return true;
  }
  if (name.text === 'lds') {
    draft.settings.set('lds', 1);
    return true;
  }
  const elements = elementsAt(cursor, name);
  if (elements === undefined) return false;
  draft.operands.push(elements);
  return true;
}

/** The operations that a label names: 8 of `[0:7]`. */
function labelAt(cursor: Cursor): number {
  cursor.eat('[');
  const first = cursor.peek();
  const isRange =
    first.kind === 'number' && cursor.peek(1).text === ':' && cursor.peek(2).kind === 'number';
  const count = isRange ? cursor.peek(2).value - first.value + 1 : 1;
  while (cursor.peek().kind !== 'end' && !cursor.eat(']')) cursor.take();
  return count >= 1 && count <= MOST_REPEATED ? count : 1;
}

/** `0-1` or `2` of `@0-1`. */
function wavesAt(cursor: Cursor): readonly [number, number] | undefined {
  const first = cursor.number('the number of a wave');
  if (first === undefined) return undefined;
  if (!cursor.eat('-')) return [first.value, first.value];
  const last = cursor.number('the number of a wave');
  return last && [first.value, last.value];
}

/** `A`, `A[0]`, `A[0:3, 1]`: the elements that it names, ranges with both ends. */
function elementsAt(cursor: Cursor, name: Word): string[] | undefined {
  if (!cursor.eat('[')) return [name.text];
  const ranges = cursor.list(']', (): readonly [number, number] | undefined => {
    const first = cursor.number('an index');
    if (first === undefined) return undefined;
    if (!cursor.eat(':')) return [first.value, first.value];
    const last = cursor.number('an index');
    return last && [first.value, last.value];
  });
  if (ranges === undefined) return undefined;
  const names = elementNames(name.text, ranges);
  return 'count' in names
    ? cursor.fail(messages.timing.beyondLimit(name.text, names.count, names.most), name)
    : [...names];
}

/** Diagnoses a statement. */
export function faultOf({ span }: Statement, message: Parameters<typeof diagnose>[0]): Diagnostic {
  return diagnose(message, span);
}
