/** Asks ptxas again which targets have each form, where it is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HEAD, kernelOf, readAnswers, TARGETS } from './ask.ts';
import { chosenOf } from '../../../../test/cases.ts';

const [, version = ''] =
  /release (\d+)\./.exec(spawnSync('ptxas', ['--version'], { encoding: 'utf8' }).stdout ?? '') ??
  [];
const isThere = version === '13';
const skipped = isThere ? '' : ' (skipped: needs ptxas of CUDA 13)';

/** Forms that ptxas refuses for a target: all are in one module, and those with an error are left out until none has one. */
function refusedBy(target: string, forms: readonly string[], folder: string): ReadonlySet<string> {
  const refused = new Set<string>();
  const file = join(folder, `${target}.ptx`);
  for (;;) {
    const head = HEAD.replace('TARGET', target);
    const at = new Map<number, string>();
    let text = head;
    for (const [index, form] of forms.entries()) {
      if (refused.has(form)) continue;
      const kernel = kernelOf(form, `k${index}`);
      const before = kernel.slice(0, kernel.indexOf(`  ${form};`));
      at.set((text + before).split('\n').length, form);
      text += kernel;
    }
    writeFileSync(file, text);
    const args = [`-arch=sm_${target}`, '-O0', file, '-o', join(folder, `${target}.o`)];
    const { stderr } = spawnSync('ptxas', args, { encoding: 'utf8' });
    const count = refused.size;
    for (const [, line = ''] of stderr.matchAll(/line (\d+); (?:error|fatal)/g)) {
      const form = at.get(Number(line));
      if (form !== undefined) refused.add(form);
    }
    if (refused.size === count) return refused;
  }
}

describe.skipIf(!isThere)(`ptxas 13${skipped}`, () => {
  test.each(chosenOf(TARGETS))('answers as the table has it for sm_%s', (target) => {
    const folder = mkdtempSync(join(tmpdir(), 'ldscope-chips-'));
    try {
      const pairs = ['90a', '100a'].includes(target) ? readAnswers('pairs-13.txt') : [];
      const answers = [...readAnswers(), ...pairs];
      const refused = refusedBy(
        target,
        answers.map(({ form }) => form),
        folder,
      );
      const expected = answers.filter(({ targets }) => !targets.includes(target));
      expect([...refused].sort()).toEqual(expected.map(({ form }) => form).sort());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
