/**
 * Views of memory that differ between lanes: what a branch, a loop or a selection gives each lane.
 *
 *     %m = arith.select %odd, %a, %b       lanes 1, 3, 5 ... view %a, the others %b
 *
 * Lanes may view different allocations in LDS, which is one memory; not different buffers in global memory.
 */
import { messages } from '@ldscope/core';
import { fullMask, isActive, type LaneMask, type MemRefRegister, objectOf } from './registers.ts';
import type { Wave } from './wave.ts';

/** A view that is `view` in some lanes and `old` in the others. */
export function mergedViews(
  wave: Wave,
  old: MemRefRegister | undefined,
  view: MemRefRegister,
  mask: LaneMask,
  name: string,
): MemRefRegister {
  const { lanes } = wave;
  const full = fullMask(lanes);
  if (old === undefined || old === view) return view;
  if (mask.low === full.low && mask.high === full.high) return view;
  if (mask.low === 0 && mask.high === 0) return old;
  const areInLds = old.memory.space === 'lds' && view.memory.space === 'lds';
  const isSame = old.memory === view.memory || areInLds;
  const places = [old, view].map(({ sizes, strides, element, validBytes }) =>
    [element.name, validBytes, ...sizes, ...strides].join(' '),
  );
  if (!isSame || places[0] !== places[1]) {
    const what = isSame
      ? 'a memref whose sizes, strides or bounds differ between lanes'
      : 'a memref that is in different buffers in different lanes';
    wave.fail(messages.execute.unsupported(name, what));
    return view;
  }
  const isNew = (lane: number): boolean => isActive(mask, lane);
  const pick = (these: Float64Array, others: Float64Array): Float64Array =>
    these.map((byte, lane) => (isNew(lane) ? byte : (others[lane] ?? 0)));
  const offsetBytes = pick(view.offsetBytes, old.offsetBytes);
  if (!areInLds) {
    const { baseBytes, originBytes } = view;
    return {
      ...view,
      offsetBytes,
      ...(baseBytes && { baseBytes: pick(baseBytes, old.baseBytes ?? baseBytes) }),
      ...(originBytes && { originBytes: pick(originBytes, old.originBytes ?? originBytes) }),
    };
  }
  if (old.object === view.object) return { ...view, offsetBytes };
  const object = Array.from({ length: lanes }, (_, lane) =>
    objectOf(isNew(lane) ? view : old, lane),
  );
  const objects = [...new Set(object)].sort((a, b) => (a?.offset ?? 0) - (b?.offset ?? 0));
  const names = objects.map((one) => one?.name ?? view.memory.name);
  return { ...view, memory: { ...view.memory, name: names.join(', ') }, offsetBytes, object };
}
