/**
 * Looks at every index of a descriptor: which elements are shared, and which are outside. This is the brute-force
 * answer to "is it a bijection"; `descriptor-faults.ts` says which transform is to blame.
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { isAlwaysValid, isValidIndex } from './adaptor.ts';
import { allIndices, calculateOffsets, lengthsOf, type TensorDescriptor } from './descriptor.ts';

/** The first collision and the first element outside, as diagnostics; empty for an injective descriptor. */
export function inspectDescriptor(descriptor: TensorDescriptor): Diagnostic[] {
  const lengths = lengthsOf(descriptor);
  const indices = allIndices(lengths);
  const offsets = calculateOffsets(descriptor, indices);
  const always = isAlwaysValid(descriptor);
  const size = descriptor.elementSpaceSize;
  const first = new Int32Array(size).fill(-1);
  const indexAt = (i: number): number[] => indices.map((values) => values[i] ?? 0);
  const write = (i: number): string => `(${indexAt(i).join(', ')})`;
  let outside: Diagnostic | undefined;
  for (let i = 0; i < offsets.length; i++) {
    if (!always && !isValidIndex(descriptor, indexAt(i))) continue;
    const offset = offsets[i] ?? 0;
    const earlier = first[offset];
    if (earlier === undefined) {
      outside ??= diagnose(messages.layout.outside(write(i), offset, size));
    } else if (earlier >= 0) {
      const collision = diagnose(messages.layout.collision(write(earlier), write(i), offset));
      return outside === undefined ? [collision] : [collision, outside];
    } else {
      first[offset] = i;
    }
  }
  return outside === undefined ? [] : [outside];
}
