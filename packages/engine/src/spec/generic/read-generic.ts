/**
 * A tile, its layout and its accesses as plain data, for those who have an idea and no kernel yet:
 *
 *     element: f16
 *     tile: 128x64
 *     layout: pad 68
 *     waves: 4
 *     accesses:
 *       - write: row-copy b128
 *       - read: mfma-a v_mfma_f32_16x16x16_f16 b128
 *       - { read: b64, row: lane % 16, column: (lane / 16) * 4 }
 */
import {
  type Checked,
  cTypeOf,
  diagnose,
  elementBitsByName,
  isWithin,
  legalityFaults,
  type Machine,
  makeProblem,
  messages,
  opcodeAt,
  placeElements,
  pathText,
  type Place,
  type Problem,
  readSpec,
  rowBytes,
  shape,
  type ShapeMessages,
  specMessages,
  type TileLayout,
  type ValueOf,
} from '@ldscope/core';
import { accessShape, type ReadAccess, readAccesses } from './read-access.ts';
import { layoutShape, readTile, readTileLayout, tileShape } from './read-tile.ts';
import { type SplitAccess, splitOf } from './split-access.ts';

const { choice, label, list, mapping, optional, required, whole } = shape;

export interface GenericSpec {
  readonly name: string;
  /** The type of an element in C. */
  readonly element: string;
  readonly layout: TileLayout;
  readonly waves: number;
  /** The accesses as the layout aligns them. */
  readonly problem: Problem;
  /** As they are written, where the layout makes them narrower. */
  readonly wide?: Problem;
  /** As many as the problem has. */
  readonly accesses: readonly ReadAccess[];
  /** As many again: `undefined` for an access that stays whole. */
  readonly splits: readonly (SplitAccess | undefined)[];
}

const MOST_WAVES = 32;
const MOST_COPIES = 16;

const MOST_ACCESSES = 4096;

export const genericShape = mapping({
  name: optional(label('a name'), 'What reports call it.'),
  element: required(choice([...elementBitsByName.keys()]), 'The type of an element.'),
  tile: required(tileShape, 'Rows and columns: 128x64, or [128, 64].'),
  layout: optional(layoutShape, 'The layout in any notation; rows without gaps by default.'),
  waves: optional(whole(1, MOST_WAVES), 'Waves of the workgroup; 1 by default.'),
  wave_size: optional(choice([32, 64]), "Lanes of a wave; the chip's by default."),
  copies: optional(whole(1, MOST_COPIES), 'Buffers like this one; 1 by default.'),
  other_bytes: optional(whole(0, 2 ** 31 - 1), 'Shared memory for other things.'),
  accesses: required(
    list(accessShape, 1, MOST_ACCESSES, 'a list of accesses'),
    'What the workgroup does, in order.',
  ),
});
type Generic = ValueOf<typeof genericShape>;

const genericMessages: ShapeMessages = {
  ...specMessages,
  shape: (path, wanted, why) =>
    path[0] === 'layout'
      ? messages.spec.layout(pathText(path, ''))
      : specMessages.shape(path, wanted, why),
};

/** Reads and checks a specification for a machine; `name` is its title when it does not give one. */
export const readGenericSpec = (
  data: unknown,
  machine: Machine,
  name: string,
): Checked<GenericSpec> =>
  readSpec(data, genericShape, genericMessages, (spec, top) =>
    readTop({ ...spec, name: spec.name ?? name }, top, machine),
  );

function readTop(
  { name, element, accesses: listed, ...spec }: Generic & { readonly name: string },
  top: Place,
  machine: Machine,
): GenericSpec | undefined {
  const { waves = 1, copies = 1, other_bytes: otherBytes = 0 } = spec;
  const tilePlace = top.at('tile');
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const waveSize = waveSizeOf(spec.wave_size, top.at('wave_size'), machine);
  const tile = readTile(spec.tile, tilePlace, elementBitsByName.get(element) ?? 0);
  if (!isWithin(top.at('other_bytes'), otherBytes, 0, most)) return undefined;
  if (tile === undefined || waveSize === undefined) return undefined;
  const bytes = tile.rows * rowBytes(tile);
  if (bytes > most)
    return tilePlace.fail(messages.spec.tooMany(`the tile has ${bytes} bytes`, most));
  const layout = readTileLayout(spec.layout, top.at('layout'), tile);
  const context = { tile, machine, waveSize, waves };
  const accesses = readAccesses(listed, top.at('accesses'), context);
  if (layout === undefined || accesses === undefined) return undefined;
  // A kernel for NVIDIA faults where a vector is not aligned: nvcc does not cut it.
  const cuts = machine.isa !== 'ptx';
  const cutsVectors = cuts && accesses.every(({ splits, access }) => splits || isWord(access.op));
  const wide = makeProblem(
    tile,
    accesses.map(({ access }) => access),
    [machine],
    waveSize,
    { copies, otherBytes, cutsVectors },
  );
  if (!isShapeLegal(wide, layout, spec.layout === undefined ? tilePlace : top.at('layout')))
    return undefined;
  const offsets = placeElements(layout);
  const splits = accesses.map((one) =>
    cuts && one.splits ? splitOf(wide, one.access, offsets, machine) : undefined,
  );
  const narrow = wide.accesses.map((access, i) => splits[i]?.narrow ?? access);
  const problem = { ...wide, accesses: narrow };
  if (!areLegal(problem, layout, accesses)) return undefined;
  for (const [i, { access, place }] of accesses.entries())
    tellSplit(access.name, access.op, splits[i], place);
  const isSplit = splits.some((split) => split !== undefined);
  const cType = cTypeOf(element, machine.isa === 'ptx');
  return {
    name,
    element: cType,
    layout,
    waves,
    problem,
    accesses,
    splits,
    ...(isSplit ? { wide } : {}),
  };
}

/** An instruction that has no narrower form of words. */
const isWord = (op: number): boolean => opcodeAt(op).widthBytes <= 4;

function tellSplit(name: string, op: number, split: SplitAccess | undefined, place: Place): void {
  if (split === undefined) return;
  const { alignmentBytes, emitted } = split;
  const names = emitted.map((one) => opcodeAt(one.op).name);
  const { name: wanted, widthBytes } = opcodeAt(op);
  place.tell([diagnose(messages.spec.split(name, wanted, widthBytes, alignmentBytes, names))]);
}

function waveSizeOf(
  stated: 32 | 64 | undefined,
  place: Place,
  { waveSizes, name }: Machine,
): 32 | 64 | undefined {
  if (stated === undefined) return waveSizes[0];
  if (waveSizes.includes(stated)) return stated;
  return place.fail(messages.spec.shape(place.where, `${waveSizes.join(' or ')} (${name})`));
}

/** Reports the faults that the layout has whatever accesses it. */
function isShapeLegal(problem: Problem, layout: TileLayout, place: Place): boolean {
  const faults = legalityFaults({ ...problem, accesses: [] }, layout);
  place.tell(faults);
  return faults.length === 0;
}

/** Reports each access that the layout forbids, at its place. */
function areLegal(problem: Problem, layout: TileLayout, accesses: readonly ReadAccess[]): boolean {
  let sound = true;
  for (const [i, { place }] of accesses.entries()) {
    const faults = legalityFaults(
      { ...problem, accesses: problem.accesses.slice(i, i + 1) },
      layout,
    );
    place.tell(faults.slice(0, 1).map((fault) => diagnose(fault)));
    sound &&= faults.length === 0;
  }
  return sound;
}
