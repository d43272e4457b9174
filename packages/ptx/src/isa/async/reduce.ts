/**
 * Reductions of bulk copies: each element of the destination combined with one of the source.
 *
 *     .add.f16     halves side by side, two at a time        .inc.u32    as the atomics of the same name
 *
 * Source: PTX ISA 9.0, 9.7.9.25.4.3 and 9.7.9.25.5.4.
 */
import { typeOf } from '../../text/types.ts';
import type { Type } from '../../text/program.ts';
import { update32, update64 } from '../memory/atomics.ts';

/** Replaces `kept` by its reduction with `data`; both have the same whole number of elements. */
export type Combine = (kept: Uint8Array, data: Uint8Array) => void;

const OPERATIONS: ReadonlySet<string> = new Set([
  'add',
  'min',
  'max',
  'inc',
  'dec',
  'and',
  'or',
  'xor',
]);
/** Elements of two bytes are combined two at a time. */
const PAIRS: ReadonlyMap<Type, Type> = new Map([
  ['f16', 'f16x2'],
  ['bf16', 'bf16x2'],
]);

/** The reduction that modifiers name; `type` where they leave it to a tensor map. */
export function combineOf(
  modifiers: readonly string[],
  type: Type | undefined = typeOf(modifiers.findLast((name) => typeOf(name) !== undefined) ?? ''),
): Combine | undefined {
  const operation = modifiers.find((name) => OPERATIONS.has(name));
  if (operation === undefined || type === undefined) return undefined;
  if (type === 'u64' || type === 's64' || type === 'b64' || type === 'f64') {
    const update = update64(operation, type);
    return (
      update &&
      ((kept, data) => {
        const [a, b] = [viewOf(kept), viewOf(data)];
        for (let at = 0; at < kept.length; at += 8)
          a.setBigUint64(at, update(a.getBigUint64(at, true), b.getBigUint64(at, true), 0n), true);
      })
    );
  }
  const update = update32(operation, PAIRS.get(type) ?? type);
  return (
    update &&
    ((kept, data) => {
      const [a, b] = [viewOf(kept), viewOf(data)];
      for (let at = 0; at < kept.length; at += 4)
        a.setInt32(at, update(a.getInt32(at, true), b.getInt32(at, true), 0), true);
    })
  );
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
