/**
 * The tables against the world: LLVM knows no instruction of these chips that they lack, but those named here; what
 * compilers were seen to emit is in them; and all of it is parsed, printed, encoded and compiled.
 */
import { existsSync, readFileSync } from 'node:fs';
import { matrixInstructions, matrixNames } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../src/index.ts';
import type { Target } from '../src/state/target.ts';
import { laneRows } from '../src/isa/valu/lanes.ts';
import { lines } from './emulate/lines.ts';
import { chips, compiled, linesOf } from './tables.ts';
import { everyOpcode, operationOf } from './text/every-opcode.ts';
import { skips } from '../../../test/llvm.ts';
import { assembler, disassembler, encode } from './text/oracle.ts';
import { models } from './valu/models.ts';
import { smallModels } from './valu/small.ts';
import { vectors } from './valu/special.ts';
import { chosenOf } from '../../../test/cases.ts';

const noLlvm = skips(assembler, disassembler);

/** What is not executed, and why: none of it is in code that compilers make for compute kernels. */
const leftOut: Readonly<Record<string, RegExp>> = {
  'textures, and buffers with a format of their elements': /^image_|^t?buffer_(load|store)_format_/,
  'branches by a stack of masks': /^s_cbranch_(g_fork|i_fork|join)$/,
  'a copy from LDS to memory that gfx90a and chips before it have': /^buffer_store_lds_dword$/,
  'a table for graphics that no manual of these chips prints': /^v_screen_partition_4se_b32$/,
  'shaders of pixels, before gfx90a': /^exp$|^v_interp_/,
  'LDS words that an instruction takes from LDS, before gfx90a; compilers make none':
    /^ds_\w+_src2_/,
};
const isLeftOut = (mnemonic: string): boolean =>
  Object.values(leftOut).some((pattern) => pattern.test(mnemonic));

/** Spellings that the disassembler never chooses. */
const otherSpellings = /^v_accvgpr_(read|write)$|^v_s?mf(ma|mac)_|^ds_gws_/;

interface Chip {
  readonly tables: ReadonlyMap<string, string>;
  /** Mnemonics of the tables whose line becomes a step. */
  readonly steps: ReadonlySet<string>;
  /** Lines that LLVM disassembles, and the names in them; of the chosen chips, with LLVM. */
  readonly lines: readonly string[];
  readonly names: ReadonlySet<string>;
}

const disassembled = noLlvm ? [] : chosenOf(chips);
const made = new Map<Target, Chip>();
function chipOf(target: Target): Chip {
  const before = made.get(target);
  if (before !== undefined) return before;
  const lines = disassembled.includes(target) ? everyOpcode(target) : [];
  const tables = linesOf(target);
  const { program, steps } = compiled([...tables.values()].join('\n'), target);
  const done = program.instructions.filter((_, number) => steps[number]);
  const chip = {
    tables,
    steps: new Set(done.map(({ mnemonic }) => mnemonic)),
    lines,
    names: new Set(lines.map(operationOf)),
  };
  made.set(target, chip);
  return chip;
}

