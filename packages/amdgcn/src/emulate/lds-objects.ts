/**
 * The objects in the LDS of a kernel, by name and offset:
 *
 *     .amdgpu_lds tile, 4224, 16      tile at 0               (assembly that declares it, objects that are not linked)
 *     ; ldscope.lds {...}             tile at 0, [32][33]     (a note of the compiler)
 *     launch: dynamic LDS             behind the declared objects
 *
 * Names that contradict the size of the kernel's LDS, or each other, are not used.
 */
import type { LdsObject } from '@ldscope/core';
import type { Kernel, Program } from '../text/program.ts';
import type { LaunchShape } from './shape.ts';

const DYNAMIC = 'dynamic LDS';

/** The allocations of a kernel in the order of their offsets; empty where nothing names them. */
export function ldsObjectsOf(
  program: Program,
  kernel: Kernel,
  { ldsBytes, dynamicLdsBytes }: Pick<LaunchShape, 'ldsBytes' | 'dynamicLdsBytes'>,
): LdsObject[] {
  const fixedBytes = ldsBytes - dynamicLdsBytes;
  const declared = declaredObjects(program, kernel);
  const fixed = declared.flatMap(({ bytes, ...rest }): LdsObject[] =>
    bytes === undefined || bytes === 0 ? [] : [{ ...rest, bytes }],
  );
  const objects = isSound(fixed, fixedBytes) ? fixed : [];
  if (dynamicLdsBytes === 0 || kernel.descriptor === undefined) return objects;
  // All dynamic arrays of a kernel begin at the same offset, so a name is known only if there is one.
  const open = declared.filter(({ bytes = 0 }) => bytes === 0);
  const [only, ...others] = open;
  const name = only === undefined || others.length > 0 ? DYNAMIC : only.name;
  return [...objects, { name, offset: fixedBytes, bytes: dynamicLdsBytes }];
}

type Declared = Omit<LdsObject, 'bytes'> & { readonly bytes?: number | undefined };

function declaredObjects({ ldsObjects, ldsVariables = [] }: Program, kernel: Kernel): Declared[] {
  const noted = ldsVariables.filter((variable) => variable.kernel === kernel.name);
  const objects = ldsObjects.map(({ name, offsetBytes, sizeBytes }) => ({
    name,
    offset: offsetBytes,
    bytes: sizeBytes,
  }));
  const found = noted.length > 0 ? noted.map(({ kernel: _kernel, ...rest }) => rest) : objects;
  return found.sort((a, b) => a.offset - b.offset);
}

/** True when the objects follow each other within the kernel's LDS. */
function isSound(objects: readonly LdsObject[], fixedBytes: number): boolean {
  return objects.every(
    ({ offset, bytes }, index) =>
      offset + bytes <= Math.min(objects[index + 1]?.offset ?? Infinity, fixedBytes),
  );
}
