/**
 * The search of an open pull request for the shuffle of one intrinsic's operand: the first whose read has no conflict.
 *
 *     gfx950, MFMA_F32_16x16x32_BF16, A: 16 rows of 32 elements, lane l reads 16 bytes at row l mod 16
 *     no shuffle   lanes of a phase access different words of a bank        next
 *     <8, 8>, <16, 8>, <32, 8>                                           conflicts, or refused
 *     <64, 8>      none                                                   taken
 *
 * Lanes conflict when a phase has two of them on one bank at different addresses. A read of more than 16 bytes is
 * several, powers of two down to the width of a bank.
 *
 * LIMITATIONS, upstream's: reads alone; rows are those of the intrinsic's tile, not of the buffer; layouts with outer
 * parts are left. Upstream knows the phases of gfx950 alone, with narrow reads in one phase; on other machines it
 * searches nothing, and so does this unless the caller names another model. Source: iree-org/iree pull request 24428.
 */
import { opcodeAt, opcodeNumber } from '../../access/opcodes.ts';
import { type ConflictModel, findModel, findRule } from '../../machine/machine.ts';
import { findMachine } from '../../machine/machines.ts';
import { phaseLanes } from '../../machine/phases.ts';
import { type IreeSwizzle, swizzleOffset, type XorShuffle } from '../../vendors/iree/swizzle.ts';
import { type MmaLayout, xorShuffleBounds } from '../../vendors/iree/mma-layouts.ts';
import { findIreeTarget } from '../../vendors/iree/targets.ts';
import { xorShuffleFault } from '../../vendors/iree/xor-shuffle-params.ts';

const BANK_BYTES = 4;
const WIDEST_READ = 16;

/** The chips that upstream has phases of, and the model here that they are: the alternative rule of narrow reads. */
const UPSTREAM_MODELS: ReadonlyMap<string, string> = new Map([['gfx950', 'narrow-1x64']]);

function upstreamModel(target: string): ConflictModel | undefined {
  const model = UPSTREAM_MODELS.get(target);
  const machine = model === undefined ? undefined : findMachine(target);
  return machine === undefined ? undefined : findModel(machine, model);
}

/** Lanes that are served together when each reads this many bytes; `undefined` where upstream has no phases. */
export function phaseGroups(
  target: string,
  readBytes: number,
  waveSize: 32 | 64 = 64,
  model = upstreamModel(target),
): readonly (readonly number[])[] | undefined {
  const rule = readRule(model, readBytes, waveSize);
  if (rule === undefined) return undefined;
  return Array.from({ length: rule.phases.count }, (_, phase) => [
    ...phaseLanes(rule.phases, phase),
  ]);
}

const reads: ReadonlyMap<number, string> = new Map([
  [4, 'ds_read_b32'],
  [8, 'ds_read_b64'],
  [16, 'ds_read_b128'],
]);

function readRule(
  model: ConflictModel | undefined,
  readBytes: number,
  waveSize: 32 | 64,
): ReturnType<typeof findRule> {
  const number = opcodeNumber(reads.get(readBytes) ?? '');
  const request = number === undefined ? undefined : opcodeAt(number).request;
  if (model === undefined || request === undefined) return undefined;
  return findRule(model, waveSize, request);
}

export interface PhaseQuestion {
  readonly target: string;
  /** The operand's layout in its intrinsic. */
  readonly layout: MmaLayout;
  readonly elementBits: number;
  /** The operand is copied directly: the access width must fit every size of such a copy. */
  readonly isDma?: boolean;
  /** Instead of upstream's phases. */
  readonly model?: ConflictModel;
}

export type PhaseAnswer =
  | { readonly kind: 'identity' }
  | { readonly kind: 'shuffle'; readonly swizzle: XorShuffle }
  /** `found` is the shuffle that direct copies cannot use. */
  | { readonly kind: 'none'; readonly reason: string; readonly found?: XorShuffle };

