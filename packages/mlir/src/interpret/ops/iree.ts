/** `stream`, `hal`: how IREE hands buffers to a kernel. */
import { messages } from '@ldscope/core';
import type { Value } from '../../ir/ir.ts';
import { integerOf } from '../attributes.ts';
import { elementType } from '../elements.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { pushConstantName } from '../kernel.ts';
import type { Wave } from '../wave.ts';
import { denseStrides, memrefType, stridesOf, uniform } from './memref.ts';
import { takes } from '../take.ts';

/** A view of a buffer from a byte offset, with the type of the result. */
function bindSubspan(
  lowering: Lowering,
  result: Value,
  from: number,
  offset: Value | undefined,
  dynamicSizes: readonly Value[],
): void {
  const type = memrefType(result);
  const element = lowering.element(result.type);
  if (type === undefined || element === undefined)
    return lowering.unsupported('a result that is not a memref');
  const to = lowering.memref(result);
  const shift = offset === undefined ? undefined : lowering.data(offset);
  const dynamic = dynamicSizes.map((size) => lowering.data(size));
  lowering.emit((wave) => {
    const view = wave.memref(from);
    let next = 0;
    const sizes = (type.shape ?? []).map((size) => size ?? sizeOf(wave, dynamic[next++]));
    const shifts = shift === undefined ? undefined : wave.values(shift);
    const offsetBytes = view.offsetBytes.map((byte, lane) => byte + (shifts?.[lane] ?? 0));
    const strides = stridesOf(type, denseStrides(sizes));
    wave.memrefs[to] = { ...view, element, offsetBytes, originBytes: offsetBytes, sizes, strides };
  });
}

/** A dynamic size; `NaN` when it is not given. */
function sizeOf(wave: Wave, slot: number | undefined): number {
  return slot === undefined ? Number.NaN : uniform(wave, wave.values(slot));
}

const streamSubspan = takes(1, 1, ([binding, result], lowering, op) => {
  const offset = op.operands[1];
  const sizes = op.operands.slice(2);
  bindSubspan(lowering, result, lowering.memref(binding), offset, sizes);
});

/** `hal.interface.binding.subspan` names its buffer by number. */
const halSubspan = takes(0, 1, ([result], lowering, op) => {
  const from = lowering.binding(integerOf(op, 'binding') ?? 0);
  const offset = op.operands[0];
  const sizes = op.operands.slice(1);
  bindSubspan(lowering, result, from, offset, sizes);
});

/** A push constant: a scalar of the launch, by its number. */
const pushConstant = takes(0, 1, ([result], lowering, op) => {
  const name = pushConstantName(op);
  const value = lowering.launch.scalars.get(name);
  const type = elementType(result.type);
  if (type === undefined) return lowering.unsupported('a value of this type');
  if (value === undefined) return lowering.refuse(messages.launch.scalar(name));
  if (typeof value === 'bigint')
    return lowering.unsupported(`${value}, which has more than 53 bits`);
  lowering.emitFill(result, type.round(value));
});

export const iree: Readonly<Record<string, LowerOperation>> = {
  'stream.binding.subspan': streamSubspan,
  'hal.interface.binding.subspan': halSubspan,
  'hal.interface.constant.load': pushConstant,
};
