/** The encodings of `encodings.txt`: of random code, each instruction twice in each of its encodings. */
import { decoderOf } from './decoder.ts';
import { objdump } from './objdump.ts';
import { randomCode } from './random-encodings.ts';

const INSTRUCTIONS = 60_000;
const SEED = 22;
const TIMES = 2;

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

/** The encodings of one chip; the sizes are our decoder's. */
function linesOf(chip: string): string[] {
  const words = randomCode(chip, INSTRUCTIONS, SEED);
  const code = new Uint8Array(words.buffer);
  const texts = objdump(code, chip);
  if (texts === undefined) throw new Error(`llvm-objdump did not disassemble ${chip}`);
  const decoder = decoderOf(chip);
  decoder.open(code);
  const seen = new Map<string, { plain: number; remarked: number }>();
  const lines: string[] = [];
  for (const [at, text] of texts) {
    const [mnemonic = ''] = text.split(' ');
    if (mnemonic === '.long') continue;
    const times = seen.get(mnemonic) ?? { plain: 0, remarked: 0 };
    const remarked = text.includes('/*');
    // Of those with a remark one will do.
    if (remarked ? times.remarked > 0 || times.plain > 0 : times.plain >= TIMES) continue;
    times[remarked ? 'remarked' : 'plain']++;
    seen.set(mnemonic, times);
    decoder.textAt(at);
    const shown = Array.from(words.subarray(at / 4, (at + decoder.size) / 4), (word) =>
      word.toString(16).padStart(8, '0'),
    );
    lines.push(`${shown.join(' ')}  ${text}`);
  }
  return lines;
}
