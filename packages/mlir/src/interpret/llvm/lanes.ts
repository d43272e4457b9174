/**
 * `rocdl`: values that move between the lanes of a wave.
 *
 * Each operation is a rule that gives the source of a lane, -1 for none. A source that is inactive gives nothing
 * either: then a lane keeps its old value or gets 0, as the operation says. Source: AMD CDNA3 ISA, "DPP" and "Data
 * Share"; CDNA4 ISA for swaps and transposing reads.
 */
import { constantOf } from '../../rows/facts.ts';
import { countOnes, opcodeNumber } from '@ldscope/core';
import { integerOf } from '../attributes.ts';
import { integerElement } from '../elements.ts';

import type { LowerOperation } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import { firstLane, fullMask, isActive, type LaneMask, maskWhere } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { loadThrough, pointerTo, prepareAccess } from './through-pointer.ts';
import { bitsOf, pointerSpace, scalarOf } from './types.ts';
import { bitMove } from './bits.ts';
import { copyPlace, writeHalves } from '../wide.ts';
import { takes } from '../take.ts';

/** The source of a lane; -1 for none. */
type Source = (lane: number, lanes: number) => number;

const inRow = (lane: number, source: number): number => (source >> 4 === lane >> 4 ? source : -1);

/** The rule of a `dpp_ctrl`; `undefined` for one that is not known. */
function dppSource(control: number): Source | undefined {
  const by = control & 15;
  if (control < 0x100) return (lane) => (lane & ~3) | ((control >> (2 * (lane & 3))) & 3);
  switch (control & ~15) {
    case 0x100:
      return (lane) => inRow(lane, lane + by);
    case 0x110:
      return (lane) => inRow(lane, lane - by);
    case 0x120:
      return (lane) => (lane & ~15) | ((lane - by) & 15);
    case 0x150:
      return (lane) => (lane & ~15) | by;
    case 0x160:
      return (lane) => lane ^ by;
    default:
      return wholeWave[control];
  }
}

const wholeWave: Readonly<Record<number, Source>> = {
  0x130: (lane, lanes) => (lane === lanes - 1 ? -1 : lane + 1),
  0x134: (lane, lanes) => (lane + 1) % lanes,
  0x138: (lane) => lane - 1,
  0x13c: (lane, lanes) => (lane + lanes - 1) % lanes,
  0x140: (lane) => lane ^ 15,
  0x141: (lane) => lane ^ 7,
  0x142: (lane) => (lane < 16 ? -1 : (lane & ~15) - 1),
  0x143: (lane) => (lane < 32 ? -1 : 31),
};

/** `update.dpp old, source`: lanes that masks leave out, and without bound control those without a source, keep `old`. */
const updateDpp = takes(2, 1, ([old, source, result], lowering, op) => {
  const rule = dppSource(integerOf(op, 'dppCtrl') ?? -1);
  const count = elementCount(result.type);
  if (rule === undefined || elementCount(source.type) !== count)
    return lowering.unsupported('this control');
  const rows = integerOf(op, 'rowMask') ?? 15;
  const banks = integerOf(op, 'bankMask') ?? 15;
  const zero = integerOf(op, 'boundCtrl') === 1;
  const [kept, from, to] = lowering.slots(old, source, result);
  const enabled = (lane: number): boolean =>
    ((rows >> (lane >> 4)) & (banks >> ((lane >> 2) & 3)) & 1) === 1;
  lowering.emit((wave) =>
    pull(wave, from, to, (lane) => (enabled(lane) ? rule(lane, wave.lanes) : -1), {
      otherwise: (lane) => (enabled(lane) && zero ? undefined : kept),
    }),
  );
});

/** Where a lane reads with `ds_swizzle`. */
function swizzleSource(offset: number): Source | undefined {
  if (offset >= 0xe000) return undefined;
  if (offset >= 0xc000) {
    const by = (offset >> 5) & 31;
    const kept = offset & 31;
    const sign = (offset & 0x400) === 0 ? 1 : -1;
    return (lane) => (lane & ~31) + ((lane & kept) | ((lane + sign * by) & 31 & ~kept));
  }
  if (offset >= 0x8000) return (lane) => (lane & ~3) + ((offset >> (2 * (lane & 3))) & 3);
  return (lane) =>
    (lane & ~31) + (((lane & offset & 31) | ((offset >> 5) & 31)) ^ ((offset >> 10) & 31));
}

