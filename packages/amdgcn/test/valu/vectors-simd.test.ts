/** Compiled code gives what steps give, bit for bit: every row that has a form in vectors, with the operands that it may have. */
import { describe, expect, it } from 'vitest';
import { isSameWord } from '../../../../test/same-word.ts';
import { compileBlock } from '../../src/emulate/blocks.ts';
import { giveRegisters, takeRegisters } from '../../src/state/register-memory.ts';
import type { Target, WaveSize } from '../../src/state/target.ts';
import { EXEC, LANES, VCC, Wave } from '../../src/state/wave.ts';
import type { Row } from '../../src/isa/valu/row.ts';
import { findRow, mnemonicsOf } from '../../src/isa/valu/rows.ts';
import { vectorPlan } from '../../src/isa/valu/simd/plans.ts';
import { compileLine, contextFor, lineOf, parseLine, randomWords } from './harness.ts';

/** One of so many forms of each row is looked at: `SIMD_EVERY=1` looks at all. */
const EVERY = Number(process.env['SIMD_EVERY'] ?? 24);

const EDGES = [
  0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 1, 0x807fffff, 0x00800000, 0x7f7fffff,
  0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc01234, 0xffffffff, 0x7fffffff,
  0x4f000000, 0x33800000, 0x387fe000, 0x38800000, 0x477fefff, 0x477ff000, 0x33000000, 0x33000001, 2,
  31, 32, 33, 255, 65535, 65536, 0x3c003c00, 0x80008000, 0x7bff7c00, 0x0403bc00, 0x7e017c01,
  0x0c0d0a09, 0x07060504, 0xff0f0e0b,
];

/** Any bits, edges, and floats of moderate size, which meet each other. */
function word(next: () => number): number {
  const pick = next() % 4;
  if (pick === 0) return EDGES[next() % EDGES.length] ?? 0;
  if (pick === 1) return ((0x3c000000 + (next() % 0x08000000)) | (next() & 0x80000000)) >>> 0;
  if (pick === 2) return (next() & 0x807fffff) | (((next() % 8) + 123) << 23);
  return next();
}

/** Lines of a row: vectors, a scalar or a constant in each place, signs, halves, the destination among the sources. */
function linesOf(row: Row, waveSize: WaveSize): string[] {
  const { text } = lineOf(row, '', { waveSize });
  const lines = [text];
  for (const at of [32, 64, 96]) {
    const [single, pair] = [new RegExp(`\\bv${at}\\b`), new RegExp(`\\bv\\[${at}:${at + 1}\\]`)];
    lines.push(
      text.replace(single, 's6').replace(pair, 's[6:7]'),
      text.replace(single, '5').replace(pair, '5'),
      text.replace(single, '1.0').replace(pair, '1.0'),
      text.replace(single, `-v${at}`),
      text.replace(single, `|v${at}|`),
      text.replace(single, 'v0').replace(pair, 'v[1:2]'),
    );
  }
  const halves = [
    'op_sel:[1,0]',
    'op_sel:[1,0,1]',
    'op_sel:[0,1,0,1]',
    'op_sel_hi:[0,1]',
    'neg_lo:[1,0]',
    'neg_hi:[0,1]',
  ];
  return [...new Set([...lines, ...halves.map((half) => `${text} ${half}`)])];
}

function fill(wave: Wave, seed: number, exec: number): void {
  const next = randomWords(seed);
  for (let i = 0; i < 128 * LANES; i++) wave.u[i] = word(next);
  for (let i = 0; i < VCC + 2; i++) wave.s[i] = word(next);
  wave.s[EXEC] = exec;
  if (wave.size === 64) wave.s[EXEC + 1] = ~exec;
}

/** The first place where two waves differ. */
function difference(one: Wave, other: Wave): string | undefined {
  const at = one.u.findIndex((value, index) => !isSameWord(value, other.u[index] ?? 0));
  if (at >= 0) {
    const [row, lane] = [Math.floor(at / LANES), at % LANES];
    return `v${row} of lane ${lane}: ${one.u[at]} and ${other.u[at]}`;
  }
  const scalar = one.s.findIndex((value, index) => value !== other.s[index]);
  return scalar < 0 ? undefined : `s${scalar}: ${one.s[scalar]} and ${other.s[scalar]}`;
}

const TARGETS: readonly (readonly [Target, WaveSize])[] = [
  ['gfx950', 64],
  ['gfx1201', 32],
];

describe.each(TARGETS)('%s', (target, waveSize) => {
  it('does the same in vectors as lane by lane', () => {
    const registers = takeRegisters();
    expect(registers.base).toBeGreaterThan(0);
    const formed = new Set<string>();
    for (const [seed, name] of mnemonicsOf(target).entries()) {
      const row = findRow(name, target);
      if (row === undefined || name.startsWith('v_dual')) continue;
      const lines = linesOf({ ...row, mnemonic: name }, waveSize);
      // The first has vectors alone; of the others a part, which differs from row to row.
      for (const [index, line] of lines.entries()) {
        if (index > 0 && (index + seed) % EVERY !== 0) continue;
        const plan = vectorPlan(parseLine(line), contextFor(target, waveSize));
        const block = plan && compileBlock([plan], waveSize);
        if (block === undefined) continue;
        formed.add(name);
        const plain = new Wave(0, 0, undefined, undefined, waveSize);
        const compiled = new Wave(0, 0, undefined, registers, waveSize);
        fill(plain, seed, 0xfffff5ff);
        fill(compiled, seed, 0xfffff5ff);
        compileLine(line, target, waveSize)(plain);
        block.run(compiled.base);
        expect.soft(difference(plain, compiled), line).toBeUndefined();
      }
    }
    giveRegisters([registers]);
    expect(formed.size).toBeGreaterThan(150);
  });
});
