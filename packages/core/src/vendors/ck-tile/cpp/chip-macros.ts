/**
 * The macros that a compilation for a chip has: those of clang, and the families that CK and CK Tile derive of them.
 *
 *     gfx950    __gfx950__ __GFX9__ (clang)   __gfx9__ __gfx94__ (ck_tile/core/config.hpp)
 *     gfx1250   __gfx1250__ __GFX12__         __gfx125__
 *
 * Those of clang are what `clang -x hip --cuda-device-only --offload-arch=CHIP -dM -E` prints (LLVM 22; a test compares), and
 * `__AMDGCN_WAVEFRONT_SIZE`, which clang before 22 defined too.
 */

/** Families of chips by CK's name of their macro: ck_tile/core/config.hpp and ck/utility (ROCm/composable_kernel). */
const families: Readonly<Record<string, RegExp>> = {
  __gfx9__: /^gfx(?:908|90a|940|941|942|950)$/,
  __gfx94__: /^gfx(?:940|941|942|950)$/,
  __gfx101__: /^gfx101[0-2]$/,
  __gfx103__: /^gfx103[0-6]$/,
  __gfx11__: /^gfx11\d\d$/,
  __gfx12__: /^gfx120[01]$/,
  __gfx120__: /^gfx120[01]$/,
  __gfx125__: /^gfx125[01]$/,
};

/** Chips that clang compiles for single compute units by default; the others run workgroups on pairs of them. */
const computeUnits = /^gfx(?:9[0-9a-f]{2}|125[01])$/;

/** The macros that clang defines for every chip of AMD. */
const common = [
  '__AMDGCN__',
  '__AMDGPU__',
  '__HIP__',
  '__HIPCC__',
  '__HIP_DEVICE_COMPILE__',
  '__HAS_FMAF__',
  'FP_FAST_FMA',
  'FP_FAST_FMAF',
];

/** The macros of a chip with their numbers; none of a chip that is not AMD's. */
export function chipMacros(chip: string, waveSize: number): ReadonlyMap<string, number> {
  const major = /^gfx(\d+)[0-9a-f]{2}$/.exec(chip)?.[1];
  if (major === undefined) return new Map();
  return new Map([
    ...[...common, `__${chip}__`, `__GFX${major}__`].map((name) => [name, 1] as const),
    ...Object.entries(families).flatMap(([name, chips]) =>
      chips.test(chip) ? [[name, 1] as const] : [],
    ),
    ['__AMDGCN_CUMODE__', computeUnits.test(chip) ? 1 : 0],
    ['__AMDGCN_WAVEFRONT_SIZE', waveSize],
    ['__AMDGCN_WAVEFRONT_SIZE__', waveSize],
  ]);
}

/** Whether a macro depends on the chip: without a chip nothing says whether it is defined. */
export const isChipMacro = (name: string): boolean =>
  /^__(?:gfx|GFX|AMDGCN|AMDGPU|amdgcn)\w*$/.test(name);
