/**
 * Which instructions of the vector ALU of RDNA are executed: LLVM's disassembler is asked for every opcode of every
 * encoding, so that the list of what exists is LLVM's; what is not executed stands here with the reason.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { dualRows } from '../../src/isa/valu/dual-rows.ts';
import { rdnaLaneRows } from '../../src/isa/valu/rdna-lanes.ts';
import { rdnaRows } from '../../src/isa/valu/rdna.ts';
import { findLaneRow, findRow } from '../../src/isa/valu/rows.ts';
import { existsOn, RDNA, type Target } from '../../src/state/target.ts';
import { answerOf } from '../../../../test/tool-answers.ts';
import { assembler, keptIn, problemsOf } from '../text/oracle.ts';
import { LANE_LINES, lineOf, randomWords } from './harness.ts';

const kept = keptIn('valu-rdna');

/** What is not executed, and why. */
const LEFT_OUT: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^v_interp_/, 'pixel shaders only: attributes come from the rasteriser'],
  [/^v_s?wmmac?_/, 'matrix instructions, with a table and tests of their own'],
  [/^v_fma[am]k_f64$/, 'gfx1250: constants of 64 bits'],
  [/^v_cvt_scale/, 'gfx1250: no public document says how scales are applied and rounded'],
  [/^v_cvt_(pk_|sr_)(fp8|bf8)_f16$|^v_cvt_sr_pk_/, 'gfx1250: how they round is not published'],
  [/^v_ashr_pk_/, 'gfx1250: which half they write and what becomes of the other is not published'],
  [
    /^v_(cos|exp|log|rcp|rsq|sin|sqrt|tanh)_bf16$|^v_tanh_/,
    'gfx1250: their errors are not published',
  ],
  [/^v_fma_mix.*_bf16$/, 'gfx1250: where the result is rounded is not published'],
  [/^v_perm_pk16_|^v_sat_pk4_/, 'gfx1250: LLVM does not define them'],
  [/^v_permlane_(bcast|down|idx_gen|up|xor)_b32$/, 'gfx1250: LLVM does not define their operands'],
];

/** `v_mov_b16` and its kin exist on RDNA 4 only where halves are addressable, which LLVM takes for a feature. */
const TRUE16 = '-mattr=+real-true16';

/** Words of every opcode of VOP1, VOP2, VOPC, VOP3, VOP3P and VOPD, with a few choices of operands. */
function* opcodes(): Generator<readonly [number, number]> {
  const next = randomWords(20);
  const vector = (step: number): number => 256 + step * (next() % 12);
  for (let op = 0; op < 256; op++) {
    yield [0x7e000000 | (2 << 17) | (op << 9) | vector(2), 0];
    yield [0x7c000000 | (op << 17) | (4 << 9) | vector(2), 0];
    if (op < 62) yield [(op << 25) | (8 << 17) | (6 << 9) | vector(2), 0x40490fdb];
  }
  for (let op = 0; op < 1024; op++) {
    for (const [a, b, c] of [
      [vector(2), vector(2), vector(2)],
      [vector(2), vector(2), 8],
      [vector(2), 4, 6],
      [vector(2), 0, 0],
      [2, 0, 0],
    ] as const) {
      yield [0xd4000000 | (op << 16) | 10, a | (b << 9) | (c << 18)];
    }
  }
  for (let op = 0; op < 128; op++) {
    for (const c of [256 + 16, 256 + 64]) {
      yield [
        0xcc000000 | (op << 16) | 0x4000 | 16,
        (256 + 32) | ((256 + 48) << 9) | (c << 18) | 0x18000000,
      ];
    }
  }
  for (let x = 0; x < 16; x++) {
    for (let y = 0; y < 32; y++) {
      yield [
        0xc8000000 | (x << 22) | (y << 17) | (4 << 9) | 258,
        257 | (6 << 9) | (3 << 17) | (2 << 24),
      ];
    }
  }
}

/** The mnemonics that LLVM knows on a chip, without the suffix of an encoding. */
function mnemonicsOf(chip: Target): Set<string> {
  const bytes = ([low, high]: readonly [number, number]): string =>
    [low, high, 0x3f800000]
      .flatMap((word) =>
        [0, 8, 16, 24].map((shift) => `0x${((word >>> shift) & 255).toString(16)}`),
      )
      .join(' ');
  const input = Array.from(opcodes(), bytes).join('\n');
  const args = ['-triple=amdgcn-amd-amdhsa', `-mcpu=${chip}`, TRUE16, '--disassemble'];
  const names = answerOf(kept, assembler, args, input, () => {
    const { stdout } = spawnSync(assembler.command, args, {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const found = stdout.matchAll(/(?:^\s*|:: )(v_\w+)/gm);
    return [...new Set(Array.from(found, ([, name = '']) => name))];
  });
  return new Set(
    names
      .filter((name) => name !== 'v_illegal')
      .map((name) => name.replace(/_(?:e32|e64|e64_dpp|dpp)$/, '')),
  );
}

describe('LLVM agrees', () => {
  test.each(RDNA)('on which instructions %s has, and which of them are executed', (chip) => {
    const known = mnemonicsOf(chip);
    expect(known.size).toBeGreaterThan(490);
    const left = [...known].filter((name) => !findRow(name, chip) && !findLaneRow(name, chip));
    const unexplained = left.filter((name) => !LEFT_OUT.some(([pattern]) => pattern.test(name)));
    expect(unexplained).toEqual([]);
    const executed = known.size - left.length;
    console.log(`${chip}: ${executed} mnemonics of the vector ALU executed, ${left.length} not`);
  });

  test.each(RDNA)('on the chips of each row: %s', (chip) => {
    const lines: { readonly text: string; readonly exists: boolean }[] = [];
    for (const row of rdnaRows().values()) {
      const { text } = lineOf(row, '', { waveSize: 32 });
      lines.push({ text, exists: findRow(row.mnemonic, chip) !== undefined });
    }
    for (const [name, { chips }] of rdnaLaneRows)
      lines.push({ text: LANE_LINES[name] ?? name, exists: existsOn(chips, chip) });
    for (const row of dualRows().values()) {
      const { text } = lineOf(row, '', { waveSize: 32 });
      const exists = findRow(row.mnemonic, chip) !== undefined;
      // A result of 64 bits is that of the first half.
      const pair =
        row.outputs[0] === 'f64'
          ? `${text} :: v_dual_mov_b32 v7, v6`
          : `v_dual_mov_b32 v1, v3 :: ${text}`;
      lines.push({ text: pair, exists });
    }
    const problems = problemsOf(
      kept,
      chip,
      lines.map(({ text }) => text),
      TRUE16,
    );
    const wrong = lines.filter(({ exists }, index) => exists !== (problems[index] === ''));
    expect(wrong.map(({ text, exists }) => `${text}: ${exists ? 'rejected' : 'taken'}`)).toEqual(
      [],
    );
  });
});
