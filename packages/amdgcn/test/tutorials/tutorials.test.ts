/**
 * CK Tile's bank-conflict tutorials, three ways that have to agree: the counters of the slides, descriptors, and
 * kernels that clang compiled.
 *
 *     descriptors and distributions --model--> DS instructions and addresses \
 *     tutorials.hip --clang 22--> machine code --emulator--> the same         > the same conflicts
 *
 * `UPDATE_COMPILED=1 npx vitest run packages/amdgcn/test/tutorials` compiles anew, and writes docs/ck-tile.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { machineNamed, simulate, TILE_WAVES, tutorials, waveTiles } from '@ldscope/core';
import { clang } from '../text/oracle.ts';
import { chips, compileUnit, readCompiled, units, versionOf, type Chip } from './compiled.ts';
import { launch, type Launched } from './launch.ts';
import { type Executed, executedByWave, modelBuffers, modelByWave, replayOn } from './model.ts';
import { tutorialTable } from './table.ts';

const update = process.env['UPDATE_COMPILED'] === '1';
const names = tutorials.map(({ name }) => name);
const rows = <T>(values: readonly T[]): (readonly [string, T])[] =>
  names.flatMap((name, i) => {
    const value = values[i];
    return value === undefined ? [] : [[name, value] as const];
  });

// First of all, so that what follows looks at the new code.
if (update && clang.missing === undefined)
  for (const unit of units) writeFileSync(unit.compiled, compileUnit(unit));
const kept = units.map((unit) => ({
  unit,
  place: `${basename(dirname(unit.compiled))}/${basename(unit.compiled)}`,
  text: readFileSync(unit.compiled, 'utf8'),
}));

describe('the compiled tutorials', () => {
  const comparable = kept.filter(({ text }) => versionOf(text) === clang.version);
  if (comparable.length < kept.length)
    console.log(`skipped: needs clang ${versionOf(kept[0]?.text ?? '')} for amdgcn in PATH`);

  it.each(comparable)('$place is what clang makes', ({ unit, text }) => {
    expect(text, 'UPDATE_COMPILED=1').toBe(compileUnit(unit));
  });

  it('stay small', () => {
    const bytes = kept.reduce((sum, { text }) => sum + text.length, 0);
    expect(bytes).toBeLessThan(150_000);
  });
});

/** SQ_LDS_BANK_CONFLICT of a launch by the rules of a chip. */
function conflictsOf({ traces }: Launched, chip: Chip): number {
  return traces
    .flatMap((trace) => [...simulate(trace, machineNamed(chip)).bankConflict])
    .reduce((sum, cycles) => sum + cycles, 0);
}

/** What does not depend on the order in which a compiler issues independent instructions. */
const anyOrder = (list: readonly Executed[]): string[] =>
  list.map(({ name, addresses }) => `${name} ${addresses.map(String).join(' and ')}`).sort();

const isWrite = ({ name }: Executed): boolean => name.startsWith('ds_write');

