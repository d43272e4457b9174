/**
 * Kernels of very many accesses, in a process with a tenth of the usual stack, which their number alone fills: what is spread into the
 * arguments of a call, or calls itself once per item, ends there as it would with a million items.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommand } from './built-command.ts';
import { chosenOf } from '../../../test/cases.ts';

/** As arguments of a call they take 8 B each. */
const ACCESSES = 14_000;
const STACK_KILOBYTES = 100;

/** Of a schedule without barriers, each of which is a hazard with all others. */
const OPERATIONS = 1000;

const repeated = (line: (index: number) => string, count = ACCESSES): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

const inputs: Readonly<Record<string, string>> = {
  'many.s': `.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
many:
v_lshlrev_b32_e32 v1, 2, v0
${repeated((index) => `ds_write_b32 v1, v0 offset:${4 * (index % 7)}`)}s_endpgm
.amdhsa_kernel many
  .amdhsa_group_segment_fixed_size 65536
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 8
.end_amdhsa_kernel
`,
  'many.ptx': `.version 8.0
.target sm_90
.address_size 64
.visible .entry many() {
  .reg .b32 %r<4>;
  .shared .align 4 .b8 tile[8192];
  mov.u32 %r0, %tid.x;
  shl.b32 %r1, %r0, 5;
  mov.u32 %r2, tile;
  add.u32 %r1, %r1, %r2;
${repeated((index) => `st.shared.u32 [%r1+${4 * (index % 7)}], %r0;`)}ret;
}
`,
  'many.mlir': `gpu.module @m {
gpu.func @many() workgroup(%tile : memref<64x32xf32, #gpu.address_space<workgroup>>) kernel
    attributes {known_block_size = array<i32: 64, 1, 1>} {
%x = gpu.thread_id x
%v = arith.constant 0.0 : f32
%c = arith.constant 0 : index
${repeated(() => 'memref.store %v, %tile[%x, %c] : memref<64x32xf32, #gpu.address_space<workgroup>>')}gpu.return
}
}
`,
  'many.sched': `machine gfx942
waves 4
body:
${repeated(() => 'ds_write_b128 to tile from p', OPERATIONS)}`,
};

const folder = mkdtempSync(join(tmpdir(), 'ldscope-many-'));
let command = '';
beforeAll(async () => {
  for (const [name, text] of Object.entries(inputs)) writeFileSync(join(folder, name), text);
  writeFileSync(
    join(folder, 'other.mlir'),
    (inputs['many.mlir'] ?? '').replaceAll('32x', '33x').replaceAll('x32xf32', 'x33xf32'),
  );
  command = await buildCommand();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command; what it prints on both streams. */
async function printed(argv: readonly string[]): Promise<{ code: number | null; text: string }> {
  const args = [`--stack-size=${STACK_KILOBYTES}`, command, ...argv];
  const child = spawn(process.execPath, args, { cwd: folder });
  let text = '';
  const take = (chunk: Buffer): void => void (text += chunk.toString());
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  return { code, text };
}

const lines = [
  'analyze many.s -m gfx942 -l block=64 --all',
  'analyze many.ptx -m sm_90 -l block=64 --all',
  'analyze many.mlir -m gfx942 --all',
  'analyze many.mlir -m gfx942 -f json',
  'analyze many.mlir -m gfx942 -f sarif',
  'check many.s -m gfx942 -l block=64',
  'check many.ptx -m sm_90 -l block=64',
  'check many.mlir -m gfx942 -f json --also sarif=c.sarif --also junit=c.xml --also github=c.txt --also markdown=c.md',
  'explain many.s -m gfx942 -l block=64',
  'compare many.mlir other.mlir -m gfx942',
  'timeline many.s -l block=64',
  'timeline many.sched',
];

test.each(chosenOf(lines))('%s', { timeout: 120_000 }, async (line) => {
  const { code, text } = await printed(line.split(' '));
  expect(text).not.toContain('internal/unexpected');
  expect(text).not.toContain('RangeError');
  expect(code, text.slice(0, 2000)).toBeLessThan(2);
});
