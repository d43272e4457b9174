/**
 * An element of a tile on its way through CK Tile's index swapping, and two readings of the key of its XOR.
 *
 *     (M', K') -> merge -> (M, L, K0'', K1) -> unmerge -> (M, K0', K1) -> XOR -> (M, K0, K1) -> strides -> offset
 *
 * Every coordinate is asked of the descriptor, stage by stage.
 */
import {
  allIndices,
  calculateOffset,
  calculateOffsets,
  coordinatesByStage,
  descriptorToCpp,
  type Diagnostic,
  explainAccess,
  inspectDescriptor,
  ldsIndexSwappingSpec,
  type Machine,
  makeDescriptor,
  mLdsLayerFor,
  offsetFormula,
  opcodeNumber,
  singleAccess,
  type TensorDescriptor,
} from '@ldscope/core';
import { machineOf } from '../parts/one-access.ts';
import type { SwapParameters } from './controls.ts';

/** Coordinates of one element, from the user's down to its bank. */
export interface Coordinates {
  /** The user's. */
  readonly m: number;
  readonly k: number;
  /** After the merges: row group, row in it, pack of the row, element of the pack. */
  readonly group: number;
  readonly layer: number;
  readonly pack: number;
  readonly element: number;
  /** K0': the row in its group and the pack as one number. */
  readonly before: number;
  readonly key: number;
  /** K0: where the pack lies. */
  readonly after: number;
  /** In elements, in bytes, and the bank. */
  readonly offset: number;
  readonly byte: number;
  readonly bank: number;
}

/** How a key is read from the page's formula: M as the number of the row group, or as the row of the tile. */
interface KeyReading {
  readonly title: string;
  /** Elements that find their place taken. */
  readonly collisions: number;
  /** Elements that lie elsewhere than CK puts them. */
  readonly elsewhere: number;
  /** One read of a pack of each row. */
  readonly cycles: number;
  readonly conflicts: number;
}

export interface SwapModel {
  readonly parameters: SwapParameters;
  readonly machine: Machine;
  readonly descriptor: TensorDescriptor;
  /** A: packs of a row group. */
  readonly packsOfGroup: number;
  readonly groups: number;
  readonly packs: number;
  /** What is wrong with the lengths; CK computes all the same. */
  readonly faults: readonly Diagnostic[];
  /** MLdsLayer as CK's policies choose it for the chip. */
  readonly layerByBanks: number;
  readonly formula: string;
  readonly cpp: string;
  readonly instruction: string;
  readonly readings: readonly [group: KeyReading, row: KeyReading];
}

export type SwapResult =
  | { readonly ok: true; readonly model: SwapModel }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function swapModel(parameters: SwapParameters): SwapResult {
  const { chip, mPerBlock, kPerBlock, kPack, mLdsLayer, elementBytes } = parameters;
  const machine = machineOf(chip);
  const spec = ldsIndexSwappingSpec({ mPerBlock, kPerBlock, kPack, mLdsLayer });
  if (!spec.ok) return { ok: false, diagnostics: spec.diagnostics };
  const descriptor = makeDescriptor(spec.value);
  if (!descriptor.ok) return { ok: false, diagnostics: descriptor.diagnostics };
  const packs = kPerBlock / kPack;
  const packsOfGroup = packs * mLdsLayer;
  const banks = machine.sharedMemory.banks.value;
  const faults = [...descriptor.diagnostics, ...inspectDescriptor(descriptor.value)];
  const groupKey = (m: number): number => Math.floor(m / mLdsLayer) % packsOfGroup;
  const rowKey = (m: number): number => m % packsOfGroup;
  const instruction = `ds_read_b${8 * packBytes(parameters)}`;
  const readKey = (keyOf: (m: number) => number): Omit<KeyReading, 'title'> =>
    countKey(parameters, descriptor.value, machine, instruction, keyOf);
  return {
    ok: true,
    model: {
      parameters,
      machine,
      descriptor: descriptor.value,
      packsOfGroup,
      groups: mPerBlock / mLdsLayer,
      packs,
      faults,
      layerByBanks: mLdsLayerFor(banks, kPerBlock, elementBytes),
      formula: offsetFormula(descriptor.value, ['m', 'k']),
      cpp: descriptorToCpp(spec.value, 'lds_desc'),
      instruction,
      readings: [
        { title: 'M is the row group', ...readKey(groupKey) },
        { title: 'M is the row', ...readKey(rowKey) },
      ],
    },
  };
}

/** Bytes that a lane moves of a pack with one instruction. */
export const packBytes = ({ kPack, elementBytes }: SwapParameters): number =>
  Math.min(16, kPack * elementBytes);

/** The layout of the slides' closed form with a key of one's own, brute force over every element. */
function countKey(
  { mPerBlock, kPerBlock, kPack, mLdsLayer, elementBytes }: SwapParameters,
  descriptor: TensorDescriptor,
  machine: Machine,
  instruction: string,
  keyOf: (m: number) => number,
): Omit<KeyReading, 'title'> {
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
  const op = opcodeNumber(instruction);
  const addresses = Array.from(
    { length: 64 },
    (_, lane) =>
      elementBytes * offsetOf(lane % mPerBlock, (Math.floor(lane / mPerBlock) * kPack) % kPerBlock),
  );
  const explained =
    op === undefined ? undefined : explainAccess(singleAccess(op, addresses), 0, machine);
  return {
    collisions,
    elsewhere,
    cycles: explained?.idxActive ?? 0,
    conflicts: explained?.bankConflict ?? 0,
  };
}

/** An element through all transforms. */
export function coordinatesOf(model: SwapModel, m: number, k: number): Coordinates {
  const { descriptor, packsOfGroup, machine, parameters } = model;
  const [base = [], xored = [], unmerged = []] = coordinatesByStage(descriptor, [m, k]);
  const [layer = 0, group = 0, pack = 0, element = 0] = unmerged;
  const offset = calculateOffset(descriptor, [m, k]);
  const byte = offset * parameters.elementBytes;
  return {
    m,
    k,
    group,
    layer,
    pack,
    element,
    before: xored[0] ?? 0,
    key: group % packsOfGroup,
    after: base[0] ?? 0,
    offset,
    byte,
    bank: Math.floor(byte / 4) % machine.sharedMemory.banks.value,
  };
}

const ELEMENTS: Readonly<Record<number, string>> = { 2: 'f16', 4: 'f32' };

/** One read of a pack of each row through the descriptor, as a tile specification. */
export function specOf({ parameters, cpp }: SwapModel): string {
  const { mPerBlock, kPerBlock, kPack, elementBytes } = parameters;
  return `name: index swapping, a pack of each row
element: ${ELEMENTS[elementBytes] ?? 'f16'}
tile: ${mPerBlock}x${kPerBlock}
layout:
  ck-tile: |
    ${cpp.replaceAll('\n', '\n    ')}
accesses:
  - name: packs
    read: b${8 * packBytes(parameters)}
    row: lane % ${mPerBlock}
    column: lane / ${mPerBlock} * ${kPack} % ${kPerBlock}
`;
}
