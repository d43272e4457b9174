/**
 * Both sides of a tutorial as C++ of CK Tile.
 *
 *     03, stored    make_naive_tensor_descriptor(make_tuple(64, 32), make_tuple(34, 1))
 *     03, loaded    make_naive_tensor_descriptor(make_tuple(32, 64), make_tuple(1, 34))
 */
import { descriptorToCpp, encodingToCpp } from '@ldscope/core';
import type { TutorialModel } from './model.ts';

/** The C++ of both sides. */
export function codeOf({ spec }: TutorialModel): Readonly<Record<'write' | 'read', string>> {
  const text = (side: 'write' | 'read'): string => {
    const { descriptor, encoding } = spec[side];
    return `${descriptorToCpp(descriptor, `${side}_desc`)}\n\nusing ${side}_distribution = ${encodingToCpp(encoding)};`;
  };
  return { write: text('write'), read: text('read') };
}
