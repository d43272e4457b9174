/** `stream`, `hal`: how IREE hands buffers to a kernel. */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { integerOf } from '../attributes.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { dimensionOf } from '../kernel.ts';
import type { Wave } from '../wave.ts';
import { identity } from './gpu.ts';
import { denseStrides, memrefType, stridesOf, uniform } from './memref.ts';

/** A view of a buffer from a byte offset, with the type of the result. */
function bindSubspan(
  op: Operation,
  lowering: Lowering,
  result: Value,
  from: number,
  offset: Value | undefined,
  dynamicSizes: readonly Value[],
): void {
  const type = memrefType(result);
  const element = lowering.element(op, result.type);
  if (type === undefined || element === undefined) {
    lowering.report(messages.execute.unsupported(op.name, 'a result that is not a memref'));
    return;
  }
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

/** A dynamic size; `NaN` when nobody gives it. */
function sizeOf(wave: Wave, slot: number | undefined): number {
  return slot === undefined ? Number.NaN : uniform(wave, wave.values(slot));
}

const streamSubspan: LowerOperation = (op, lowering) => {
  const [binding, offset, ...sizes] = op.operands;
  const [result] = op.results;
  if (binding === undefined || result === undefined) return;
  bindSubspan(op, lowering, result, lowering.memref(binding), offset, sizes);
};

/** `hal.interface.binding.subspan` names its buffer by number. */
const halSubspan: LowerOperation = (op, lowering) => {
  const [result] = op.results;
  if (result === undefined) return;
  const from = lowering.binding(integerOf(op, 'binding') ?? 0);
  const [offset, ...sizes] = op.operands;
  bindSubspan(op, lowering, result, from, offset, sizes);
};

export const iree: Readonly<Record<string, LowerOperation>> = {
  'stream.binding.subspan': streamSubspan,
  'stream.dispatch.workgroup.id': identity(
    (wave, _lane, dimension) => wave.workgroup.ids[dimension],
  ),
  'hal.interface.binding.subspan': halSubspan,
  'hal.interface.workgroup.id': (op, lowering) => {
    const dimension = integerOf(op, 'dimension') ?? dimensionOf(op);
    identity((wave) => wave.workgroup.ids[dimension === 2 ? 2 : dimension === 1 ? 1 : 0])(
      op,
      lowering,
    );
  },
  'hal.interface.workgroup.count': (op, lowering) => {
    const dimension = integerOf(op, 'dimension') ?? dimensionOf(op);
    const size = lowering.launch.grid[dimension === 2 ? 2 : dimension === 1 ? 1 : 0];
    identity(() => size)(op, lowering);
  },
};
