/** The encodings of `encodings.txt`: of random code, each instruction once. */
import { decoderOf } from './decoder.ts';
import { objdump } from './objdump.ts';
import { randomCode } from './random-encodings.ts';

const INSTRUCTIONS = 60_000;
const SEED = 22;

/** Lines `chips words text`, by text. */
export function encodingLines(chips: readonly string[]): string {
  const found = new Map<string, string[]>();
  for (const chip of chips) {
    for (const line of linesOf(chip)) {
      const known = found.get(line);
      if (known === undefined) found.set(line, [chip.slice(3)]);
      else known.push(chip.slice(3));
    }
  }
  const lines = [...found].map(([line, of]) => `${of.join(',')} ${line}`);
  const textOf = (line: string): string => line.replace(/^\S+ ([0-9a-f]{8} )+ */, '');
  const order = (one: string, other: string): number => (one < other ? -1 : 1);
  return `${lines.sort((one, other) => order(textOf(one), textOf(other))).join('\n')}\n`;
}

/** The encodings of one chip that the decoder takes. */
function linesOf(chip: string): string[] {
  const words = randomCode(chip, INSTRUCTIONS, SEED);
  const code = new Uint8Array(words.buffer);
  const theirs = objdump(code, chip);
  if (theirs === undefined) throw new Error(`llvm-objdump did not disassemble ${chip}`);
  const decoder = decoderOf(chip);
  decoder.open(code);
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const [at, { text, bytes }] of theirs) {
    const [mnemonic = ''] = text.split(' ');
    if (seen.has(mnemonic) || decoder.textAt(at).startsWith('.long')) continue;
    seen.add(mnemonic);
    const shown = Array.from(words.subarray(at / 4, (at + bytes) / 4), (word) =>
      word.toString(16).padStart(8, '0'),
    );
    lines.push(`${shown.join(' ')}  ${text}`);
  }
  return lines;
}
