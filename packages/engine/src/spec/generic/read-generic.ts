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
  cTypeOf,
  diagnose,
  elementBitsByName,
  Field,
  hasErrors,
  legalityFaults,
  type Machine,
  makeProblem,
  messages,
  opcodeAt,
  placeElements,
  type PlacedDiagnostic,
  type Problem,
  required,
  rowBytes,
  type TileLayout,
} from '@ldscope/core';
import { type ReadAccess, readAccesses } from './read-access.ts';
import { readTile, readTileLayout } from './read-tile.ts';
import { type SplitAccess, splitOf } from './split-access.ts';

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

export interface ReadGeneric {
  /** Absent when there is an error among the diagnostics. */
  readonly value?: GenericSpec;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

const TOP_KEYS = [
  'name',
  'element',
  'tile',
  'layout',
  'waves',
  'wave_size',
  'copies',
  'other_bytes',
  'accesses',
];
const MOST_WAVES = 32;
const MOST_COPIES = 16;

/** Reads and checks a specification for a machine; `name` is its title when it does not give one. */
export function readGenericSpec(data: unknown, machine: Machine, name: string): ReadGeneric {
  const diagnostics: PlacedDiagnostic[] = [];
  const value = readTop(new Field(data, [], diagnostics), machine, name);
  const sound = value !== undefined && !diagnostics.some((one) => hasErrors([one.diagnostic]));
  return sound ? { value, diagnostics } : { diagnostics };
}

function readTop(top: Field, machine: Machine, fallback: string): GenericSpec | undefined {
  const fields = top.mapping(TOP_KEYS);
  if (fields === undefined) return undefined;
  const whole = (key: string, least: number, most: number, usual: number): number | undefined => {
    const field = fields.get(key);
    return field === undefined ? usual : field.whole(least, most);
  };
  const nameField = fields.get('name');
  const name = nameField === undefined ? fallback : nameField.text();
  const elementBits = required(fields, 'element', top)?.named(elementBitsByName);
  const tileField = required(fields, 'tile', top);
  const accessField = required(fields, 'accesses', top);
  const waves = whole('waves', 1, MOST_WAVES, 1);
  const copies = whole('copies', 1, MOST_COPIES, 1);
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const otherBytes = whole('other_bytes', 0, most, 0);
  const waveSize = waveSizeOf(fields.get('wave_size'), machine);
  if (name === undefined || elementBits === undefined || tileField === undefined) return undefined;
  const tile = readTile(tileField, elementBits);
  if (tile === undefined || waves === undefined || waveSize === undefined) return undefined;
  if (copies === undefined || otherBytes === undefined || accessField === undefined)
    return undefined;
  const bytes = tile.rows * rowBytes(tile);
  if (bytes > most)
    return tileField.fail(messages.spec.tooMany(`the tile has ${bytes} bytes`, most));
  const layout = readTileLayout(fields.get('layout'), tile);
  const accesses = readAccesses(accessField, { tile, machine, waveSize, waves });
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
  if (!isShapeLegal(wide, layout, fields.get('layout') ?? tileField)) return undefined;
  const offsets = placeElements(layout);
  const splits = accesses.map((one) =>
    cuts && one.splits ? splitOf(wide, one.access, offsets, machine) : undefined,
  );
  const narrow = wide.accesses.map((access, i) => splits[i]?.narrow ?? access);
  const problem = { ...wide, accesses: narrow };
  if (!areLegal(problem, layout, accesses)) return undefined;
  for (const [i, { access, field }] of accesses.entries())
    tellSplit(access.name, access.op, splits[i], field);
  const isSplit = splits.some((split) => split !== undefined);
  const element = cTypeOf(String(fields.get('element')?.value), machine.isa === 'ptx');
  return { name, element, layout, waves, problem, accesses, splits, ...(isSplit ? { wide } : {}) };
}

/** An instruction that has no narrower form of words. */
const isWord = (op: number): boolean => opcodeAt(op).widthBytes <= 4;

function tellSplit(name: string, op: number, split: SplitAccess | undefined, field: Field): void {
  if (split === undefined) return;
  const { alignmentBytes, emitted } = split;
  const names = emitted.map((one) => opcodeAt(one.op).name);
  const { name: wanted, widthBytes } = opcodeAt(op);
  field.tell([diagnose(messages.spec.split(name, wanted, widthBytes, alignmentBytes, names))]);
}

function waveSizeOf(field: Field | undefined, machine: Machine): 32 | 64 | undefined {
  const { waveSizes } = machine;
  if (field === undefined) return waveSizes[0];
  const found = waveSizes.find((size) => size === field.value);
  return (
    found ??
    field.fail(messages.spec.shape(field.where, `${waveSizes.join(' or ')} (${machine.name})`))
  );
}

/** Reports the faults that the layout has whatever accesses it. */
function isShapeLegal(problem: Problem, layout: TileLayout, place: Field): boolean {
  const faults = legalityFaults({ ...problem, accesses: [] }, layout);
  place.tell(faults);
  return faults.length === 0;
}

/** Reports each access that the layout forbids, at its place. */
function areLegal(problem: Problem, layout: TileLayout, accesses: readonly ReadAccess[]): boolean {
  let sound = true;
  for (const [i, { field }] of accesses.entries()) {
    const faults = legalityFaults(
      { ...problem, accesses: problem.accesses.slice(i, i + 1) },
      layout,
    );
    field.tell(faults.slice(0, 1).map((fault) => diagnose(fault)));
    sound &&= faults.length === 0;
  }
  return sound;
}
