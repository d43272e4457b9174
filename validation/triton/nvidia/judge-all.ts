/** All launches judged; what is computed with rounding is compared by check.py, where python3 has numpy. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '@ldscope/core';
import { inFolder } from '../../../test/in-folder.ts';
import { inputPath } from '../../base/inputs.ts';
import { keyOf, type Measured, type TritonLaunch } from './launches.ts';
import { judge, type Verdict } from './verdict.ts';

export interface Judged {
  readonly verdicts: readonly Verdict[];
  /** Launches whose results nobody compared, for want of numpy. */
  readonly unchecked: readonly string[];
}

export function judgeAll(
  launches: readonly TritonLaunch[],
  measured: ReadonlyMap<string, Measured>,
  progress: (text: string) => void = () => {},
): Judged {
  const verdicts = launches.flatMap((launch, number) => {
    const one = measured.get(keyOf(launch));
    if (one === undefined) return [];
    progress(`${number + 1} of ${launches.length}: ${launch.name}`);
    return [judge(launch, one)];
  });
  const rounded = verdicts.filter(
    ({ executed: { launch, errors } }) => launch.digests === undefined && errors.length === 0,
  );
  const faults = rounded.length === 0 ? new Map<string, string>() : faultsOf(rounded);
  if (faults === undefined)
    return { verdicts, unchecked: rounded.map(({ executed }) => executed.launch.name) };
  return {
    verdicts: verdicts.map((verdict) => {
      const fault = faults.get(keyOf(verdict.executed.launch));
      return fault === undefined ? verdict : { ...verdict, wrong: [...verdict.wrong, fault] };
    }),
    unchecked: [],
  };
}

/** What check.py says of outputs; `undefined` where it cannot run. */
const faultsOf = (verdicts: readonly Verdict[]): ReadonlyMap<string, string> | undefined =>
  inFolder((work) => {
    const faults = new Map<string, string>();
    const byVersion = groupBy(verdicts, ({ executed }) => executed.launch.triton);
    for (const [version, own] of byVersion) {
      for (const { executed } of own) {
        const folder = join(work, version, executed.launch.name);
        mkdirSync(folder, { recursive: true });
        for (const [name, bytes] of executed.outputs)
          writeFileSync(join(folder, `${name}.bin`), bytes);
      }
      const args = [inputPath('triton/nvidia/check.py'), join(work, version)];
      const { status, stdout } = spawnSync('python3', args, { encoding: 'utf8' });
      if (status !== 0) return undefined;
      for (const line of stdout.trim().split('\n')) {
        const [name = '', ...text] = line.split(': ');
        if (text.length > 0) faults.set(`${version} ${name}`, text.join(': '));
      }
    }
    return faults;
  });
