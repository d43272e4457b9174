/**
 * Statements of CK's page, checked on the tile of the tutorials: 64 x 32 f16, 256 threads, stored as the page stores, read in
 * one of three ways.
 */
import {
  advise,
  bottomOf,
  calculateOffset,
  findTutorial,
  ldsIndexSwapping,
  ldsIndexSwappingSpec,
  ldsSwappingConfig,
  machineNamed,
  makeCoordinate,
  mLdsLayerFor,
  moveCoordinate,
  planTranspose,
  type Statement,
  sum,
  tileCost,
  type TransposeSpec,
} from '@ldscope/core';
import { type ChipName, type ClaimParameters, layers, type ReadName, reads } from './controls.ts';

const TILE = { mPerBlock: 64, kPerBlock: 32, kPack: 8 };

/** Write distribution, descriptor and read distribution; `undefined` for what cannot be built. */
function tripleOf(read: ReadName, mLdsLayer: number): TransposeSpec | undefined {
  const tutorial = findTutorial(read)?.spec(32);
  const views = (['mk', read === '04' ? 'km' : 'mk'] as const).map((view) =>
    ldsIndexSwappingSpec({ ...TILE, mLdsLayer, view }),
  );
  const [write, loaded] = views;
  if (tutorial === undefined || write?.ok !== true || loaded?.ok !== true) return undefined;
  return {
    ...tutorial,
    write: { ...tutorial.write, descriptor: write.value },
    read: { ...tutorial.read, descriptor: loaded.value },
  };
}

const found = new Map<string, readonly Statement[]>();

/** Every statement of the page with its verdict. Results are kept: there are few cases. */
export function claimsOf({ chip, read, mLdsLayer }: ClaimParameters): readonly Statement[] {
  const key = `${chip} ${read} ${mLdsLayer}`;
  const before = found.get(key);
  if (before !== undefined) return before;
  const triple = tripleOf(read, mLdsLayer);
  const result = triple && advise(triple, machineNamed(chip));
  const claims =
    result?.ok === true ? result.value.filter(({ rule }) => rule.startsWith('page/')) : [];
  found.set(key, claims);
  return claims;
}

const WAVES = 4;
const THREADS = 64 * WAVES;

/** Conflict cycles of a wave, by MLdsLayer and read: writes and reads. */
export function layerCosts(chip: ChipName) {
  const machine = machineNamed(chip);
  return layers.map((mLdsLayer) => {
    let write = 0;
    const all = reads.map(({ value: read }) => {
      const triple = tripleOf(read, mLdsLayer);
      const plans = triple && planTranspose(triple, machine.isa);
      if (plans?.ok !== true) return { read, conflicts: Number.NaN };
      const { instructions } = tileCost(plans.value, machine);
      const of = (access: string): number =>
        sum(instructions.filter((one) => one.access === access).map((one) => one.bankConflict)) /
        WAVES;
      write = of('LDS write');
      return { read, conflicts: of('LDS read') };
    });
    return { mLdsLayer, write, reads: all };
  });
}

/** MLdsLayer and KPack as the page's `LdsSwappingConfig` has them, beside those of CK's GEMM policies by chip, for a K of `tileSize`. */
export const configRows = (chips: readonly ChipName[]) =>
  [2, 4].flatMap((elementBytes) =>
    [16, 32, 64, 128, 256].map((tileSize) => {
      const page = ldsSwappingConfig(tileSize, elementBytes);
      return {
        tileSize,
        elementBytes,
        page: page.ok ? page.value : undefined,
        byBanks: chips.map((chip) =>
          mLdsLayerFor(machineNamed(chip).sharedMemory.banks.value, tileSize, elementBytes),
        ),
      };
    }),
  );

/**
 * What comes of the page's load loop, which gives `move_tensor_coordinate` a position instead of a step: how many elements of all
 * threads it looks for elsewhere; the offsets that thread 1 needs, and those that it reaches.
 */
export function moveClaim(mLdsLayer: number) {
  const descriptor = ldsIndexSwapping({ ...TILE, mLdsLayer });
  if (!descriptor.ok) return undefined;
  const { value } = descriptor;
  const both = (thread: number): { wanted: number[]; reached: number[] } => {
    const coordinate = makeCoordinate(value, [0, 0]);
    // A lane has a row and its wave a pack, as in tutorial 08.
    const elements = Array.from({ length: TILE.kPack }, (_, j) => [
      thread % 64,
      TILE.kPack * Math.floor(thread / 64) + j,
    ]);
    return {
      wanted: elements.map((index) => calculateOffset(value, index)),
      reached: elements.map((index) => {
        moveCoordinate(coordinate, index);
        return bottomOf(coordinate)[0] ?? 0;
      }),
    };
  };
  let wrong = 0;
  for (let thread = 0; thread < THREADS; thread++) {
    const { wanted, reached } = both(thread);
    wrong += wanted.filter((offset, i) => offset !== reached[i]).length;
  }
  return { wrong, all: THREADS * TILE.kPack, ...both(1) };
}
