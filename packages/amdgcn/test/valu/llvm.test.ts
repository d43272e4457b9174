/** LLVM's assembler accepts what the tables have, on the chips that have it, and rejects it on the others. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CDNA, SINCE_CDNA2, SINCE_GFX906, type Target } from '../../src/state/target.ts';
import { laneRows } from '../../src/isa/valu/lanes.ts';
import { rows } from '../../src/isa/valu/rows.ts';
import { LANE_LINES, lineOf } from './harness.ts';
import { skips } from '../../../../test/llvm.ts';
import { assembler } from '../text/oracle.ts';

const noAssembler = skips(assembler);

const CHIPS: readonly Target[] = CDNA;

/** A line per mnemonic, and the chips that have it. */
function* lines(): Generator<{ readonly text: string; readonly chips: readonly Target[] }> {
  for (const row of rows().values()) yield { text: lineOf(row).text, chips: row.chips ?? CHIPS };
  for (const [mnemonic, { chips }] of laneRows)
    yield { text: LANE_LINES[mnemonic] ?? mnemonic, chips: chips ?? CHIPS };
}

/** Lines of a file (from 1) that the assembler rejects. */
function rejected(texts: readonly string[], chip: Target): Set<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-'));
  const file = join(folder, 'lines.s');
  writeFileSync(file, `${texts.join('\n')}\n`);
  try {
    execFileSync(assembler.command, ['-triple=amdgcn', `-mcpu=${chip}`, '-filetype=null', file], {
      stdio: 'pipe',
    });
    return new Set();
  } catch (error) {
    const text = String((error as { readonly stderr: unknown }).stderr);
    return new Set(
      [...text.matchAll(/lines\.s:(\d+):\d+: error/g)].map((match) => Number(match[1])),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(noAssembler)('LLVM agrees', () => {
  for (const chip of CHIPS) {
    test(`on the instructions of ${chip}`, () => {
      const all = [...lines()];
      const errors = rejected(
        all.map(({ text }) => text),
        chip,
      );
      for (const [index, { text, chips }] of all.entries()) {
        const accepted = !errors.has(index + 1);
        expect(`${text}: ${accepted}`).toBe(`${text}: ${chips.includes(chip)}`);
      }
    });

    test(`on operand forms of ${chip}`, () => {
      const forms = [
        'v_add_f32_e64 v0, -v1, |s2| clamp mul:2',
        'v_add_u32_sdwa v0, sext(v1), v2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_1 src1_sel:BYTE_3',
        'v_xor_b32_dpp v0, v1, v2 quad_perm:[3,0,2,1] row_mask:0x5 bank_mask:0x3 bound_ctrl:0',
        'v_mad_u16 v0, v1, v2, v3 op_sel:[1,0,1,1]',
        'v_pk_add_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[1,0]',
        'v_cndmask_b32_e64 v0, -v1, |v2|, s[4:5]',
        'v_cmp_lt_f32_e64 s[0:1], |v1|, -s2',
        ...(SINCE_GFX906.includes(chip)
          ? ['v_fma_mix_f32 v0, |v1|, -v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,1]']
          : ['v_mad_mix_f32 v0, |v1|, -v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,1]']),
        ...(SINCE_CDNA2.includes(chip)
          ? ['v_xor_b32_dpp v0, v1, v2 row_newbcast:9 row_mask:0xf bank_mask:0xf']
          : []),
      ];
      expect([...rejected(forms, chip)].map((line) => forms[line - 1])).toEqual([]);
    });
  }
});
