/**
 * An element of a tile on its way through CK Tile's index swapping, and two readings of the key of its XOR.
 *
 *     (M', K') -> merge -> (M, L, K0'', K1) -> unmerge -> (M, K0', K1) -> XOR -> (M, K0, K1) -> strides -> offset
 *
 * The descriptor gives every coordinate, stage by stage.
 */
import {
  allIndices,
  calculateOffsets,
  inspectDescriptor,
  type Machine,
  machineNamed,
  mLdsLayerFor,
  type RequestClass,
  type TensorDescriptor,
} from '@ldscope/core';
import { bytesOf } from '../parts/element-types.ts';
import { packOfLane, packSpec, swapTile } from '../parts/index-swapping.ts';
import { requests } from '../parts/lane-pattern.ts';
import { instructionOf, lanes, serve } from '../parts/one-access.ts';
import type { SwapParameters } from './controls.ts';

export type SwapModel = Extract<ReturnType<typeof swapModel>, { readonly ok: true }>['model'];

export function swapModel(parameters: SwapParameters) {
  const { chip, kPerBlock, mLdsLayer } = parameters;
  const machine = machineNamed(chip);
  const tile = swapTile(parameters);
  if (!tile.ok) return tile;
  const { descriptor, packsOfGroup } = tile.value;
  const banks = machine.sharedMemory.banks.value;
  // How a key is read from the page's formula: M as the number of the row group, or as the row of the tile.
  const reading = (title: string, keyOf: (m: number) => number) => ({
    title,
    ...countKey(parameters, descriptor, machine, (m) => keyOf(m) % packsOfGroup),
  });
  return {
    ok: true,
    model: {
      ...tile.value,
      parameters,
      machine,
      banks,
      elementBytes: bytesOf(parameters.element),
      /** What is wrong with the lengths; CK computes all the same. */
      faults: [...tile.diagnostics, ...inspectDescriptor(descriptor)],
      /** MLdsLayer as CK's policies choose it for the chip. */
      layerByBanks: mLdsLayerFor(banks, kPerBlock, bytesOf(parameters.element)),
      instruction: instructionOf(machine, readOf(parameters))?.name ?? '',
      readings: [
        reading('M is the row group', (m) => Math.floor(m / mLdsLayer)),
        reading('M is the row', (m) => m),
      ],
    },
  } as const;
}

/** Bytes that a lane moves of a pack with one instruction. */
export const packBytes = ({ kPack, element }: SwapParameters): number =>
  Math.min(MOST_BYTES, kPack * bytesOf(element));

const MOST_BYTES = 16;
const readOf = (parameters: SwapParameters): RequestClass =>
  requests.find((one) => one === `read.b${8 * packBytes(parameters)}`) ?? 'read.b128';

/** The layout of the slides' closed form with a key of one's own, brute force over every element. */
function countKey(
  parameters: SwapParameters,
  descriptor: TensorDescriptor,
  machine: Machine,
  keyOf: (m: number) => number,
) {
  const { mPerBlock, kPerBlock, kPack, mLdsLayer, element } = parameters;
  const offsetOf = (m: number, k: number): number => {
    const [group, layer] = [Math.floor(m / mLdsLayer), m % mLdsLayer];
    const a = layer * (kPerBlock / kPack) + Math.floor(k / kPack);
    return group * kPerBlock * mLdsLayer + (a ^ keyOf(m)) * kPack + (k % kPack);
  };
  const taken = new Set<number>();
  const placed = calculateOffsets(descriptor, allIndices([mPerBlock, kPerBlock]));
  let [collisions, elsewhere] = [0, 0];
  for (let m = 0; m < mPerBlock; m++) {
    for (let k = 0; k < kPerBlock; k++) {
      const offset = offsetOf(m, k);
      if (taken.has(offset)) collisions++;
      if (placed[m * kPerBlock + k] !== offset) elsewhere++;
      taken.add(offset);
    }
  }
  const read = lanes(
    64,
    (lane) => bytesOf(element) * offsetOf(...packOfLane(lane, { mPerBlock, kPerBlock, kPack })),
  );
  const served = serve(machine, readOf(parameters), read);
  const { idxActive: cycles, bankConflict: conflicts } = served;
  return { collisions, elsewhere, cycles, conflicts };
}

/** One read of a pack of each row through the descriptor, as a tile specification. */
export const specOf = ({ parameters, cpp }: SwapModel): string | undefined =>
  packSpec({ name: 'index swapping', ...parameters, readBytes: packBytes(parameters), cpp });