describe.skipIf(noLlvm).each(disassembled)(
  'every operation of %s that LLVM disassembles',
  (chip) => {
    it('has a row, or is left out for a reason', () => {
      const { tables, names } = chipOf(chip);
      expect([...names].filter((name) => !tables.has(name) && !isLeftOut(name))).toEqual([]);
      expect([...tables.keys()].filter(isLeftOut)).toEqual([]);
      // And the other way round: what the tables have was seen.
      const unseen = [...tables.keys()].filter((name) => !names.has(name));
      expect(unseen.filter((name) => !otherSpellings.test(name))).toEqual([]);
    });

    it('is parsed and printed as the same bytes', () => {
      const all = chipOf(chip).lines.filter((line) => !isLeftOut(operationOf(line)));
      const first = encode(all.join('\n'), chip);
      // Some words are disassembled to text that the assembler itself rejects.
      const rejected = new Set(
        [...first.problem.matchAll(/^<stdin>:(\d+):\d+: error/gm)].map((match) => Number(match[1])),
      );
      const source = all.filter((_, index) => !rejected.has(index + 1)).join('\n');
      const { program, diagnostics } = parseAssembly(source);
      const problems = diagnostics.filter(({ code }) => code !== 'amdgcn/no-descriptor');
      expect(problems.map(({ span }) => source.slice(span?.start).split('\n')[0])).toEqual([]);
      const ours = encode(program.instructions.map(printInstruction).join('\n'), chip);
      expect(ours.problem).toBe('');
      expect(ours.bytes).toEqual(first.bytes);
    });

    it('is compiled to a step in at least one of its forms', () => {
      const { tables, lines } = chipOf(chip);
      const all = lines.filter((line) => tables.has(operationOf(line)));
      const { program, steps } = compiled(all.join('\n'), chip);
      const done = new Set(
        program.instructions.filter((_, number) => steps[number]).map(({ mnemonic }) => mnemonic),
      );
      // Targets of branches are in another program, and few registers suit a matrix: see below for these.
      const others = [...new Set(all.map(operationOf))].filter(
        (name) => !/^s_(call|c?branch)/.test(name),
      );
      expect(others.filter((name) => !done.has(name) && !otherSpellings.test(name))).toEqual([]);
    });
  },
);

describe.each(chips)('the tables for %s', (chip) => {
  it('make a step of a line for each mnemonic', () => {
    const { tables, steps } = chipOf(chip);
    expect([...tables.keys()].filter((mnemonic) => !steps.has(mnemonic))).toEqual([]);
  });
});

/** Rows that a test of its own goes through by name; the last test of each family says that it was executed. */
const tested: ReadonlySet<string> = new Set([
  ...Object.keys(models),
  ...smallModels.keys(),
  ...Object.keys(vectors),
  ...laneRows.keys(),
  ...lines.map(({ mnemonic }) => mnemonic),
  ...matrixInstructions.flatMap((row) => chips.flatMap((chip) => matrixNames(row, chip))),
  ...['32x32x64', '16x16x128'].map((size) => `v_mfma_scale_f32_${size}_f8f6f4`),
  ...['read_b32', 'write_b32', 'mov_b32'].map((name) => `v_accvgpr_${name}`),
  'v_mfma_ld_scale_b32',
]);

it.each(chips)('each mnemonic of %s has a test of its own', (chip) => {
  expect([...chipOf(chip).tables.keys()].filter((mnemonic) => !tested.has(mnemonic))).toEqual([]);
});

const histogram = new URL('../../../../shared/research/amdgcn-histogram.tsv', import.meta.url);
const present = existsSync(histogram);
if (!present) console.log('skipped: there is no ../shared/research/amdgcn-histogram.tsv');

/** The mnemonics that were counted in 70 compiled kernels. */
const counted = !present
  ? []
  : readFileSync(histogram, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('mnemonic\t'))
      .map((line) => line.split('\t')[0] ?? '');

it.skipIf(disassembled.length < chips.length)('what is left out exists', () => {
  const names = chips.flatMap((chip) => [...chipOf(chip).names]);
  for (const pattern of Object.values(leftOut))
    expect(names.some((name) => pattern.test(name))).toBe(true);
});

describe.skipIf(!present)('mnemonics of compiled kernels', () => {
  it('are as many as the histogram says', () => {
    expect(new Set(counted).size).toBe(289);
  });

  it.each(counted)('%s has a row on each chip that has it', (mnemonic) => {
    const here = chips.filter((chip) => chipOf(chip).tables.has(mnemonic));
    expect(here.length).toBeGreaterThan(0);
    for (const chip of here) expect(chipOf(chip).steps.has(mnemonic)).toBe(true);
    if (otherSpellings.test(mnemonic)) return;
    expect(here.filter((chip) => disassembled.includes(chip))).toEqual(
      disassembled.filter((chip) => chipOf(chip).names.has(mnemonic)),
    );
  });
});
