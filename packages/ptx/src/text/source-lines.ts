/**
 * `.file` and `.loc`: the lines of the source that instructions were compiled from.
 *
 *     .file 1 "k.cu"
 *     .loc  1 91 5, function_name $L__info_string0, inlined_at 1 504 3       [ k.cu:91:5, k.cu:504:3 ]
 *
 * The place of a call has frames of its own where it was inlined too: those of the last `.loc` that names it.
 * Source: PTX ISA 9.0, 11.5.5 and 11.5.6.
 */
import type { SourceLine } from '@ldscope/core';
import type { Lexer } from './lexer.ts';

const FILE = /^[^\S\r\n]*\.file[^\S\r\n]+(\d+)[^\S\r\n]+"([^"\r\n]*)"/gm;

/** Calls within calls that are followed. */
const MOST_FRAMES = 64;

export class SourceLines {
  /** Of the instructions that follow; `undefined` before the first `.loc`, and for line 0. */
  current: readonly SourceLine[] | undefined;
  readonly #files = new Map<string, string>();
  readonly #frames = new Map<string, readonly SourceLine[]>();

  /** Compilers write `.file` behind the code that refers to it: names are looked up before. */
  constructor(text: string) {
    for (const [, number = '', name = ''] of text.matchAll(FILE)) this.#files.set(number, name);
  }

  /** Behind `.file`: number, name, and perhaps time and size. */
  file(lexer: Lexer): boolean {
    lexer.next();
    if (lexer.is('string')) lexer.next();
    while (lexer.is(',')) {
      lexer.next();
      lexer.next();
    }
    return true;
  }

  /** Behind `.loc`. */
  loc(lexer: Lexer): boolean {
    const key = this.#place(lexer);
    let outer: readonly SourceLine[] = [];
    while (lexer.is(',')) {
      lexer.next();
      const attribute = lexer.word;
      lexer.next();
      if (attribute === 'inlined_at') {
        const call = this.#place(lexer);
        const frame = this.#frameOf(call);
        outer = this.#frames.get(call) ?? (frame === undefined ? [] : [frame]);
      } else {
        // function_name: a label, with an offset into its string.
        lexer.next();
        if (lexer.is('+')) {
          lexer.next();
          lexer.next();
        }
      }
    }
    const frame = this.#frameOf(key);
    this.current = frame === undefined ? undefined : [frame, ...outer].slice(0, MOST_FRAMES);
    if (this.current !== undefined) this.#frames.set(key, this.current);
    return true;
  }

  /** `1 91 5` as a key. */
  #place(lexer: Lexer): string {
    const numbers: string[] = [];
    while (lexer.is('number') && numbers.length < 3) {
      numbers.push(lexer.word);
      lexer.next();
    }
    return numbers.join(' ');
  }

  #frameOf(key: string): SourceLine | undefined {
    const [file = '', line = '0', column = '0'] = key.split(' ');
    const name = this.#files.get(file) ?? `file ${file}`;
    return line === '0' ? undefined : { file: name, line: Number(line), column: Number(column) };
  }
}
