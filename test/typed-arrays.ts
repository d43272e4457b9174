/**
 * Typed arrays with the same bytes are equal. `toEqual` compares them element by element, which takes 4 µs for each; those that
 * differ it still compares, for its message.
 */
import { expect } from 'vitest';

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function haveSameBytes(a: unknown, b: unknown): true | undefined {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor)
    return undefined;
  return bytesOf(a).equals(bytesOf(b)) || undefined;
}

let isAdded = false;

/** Has `toEqual` compare typed arrays by their bytes. The test files of a worker share its testers: one is enough. */
export function compareTypedArraysByBytes(): void {
  if (!isAdded) expect.addEqualityTesters([haveSameBytes]);
  isAdded = true;
}
