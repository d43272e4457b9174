/**
 * Suggestions for CK Tile specifications hold what they promise: each answer as the descriptor of the specification,
 * in CK's C++, and analyzed again.
 */
import { descriptorOfLayout, descriptorToCpp, printLayout, recogniseSwapping } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { analyzeKernel, type Suggested, suggestKernel } from '../src/index.ts';
import { type RandomSpec, specText, specs } from './ck-tile-random.ts';
import { leastCases } from '../../../test/cases.ts';

const CHIPS = ['gfx90a', 'gfx942', 'gfx950'];

/** Conflict cycles of a specification on a chip. */
function conflictsOf(text: string, machine: string): number | undefined {
  const { analysis } = analyzeKernel(text, { machine, file: 'spec.yaml' });
  return analysis?.report.totals.bankConflict;
}

interface Tally {
  answers: number;
  texts: number;
}

/** Checks the present layout and each answer of a suggestion against specifications that have them. */
function check(spec: RandomSpec, { report, buffers }: Suggested, tally: Tally): void {
  for (const { suggested, front } of buffers) {
    for (const [t, machine] of suggested.machines.entries()) {
      expect(suggested.now.conflicts[t], 'the layout as it is').toBe(
        conflictsOf(specText(spec), machine),
      );
    }
    for (const [i, layout] of front.entries()) {
      const descriptor = descriptorOfLayout(layout);
      if (typeof descriptor === 'string') throw new Error(descriptor);
      tally.answers++;
      const text = specText(spec, descriptorToCpp(descriptor));
      for (const [t, machine] of suggested.machines.entries()) {
        expect(suggested.front[i]?.conflicts[t], text).toBe(conflictsOf(text, machine));
      }
    }
    const printed = suggested.notations.find(({ notation }) => notation === 'ck-tile');
    if (printed?.text === undefined) continue;
    tally.texts++;
    for (const [t, machine] of suggested.machines.entries()) {
      const conflicts = conflictsOf(specText(spec, printed.text), machine);
      expect(conflicts, printed.text).toBe(suggested.front[0]?.conflicts[t]);
    }
  }
  expect(report?.buffers.length).toBeGreaterThan(0);
}

/** Tutorial 04: an XOR with two rows per turn of the banks, under a read by columns. */
const SWAPPED =
  'element: f16\nlds_swapping: { m: 64, k: 32, kpack: 8, mldslayer: 2 }\n' +
  'write: { distribution: MK }\nread: { distribution: KM, view: km }\n';

describe('a specification has its own tile', () => {
  test('with the descriptor as the present layout', () => {
    const { report, buffers } = suggestKernel(SWAPPED, { machines: ['gfx942'], file: 'a.yaml' });
    expect(report?.diagnostics).toEqual([]);
    const [buffer] = buffers;
    expect(buffer?.suggested.tile).toEqual({ rows: 64, columns: 32, elementBytes: 2 });
    expect(buffer?.suggested.now.conflicts).toEqual([192]);
    const read = buffer?.problem.accesses.find(({ name }) => name === 'read.0');
    const lane = [0, 1, 2, 3].map((l) => [read?.rows[l], read?.columns[l]]);
    expect(lane).toEqual([0, 8, 16, 24].map((row) => [row, 0]));
  });

  test('answers have the four steps of the policies of CK', () => {
    const { report, buffers } = suggestKernel(SWAPPED, { machines: ['gfx942'], file: 'a.yaml' });
    const [buffer] = report?.buffers ?? [];
    expect(buffer?.now.layout).toBe('lines of 2 rows, XOR of 16 B units with line mod 8');
    // MLdsLayer 8 is what the advice finds by trying.
    const swapped = (buffers[0]?.front ?? []).find((layout) => {
      const descriptor = descriptorOfLayout(layout);
      const found = typeof descriptor === 'string' ? undefined : recogniseSwapping(descriptor);
      return found?.mLdsLayer === 8 && found.kPack === 8 && found.kPadded === 32;
    });
    if (swapped === undefined) throw new Error('no answer swaps indices');
    const printed = printLayout(swapped, 'ck-tile');
    const text = printed.ok ? printed.value : '';
    expect(text.split('\n')[0]).toBe(
      '// LdsIndexSwapping: MLdsLayer 8, KPack 8; every RowMul is the same',
    );
    const calls = [...text.matchAll(/make_(xor|unmerge|merge)_transform(_v3_division_mod)?/g)];
    expect(calls.map(([call]) => call)).toEqual([
      'make_xor_transform',
      'make_unmerge_transform',
      'make_merge_transform_v3_division_mod',
      'make_merge_transform_v3_division_mod',
    ]);
  });

  test('which options may repeat and not contradict', () => {
    const codes = (options: { readonly tile: string; readonly layout?: string }) =>
      suggestKernel(SWAPPED, { machines: ['gfx942'], file: 'a.yaml', ...options }).diagnostics.map(
        ({ code }) => code,
      );
    expect(codes({ tile: '64x32xf16' })).toEqual([]);
    expect(codes({ tile: '64x64xf16' })).toEqual(['suggest/other-tile']);
    expect(codes({ tile: '64x32xf16', layout: 'plain' })).toEqual(['suggest/other-tile']);
  });

  test('and its faults have their place in a block of C++', () => {
    const text = `element: f16\nlds: |\n  constexpr auto a = make_naive_tensor_descriptor_packed(\n      make_tuple(number<kM>{}));\n`;
    const whole = `${text}write: { distribution: MK }\nread: { distribution: MK }\n`;
    const [fault] = suggestKernel(whole, { machines: ['gfx942'], file: 'a.yaml' }).diagnostics;
    expect([fault?.line, fault?.column]).toEqual([4, 25]);
  });
});

describe('random specifications', () => {
  test('have the conflicts that each answer promises', () => {
    const tally: Tally = { answers: 0, texts: 0 };
    forAll([specs, fc.subarray(CHIPS, { minLength: 1, maxLength: 2 })], 12, (spec, machines) => {
      const suggested = suggestKernel(specText(spec), { machines, file: 'spec.yaml' });
      const errors = suggested.diagnostics.filter(({ severity }) => severity === 'error');
      expect(errors, specText(spec)).toEqual([]);
      check(spec, suggested, tally);
    });
    expect(tally.answers).toBeGreaterThan(leastCases(9));
    expect(tally.texts).toBeGreaterThan(leastCases(3));
  });
});
