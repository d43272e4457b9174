/**
 * What a layout costs in address instructions: vector instructions that a wave executes once, beyond those of a plain
 * tile whose rows are a power of two.
 *
 *     plain       v_lshl_add_u32 address, row, log2(pitch), column                                        +0
 *     padding     v_mad_u32_u24  address, row, pitch, column            takes the place of the shift      +0
 *     XOR         v_bfe_u32 key, row, log2(rowsPerPhase), log2(phases)   v_xor_b32 unit, unit, key         +2
 *     xor-bits    for each distance by which bits of the row are shifted: a shift, an AND, an XOR; a run of bits as XOR
 *     xor-table   the keys as bits of a constant: v_and, v_lshlrev, v_lshrrev_b64, v_and_b32, v_xor_b32    +5
 *                 (up to 64 bits of keys; the search offers no larger table, and a given one is priced the same)
 *     rotate      v_lshrrev (rowsPerPhase > 1), v_add or v_mad, v_and; + 4 for the remainder by a unit count that is no
 *                 power of two (multiply high, shift, multiply, subtract)
 *     interval    v_lshrrev, v_mad_u32_u24                                                                 +2 each
 *     reshaped    the key of its lines, + 2 for each padding, + 2 for lines of packs: a shift and an add each
 *     linear      as xor-bits, of what differs from the plain tile
 *
 * Each access pays this once. Further instances share the address when a wave's lanes are a constant apart (it is the
 * offset of the instruction); where the layout makes them differ by an XOR, each costs one instruction more. Derived
 * from the instruction set, not measured; compilers can fold an XOR into what precedes or follows it (`v_xad_u32`,
 * `v_bitop3_b32`), which is not counted.
 */
import { plainLayout, type RowKey, rowBytes, type TileLayout } from '../layout/tile/tile-layout.ts';
import { placeElements } from './placement.ts';
import { type ProblemAccess, isActive, isLaneLinear, type Problem } from './problem.ts';

/** Counts the address instructions of all accesses together; what the plain tile needs is found once. */
export function addressCounter(
  problem: Problem,
): (layout: TileLayout, offsets: Int32Array) => number {
  const offsetsOfPlain = placeElements(plainLayout(problem.tile));
  const plain = problem.accesses.map((access) => baseCount(problem, access, offsetsOfPlain));
  return (layout, offsets) => {
    const once = keyInstructions(layout);
    return problem.accesses.reduce((sum, access, i) => {
      // Hardware places the lanes: a key moves the global address of each, a pad only the base of the wave.
      if (isLaneLinear(access)) return sum + keyInstructions(withoutPadding(layout));
      const bases = baseCount(problem, access, offsets);
      return sum + once + Math.max(0, bases - (plain[i] ?? 1));
    }, 0);
  };
}

function withoutPadding(layout: TileLayout): TileLayout {
  return layout.kind === 'rows' ? { ...layout, paddings: [] } : layout;
}

/** Address registers that a wave needs: instances whose lanes are not a constant apart. The most of any wave. */
function baseCount(
  { tile, waveSize }: Problem,
  access: ProblemAccess,
  offsets: Int32Array,
): number {
  const shapes = new Map<number, Set<number>>();
  for (let instance = 0; instance < access.instances; instance++) {
    let first: number | undefined;
    let hash = 0x811c9dc5;
    for (let lane = 0; lane < waveSize; lane++) {
      if (!isActive(access, instance, lane)) continue;
      const at = instance * waveSize + lane;
      const offset =
        offsets[(access.rows[at] ?? 0) * tile.columns + (access.columns[at] ?? 0)] ?? 0;
      first ??= offset;
      hash = Math.imul(hash ^ (offset - first + lane), 0x01000193);
    }
    const wave = access.wave[instance] ?? 0;
    const seen = shapes.get(wave) ?? new Set();
    shapes.set(wave, seen.add(hash));
  }
  return [...shapes.values()].reduce((most, { size }) => Math.max(most, size), 0);
}

/** Instructions that one address costs beyond a plain one. */
function keyInstructions(layout: TileLayout): number {
  if (layout.kind === 'linear') {
    const shift = Math.log2(layout.tile.elementBytes);
    return shiftedRuns(
      layout.layout.columns.map((column, bit) => ({ bit, column: column ^ (2 ** (bit + shift)) })),
    );
  }
  // A line is a bit field of the row or of the column; where lines are padded, its pad is added to the plain offset.
  if (layout.kind === 'reshaped') {
    const { cut, lines } = layout;
    const padded = lines.paddings.length + (cut.kind === 'column-packs' ? 1 : 0);
    return keyInstructions({ ...lines, paddings: [] }) + 2 * padded;
  }
  const { tile, key, paddings, unitBytes } = layout;
  const row = rowBytes(tile);
  const intervals = paddings.filter(({ intervalBytes }) => intervalBytes !== row).length;
  return 2 * intervals + (key === undefined ? 0 : ofKey(key, Math.floor(row / unitBytes)));
}

function ofKey(key: RowKey, units: number): number {
  switch (key.kind) {
    case 'xor':
      return key.phases === 1 ? 0 : 2;
    case 'xor-bits':
      return shiftedRuns(key.columns.map((column, bit) => ({ bit, column })));
    case 'xor-table':
      return 5;
    case 'rotate': {
      const remainder = Number.isInteger(Math.log2(units)) ? 1 : 4;
      return (key.rowsPerPhase > 1 ? 1 : 0) + 1 + remainder;
    }
  }
}

/** One run of neighbouring bits at one distance is a bit-field extract and an XOR; a run with gaps needs an AND more. */
function shiftedRuns(bits: readonly { readonly bit: number; readonly column: number }[]): number {
  const runs = new Map<number, number[]>();
  for (const { bit, column } of bits) {
    for (let target = 0; target < 31; target++) {
      if (((column >>> target) & 1) === 0) continue;
      runs.set(target - bit, [...(runs.get(target - bit) ?? []), bit]);
    }
  }
  let instructions = 0;
  for (const [distance, sources] of runs) {
    const contiguous = (sources.at(-1) ?? 0) - (sources[0] ?? 0) === sources.length - 1;
    // A field that lands at bit 0 of its target is one extract; elsewhere a shift and an AND.
    const extract = contiguous && distance + (sources[0] ?? 0) === 0;
    instructions += (extract || distance === 0 ? 1 : 2) + 1;
  }
  return instructions;
}