const swizzle = takes(1, 1, ([source, result], lowering, op) => {
  const offset = op.operands[1];
  const rule = offset && swizzleSource(constantOf(offset) ?? 0xffff);
  if (rule === undefined || elementCount(source.type) !== elementCount(result.type))
    return lowering.unsupported('this pattern');
  lowering.exchanges('ds_swizzle_b32');
  const [from, to] = lowering.slots(source, result);
  lowering.emit((wave) => pull(wave, from, to, (lane) => rule(lane, wave.lanes)));
});

/**
 * Each active lane gets the value of its source. A lane whose source is not among `sources` (the active lanes) gets its own
 * value in the slot that `otherwise` names, or 0. `first`: the register of the target that gets the first one.
 */
export function pull(
  wave: Wave,
  from: number,
  to: number,
  sourceOf: (lane: number) => number,
  {
    otherwise = () => undefined,
    sources = wave.mask,
    first = 0,
  }: {
    readonly otherwise?: (lane: number) => number | undefined;
    readonly sources?: LaneMask;
    readonly first?: number;
  } = {},
): void {
  const { lanes, mask } = wave;
  const places = wave.values(from).length;
  for (let lane = 0; lane < lanes; lane++) {
    if (!isActive(mask, lane)) continue;
    const other = sourceOf(lane);
    const found = other >= 0 && other < lanes && isActive(sources, other);
    const slot = found ? from : otherwise(lane);
    for (let i = 0; i < places; i += lanes) {
      const place = first * lanes + i + lane;
      if (slot === undefined) wave.values(to)[place] = 0;
      else copyPlace(wave, slot, i + (found ? other : lane), to, place);
    }
  }
}

/** `ds_bpermute index, source`: four times the lane. */
const bpermute = takes(2, 1, ([index, source, result], lowering) => {
  if (elementCount(source.type) !== 1 || elementCount(result.type) !== 1) return;
  lowering.exchanges('ds_bpermute_b32');
  const [at, from, to] = lowering.slots(index, source, result);
  lowering.emit((wave) => {
    const places = wave.values(at);
    pull(wave, from, to, (lane) => ((places[lane] ?? 0) >>> 2) & (wave.lanes - 1));
  });
});

/** `readlane source, lane`, or of the first active lane: the lane may be inactive. */
export const readLane = takes(1, 1, ([source, result], lowering, op) => {
  const [, chosen] = op.operands;
  if (elementCount(source.type) !== elementCount(result.type) || isMemory(source.type))
    return lowering.mismatch('a result like its value', 'another');
  const [from, to] = lowering.slots(source, result);
  const which = chosen === undefined ? undefined : lowering.data(chosen);
  lowering.emit((wave) => {
    const { lanes } = wave;
    const first = Math.max(0, firstLane(wave.mask));
    const lane = which === undefined ? first : (wave.values(which)[first] ?? 0) & (lanes - 1);
    const places = wave.values(to).length;
    for (let i = 0; i < places; i++) copyPlace(wave, from, i - (i % lanes) + lane, to, i);
  });
});

/** `mbcnt mask, base`: bits of a half of the wave's mask below the lane. */
const countBelow = (high: boolean): LowerOperation =>
  takes(2, 1, ([mask, base, result], lowering) => {
    const [bits, start, to] = lowering.slots(mask, base, result);
    lowering.emit((wave) => {
      const [x, y, out] = [wave.values(bits), wave.values(start), wave.values(to)];
      for (let lane = 0; lane < wave.lanes; lane++) {
        const within = high ? Math.max(0, lane - 32) : Math.min(lane, 32);
        const below = within >= 32 ? -1 : (1 << within) - 1;
        out[lane] = ((y[lane] ?? 0) + countOnes((x[lane] ?? 0) & below)) | 0;
      }
    });
  });

/** The active lanes whose predicate holds, as bits. */
const ballot = takes(1, 1, ([predicate, result], lowering) => {
  const width = scalarOf(result.type)?.element.width;
  if (width !== 64 && width !== 32) return lowering.unsupported('this type');
  const [from, to] = lowering.slots(predicate, result);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const { low, high } = maskWhere(wave.mask, values, wave.lanes);
    if (width === 32) wave.values(to).fill(low | 0);
    else
      for (let lane = 0; lane < wave.lanes; lane++) writeHalves(wave, to, lane, low | 0, high | 0);
  });
});

