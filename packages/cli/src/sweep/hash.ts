/** Hashes of what jobs depend on. */
import { createHash } from 'node:crypto';
import type { LaunchOptions, SweepJob } from '@ldscope/engine';
import { sweepKey } from '@ldscope/engine';
import type { KernelInput } from '../input/kernel-input.ts';
import { ownVersion } from '../system/package-files.ts';

export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** A job with its hash. */
export const namedJob = (parts: Omit<SweepJob, 'job'>): SweepJob => ({
  ...parts,
  job: sha256(sweepKey(parts, ownVersion())),
});

/** The hash of a part of a file: of its code, and of the launch that is next to it. */
export function contentHash({ text, code, launch = {} }: KernelInput): string {
  return sha256(`${sha256(code ?? text)} ${JSON.stringify(launch)}`);
}

/** The hash of a launch: of the contents of its files, not of their names. */
export function launchHash(launch: LaunchOptions): string {
  const plain = (_: string, value: unknown): unknown => {
    if (value instanceof Map) return [...value];
    if (value instanceof Uint8Array) return sha256(value);
    return typeof value === 'bigint' ? `${value}n` : value;
  };
  return sha256(JSON.stringify(launch, plain));
}
