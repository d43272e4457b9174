/** Changes of a text, and the words that they write. */
import type { SourceLine } from '@ldscope/core';
import { isLoose, type Range, spanOf, stripped, type Unit, wordAt } from './range.ts';

/** A place of text to replace: UTF-16 offsets into the text of a file; an insertion where they are equal. */
export interface Change {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type EditKind = 'bound' | 'definition' | 'pitch' | 'field' | 'flat' | 'index';

/** Where the host launches a kernel, and whether its bytes of dynamic shared memory are right with a change. */
export interface HostLaunch {
  readonly place: SourceLine;
  readonly follows: boolean;
}

/** A change of the author's text that moves an array in shared memory to another layout. */
export interface Edit {
  readonly kind: EditKind;
  /** They do not overlap, and are sorted by file and offset. */
  readonly changes: readonly Change[];
  /** One line: `t[32][33]`, `LD = BK + 8`, `float pad in struct Row`, `t[i + i / 32]`. */
  readonly says: string;
  /** Bytes that a row, an element or an interval gets more, of one of several instantiations; 0 for what only permutes. */
  readonly paddingBytes: number | undefined;
  /** Where a byte of the object (from its beginning) goes, as far as the text tells. */
  readonly moves?: ((offset: number) => number) | undefined;
  /** Bytes of the object afterwards, where it is not dynamic. */
  readonly bytes?: number | undefined;
  /** Bytes of dynamic shared memory afterwards, by those of the launch at present. */
  readonly dynamicBytes?: ((present: number) => number) | undefined;
  /** Calls of the host in the text that give those bytes. */
  readonly launches?: readonly HostLaunch[] | undefined;
  /** True where it changes another file than the source, or what a macro stands for. */
  readonly needsHeaders: boolean;
  /** Other arrays that it moves. */
  readonly also: readonly string[];
}

/** Changes that are being collected. A place that is changed twice in the same way counts once. */
export class Changes {
  readonly #all: Change[] = [];
  readonly #followed: Range[] = [];
  #conflicts = false;
  #inMacro = false;

  replace(range: Range, text: string): void {
    this.#add(range.unit, { file: range.unit.file, ...spanOf(range), text });
  }

  /** Puts a text at an offset. */
  insert(unit: Unit, at: number, text: string): void {
    this.#add(unit, { file: unit.file, start: at, end: at, text });
  }

  /** Says that a size is right with these changes. */
  follow(size: Range): void {
    this.#followed.push(size);
  }

  follows({ unit, from }: Range): boolean {
    return this.#followed.some((one) => one.unit === unit && one.from === from);
  }

  #add(unit: Unit, change: Change): void {
    if (unit.macro !== undefined) this.#inMacro = true;
    const same = this.#all.find(
      ({ file, start, end }) =>
        file === change.file && start === change.start && end === change.end,
    );
    if (same === undefined) this.#all.push(change);
    else if (same.text !== change.text) this.#conflicts = true;
  }

  /** In order, with whether it needs headers; `undefined` where changes contradict each other, or there are none. */
  done(main: string): Pick<Edit, 'changes' | 'needsHeaders'> | undefined {
    const changes = this.#all.toSorted((a, b) =>
      a.file === b.file ? a.start - b.start || a.end - b.end : a.file < b.file ? -1 : 1,
    );
    const overlap = changes.some(({ file, start }, index) => {
      const before = changes[index - 1];
      return before !== undefined && before.file === file && start < before.end;
    });
    if (this.#conflicts || overlap || changes.length === 0) return undefined;
    return { changes, needsHeaders: this.#inMacro || changes.some(({ file }) => file !== main) };
  }
}

/** A text with changes of its file, which do not overlap. */
export function changedText(text: string, changes: readonly Omit<Change, 'file'>[]): string {
  let [result, at] = ['', 0];
  for (const { start, end, text: put } of changes.toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    result += text.slice(at, start) + put;
    at = end;
  }
  return result + text.slice(at);
}

/** A length or a pitch with something added: `32` is 33, `TILE + 1` is `TILE + 2`, `1 << 5` is `(1 << 5) + 1`. */
export function sumText(whole: Range, more: number | string): string {
  const range = stripped(whole);
  const { unit, to } = range;
  const { start, end } = spanOf(range);
  const text = unit.text.slice(start, end);
  const [, number = '', suffix = ''] = /^([1-9]\d*|0)([uUlLzZ]*)$/.exec(text) ?? [];
  if (number !== '' && typeof more === 'number') return `${Number(number) + more}${suffix}`;
  if (isLoose(range)) return `(${text}) + ${more}`;
  const last = unit.tokens[to - 1];
  const isSum =
    wordAt(unit, to - 2) === '+' && /^\d+$/.test(last?.text ?? '') && typeof more === 'number';
  if (isSum && last !== undefined)
    return `${unit.text.slice(start, last.start)}${Number(last.text) + Number(more)}`;
  return number === '0' ? String(more) : `${text} + ${more}`;
}

/** The same as a factor: in brackets where it is more than a number. */
export function factorText(range: Range, more: number | string): string {
  const text = sumText(range, more);
  return /^\w+$/.test(text) ? text : `(${text})`;
}

/** A text as an operand of `*`, `/` or `%`. */
export const asFactor = (text: string): string =>
  /^[\w.:]+(?:\([^()]*\)|\[[^[\]]*\])?$/.test(text) ? text : `(${text})`;
