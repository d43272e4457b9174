/**
 * Instructions that are written as their words.
 *
 *     .long 0xd86c0000, 0x03000001        ds_read_b32 v3, v1
 *     .long 0xbf82fffd                    s_branch to the instruction three words before
 *
 * Words in a code section are instructions where a wave reaches them: behind an instruction that goes on, before one, or
 * where they end a program. They are decoded when all of them are valid for the chip, and read like the expansion of a
 * macro; branches among them become labels. All others are data, as `.long` is everywhere else. Code that is written in
 * words alone has the addresses of a code object, which it may compute with.
 */
import { append, messages } from '@ldscope/core';
import { Decoder } from '../decode/decoder.ts';
import { endsWave, isBranch, leavesCode } from './code-names.ts';
import { lineEnd } from './lexer.ts';
import { expand } from './macros.ts';
import type { RunFrame } from './macros.ts';
import type { Assembly } from './state.ts';

const wordLine =
  /^[ \t]*\.(?:long|4byte|int|word)[ \t]+((?:0x[\da-f]+|\d+)(?:[ \t]*,[ \t]*(?:0x[\da-f]+|\d+))*)[ \t]*(?:(?:;|\/\/).*)?$/i;
const emptyLine = /^[ \t]*(?:(?:;|\/\/).*)?$/;
const labelLine = /^[ \t]*([\w.$]+):[ \t]*(?:(?:;|\/\/).*)?$/;
const instructionLine = /^[ \t]*[a-z]\w*(?:[ \t]|$)(?!=)/i;

/** Lines of words, and the labels before some of them. */
interface Run {
  readonly words: readonly number[];
  /** Begin and end of each word's line. */
  readonly places: readonly (readonly [from: number, to: number])[];
  /** Names by the number of the word that they are before. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
  /** Where the last line of words ends, and how many lines it is behind the first. */
  readonly end: number;
  readonly lines: number;
  /** An instruction is on the next line. */
  readonly goesOn: boolean;
}

function takeRun(text: string, from: number): Run {
  const words: number[] = [];
  const places: (readonly [number, number])[] = [];
  const labels = new Map<number, string[]>();
  let at = from;
  let end = from;
  let lines = 0;
  let passed = 0;
  let rest = '';
  for (; at < text.length; at = lineEnd(text, at) + 1, passed++) {
    const to = lineEnd(text, at);
    rest = text.slice(at, to);
    const numbers = wordLine.exec(rest)?.[1];
    const label = labelLine.exec(rest)?.[1];
    if (numbers !== undefined) {
      for (const number of numbers.split(',')) {
        words.push(Number(number.trim()) >>> 0);
        places.push([at, to]);
      }
      end = to;
      lines = passed;
    } else if (label !== undefined) {
      append(labels, words.length, label);
    } else if (!emptyLine.test(rest)) break;
  }
  // Labels behind the last word are read where they stand.
  const behind = labels.delete(words.length);
  const goesOn = at < text.length && !behind && instructionLine.test(rest);
  return { words, places, labels, end, lines, goesOn };
}

/** An instruction of a run. */
interface Encoded {
  readonly word: number;
  readonly bytes: number;
  readonly text: string;
  /** The word that it branches to. */
  readonly target?: number;
}

/** The instructions of a run; `undefined` where some words are none, or a label is inside an instruction. */
function instructionsOf({ words, labels }: Run, decoder: Decoder): Encoded[] | undefined {
  const code = new Uint8Array(Uint32Array.from(words).buffer);
  decoder.open(code);
  const instructions: Encoded[] = [];
  const starts = new Set<number>();
  for (let word = 0; word < words.length; word += decoder.size / 4) {
    const text = decoder.textAt(4 * word);
    if (text.startsWith('.long') || text.includes('/*')) return undefined;
    starts.add(word);
    const [name = ''] = text.split(' ');
    const distance = isBranch(name) ? ((words[word] ?? 0) << 16) >> 16 : undefined;
    instructions.push({
      word,
      bytes: decoder.size,
      text,
      ...(distance === undefined ? {} : { target: word + 1 + distance }),
    });
  }
  return [...labels.keys()].every((word) => starts.has(word)) ? instructions : undefined;
}

/** Reads words as instructions, from the line of the directive at `start` on; false where they are data. */
export function encodedWords(assembly: Assembly, start: number, run: RunFrame): boolean {
  const { section, lexer, frame } = assembly;
  if (section.kind !== 'code' || assembly.target === undefined || frame.depth > 0) return false;
  const { encoded } = assembly;
  if (start < encoded.dataEnd) return false;
  if (encoded.chip !== assembly.target) {
    encoded.chip = assembly.target;
    encoded.decoder = Decoder.of(assembly.target);
  }
  const { decoder } = encoded;
  if (decoder === undefined) return false;
  const { text } = lexer;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const taken = takeRun(text, lineStart);
  encoded.dataEnd = taken.end;
  if (taken.words.length === 0) return false;
  const instructions = instructionsOf(taken, decoder);
  if (instructions === undefined) return false;
  const last = section.instructions.at(-1);
  const fallsIn = last !== undefined && !section.afterData && !leavesCode(last.mnemonic);
  const ends = instructions.some((instruction) => endsWave(instruction.text));
  if (!fallsIn && !taken.goesOn && !ends) return false;
  const at = assembly.span(start, lineEnd(text, start));
  assembly.reportAt(messages.amdgcn.encodedWords(taken.words.length, assembly.target), at);
  const made = textOf(taken, instructions, `.Lencoded_${assembly.expansions++}_`);
  expand(assembly, { text: '', origins: Int32Array.from(made.origins) }, made.text, at, run);
  for (const { bytes } of instructions) section.encodedBytes.push(bytes);
  lexer.moveTo(taken.end, lexer.line + taken.lines);
  return true;
}

/** The instructions as text, with labels where they branch to, and where each line is from. */
function textOf(
  { words, places, labels }: Run,
  instructions: readonly Encoded[],
  prefix: string,
): { readonly text: string; readonly origins: readonly number[] } {
  const starts = new Set(instructions.map(({ word }) => word)).add(words.length);
  const targets = new Set<number>();
  for (const { target } of instructions)
    if (target !== undefined && starts.has(target)) targets.add(target);
  const lines: string[] = [];
  const origins: number[] = [];
  const add = (line: string, word: number): void => {
    lines.push(line);
    for (const each of places[Math.min(word, places.length - 1)] ?? [0, 0]) origins.push(each);
  };
  for (const { word, text, target } of instructions) {
    for (const label of labels.get(word) ?? []) add(`${label}:`, word);
    if (targets.has(word)) add(`${prefix}${word}:`, word);
    const named = target !== undefined && targets.has(target);
    add(named ? text.replace(/\d+$/, `${prefix}${target}`) : text, word);
  }
  if (targets.has(words.length)) add(`${prefix}${words.length}:`, words.length);
  return { text: lines.join('\n'), origins };
}
