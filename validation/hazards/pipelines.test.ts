/**
 * Pipelines with one mistake each (`pipelines.cu`), compiled by nvcc and executed: every mistake is found at its line, and nothing in the right ones.
 *
 * A second way is `compute-sanitizer --tool racecheck` on an H100: it finds 11 of the 13 and none in the right ones; it does not see a missing
 * fence.proxy, nor a store to bytes that a bulk copy still reads. A wait for the wrong phase is a race there; here the phase that was missed never ends.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeKernel, readLaunchText } from '@ldscope/engine';
import { describe, expect, test } from 'vitest';
import { inRepository } from '../base/paths.ts';

const source = inRepository('validation/hazards/pipelines.cu');
const lines = readFileSync(source, 'utf8').split('\n');

function compiled(): string | undefined {
  const work = mkdtempSync(join(tmpdir(), 'ldscope-hazards-'));
  const output = join(work, 'k.ptx');
  const { status } = spawnSync('nvcc', ['-arch=sm_90', '-lineinfo', '-ptx', '-o', output, source]);
  const text = status === 0 ? readFileSync(output, 'utf8') : undefined;
  rmSync(work, { recursive: true });
  return text;
}
const ptx = compiled();
if (ptx === undefined) console.log('pipelines.cu is not executed: nvcc is not installed');

const launch = `grid: 1
block: 128
args: [{ bytes: 65536 }, { dtype: f32, shape: [16384], fill: random }]`;

/** Codes of what was found: hazards with the lines of the source that each stands for, errors with the instruction. */
async function found(kernel: string): Promise<{ readonly code: string; readonly at: string }[]> {
  const options = await readLaunchText(launch);
  if (!options.ok) throw new Error('the launch cannot be read');
  const { analysis, diagnostics } = analyzeKernel(ptx ?? '', {
    ...options.value,
    kernel,
    machine: 'sm_90',
  });
  const hazards = (analysis?.report.hazards ?? []).map(({ code, location }) => ({
    code,
    at: (location.source ?? []).map(({ line }) => lines[line - 1] ?? '').join('\n'),
  }));
  const texts = (ptx ?? '').split('\n');
  const errors = diagnostics
    .filter(({ severity, code }) => severity === 'error' && code.startsWith('ptx/'))
    .map(({ code, line = 0 }) => ({ code, at: texts[line - 1] ?? '' }));
  return [...hazards, ...errors];
}

const mistakes = [
  ['exchange', 'hazard/lds-race'],
  ['reuse', 'hazard/lds-race'],
  ['copyWait', 'hazard/unfinished-async-copy'],
  ['copyOwn', 'hazard/unfinished-async-copy'],
  ['copyGroups', 'hazard/unfinished-async-copy'],
  ['copyBarrier', 'hazard/unfinished-async-copy'],
  ['phase', 'ptx/mbarrier-deadlock'],
  ['ring', 'ptx/mbarrier-deadlock'],
  ['bulk', 'hazard/unfinished-async-copy'],
  ['bulkAgain', 'ptx/mbarrier-deadlock'],
  ['proxy', 'hazard/missing-proxy-fence'],
  ['storeAgain', 'hazard/unfinished-async-read'],
  ['named', 'hazard/lds-race'],
] as const;

describe.skipIf(ptx === undefined)('pipelines', () => {
  test.each(mistakes)('%s', async (name, code) => {
    expect(await found(`good_${name}`)).toEqual([]);
    const own = (await found(`bad_${name}`)).filter((one) => one.code === code);
    const wanted = code === 'ptx/mbarrier-deadlock' ? 'mbarrier.try_wait' : `// ${name}`;
    expect(own.map(({ at }) => at.includes(wanted))).toContain(true);
  });
});