/** The first shuffle without conflicts, rows growing by two; `identity` where none is needed. */
export function searchShuffle(question: PhaseQuestion): PhaseAnswer {
  const { layout, elementBits, target } = question;
  const model = question.model ?? upstreamModel(target);
  const plain = conflicts(layout, elementBits, model);
  if (plain === undefined) {
    return { kind: 'none', reason: `no phases of ${target} are known for this operand` };
  }
  if (!plain) return { kind: 'identity' };
  const { leastAccess, tile } = xorShuffleBounds(layout);
  for (let rowWidth = leastAccess; rowWidth <= tile; rowWidth *= 2) {
    if (xorShuffleFault(rowWidth, leastAccess, tile) !== undefined) continue;
    const swizzle: XorShuffle = { kind: 'xor_shuffle', rowWidth, accessWidth: leastAccess };
    if (conflicts(layout, elementBits, model, swizzle) === true) continue;
    const refused =
      question.isDma === true ? dmaFault(target, leastAccess, elementBits) : undefined;
    return refused === undefined
      ? { kind: 'shuffle', swizzle }
      : { kind: 'none', reason: refused, found: swizzle };
  }
  return { kind: 'none', reason: 'every shuffle of the tile has conflicts' };
}

function dmaFault(target: string, access: number, elementBits: number): string | undefined {
  const sizes = findIreeTarget(target)?.dmaBits ?? [];
  const unfit = sizes.find((bits) => access % Math.floor(bits / elementBits) !== 0);
  if (unfit === undefined) return undefined;
  const elements = Math.floor(unfit / elementBits);
  return `an access of ${access} is not a multiple of the ${elements} elements that a lane copies with ${unfit} bits`;
}

/** True when a phase has two lanes on one bank at different addresses; `undefined` where that is not known. */
function conflicts(
  layout: MmaLayout,
  elementBits: number,
  model: ConflictModel | undefined,
  swizzle?: IreeSwizzle,
): boolean | undefined {
  if (layout.outer.some((count) => count !== 1)) return undefined;
  const firsts = laneElements(layout);
  const waveSize = firsts.length;
  if (waveSize !== 32 && waveSize !== 64) return undefined;
  const bytes = (layout.element.reduce((all, one) => all * one, 1) * elementBits) / 8;
  let at = 0;
  for (let left = bytes; left >= BANK_BYTES;) {
    const width = Math.min(WIDEST_READ, 2 ** Math.floor(Math.log2(left)));
    const rule = readRule(model, width, waveSize);
    if (rule === undefined) return undefined;
    const start = at;
    const addressOf = (lane: number): number => {
      const element = (firsts[lane] ?? 0) + (start * 8) / elementBits;
      const placed = swizzle === undefined ? element : swizzleOffset(swizzle, element);
      return (placed * elementBits) / 8;
    };
    for (let phase = 0; phase < rule.phases.count; phase++) {
      if (phaseConflicts(phaseLanes(rule.phases, phase), width, rule.banks, addressOf)) return true;
    }
    at += width;
    left -= width;
  }
  return at === 0 ? undefined : false;
}

/** The element at which each lane begins, in the row-major tile of thread x element. */
function laneElements({ thread, threadStrides, element }: MmaLayout): number[] {
  const lengths = thread.map((count, d) => count * (element[d] ?? 1));
  const strides = lengths.map((_, d) => lengths.slice(d + 1).reduce((all, one) => all * one, 1));
  const lanes = thread.reduce((all, one) => all * one, 1);
  return Array.from({ length: lanes }, (_, lane) =>
    thread.reduce((sum, count, d) => {
      const stride = threadStrides[d] ?? 0;
      const part = stride === 0 ? 0 : Math.floor(lane / stride) % count;
      return sum + part * (element[d] ?? 1) * (strides[d] ?? 1);
    }, 0),
  );
}

function phaseConflicts(
  lanes: ArrayLike<number>,
  width: number,
  banks: number,
  addressOf: (lane: number) => number,
): boolean {
  const owner = new Map<number, number>();
  for (let i = 0; i < lanes.length; i++) {
    const address = addressOf(lanes[i] ?? 0);
    for (let byte = 0; byte < width; byte += BANK_BYTES) {
      const word = Math.floor((address + byte) / BANK_BYTES);
      const other = owner.get(word % banks);
      if (other !== undefined && other !== word) return true;
      owner.set(word % banks, word);
    }
  }
  return false;
}
