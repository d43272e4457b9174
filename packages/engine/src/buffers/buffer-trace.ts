/**
 * The part of a trace that is of one buffer, with its allocations one after the other from address 0:
 *
 *     LDS     | other | %a at 0x1000 | other | %b at 0x4000 |
 *     here    | %a at 0 | %b at the size of %a |
 *
 * Conflicts do not change, since all lanes of an access move by the same amount; accesses outside of the buffer are left out.
 */
import { type AccessTrace, isActive, type LdsObject, TraceBuilder } from '@ldscope/core';

/** `undefined` for an access that is partly elsewhere. */
export function bufferTrace(
  trace: AccessTrace,
  objects: readonly LdsObject[],
): AccessTrace | undefined {
  const { waveSize, count, addressBytes } = trace;
  const part = new TraceBuilder(waveSize, trace.sites);
  const addresses = new Uint32Array(waveSize);
  for (let row = 0; row < count; row++) {
    let [inside, active] = [0, 0];
    for (let lane = 0; lane < waveSize; lane++) {
      addresses[lane] = 0;
      if (!isActive(trace, row, lane)) continue;
      active++;
      const address = addressBytes[row * waveSize + lane] ?? 0;
      const place = relative(address, objects);
      if (place === undefined) continue;
      inside++;
      addresses[lane] = place;
    }
    if (inside === 0) continue;
    if (inside < active) return undefined;
    part.addLike(trace, row, addresses);
  }
  return part.finish();
}

function relative(address: number, objects: readonly LdsObject[]): number | undefined {
  let start = 0;
  for (const { offset, bytes } of objects) {
    if (address >= offset && address < offset + bytes) return start + address - offset;
    start += bytes;
  }
  return undefined;
}
