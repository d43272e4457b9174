/**
 * Differences that are the compiler's: what is wrong with which pass, and the kernels of this generator that show it.
 *
 * A row is added after `npm run validate -- differential decide SEED KERNEL`, never before. README.md has the evidence of each
 * cause; compiler-faults/ has a file per cause that shows it without this generator.
 */
import type { Way } from './compile.ts';

export type Cause =
  | 'structurizecfg'
  | 'si-fold-operands'
  | 'amdgpu-isel-mixed-zero'
  | 'amdgpu-isel-negated-zero'
  | 'dag-max-of-zeros'
  | 'amdgpu-regbankselect'
  | 'true16-byte-swap'
  | 'lds-in-function';

/** By seed and kernel, with the compilers of LLVM 22; behind the name of the chip where it was named to the command. */
const known: Readonly<Record<string, Cause>> = {
  '2018 k18': 'amdgpu-regbankselect',
  '2021 k2': 'amdgpu-regbankselect',
  '2023 k5': 'amdgpu-regbankselect',
  '6005 k4': 'amdgpu-regbankselect',
  '20007 k5': 'structurizecfg',
  '20022 k4': 'amdgpu-isel-mixed-zero',
  '20039 k10': 'amdgpu-isel-mixed-zero',
  '20045 k7': 'si-fold-operands',
  '20105 k5': 'amdgpu-regbankselect',
  '20117 k8': 'amdgpu-isel-mixed-zero',
  '20119 k13': 'amdgpu-regbankselect',
  '20120 k12': 'amdgpu-isel-mixed-zero',
  '20163 k11': 'amdgpu-regbankselect',
  '20163 k15': 'amdgpu-regbankselect',
  '20174 k0': 'amdgpu-regbankselect',
  '20174 k3': 'amdgpu-isel-mixed-zero',
  '20178 k1': 'amdgpu-regbankselect',
  '20202 k10': 'amdgpu-regbankselect',
  '20208 k7': 'dag-max-of-zeros',
  '20218 k16': 'amdgpu-regbankselect',
  '20239 k17': 'amdgpu-isel-negated-zero',
  '20283 k3': 'amdgpu-isel-mixed-zero',
  '20290 k14': 'si-fold-operands',
  '20296 k4': 'amdgpu-regbankselect',
  '20329 k12': 'amdgpu-regbankselect',
  '20342 k13': 'amdgpu-isel-mixed-zero',
  '20372 k15': 'amdgpu-regbankselect',
  '20375 k18': 'amdgpu-isel-mixed-zero',
  '20377 k8': 'amdgpu-regbankselect',
  '20402 k7': 'amdgpu-regbankselect',
  '20424 k2': 'amdgpu-regbankselect',
  '20424 k8': 'amdgpu-regbankselect',
  '20424 k10': 'amdgpu-regbankselect',
  '20424 k16': 'amdgpu-regbankselect',
  '20425 k6': 'amdgpu-isel-mixed-zero',
  '20428 k0': 'amdgpu-isel-negated-zero',
  '20435 k13': 'amdgpu-regbankselect',
  '20437 k18': 'amdgpu-regbankselect',
  '20452 k17': 'amdgpu-isel-mixed-zero',
  '20453 k16': 'amdgpu-isel-mixed-zero',
  '20483 k8': 'amdgpu-regbankselect',
  '20491 k3': 'amdgpu-regbankselect',
  '20514 k2': 'amdgpu-regbankselect',
  '20514 k7': 'amdgpu-regbankselect',
  '20516 k5': 'amdgpu-regbankselect',
  'gfx1250 7003 k10': 'amdgpu-regbankselect',
  'gfx1100 5003 k2': 'true16-byte-swap',
  'gfx1151 5003 k2': 'true16-byte-swap',
  'gfx1100 5017 k6': 'true16-byte-swap',
  'gfx1151 5017 k6': 'true16-byte-swap',
  'gfx1100 5017 k16': 'true16-byte-swap',
  'gfx1151 5017 k16': 'true16-byte-swap',
  'gfx1100 30001 k18': 'true16-byte-swap',
  'gfx1151 30001 k18': 'true16-byte-swap',
  'gfx1100 30002 k8': 'amdgpu-regbankselect',
  'gfx1151 30002 k8': 'amdgpu-regbankselect',
  'gfx1201 30002 k8': 'amdgpu-regbankselect',
  'gfx1100 30004 k14': 'amdgpu-isel-mixed-zero',
  'gfx1151 30004 k14': 'amdgpu-isel-mixed-zero',
  'gfx1201 30004 k14': 'amdgpu-isel-mixed-zero',
  'gfx950 7 k19': 'amdgpu-regbankselect',
  'gfx950 8 k5': 'amdgpu-isel-mixed-zero',
};

/** The recorded cause of a difference; `undefined` when nobody has explained it. */
export const knownCause = (
  seed: number,
  kernel: string,
  { chip, waveSize }: Pick<Way, 'chip' | 'waveSize'>,
): Cause | undefined =>
  known[`${chip} ${seed} ${kernel}`] ??
  (waveSize === undefined ? known[`${seed} ${kernel}`] : undefined);
