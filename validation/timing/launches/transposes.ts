/**
 * Whole launches whose time and code are both public: the six transposing copies of the slides "LDS Bank Conflicts on CDNA", of
 * a matrix of 65,536 x 256 halves (`transposes.yaml`; what the slides print is in `transposes.jsonl`). Their code is ours, from the same
 * descriptors (`packages/amdgcn/test/tutorials`).
 */
import { devices, type KernelTime } from '@ldscope/core';
import { readLaunchText, timelineKernel } from '@ldscope/engine';
import { inputRows, inputText } from '../../base/inputs.ts';

interface Published {
  readonly name: string;
  readonly microseconds: number;
  readonly terabytes: number;
}

export interface TimedLaunch {
  readonly name: string;
  readonly published: Published;
  readonly time: KernelTime;
  /** Predicted over published. */
  readonly ratio: number;
}

/** All six on a device. */
export async function timeTransposes(device: string): Promise<readonly TimedLaunch[]> {
  const chip = devices.find(({ name }) => name === device)?.chip ?? '';
  const text = inputText(`../packages/amdgcn/test/tutorials/compiled/${chip}.s`);
  const launch = await readLaunchText(inputText('timing/launches/transposes.yaml'));
  if (!launch.ok) throw new Error(launch.diagnostics[0]?.message);
  return inputRows<Published>('timing/launches/transposes.jsonl').map((published) => {
    const { name, microseconds } = published;
    const kernel = `tutorial_${name}`;
    const options = { ...launch.value, machine: device, kernel };
    const { report, diagnostics } = timelineKernel(text, options);
    const time = report?.kernelTime;
    if (time === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
    return { name, published, time, ratio: (1e6 * time.seconds) / microseconds };
  });
}

/** Pairs of launches, and those of them that are predicted in the published order. */
export function orderOf(launches: readonly TimedLaunch[]): { pairs: number; right: number } {
  const signs = launches.flatMap((one, i) =>
    launches
      .slice(i + 1)
      .map((other) => [
        Math.sign(one.published.microseconds - other.published.microseconds),
        Math.sign(one.time.seconds - other.time.seconds),
      ]),
  );
  return { pairs: signs.length, right: signs.filter(([wanted, is]) => is === wanted).length };
}
