/**
 * `amdgpu` operations that move values between lanes, and conversions of packed elements.
 *
 *     %d = amdgpu.dpp %old %v row_shr(1 : i32) : f32            as `rocdl.update.dpp`, by its control word
 *     %s = amdgpu.swizzle_bitmode %v 31 0 1 : f32               lane ((l & 31) | 0) ^ 1 of each 32
 *     %p = amdgpu.permlane_swap %v 16 : f32                     the value of lane l ^ 16
 */
import { AttributeMap } from '../../ir/attribute-map.ts';
import type { Attribute, Type } from '../../ir/types.ts';
import type { Operation } from '../../ir/ir.ts';
import { attributeOf, integerOf, wordsOf } from '../attributes.ts';
import { resolveAttribute } from '../../ir/types.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { pull, lanes as rocdlLanes } from '../llvm/lanes.ts';
import { takes } from '../take.ts';

const i32: Type = { kind: 'integer', width: 32, signedness: 'signless' };
const number = (value: number): Attribute => ({ kind: 'integer', value: BigInt(value), type: i32 });

/** The control words of permutations without an argument, and the bases of those with one. */
const CONTROLS: Readonly<Record<string, number>> = {
  row_shl: 0x100,
  row_shr: 0x110,
  row_ror: 0x120,
  wave_shl: 0x130,
  wave_rol: 0x134,
  wave_shr: 0x138,
  wave_ror: 0x13c,
  row_mirror: 0x140,
  row_half_mirror: 0x141,
  row_bcast_15: 0x142,
  row_bcast_31: 0x143,
  row_share: 0x150,
};

function controlOf(op: Operation): number | undefined {
  const kind = /(\w+)\W*$/.exec(wordsOf(op, 'kind'))?.[1] ?? '';
  const argument = attributeOf(op, 'permArgument');
  if (kind === 'quad_perm') {
    if (argument?.kind !== 'array') return undefined;
    return argument.elements.reduce((bits, element, i) => {
      const entry = resolveAttribute(element);
      return bits | ((entry.kind === 'integer' ? Number(entry.value) & 3 : 0) << (2 * i));
    }, 0);
  }
  const base = CONTROLS[kind];
  return base === undefined || argument?.kind !== 'integer' ? base : base + Number(argument.value);
}

const dpp: LowerOperation = (op, lowering) => {
  const control = controlOf(op);
  if (control === undefined) return lowering.unsupported('this permutation');
  const attributes = new AttributeMap([
    ['dppCtrl', number(control)],
    ['rowMask', number(integerOf(op, 'row_mask') ?? 15)],
    ['bankMask', number(integerOf(op, 'bank_mask') ?? 15)],
    ['boundCtrl', number(integerOf(op, 'bound_ctrl') ?? 0)],
  ]);
  rocdlLanes['rocdl.update.dpp']?.({ ...op, attributes }, lowering);
};

/** Each active lane gets the value of another one, or 0 where that is inactive. */
const fromLane = (
  sourceOf: (op: Operation) => (lane: number) => number,
  through?: string,
): LowerOperation =>
  takes(1, 1, ([source, result], lowering, op) => {
    if (elementCount(source.type) !== elementCount(result.type)) return;
    if (through !== undefined) lowering.exchanges(through);
    const [from, to] = lowering.slots(source, result);
    const other = sourceOf(op);
    lowering.emit((wave) => pull(wave, from, to, other));
  });

const swizzle = fromLane((op) => {
  const [and, or, xor] = ['and_mask', 'or_mask', 'xor_mask'].map(
    (name) => integerOf(op, name) ?? 0,
  );
  return (lane) => (lane & ~31) | (((lane & (and ?? 0)) | (or ?? 0)) ^ (xor ?? 0));
}, 'ds_swizzle_b32');

const permuteSwap = fromLane((op) => {
  const size = integerOf(op, 'row_length') ?? 0;
  return (lane) => lane ^ size;
});

/** Elements of a packed source from `first` on, as the type of the result, by a factor. */
const extend = (perIndex: number): LowerOperation =>
  takes(1, 1, ([source, result], lowering, op) => {
    const scale = op.operands[1];
    const element = lowering.element(result.type);
    if (element === undefined) return;
    const count = elementCount(result.type);
    const first = (integerOf(op, 'index') ?? 0) * (count === 1 ? 1 : perIndex);
    const [from, to] = lowering.slots(source, result);
    const by = scale === undefined ? undefined : lowering.data(scale);
    const { round } = element;
    const known = elementCount(source.type);
    lowering.emit((wave) => {
      const values = wave.values(from);
      const out = wave.values(to);
      const { lanes } = wave;
      for (let i = 0; i < count; i++) {
        for (let lane = 0; lane < lanes; lane++) {
          const value = first + i < known ? (values[(first + i) * lanes + lane] ?? 0) : 0;
          const factor = by === undefined ? 1 : powerOfTwo(wave.values(by)[lane] ?? 0);
          out[i * lanes + lane] = round(value * factor);
        }
      }
    });
  });

const view = new DataView(new ArrayBuffer(4));

/** Only the exponent of a scale counts. */
function powerOfTwo(scale: number): number {
  view.setFloat32(0, scale);
  const exponent = (view.getUint32(0) >>> 23) & 255;
  return exponent === 255 ? Number.NaN : 2 ** (exponent - 127);
}

/** Two floats into a pair of 8-bit ones; the other pair is kept. */
const truncate = takes(1, 1, ([a, result], lowering, op) => {
  const second = op.operands[1];
  const third = op.operands[2];
  const element = lowering.element(result.type);
  if (element === undefined) return;
  const count = elementCount(result.type);
  const isVector = (value: typeof second): boolean =>
    value !== undefined && elementCount(value.type) === count;
  const existing = isVector(third) ? third : isVector(second) ? second : undefined;
  const b = second === existing ? undefined : second;
  const word = 2 * (integerOf(op, 'wordIndex') ?? 0);
  const slots = [a, b].map((value) => value && lowering.data(value));
  const kept = existing && lowering.data(existing);
  const to = lowering.data(result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    if (kept === undefined) out.fill(0);
    else out.set(wave.values(kept));
    for (const [i, slot] of slots.entries()) {
      const values = slot === undefined ? undefined : wave.values(slot);
      for (let lane = 0; lane < wave.lanes; lane++) {
        out[(word + i) * wave.lanes + lane] = element.round(values?.[lane] ?? 0);
      }
    }
  });
});

export const amdgpuLanes: Readonly<Record<string, LowerOperation>> = {
  'amdgpu.dpp': dpp,
  'amdgpu.swizzle_bitmode': swizzle,
  'amdgpu.permlane_swap': permuteSwap,
  'amdgpu.ext_packed_fp8': extend(2),
  'amdgpu.scaled_ext_packed': extend(2),
  'amdgpu.packed_trunc_2xfp8': truncate,
};
