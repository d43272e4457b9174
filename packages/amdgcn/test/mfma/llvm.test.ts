/**
 * LLVM's assembler as oracle: each instruction is taken on the chips that the table names, with the registers that we
 * want, and on no other.
 */
import { spawnSync } from 'node:child_process';
import { matrixInstructions, matrixNames, type MatrixChip } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { mfma } from '../../src/isa/mfma/mfma.ts';
import { BITS, counts } from './harness.ts';
import { answersOf } from '../../../../test/tool-answers.ts';
import { assembler, keptIn, problemsOf } from '../text/oracle.ts';

const CHIPS: readonly MatrixChip[] = ['gfx908', 'gfx90a', 'gfx942', 'gfx950'];
const kept = keptIn('mfma');

/** What each line is printed as; `undefined` where it is refused. */
function assemble(chip: string, lines: readonly string[]): (string | undefined)[] {
  const args = ['-triple=amdgcn', `-mcpu=${chip}`];
  const printed = answersOf(kept, assembler, args, lines, (asked) => {
    const options = { input: asked.join('\n'), encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const { stdout, stderr } = spawnSync(assembler.command, args, options);
    const refused = new Set(
      Array.from(stderr.matchAll(/<stdin>:(\d+):\d+: error/g), ([, line]) => Number(line) - 1),
    );
    const printed = stdout.matchAll(/^\s*(v_.*?)\s*$/gm);
    return asked.map((_, line) => (refused.has(line) ? '' : (printed.next().value?.[1] ?? '?')));
  });
  return printed.map((text) => (text === '' ? undefined : text));
}

const range = (file: string, first: number, count: number): string =>
  count === 1 ? `${file}${first}` : `${file}[${first}:${first + count - 1}]`;

function line(
  name: string,
  d: number,
  a: number,
  b: number,
  sparse: boolean,
  file: string,
): string {
  const result = range(file, 0, d);
  const sources = `${range('v', 64, a)}, ${range('v', 96, b)}`;
  return `${name} ${result}, ${sources}, ${sparse ? 'v200' : result}`;
}

describe('llvm-mc', () => {
  const plain = matrixInstructions.filter((row) => row.a !== 'f8f6f4');
  const spellings = new Set(
    plain.flatMap((row) => [row.name, ...(row.oldName ? [row.oldName] : []), ...row.aliases]),
  );

  for (const chip of CHIPS) {
    it(`${chip} takes exactly the names and register counts of the table`, () => {
      const file = chip === 'gfx908' ? 'a' : 'v';
      const wanted = new Map(
        plain.flatMap((row) => {
          const { source, result } = counts(row);
          const a = row.sparse ? source / 2 : source;
          return matrixNames(row, chip).map((name): [string, string] => [
            name,
            line(name, result, a, source, row.sparse, file),
          ]);
        }),
      );
      const tries = Array.from(spellings).flatMap((name) =>
        [2, 4, 8, 16, 32].flatMap((d) =>
          [1, 2, 4].map((a) => {
            const sparse = name.startsWith('v_smfmac');
            return line(name, d, a, sparse ? 2 * a : a, sparse, file);
          }),
        ),
      );
      const results = assemble(chip, tries);
      expect(tries.filter((_, n) => results[n] !== undefined).sort()).toEqual(
        Array.from(wanted.values()).sort(),
      );
    });

    it(`${chip} prints the name of the table`, () => {
      const rows = plain.filter((row) => matrixNames(row, chip).length > 0);
      const named = rows.flatMap((row) => matrixNames(row, chip).map((name) => ({ row, name })));
      const results = assemble(
        chip,
        named.map(({ row, name }) => {
          const { source, result } = counts(row);
          const a = row.sparse ? source / 2 : source;
          return line(name, result, a, source, row.sparse, chip === 'gfx908' ? 'a' : 'v');
        }),
      );
      for (const [n, { row }] of named.entries()) {
        expect(results[n]?.split(' ')[0]).toBe(matrixNames(row, chip)[0]);
      }
    });
  }

  it('knows no matrix mnemonic of gfx950 that the family lacks', () => {
    // Names that differ from ours in one number or type, of which LLVM may know some.
    const numbers = [1, 2, 4, 8, 16, 32, 64, 128];
    const types = ['f16', 'bf16', 'f32', 'f64', 'i8', 'xf32', 'fp8_fp8', 'bf8_fp8', 'f8f6f4'];
    const guesses = [4, 16, 32].flatMap((m) =>
      numbers.flatMap((k) =>
        types.flatMap((type) =>
          ['v_mfma', 'v_smfmac'].flatMap((kind) =>
            ['f32', 'i32', 'f64'].map((d) => `${kind}_${d}_${m}x${m}x${k}_${type}`),
          ),
        ),
      ),
    );
    for (const chip of CHIPS.slice(1)) {
      const lines = guesses.map((name) => `${name} v0, v1, v2, v3`);
      const problems = problemsOf(kept, chip, lines);
      const known = guesses.filter(
        (_, n) => !/^(?:invalid instruction|instruction not)/.test(problems[n] ?? ''),
      );
      expect(known.filter((name) => !mfma.has(name))).toEqual([]);
    }
  });

  it('f8f6f4: registers by format, scales, and only on gfx950', () => {
    const formats = ['fp8', 'bf8', 'fp6', 'bf6', 'fp4'];
    const lines = formats.flatMap((a, cbsz) =>
      formats.flatMap((b, blgp) =>
        ['16x16x128', '32x32x64'].flatMap((size) => {
          const result = range('v', 0, size.startsWith('16') ? 4 : 16);
          const sources = `${range('v', 64, BITS[a] ?? 0)}, ${range('v', 96, BITS[b] ?? 0)}`;
          const rest = `${cbsz > 0 ? ` cbsz:${cbsz}` : ''}${blgp > 0 ? ` blgp:${blgp}` : ''}`;
          const head = `${result}, ${sources}, ${result}`;
          return [
            `v_mfma_f32_${size}_f8f6f4 ${head}${rest}`,
            `v_mfma_scale_f32_${size}_f8f6f4 ${head}, v200, v201 op_sel_hi:[0,0,0]${rest}`,
          ];
        }),
      ),
    );
    const load = 'v_mfma_ld_scale_b32 v0, v1';
    expect(assemble('gfx950', [...lines, load])).toEqual([...lines, load]);
    for (const chip of ['gfx90a', 'gfx942']) {
      expect(assemble(chip, [...lines, load]).every((printed) => printed === undefined)).toBe(true);
    }
  });

  it('accumulator moves', () => {
    const lines = [
      'v_accvgpr_read_b32 v1, a5',
      'v_accvgpr_write_b32 a1, v5',
      'v_accvgpr_write_b32 a1, s5',
      'v_accvgpr_write_b32 a1, 1.0',
      'v_accvgpr_mov_b32 a1, a5',
    ];
    for (const chip of ['gfx90a', 'gfx942', 'gfx950']) {
      expect(assemble(chip, lines)).toEqual(lines);
    }
  });
});