describe.each(chips)('tutorials on %s', (chip) => {
  const compiled = readCompiled(chip);
  const banks = chip === 'gfx950' ? 64 : 32;
  /** SQ_INSTS_LDS and SQ_LDS_BANK_CONFLICT of a wave and tile, by the slides and what was measured besides. */
  const instructions = [9, 9, 10, 9, 9, 2, 9, 6, 10];
  const conflicts = [112, 48, 24, 48, 0, 0, chip === 'gfx942' ? 16 : 0, 240, 240];

  it.each(names)('%s transposes, early and late', (name) => {
    for (const completion of ['early', 'late'] as const)
      for (const [m, k] of [
        [64, 32],
        [256, 64],
        [64, 160],
      ] as const) {
        const { execution, wrong } = launch(compiled, name, chip, m, k, completion);
        expect(execution.diagnostics).toEqual([]);
        expect({ wrong, m, k }).toEqual({ wrong: 0, m, k });
        // 05 promises 16 bytes of alignment where it has 4: slow, and right.
        const found = execution.hazards.map(({ code }) => code);
        expect(found).toEqual(name === '05' ? ['hazard/misaligned'] : []);
      }
  });

  it.each(names)('%s executes the DS instructions of the model, lane by lane', (name) => {
    const wanted = modelByWave(replayOn(name, machineNamed(chip)));
    const { traces } = launch(compiled, name, chip, 256, 64);
    const tilesOfWave = 2;
    for (const [group, trace] of traces.entries()) {
      const waves = executedByWave(trace);
      expect(waves.size).toBe(TILE_WAVES);
      for (const [wave, all] of waves) {
        const model = wanted.get(wave - TILE_WAVES * group) ?? [];
        expect(all.length).toBe(tilesOfWave * model.length);
        for (let tile = 0; tile < tilesOfWave; tile++) {
          const found = all.slice(tile * model.length, (tile + 1) * model.length);
          expect(found.map(isWrite)).toEqual(model.map(isWrite));
          expect(found.map((one) => one.name).sort()).toEqual(model.map((one) => one.name).sort());
          expect(anyOrder(found)).toEqual(anyOrder(model));
        }
      }
    }
    expect(traces.length).toBe(4);
  });

  it.each(rows(instructions.map((count, i) => [count, conflicts[i] ?? -1] as const)))(
    '%s counts as the model and the slides do, for one tile and for many',
    (name, [count, cycles]) => {
      const { instructionsPerWaveTile, conflictsPerWaveTile } = replayOn(name, machineNamed(chip));
      expect([instructionsPerWaveTile, conflictsPerWaveTile]).toEqual([count, cycles]);
      for (const [m, k] of [
        [64, 32],
        [256, 64],
      ] as const) {
        const launched = launch(compiled, name, chip, m, k);
        const executed = launched.execution.counts.LDS.instructions;
        const tiles = waveTiles(m, k);
        expect([executed, conflictsOf(launched, chip)]).toEqual([count * tiles, cycles * tiles]);
      }
    },
  );

  it.each(names)(
    '%s conflicts as the model does when the descriptor is for the other chip',
    (name) => {
      for (const other of chips) {
        const { conflictsPerWaveTile } = replayOn(name, machineNamed(other), banks);
        const launched = launch(compiled, name, chip, 64, 32);
        expect(conflictsOf(launched, other)).toBe(TILE_WAVES * conflictsPerWaveTile);
      }
    },
  );

  it.each(names)('%s loads and stores global memory as wide as the traits say', (name) => {
    const [m, k] = [256, 64];
    const { buffers } = launch(compiled, name, chip, m, k);
    const each = Object.entries(buffers).map(([mnemonic, times]) => [
      mnemonic,
      times / waveTiles(m, k),
    ]);
    expect(Object.fromEntries(each)).toEqual(modelBuffers(name, m, k));
  });
});

it('the global side is what was observed: 16 bytes, but for the stores of 08', () => {
  const wide = { buffer_load_dwordx4: 1, buffer_store_dwordx4: 1 };
  const narrow = { buffer_load_dwordx4: 1, buffer_store_short: 8 };
  const fp32 = { buffer_load_dwordx4: 2, buffer_store_dwordx4: 2 };
  const wanted = [wide, wide, wide, wide, wide, narrow, wide, fp32, fp32];
  expect(names.map((name) => modelBuffers(name, 256, 64))).toEqual(wanted);
});

it('docs/ck-tile.md has the table', () => {
  const path = fileURLToPath(new URL('../../../../docs/ck-tile.md', import.meta.url));
  const text = readFileSync(path, 'utf8');
  const [begin, end] = ['<!-- compiled -->\n', '<!-- end of compiled -->'];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  expect(from).toBeGreaterThan(0);
  const block = `\n${tutorialTable().join('\n')}\n\n`;
  const wanted = text.slice(0, from + begin.length) + block + text.slice(to);
  if (update) writeFileSync(path, wanted);
  else expect(text).toBe(wanted);
});
