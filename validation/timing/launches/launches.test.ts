/** Whole launches on the model: `docs/timing-kernels.md`, and the error that every report states. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { knownKernelTimeError } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { printLaunches } from './document.ts';
import { orderOf, timeTransposes } from './transposes.ts';

const page = fileURLToPath(new URL('../../../docs/timing-kernels.md', import.meta.url));
const cdna4 = await timeTransposes('MI355X');
const cdna3 = await timeTransposes('MI300X');

describe('the published transposes', () => {
  test('are docs/timing-kernels.md', () => {
    const text = printLaunches(cdna4, cdna3);
    if (process.env['UPDATE_TIMING'] === '1') writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });

  test('give the error that reports state', () => {
    const ratios = cdna4.map(({ ratio }) => ratio);
    expect(knownKernelTimeError).toEqual({
      rows: ratios.length,
      device: 'MI355X',
      deviceEvidence: 'inferred',
      least: Math.round(100 * (Math.min(...ratios) - 1)) / 100,
      most: Math.round(100 * (Math.max(...ratios) - 1)) / 100,
    });
  });

  test('back their own times, and not those of another device', () => {
    for (const { time } of cdna4)
      expect([time.knownError, time.unlikeMeasured]).toEqual([knownKernelTimeError, []]);
    for (const { time, ratio } of cdna3) {
      expect([time.knownError, time.unlikeMeasured]).toEqual([undefined, ['device']]);
      // The error of the others would be wrong for them.
      expect(ratio - 1).toBeGreaterThan(knownKernelTimeError.most);
    }
  });

  test('move each matrix once: the published bandwidth is the published time', () => {
    for (const { published, time } of cdna4) {
      expect(time.bytes).toBe(2 * 65_536 * 256 * 2);
      expect(time.bytes / (1e6 * published.microseconds)).toBeCloseTo(published.terabytes, 1);
    }
  });

  test('no launch is faster than memory at its peak', () => {
    for (const { time } of [...cdna4, ...cdna3])
      expect(time.bytesPerSecond).toBeLessThan(time.device.bytesPerSecond.value);
  });

  test('the order is as far right as the page states', () => {
    expect(orderOf(cdna4)).toEqual({ pairs: 15, right: 9 });
  });
});
