/** All launches judged; what is computed with rounding is compared by check.py, where python3 has numpy. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFile } from '../../base/paths.ts';
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
function faultsOf(verdicts: readonly Verdict[]): ReadonlyMap<string, string> | undefined {
  const work = mkdtempSync(join(tmpdir(), 'ldscope-triton-'));
  const faults = new Map<string, string>();
  try {
    for (const version of new Set(verdicts.map(({ executed }) => executed.launch.triton))) {
      for (const { executed } of verdicts) {
        if (executed.launch.triton !== version) continue;
        const folder = join(work, version, executed.launch.name);
        mkdirSync(folder, { recursive: true });
        for (const [name, bytes] of executed.outputs)
          writeFileSync(join(folder, `${name}.bin`), bytes);
      }
      const script = dataFile('../triton/nvidia/check.py');
      const { status, stdout } = spawnSync('python3', [script, join(work, version)], {
        encoding: 'utf8',
      });
      if (status !== 0) return undefined;
      for (const line of stdout.trim().split('\n')) {
        const [name = '', ...text] = line.split(': ');
        if (text.length > 0) faults.set(`${version} ${name}`, text.join(': '));
      }
    }
    return faults;
  } finally {
    rmSync(work, { recursive: true });
  }
}
