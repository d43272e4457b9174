/**
 * `validation/triton.md` is what the command prints. `UPDATE_TRITON=1 npx vitest run validation/triton` writes it anew. The kernels
 * are beside the repository (`../shared/kernels/triton`).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { printDocument } from './document.ts';
import { asMatmul, kernelNames, readKernel, runKernel } from './kernels.ts';
import { type Survey, survey } from './command.ts';
import { HEADING } from './nvidia/report.ts';
import { tabulate } from './table.ts';
import { readBuffers } from './ttgir.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = at('../../../shared/kernels/triton');
const names = kernelNames(folder);
if (!existsSync(folder)) console.log('no ../shared/kernels/triton: its kernels are not compared');

describe.skipIf(names.length === 0)("Triton's kernels", () => {
  let { tables, comparisons }: Survey = { tables: [], comparisons: [] };

  beforeAll(() => {
    ({ tables, comparisons } = survey(folder));
  }, 240_000);

  it('cost what triton.md says', () => {
    const text = printDocument(tables, comparisons);
    const old = readFileSync(at('../triton.md'), 'utf8');
    const end = old.indexOf(`\n${HEADING}`);
    if (process.env['UPDATE_TRITON'] === '1')
      writeFileSync(at('../triton.md'), text + old.slice(end));
    expect(old.slice(0, end)).toBe(text);
  });

  it('access what their layouts say, lane by lane', () => {
    const wrong = tables.flatMap(({ matmul, checks }) =>
      checks
        .filter(({ agrees }) => !agrees)
        .map(({ of }) => `${matmul.chip}/${matmul.name}: ${of}`),
    );
    expect(wrong).toEqual([]);
  });

  it('would not with a neighbouring encoding', () => {
    const name = names.find((candidate) => candidate.includes('gfx942/matmul-fp16-128x128'));
    const matmul = asMatmul(readKernel(folder, name ?? ''));
    const ttgir = matmul.ttgir.replaceAll('amd_rotating_shared', 'swizzled_shared');
    const buffers = readBuffers(ttgir, matmul.machine);
    const { checks } = tabulate({ ...matmul, buffers }, runKernel(matmul));
    // B is `amd_rotating_shared`, A was swizzled before.
    expect(checks.filter(({ agrees }) => !agrees).map(({ of }) => of)).toEqual([
      'B write',
      'B read',
    ]);
  });

  it('of every kind access what their layouts say, at the same addresses', () => {
    for (const { kernel, exact, rows, said, ran, reasons } of comparisons) {
      const name = `${kernel.chip}/${kernel.name}`;
      const explained = [...reasons.values()].reduce((sum, number) => sum + number, 0);
      expect(exact + explained, name).toBe(rows);
      expect([...reasons.keys()], name).not.toContain('not explained');
      expect(ran, name).toBe(said);
    }
  });

  it('print back every layout', () => {
    for (const { kernel, layouts, printedBack } of comparisons)
      expect(printedBack, kernel.name).toBe(layouts);
  });

  it('run every LDS instruction', () => {
    for (const { matmul, instructions, ran } of tables) expect(ran, matmul.name).toBe(instructions);
  });

  it('have a reason for every conflict', () => {
    for (const { rows } of tables)
      for (const { conflicts, reason } of rows) expect(reason !== undefined).toBe(conflicts > 0);
  });
});
