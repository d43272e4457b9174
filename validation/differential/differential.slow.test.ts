/** A few random kernels on the emulator beside native code; `npm run validate -- differential` runs as many as one likes. */
import { describe, expect, test } from 'vitest';
import { compareUnit, hostResults, makeUnit, type Unit } from './compare.ts';
import { compileForChip, missingTools, type Way } from './compile.ts';
import { hardwareOf } from './hardware.ts';
import { judgeIr } from './ir-on-host.ts';
import { generateKernel } from './kernels.ts';
import { chosenOf } from '../../test/cases.ts';

const missing = missingTools();
if (missing !== undefined) console.log(`skipped: ${missing}`);

const ways: readonly Way[] = [
  { chip: 'gfx90a', level: '-O1', form: 'object', globalIsel: false },
  { chip: 'gfx942', level: '-O0', form: 'text', globalIsel: false },
  { chip: 'gfx950', level: '-O3', form: 'text', globalIsel: false },
  { chip: 'gfx1100', waveSize: 32, level: '-O3', form: 'text', globalIsel: false },
  // With registers of 16 bits LLVM 22 swaps bytes wrongly at -O0 (compiler-faults/true16-byte-swap.ll).
  {
    chip: 'gfx1100',
    waveSize: 64,
    level: '-O0',
    form: 'object',
    globalIsel: false,
    options: ['-Xclang', '-target-feature', '-Xclang', '-real-true16'],
  },
  { chip: 'gfx1151', waveSize: 32, level: '-O2', form: 'object', globalIsel: false },
  { chip: 'gfx1201', waveSize: 32, level: '-O0', form: 'text', globalIsel: false },
  { chip: 'gfx1201', waveSize: 64, level: '-O3', form: 'text', globalIsel: false },
];

/** Kernels with what they leave on the host, which depends on what they know of the chip alone. */
const known = new Map<string, { readonly unit: Unit; readonly wanted: Uint32Array }>();
function unitFor(way: Way) {
  const hardware = hardwareOf(way);
  const key = JSON.stringify(hardware);
  const before = known.get(key);
  if (before !== undefined) return before;
  const unit = makeUnit(4, 6, hardware);
  const made = { unit, wanted: hostResults(unit) };
  known.set(key, made);
  return made;
}

describe.skipIf(missing !== undefined)('random kernels', () => {
  test.each(chosenOf(ways))(
    'leave what the host leaves: $chip $waveSize $level $form',
    (way) => {
      const { unit, wanted } = unitFor(way);
      const compiled = compileForChip(unit.kernels, way);
      // What is not optimised waits for every load.
      const modes = way.level === '-O0' ? (['late'] as const) : (['early', 'late'] as const);
      for (const mode of modes) {
        const { kernels, words, mnemonics, differences } = compareUnit(
          unit,
          way,
          mode,
          wanted,
          compiled,
        );
        expect(differences).toEqual([]);
        expect(mnemonics.has('s_endpgm')).toBe(true);
        expect(mnemonics.size).toBeGreaterThan(50);
        expect(kernels).toBe(6);
        expect(words).toBeGreaterThan(2000);
      }
    },
    180_000,
  );

  test.each([
    [4, 0, { chip: 'gfx950', level: '-O2', form: 'text', globalIsel: false }],
    // structurizecfg of LLVM 22 loses a value of this one.
    [20007, 5, { chip: 'gfx942', level: '-O1', form: 'object', globalIsel: false }],
  ] satisfies [number, number, Way][])(
    'leave on the emulator what their IR leaves lane by lane: seed %i k%i',
    (seed, index, way) => {
      const all = makeUnit(seed, index + 1);
      const unit = { ...all, kernels: all.kernels.slice(index), given: all.given.slice(index) };
      const wanted = hostResults(unit);
      const judged = judgeIr(unit, 0, way, wanted, ['clang', 'amdgpu-annotate-uniform']);
      expect(judged.map(({ error }) => error)).toEqual([undefined, undefined]);
      expect(judged[0]?.problem).toBe('right');
      const { differences } = compareUnit(unit, way, 'late', wanted);
      expect(judged[1]?.problem).toBe(differences[0]?.problem ?? 'right');
    },
    60_000,
  );

  test('a wrong word is found', () => {
    const unit = makeUnit(4, 1);
    const wanted = hostResults(unit);
    wanted[5] = (wanted[5] ?? 0) ^ 1;
    const way: Way = { chip: 'gfx942', level: '-O1', form: 'text', globalIsel: false };
    const { differences } = compareUnit(unit, way, 'early', wanted);
    expect(differences).toMatchObject([{ kernel: 'k0', problem: expect.stringContaining('1 of') }]);
  });
});

test('a seed makes the same kernel again, and another one another', () => {
  expect(generateKernel('k', 5)).toEqual(generateKernel('k', 5));
  expect(generateKernel('k', 5).device).not.toBe(generateKernel('k', 6).device);
});
