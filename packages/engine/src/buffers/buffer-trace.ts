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
    if (!mayTouch(trace, row, objects)) continue;
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

/** False for an access that is known to be of other allocations, though a vector of it may run over the end of one. */
function mayTouch(
  { sites, site }: AccessTrace,
  row: number,
  objects: readonly LdsObject[],
): boolean {
  const { buffer } = sites[site[row] ?? 0] ?? {};
  if (buffer === undefined) return true;
  const named = buffer.split(', ');
  return objects.some(({ name }) => named.includes(name));
}

/** True where some lane of a row accesses one of the allocations. */
export function touches(trace: AccessTrace, row: number, objects: readonly LdsObject[]): boolean {
  if (!mayTouch(trace, row, objects)) return false;
  for (let lane = 0; lane < trace.waveSize; lane++) {
    if (!isActive(trace, row, lane)) continue;
    const address = trace.addressBytes[row * trace.waveSize + lane] ?? 0;
    if (relative(address, objects) !== undefined) return true;
  }
  return false;
}
