/**
 * What TTGIR's layouts say beside what the compiled kernel does: the bank conflicts of reads and of writes are equal, those of
 * reductions and conversions through scratch memory among them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { analyzeKernel } from '@ldscope/engine';

const folder = fileURLToPath(new URL('../../../../shared/kernels/triton', import.meta.url));
const kernels = existsSync(folder)
  ? ['gfx90a', 'gfx942', 'gfx950'].flatMap((chip) =>
      readdirSync(`${folder}/${chip}`)
        .filter((name) => /^(?:softmax|attention|transpose)/.test(name))
        .map((name) => `${chip}/${name}`),
    )
  : [];
if (kernels.length === 0) console.warn(`skipped: ${folder} has no kernels of Triton`);

/** The kernels are those of Triton 3.6: 3.8 swizzles the conversions of transposes of 32x32 without conflicts. */
function conflicts(path: string): Record<string, number> {
  const text = readFileSync(path, 'utf8');
  const report = analyzeKernel(text, { file: path, triton: '3.6' }).analysis?.report;
  const sums: Record<string, number> = {};
  for (const { direction, bankConflict } of report?.sites ?? [])
    sums[direction] = (sums[direction] ?? 0) + bankConflict;
  return sums;
}

it.skipIf(kernels.length === 0).each(kernels.length === 0 ? ['no kernel'] : kernels)(
  '%s',
  (kernel) => {
    const predicted = conflicts(`${folder}/${kernel}/kernel.ttgir`);
    expect(Object.keys(predicted)).not.toEqual([]);
    expect(predicted).toEqual(conflicts(`${folder}/${kernel}/kernel.amdgcn`));
  },
);
