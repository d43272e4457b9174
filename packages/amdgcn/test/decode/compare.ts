/** Compares the decoder's text of random code with that of LLVM's disassembler, or with what that answered once. */
import { answersOf, digest, type KeptAnswers } from '../../../../test/tool-answers.ts';
import { disassembler } from '../text/oracle.ts';
import { decoderOf } from './decoder.ts';
import { objdump } from './objdump.ts';
import { randomCode } from './random-encodings.ts';

/** A chip of each instruction set that is decoded. */
export const chips = ['gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1151', 'gfx1201', 'gfx1250'];

interface Difference {
  readonly words: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Comparison {
  /** Instructions compared, those that both find invalid included. */
  readonly compared: number;
  /** Of them, those that LLVM finds valid. */
  readonly valid: number;
  readonly differences: readonly Difference[];
  /** What LLVM finds valid, and the decoder has no row for. */
  readonly refused: readonly Difference[];
  /** True when the disassembler failed, so that nothing was compared. */
  readonly failed: boolean;
}

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer);

/** What a text says of an encoding: nothing where it finds no instruction. */
const shown = (text: string, bytes: number): string =>
  text.startsWith('.long') ? '.long' : `${bytes} ${text}`;

/** Compares code at each address at which LLVM has a line: both must find the same instruction there, or none. */
export function compareCode(words: Uint32Array, target: string): Comparison {
  const code = bytesOf(words);
  const theirs = objdump(code, target);
  if (theirs === undefined)
    return { compared: 0, valid: 0, differences: [], refused: [], failed: true };
  const decoder = decoderOf(target);
  decoder.open(code);
  const differences: Difference[] = [];
  const refused: Difference[] = [];
  let valid = 0;
  for (const [at, { text, bytes }] of theirs) {
    if (text !== '.long') valid++;
    const ours = shown(decoder.textAt(at), decoder.size);
    const their = shown(text, bytes);
    if (ours === their) continue;
    const hexadecimal = Array.from(words.subarray(at / 4, at / 4 + 4), (word) =>
      word.toString(16).padStart(8, '0'),
    );
    const difference = { words: hexadecimal.join(' '), ours, theirs: their };
    (ours === '.long' ? refused : differences).push(difference);
  }
  return { compared: theirs.size, valid, differences, refused, failed: false };
}

/** Random instructions that the decoder takes, in parts; `s_nop` is behind each. */
export function randomParts(target: string, instructions: number): readonly Uint32Array[] {
  const decoder = decoderOf(target);
  return Array.from({ length: Math.ceil(instructions / PART) }, (_, seed) => {
    const words = randomCode(target, PART, seed);
    decoder.open(bytesOf(words));
    const taken: number[] = [];
    for (let at = 0; at < words.length; at += decoder.size / 4) {
      const text = decoder.textAt(4 * at);
      if (text.startsWith('.long')) continue;
      taken.push(...words.subarray(at, at + decoder.size / 4));
      if (!text.startsWith('s_nop')) taken.push(...NOPS);
    }
    return Uint32Array.from(taken);
  });
}
const PART = 500;
const NOPS = [0xbf800000, 0xbf800000, 0xbf800000];

/** By part, a digest of what LLVM writes of it; `textOf` is what our decoder writes. */
export function theirDigests(
  kept: KeptAnswers,
  target: string,
  parts: readonly Uint32Array[],
): readonly string[] {
  const inputs = parts.map((words) => words.join());
  return answersOf(kept, disassembler, [target], inputs, (asked) =>
    asked.map((input) => {
      const lines = objdump(bytesOf(Uint32Array.from(input.split(','), Number)), target) ?? [];
      return digest([...lines].map(([at, { text }]) => `${at} ${text}\n`).join(''));
    }),
  );
}

/** Each address of code with the text of its instruction, as `theirDigests` has it. */
export function textOf(words: Uint32Array, target: string): string {
  const decoder = decoderOf(target);
  const code = bytesOf(words);
  decoder.open(code);
  let text = '';
  for (let at = 0; at < code.length; at += decoder.size) text += `${at} ${decoder.textAt(at)}\n`;
  return text;
}

export const compareRandom = (target: string, instructions: number, seed: number): Comparison =>
  compareCode(randomCode(target, instructions, seed), target);
