import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../../src/index.ts';
import { compilerSample, macroSample, noShared, sharedKernels } from './kernels.ts';
import { skips } from '../../../../test/llvm.ts';
import { assemble, assembler, disassemble, disassembler, encode, printProgram } from './oracle.ts';
import { randomNumbers } from './random.ts';
import { chosenOf } from '../../../../test/cases.ts';

const targets = ['gfx90a', 'gfx942', 'gfx950'] as const;
const samples = [macroSample, compilerSample];
const noLlvm = skips(assembler, disassembler);

describe.skipIf(noLlvm)('what we parse, LLVM assembles', () => {
  it.each(chosenOf([...samples, ...sharedKernels]))('$name', ({ text }) => {
    const { program, diagnostics } = parseAssembly(text);
    expect(diagnostics.filter(({ code }) => code !== 'amdgcn/no-descriptor')).toEqual([]);
    const target = program.target ?? 'gfx942';
    const original = encode(text, target);
    const ours = encode(printProgram(program), target);
    expect(original.problem).toBe('');
    expect(ours.problem).toBe('');
    expect(ours.bytes).toEqual(original.bytes);
    expect(program.instructions).toHaveLength(original.bytes.length);
  });
});

describe.skipIf(noLlvm)('the words of ds_swizzle_b32', () => {
  it('give the offsets that LLVM gives them, all 65,536', () => {
    const lines = Array.from({ length: 0x10000 }, (_, n) => `ds_swizzle_b32 v0, v1 offset:${n}`);
    const { texts } = encode(lines.join('\n'), 'gfx90a');
    expect(texts).toHaveLength(0x10000);
    const { program, diagnostics } = parseAssembly(`f:\n${texts.join('\n')}\n`);
    expect(diagnostics.filter(({ code }) => code !== 'amdgcn/no-descriptor')).toEqual([]);
    const offsets = program.instructions.map(({ modifiers }) => modifiers.get('offset') ?? 0);
    // Bits that a mode ignores have no words: what LLVM reads them as counts.
    const wanted = encode(texts.join('\n'), 'gfx90a').bytes.map((bytes) => {
      const [low, high] = bytes.split(',').map(Number);
      return (low ?? 0) | ((high ?? 0) << 8);
    });
    expect(offsets).toEqual(wanted);
  });
});

/** Instructions of a disassembly in our words; padding and the names of labels are left out. */
function listing(text: string): string[] {
  const { program } = parseAssembly(text);
  return program.instructions
    .filter(({ mnemonic }) => mnemonic !== 's_nop')
    .map((instruction) => {
      const operands = instruction.operands.map((operand) =>
        operand.kind === 'symbol'
          ? ({ kind: 'special', name: `@${program.labels.has(operand.name)}` } as const)
          : operand,
      );
      return printInstruction({ ...instruction, operands });
    });
}

const objects = sharedKernels.filter((_, index) => index % 6 === 0);

describe.skipIf(noLlvm || objects.length === 0)(
  `what LLVM disassembles is what it assembled (${noShared})`,
  () => {
    it.each(chosenOf(objects))('$name', ({ text }) => {
      const target = parseAssembly(text).program.target ?? 'gfx942';
      const bytes = assemble(text, target);
      const disassembly = disassemble(bytes) ?? '';
      expect(parseAssembly(disassembly).diagnostics.map(({ code }) => code)).toEqual([
        'amdgcn/no-descriptor',
      ]);
      const symbolic = disassemble(bytes, '--symbolize-operands') ?? '';
      expect(listing(symbolic)).toEqual(listing(disassembly));
      // The assembler says the same instructions as the disassembler, in other words: compare the encodings.
      const plain = (source: string): string[] =>
        listing(source).map((line) => (line.includes('@true') ? (line.split(' ')[0] ?? '') : line));
      const again = encode(plain(disassembly).filter(isWhole).join('\n'), target);
      const original = encode(plain(text).filter(isWhole).join('\n'), target);
      expect(again.problem).toBe('');
      expect(again.bytes).toEqual(original.bytes);
    });
  },
);

/** Branches without their label cannot be assembled; their order is compared by the listing. */
const isWhole = (line: string): boolean => line.includes(' ') || line.startsWith('s_endpgm');

/** First bits of the encodings of gfx9, each with the number of bits. */
const encodings: readonly (readonly [bits: number, count: number])[] = [
  [0b101111111, 9], // SOPP
  [0b101111110, 9], // SOPC
  [0b101111101, 9], // SOP1
  [0b1011, 4], // SOPK
  [0b10, 2], // SOP2
  [0b0, 1], // VOP2, with SDWA and DPP
  [0b0111111, 7], // VOP1
  [0b0111110, 7], // VOPC
  [0b110100, 6], // VOP3
  [0b110100, 6],
  [0b110100, 6],
  [0b110100111, 9], // VOP3P and MFMA
  [0b110100111, 9],
  [0b110000, 6], // SMEM
  [0b110110, 6], // DS
  [0b110111, 6], // FLAT, GLOBAL, SCRATCH
  [0b111000, 6], // MUBUF
  [0b111010, 6], // MTBUF
];

/** Instructions with random operands and modifiers, as the disassembler prints them. */
function randomInstructions(target: string, count: number): string[] {
  const random = randomNumbers(target.length + target.charCodeAt(4));
  const lines: string[] = [];
  const chunk = 500;
  for (let done = 0; done < count; done += chunk) {
    const words: string[] = [];
    for (let i = 0; i < chunk; i++) {
      const [bits, size] = encodings[i % encodings.length] ?? [0, 1];
      const first = bits * 2 ** (32 - size) + random(2 ** (32 - size));
      words.push(`.long ${first}, ${random(2 ** 32)}`);
    }
    // The disassembler itself stops at some words.
    const text = disassemble(assemble(words.join('\n'), target)) ?? '';
    for (const match of text.matchAll(/^\t([a-z].*?)\s*\/\/ [0-9A-F]{12}:/gm)) {
      const line = match[1] ?? '';
      if (!line.includes('/*')) lines.push(line);
    }
  }
  return lines;
}

describe.skipIf(noLlvm)('any instruction that LLVM disassembles', () => {
  it.each(targets)('%s', (target) => {
    const lines = randomInstructions(target, 12_000);
    const known = encode(lines.join('\n'), target);
    // Some random words print as text that the assembler itself rejects.
    const rejected = new Set(
      [...known.problem.matchAll(/^<stdin>:(\d+):\d+: error/gm)].map((match) => Number(match[1])),
    );
    const accepted = lines.filter((_, index) => !rejected.has(index + 1));
    const source = accepted.join('\n');
    const { program, diagnostics } = parseAssembly(source);
    const problems = diagnostics.filter(({ code }) => code !== 'amdgcn/no-descriptor');
    expect(problems.map(({ span }) => source.slice(span?.start).split('\n')[0])).toEqual([]);
    const ours = encode(program.instructions.map(printInstruction).join('\n'), target);
    expect(ours.problem).toBe('');
    expect(ours.bytes).toEqual(known.bytes);
    expect(new Set(program.instructions.map(({ mnemonic }) => mnemonic)).size).toBeGreaterThan(600);
  });
});
