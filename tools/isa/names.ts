/** Measures the names in a chip's operands: of scalar values, hardware registers, messages and formats of elements. */
import type { Isa, Names } from '../../packages/amdgcn/src/decode/isa.ts';
import { isAligned } from '../../packages/amdgcn/src/decode/table.ts';
import { disassemble, type Probe, UNKNOWN } from './objdump.ts';

/** Of every generation, with v0 as destination. */
const V_MOV_B32 = 0x7e000200;

const generations: Readonly<Record<string, number>> = {
  gfx90a: 9,
  gfx942: 9.4,
  gfx950: 9.4,
  gfx1100: 11,
  gfx1151: 11,
  gfx1201: 12,
  gfx1250: 12.5,
};

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** What LLVM writes for each of some encodings. */
function textsOf(words: readonly (readonly number[])[], chip: string): string[] {
  const probes = words.map((each): Probe => ({ words: each, text: UNKNOWN, bytes: 0 }));
  disassemble(probes, chip);
  return probes.map(({ text }) => text);
}

/** What the formats, operands and modifiers of a chip depend on. */
export function measureIsa(chip: string): Isa {
  const generation = generations[chip] ?? 0;
  /** The first word of opcodes of a format that LLVM writes like a pattern. */
  const find = (first: number, shift: number, count: number, pattern: RegExp): number => {
    const words = range(count).map((opcode) => (first | (opcode << shift)) >>> 0);
    const texts = textsOf(
      words.map((word) => [word, 0]),
      chip,
    );
    return words[texts.findIndex((text) => pattern.test(text))] ?? 0;
  };
  const namesOf = (
    count: number,
    wordsOf: (value: number) => readonly number[],
    pattern: RegExp,
  ): Map<number, string> => {
    const names = new Map<number, string>();
    for (const [value, text] of textsOf(range(count).map(wordsOf), chip).entries()) {
      const name = pattern.exec(text)?.[1];
      if (name !== undefined) names.set(value, name);
    }
    return names;
  };
  const named = /, (?!s\d|s\[|ttmp|-?\d)([a-z]\w*)$/;
  const move = find(0xbe800000, 8, 256, /^s_mov_b32 /);
  const movePair = find(0xbe800000, 8, 256, /^s_mov_b64 /);
  const getreg = find(0xb0000000, 23, 32, /^s_getreg_b32 /);
  const sendmsg = find(0xbf800000, 16, 128, /^s_sendmsg /);
  const singles = new Map([
    ...namesOf(256, (value) => [move | value, 0x12345], named),
    ...namesOf(256, (value) => [V_MOV_B32 | value, 0x12345], named),
  ]);
  const pairs = namesOf(256, (value) => [movePair | value, 0x12345], named);
  const messages = generation < 11 ? 16 : 256;
  // Some messages have a name only with an operation.
  const message = new Map(
    [0, 0x10].flatMap((operation) => [
      ...namesOf(messages, (id) => [sendmsg | id | operation], /sendmsg\((MSG_\w+)/),
    ]),
  );
  const hwreg = namesOf(64, (id) => [getreg | 0xf800 | id], /hwreg\((HW_REG_\w+)\)/);
  const names: Record<string, Names> = { hwreg, message };
  const typed = (fields: number): number => (0xe8000000 | fields) >>> 0;
  if (generation < 10) {
    names['dataFormat'] = namesOf(
      16,
      (id) => [typed((id << 19) | (7 << 23)), 0],
      /\[(BUF_DATA_\w+)/,
    );
    names['numberFormat'] = namesOf(8, (id) => [typed((2 << 19) | (id << 23)), 0], /(BUF_NUM_\w+)/);
  } else {
    const load = (id: number): readonly number[] =>
      generation < 12 ? [typed(id << 19), 0] : [0xc420007c, ((id << 23) | (8 << 9)) >>> 0, 0];
    names['dataFormat'] = namesOf(128, load, /format:\[(BUF_FMT\w+)\]/);
  }
  return { chip, generation, aligned: isAligned(generation), singles, pairs, names };
}
