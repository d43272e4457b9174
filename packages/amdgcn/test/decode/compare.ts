/** Compares the decoder's text of random code with that of LLVM's disassembler. */
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
function compareCode(words: Uint32Array, target: string): Comparison {
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

export const compareRandom = (target: string, instructions: number, seed: number): Comparison =>
  compareCode(randomCode(target, instructions, seed), target);
