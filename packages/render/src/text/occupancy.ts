import type { OccupancyReport } from '@ldscope/core';
import { counted } from './numbers.ts';

/** `2 workgroups per compute unit, 2 waves per SIMD; limited by lds (...)`. */
export function occupancyText({ workgroups, wavesPerSimd, bounds }: OccupancyReport): string {
  const tightest = bounds.filter((bound) => bound.workgroups === workgroups);
  const limits = tightest.map(({ limit, words }) => `${limit} (${words})`).join(', ');
  return (
    `${counted(workgroups, 'workgroup')} per compute unit, ${counted(wavesPerSimd, 'wave')} per SIMD; ` +
    `limited by ${limits}`
  );
}
