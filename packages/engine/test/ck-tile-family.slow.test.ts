/**
 * The search over the parameters of `LdsIndexSwapping` against all of them: every MLdsLayer, KPack, padding, RowMul and
 * order of the unmerge as the descriptor of the specification, each planned and counted on its own.
 */
import {
  allIndices,
  calculateOffsets,
  findMachine,
  hasErrors,
  ldsIndexSwapping,
  ldsIndexSwappingSpec,
  type LdsSwapping,
  lengthsOf,
  type Machine,
  makeDescriptor,
  planTranspose,
  readCkTileSpec,
  tileCost,
  tileTrace,
  type TransposeSpec,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { suggestKernel } from '../src/index.ts';
import { parseYaml } from '../src/input/yaml-data.ts';
import { type RandomSpec, specs, specText } from './ck-tile-random.ts';
import { leastCases } from '../../../test/cases.ts';

const powersUpTo = (most: number): number[] => [1, 2, 4, 8, 16].filter((power) => power <= most);

/** Every member of the family, for each RowMul: lines of up to 16 rows, packs of up to 16 elements, a pack of nothing. */
function* members({ rows: mPerBlock, columns: kPerBlock }: RandomSpec): Generator<LdsSwapping[]> {
  for (const mLdsLayer of powersUpTo(mPerBlock / 2)) {
    for (const kPack of powersUpTo(kPerBlock)) {
      for (const pad of [0, kPack / mLdsLayer]) {
        for (const packMajor of [false, true]) {
          const common = { mPerBlock, kPerBlock, kPack, mLdsLayer, packMajor };
          const kPadded = kPerBlock + pad;
          if (Number.isInteger(pad))
            yield [1, 2, 4].map((rowMul) => ({ ...common, kPadded, rowMul }));
        }
      }
    }
  }
}

interface Cost {
  readonly conflicts: number;
  readonly accesses: number;
}

/** The specification with a member as its descriptor; `undefined` where that is refused. */
function costOf(
  spec: TransposeSpec,
  isTransposed: boolean,
  member: LdsSwapping,
  machine: Machine,
): Cost | undefined {
  const [write, read] = [
    ldsIndexSwappingSpec(member),
    ldsIndexSwappingSpec({ ...member, view: isTransposed ? 'km' : 'mk' }),
  ];
  if (!write.ok || !read.ok) return undefined;
  const made = makeDescriptor(write.value);
  if (!made.ok || hasErrors(made.diagnostics)) return undefined;
  const plans = planTranspose(
    {
      ...spec,
      write: { ...spec.write, descriptor: write.value },
      read: { ...spec.read, descriptor: read.value },
    },
    machine.isa,
  );
  if (!plans.ok) return undefined;
  return {
    conflicts: tileCost(plans.value, machine).bankConflict,
    accesses: tileTrace(plans.value).count,
  };
}

/** The offsets of all elements, in elements. */
function offsetsOf(member: LdsSwapping): Int32Array {
  const made = ldsIndexSwapping(member);
  return made.ok
    ? calculateOffsets(made.value, allIndices(lengthsOf(made.value)))
    : new Int32Array();
}

function tripleOf(text: string, machine: Machine): TransposeSpec {
  const data = parseYaml(text);
  const read = data.ok ? readCkTileSpec(data.value.value, machine, 'spec') : undefined;
  if (read?.value === undefined) throw new Error(text);
  return read.value.spec;
}

interface Tally {
  members: number;
  /** Specifications whose conflicts a member of the family removes. */
  solved: number;
}

/** Checks that nothing of the family beats what is recommended, and that RowMul changes nothing. */
function check(spec: RandomSpec, chip: string, tally: Tally): void {
  const machine = findMachine(chip);
  if (machine === undefined) throw new Error(chip);
  const text = specText(spec);
  const [buffer] = suggestKernel(text, { machines: [chip], file: 'spec.yaml' }).buffers;
  const [best = buffer?.suggested.now] = buffer?.suggested.front ?? [];
  const conflicts = best?.conflicts[0] ?? Infinity;
  const triple = tripleOf(text, machine);
  const isTransposed = spec.read.includes('view: km');
  let least = Infinity;
  for (const forms of members(spec)) {
    const [member, ...others] = forms;
    const cost = member && costOf(triple, isTransposed, member, machine);
    if (member === undefined || cost === undefined) continue;
    const offsets = offsetsOf(member).join();
    expect(others.every((other) => offsetsOf(other).join() === offsets)).toBe(true);
    tally.members++;
    least = Math.min(least, cost.conflicts);
    const isBetter = cost.conflicts < conflicts && cost.accesses <= (best?.accessInstructions ?? 0);
    expect(isBetter, `${chip} ${JSON.stringify(member)} in ${text}`).toBe(false);
  }
  if (least === 0 && (buffer?.suggested.now.conflicts[0] ?? 0) > 0) tally.solved++;
}

/** A transpose of 64 x 32 halves with a read of the tutorials. */
const tutorial = (read: string): RandomSpec => ({
  element: 'f16',
  rows: 64,
  columns: 32,
  waves: 4,
  lds: 'lds_swapping: { m: 64, k: 32, kpack: 8, mldslayer: 2 }',
  read,
});

describe('nothing of the family of LdsIndexSwapping beats the recommended layout', () => {
  test('for the reads of the tutorials', () => {
    const tally: Tally = { members: 0, solved: 0 };
    const cases = [
      ['KM, view: km', 'gfx942'],
      ['RD08', 'gfx950'],
      ['RD10', 'gfx942'],
    ] as const;
    for (const [read, chip] of cases) check(tutorial(`{ distribution: ${read} }`), chip, tally);
    expect(tally.members).toBeGreaterThan(leastCases(150));
    expect(tally.solved).toBe(3);
  });

  test('for random specifications', () => {
    const tally: Tally = { members: 0, solved: 0 };
    forAll([specs, fc.constantFrom('gfx90a', 'gfx942', 'gfx950')], 4, (spec, chip) =>
      check(spec, chip, tally),
    );
    expect(tally.members).toBeGreaterThan(leastCases(50));
  });
});
