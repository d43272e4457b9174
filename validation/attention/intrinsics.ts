/**
 * The matrix intrinsics that IREE's attention may use on a chip, in the order in which it considers them.
 *
 *     gfx942, f16   16x16x16   V16x16x32   VD8x16x64x2   32x32x8   V32x32x16      V: several real ones as one
 *
 * Which lane has what of an operand is core's (`mmaIntrinsics`). Intrinsics in blocks are left out, as attention does.
 * Source: iree-org/iree @b48a5955 `KnownTargets.cpp`, `IREEGPUAttrs.cpp` (getVirtualIntrinsics).
 */
import { mmaIntrinsics, type MmaIntrinsic, type MmaLayout } from '@ldscope/core';
import type { Element } from './shapes.ts';

export interface Intrinsic extends MmaIntrinsic {
  readonly m: number;
  readonly n: number;
}

export const WAVE_SIZE = 64;

const CDNA3: Readonly<Record<Element, readonly string[]>> = {
  f16: [
    'MFMA_F32_16x16x16_F16',
    'VMFMA_F32_16x16x32_F16',
    'VDMFMA_F32_8x16x64x2_F16',
    'MFMA_F32_32x32x8_F16',
    'VMFMA_F32_32x32x16_F16',
  ],
  f32: ['MFMA_F32_16x16x4_F32'],
};

const CDNA4: typeof CDNA3 = {
  f16: ['MFMA_F32_16x16x32_F16', 'MFMA_F32_32x32x16_F16', ...CDNA3.f16],
  f32: CDNA3.f32,
};

const byChip: ReadonlyMap<string, typeof CDNA3> = new Map([
  ['gfx942', CDNA3],
  ['gfx950', CDNA4],
]);

/** The chips that the evaluation can be computed for. */
export const chips: readonly string[] = [...byChip.keys()];

export function intrinsicsOf(chip: string, element: Element): Intrinsic[] {
  return (byChip.get(chip)?.[element] ?? []).map((name) => {
    const found = mmaIntrinsics.get(name);
    if (found === undefined) throw new Error(`core has no intrinsic ${name}`);
    return { ...found, m: extent(found.lhs, 0), n: extent(found.rhs, 1) };
  });
}

function extent({ outer, thread, element }: MmaLayout, d: number): number {
  return (outer[d] ?? 1) * (thread[d] ?? 1) * (element[d] ?? 1);
}

/** True when lanes hold both in the same way, as far as upstream looks: parts of the outer tile apart. */
export function isAlike(a: MmaLayout, b: MmaLayout): boolean {
  const text = ({ thread, threadStrides, element }: MmaLayout): string =>
    [thread, threadStrides, element].join(' ');
  return text(a) === text(b);
}
