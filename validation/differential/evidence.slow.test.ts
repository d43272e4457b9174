/** The experiments that decide who is at fault: on kernels of known causes, and on texts that have the signs or lack them. */
import { describe, expect, test } from 'vitest';
import { makeUnit, type Unit } from './compare.ts';
import { missingTools, type Way } from './compile.ts';
import { banksOfPhis, judge, wordsThroughHalves } from './evidence.ts';
import { hardwareOf } from './hardware.ts';
import { keptApart } from './kept-apart.ts';
import type { Cause } from './known.ts';
import { modeOf, wayOf } from './ways.ts';

const missing = missingTools();
if (missing !== undefined) console.log(`skipped: ${missing}`);

test('a word that selected code copies through 16 bits is found', () => {
  const wrong = `
    %16:vgpr_16 = COPY %14.sub0
    %19:vgpr_32 = COPY killed %16
    %18:vgpr_32 = V_PERM_B32_e64 0, killed %19, %17, implicit $exec`;
  expect(wordsThroughHalves(wrong)).toEqual(['V_PERM_B32_e64']);
  // A half that is named, and a half that stays one.
  expect(wordsThroughHalves(wrong.replace('%14.sub0', '%14.lo16'))).toEqual([]);
  expect(wordsThroughHalves(wrong.replace('%19:vgpr_32', '%19:vgpr_16'))).toEqual([]);
  expect(wordsThroughHalves(wrong.replace('0, killed %19', '0, killed %190'))).toEqual([]);
});

test('banks of phis are those of their function', () => {
  const code = `name:            a
    %3:sgpr(s32) = G_PHI %1(s32), %bb.0, %2(s32), %bb.1
name:            b
    %3:vgpr(s32) = G_PHI %1(s32), %bb.0, %2(s32), %bb.1
    %4:vgpr(s32) = COPY %3(s32)`;
  expect([...banksOfPhis(code)]).toEqual([
    ['a %3', 'sgpr'],
    ['b %3', 'vgpr'],
  ]);
});

describe('values that are kept apart', () => {
  const ir = `  %p = fmul float %a, %b
  %h = fptrunc float %p to half
  %o = fptrunc float %a to half
  %d = fsub float 0.000000e+00, %a
  %s = select i1 %c, half %h, half %o, !prof !2`;

  test('are products before they are rounded', () => {
    expect(keptApart(ir, 'rounded products')).toContain(`
  %kept.0 = call float asm "", "=v,0"(float %p)
  %h = fptrunc float %kept.0 to half
  %o = fptrunc float %a to half
`);
  });

  test('are differences from zero, and floats that are selected', () => {
    expect(keptApart(ir, 'differences from zero')).toContain(`
  %kept.0 = fsub float 0.000000e+00, %a
  %d = call float asm "", "=v,0"(float %kept.0)
`);
    expect(keptApart(ir, 'selected floats')).toContain(`
  %kept.0 = call half asm "", "=v,0"(half %h)
  %s = select i1 %c, half %kept.0, half %o`);
  });
});

/** One kernel of a unit. */
function kernelOf(seed: number, index: number, way: Way): Unit {
  const all = makeUnit(seed, index + 1, hardwareOf(way));
  return { ...all, kernels: all.kernels.slice(index), given: all.given.slice(index) };
}

describe.skipIf(missing !== undefined)('experiments show', () => {
  test.each([
    [20022, 4, 'amdgpu-isel-mixed-zero', undefined],
    [20239, 17, 'amdgpu-isel-negated-zero', undefined],
    [20208, 7, 'dag-max-of-zeros', undefined],
    [2018, 18, 'amdgpu-regbankselect', undefined],
    [20007, 5, 'structurizecfg', undefined],
    [5017, 16, 'true16-byte-swap', 'gfx1100'],
    // The counter of a loop that is folded: none of these experiments finds it.
    [20045, 7, undefined, undefined],
  ] satisfies [number, number, Cause | undefined, string | undefined][])(
    'of seed %i k%i: %s',
    (seed, index, cause, chip) => {
      const way = wayOf(seed, chip);
      const unit = kernelOf(seed, index, way);
      expect(judge(unit, `k${index}`, way, modeOf(seed))).toEqual({ cause });
    },
    120_000,
  );

  test('nothing of a kernel that does not differ', () => {
    const way = wayOf(4, 'gfx942');
    const lines: string[] = [];
    const judged = judge(kernelOf(4, 0, way), 'k0', way, 'early', (line) => lines.push(line));
    expect(judged).toEqual({ cause: undefined });
    expect(lines).toEqual(['emulator, as it was compared: right']);
  }, 60_000);
});