/** `permlanex16 old, source, select, select`: a lane of the other row of 16, by four bits of the selects. */
const permuteRows = takes(4, 1, ([old, source, low, high, result], lowering, op) => {
  if (elementCount(result.type) !== 1) return;
  const [kept, from, first, second, to] = lowering.slots(old, source, low, high, result);
  const fetchInactive = integerOf(op, 'fi') === 1;
  const zero = integerOf(op, 'boundControl') === 1;
  lowering.emit((wave) => {
    const lead = Math.max(0, firstLane(wave.mask));
    const selects = [wave.values(first)[lead] ?? 0, wave.values(second)[lead] ?? 0];
    const sourceOf = (lane: number): number => {
      const nibble = ((selects[(lane >> 3) & 1] ?? 0) >> (4 * (lane & 7))) & 15;
      return ((lane ^ 16) & ~15) | nibble;
    };
    const sources = fetchInactive ? fullMask(wave.lanes) : wave.mask;
    pull(wave, from, to, sourceOf, { otherwise: () => (zero ? undefined : kept), sources });
  });
});

/** `permlane16.swap a, b`: odd rows of a and even rows of b change places; `permlane32.swap`: halves. */
const swapRows = (size: 16 | 32): LowerOperation =>
  takes(2, 1, ([a, b, result], lowering) => {
    if (elementCount(result.type) !== 2) return;
    const [left, right, to] = lowering.slots(a, b, result);
    const partner =
      (bit: number) =>
      (lane: number): number =>
        (lane & size) === bit ? lane ^ size : -1;
    lowering.emit((wave) => {
      pull(wave, right, to, partner(size), { otherwise: () => left });
      pull(wave, left, to, partner(0), { otherwise: () => right, first: 1 });
    });
  });

/**
 * A transposing read of gfx950: each lane reads 64 bits at its own address, then 16 lanes exchange elements. With E
 * elements in a lane, 16 / E lanes hold a row of 16; lane l gets column l.
 */
const transposingRead = (opcode: string, width: number): LowerOperation =>
  takes(1, 1, ([pointer, result], lowering, op) => {
    const into = scalarOf(result.type);
    if (into === undefined) return;
    const [word, element] = [integerElement(32), integerElement(width)];
    if (pointerSpace(pointer.type) !== 3 || bitsOf(into) !== 64 || !word || !element)
      return lowering.unsupported('this form');
    const at = pointerTo(op, lowering, pointer);
    const words = { element: word, count: 2 };
    const number = opcodeNumber(opcode);
    const access = prepareAccess(op, lowering, 3, words, 'read', undefined, { opcode: number });
    if (at === undefined || access === undefined) return;
    const to = lowering.data(result);
    const loaded = lowering.newData(2);
    const elements = { element, count: 64 / width };
    const [own, column] = [lowering.newData(elements.count), lowering.newData(elements.count)];
    const [take, give] = [bitMove(words, elements), bitMove(elements, into)];
    lowering.emitWhole((wave) => {
      loadThrough(wave, at, [access], loaded);
      if (wave.state !== 'running') return;
      for (let lane = 0; lane < wave.lanes; lane++) take(wave, loaded, own, lane);
      exchangeColumns(wave.values(own), wave.values(column), wave.lanes, elements.count);
      for (let lane = 0; lane < wave.lanes; lane++) give(wave, column, to, lane);
    });
  });

/** Exchanges `count` elements of each lane among groups of 16 lanes: 16 / count lanes hold a row, lane l gets column l. */
export function exchangeColumns(
  loaded: Float64Array,
  out: Float64Array,
  lanes: number,
  count: number,
): void {
  for (let lane = 0; lane < lanes; lane++) {
    const column = lane & 15;
    for (let i = 0; i < count; i++) {
      const source = (lane & ~15) + i * (16 / count) + Math.floor(column / count);
      out[i * lanes + lane] = loaded[(column % count) * lanes + source] ?? 0;
    }
  }
}

export const lanes: Readonly<Record<string, LowerOperation>> = {
  'rocdl.readfirstlane': readLane,
  'rocdl.readlane': readLane,
  'rocdl.update.dpp': updateDpp,
  'rocdl.ds_swizzle': swizzle,
  'rocdl.ds_bpermute': bpermute,
  'rocdl.mbcnt.lo': countBelow(false),
  'rocdl.mbcnt.hi': countBelow(true),
  'rocdl.ballot': ballot,
  'rocdl.permlanex16': permuteRows,
  'rocdl.permlane16.swap': swapRows(16),
  'rocdl.permlane32.swap': swapRows(32),
  'rocdl.ds.read.tr16.b64': transposingRead('ds_read_b64_tr_b16', 16),
  'rocdl.ds.read.tr8.b64': transposingRead('ds_read_b64_tr_b8', 8),
  'rocdl.ds.read.tr4.b64': transposingRead('ds_read_b64_tr_b4', 4),
};
