/**
 * Whole launches whose time and code are both public: the six transposing copies of the slides "LDS Bank Conflicts on CDNA", of
 * a matrix of 65,536 x 256 halves. Their code is ours, from the same descriptors (`packages/amdgcn/test/tutorials`).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { devices, type KernelArgument, type KernelTime } from '@ldscope/core';
import { timelineKernel } from '@ldscope/engine';

const ROWS = 65_536;
const COLUMNS = 256;
const TILE = 64;

/** What the slides print. */
const published = [
  { name: '01', microseconds: 14.08, terabytes: 4.77 },
  { name: '02', microseconds: 12.25, terabytes: 5.48 },
  { name: '03', microseconds: 11.93, terabytes: 5.62 },
  { name: '05', microseconds: 12.42, terabytes: 5.4 },
  { name: '08', microseconds: 11.88, terabytes: 5.65 },
  { name: '10', microseconds: 12.69, terabytes: 5.29 },
] as const;

export interface TimedLaunch {
  readonly name: string;
  readonly published: { readonly microseconds: number; readonly terabytes: number };
  readonly time: KernelTime;
  /** Predicted over published. */
  readonly ratio: number;
}

/** All six on a device. */
export function timeTransposes(deviceName: string): readonly TimedLaunch[] {
  const chip = devices.find(({ name }) => name === deviceName)?.chip ?? '';
  const path = `../../../packages/amdgcn/test/tutorials/compiled/${chip}.s`;
  const text = readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
  return published.map(({ name, ...given }) => {
    const { report, diagnostics } = timelineKernel(text, {
      machine: deviceName,
      kernel: `tutorial_${name}`,
      launch: `grid=${ROWS / TILE},block=256`,
      arguments: [matrix(), matrix(), int(ROWS), int(COLUMNS)],
    });
    const time = report?.kernelTime;
    if (time === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
    return { name, published: given, time, ratio: (1e6 * time.seconds) / given.microseconds };
  });
}

const matrix = (): KernelArgument => ({
  kind: 'buffer',
  data: new Uint8Array(2 * ROWS * COLUMNS),
});

const int = (value: number): KernelArgument => ({
  kind: 'value',
  bytes: new Uint8Array(Int32Array.of(value).buffer),
});

/** Pairs of launches, and those of them that are predicted in the published order. */
export function orderOf(launches: readonly TimedLaunch[]): { pairs: number; right: number } {
  let [pairs, right] = [0, 0];
  for (const [i, one] of launches.entries())
    for (const other of launches.slice(i + 1)) {
      pairs++;
      const wanted = Math.sign(one.published.microseconds - other.published.microseconds);
      if (Math.sign(one.time.seconds - other.time.seconds) === wanted) right++;
    }
  return { pairs, right };
}
