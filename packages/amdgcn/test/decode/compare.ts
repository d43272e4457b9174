/** Compares the decoder's text of random code with that of LLVM's disassembler, or with what that answered once. */
import { answersOf, digest, type KeptAnswers } from '../../../../test/tool-answers.ts';
import { disassembler } from '../text/oracle.ts';
import { decoderOf } from './decoder.ts';
import { objdump } from './objdump.ts';
import { randomCode } from './random-encodings.ts';

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
  /** True when the disassembler failed, so that nothing was compared. */
  readonly failed: boolean;
}

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer);

/** Compares code word by word: both must find the same instructions. */
export function compareCode(words: Uint32Array, target: string): Comparison {
  const code = bytesOf(words);
  const theirs = objdump(code, target);
  if (theirs === undefined) return { compared: 0, valid: 0, differences: [], failed: true };
  const decoder = decoderOf(target);
  decoder.open(code);
  const differences: Difference[] = [];
  let valid = 0;
  const ours = new Map<number, string>();
  for (let at = 0; at < code.length; at += decoder.size) ours.set(at, decoder.textAt(at));
  for (const [at, text] of theirs) {
    if (!text.startsWith('.long')) valid++;
    const mine = ours.get(at) ?? 'inside another instruction';
    if (mine === text) continue;
    const shown = Array.from(words.subarray(at / 4, at / 4 + 3), (word) =>
      word.toString(16).padStart(8, '0'),
    );
    differences.push({ words: shown.join(' '), ours: mine, theirs: text });
  }
  return { compared: theirs.size, valid, differences, failed: false };
}

/** Code of so many instructions, in parts that each end with `s_nop`, so that none reaches into the next one. */
export const randomParts = (target: string, instructions: number): readonly Uint32Array[] =>
  Array.from({ length: Math.ceil(instructions / PART) }, (_, seed) =>
    randomCode(target, PART, seed),
  );
const PART = 500;

/** By part, a digest of what LLVM writes of it; `textOf` is what our decoder writes. */
export function theirDigests(
  kept: KeptAnswers,
  target: string,
  parts: readonly Uint32Array[],
): readonly string[] {
  const inputs = parts.map((words) => words.join());
  return answersOf(kept, disassembler, [target], inputs, (asked) => {
    const codes = asked.map((input) => Uint32Array.from(input.split(','), Number));
    const texts = objdump(bytesOf(Uint32Array.from(codes.flatMap((code) => [...code]))), target);
    let start = 0;
    return codes.map(({ byteLength }) => {
      const [first, end] = [start, (start += byteLength)];
      const inside = [...(texts ?? [])].filter(([at]) => at >= first && at < end);
      return digest(inside.map(([at, text]) => `${at - first} ${text}\n`).join(''));
    });
  });
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
