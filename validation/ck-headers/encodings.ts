/** Encodings that CK Tile makes by name, as C++ of its headers and as ldscope makes them. */
import {
  encodingPattern,
  encodingPatterns,
  type GemmType,
  type TileDistributionEncoding,
  warpGemm,
} from '@ldscope/core';

export interface NamedEncoding {
  /** A type of CK's, which has the factors. */
  readonly cpp: string;
  readonly ours: string;
}

/** The factors of an encoding in a line, as `SHOW_ENCODING` prints them. */
export function encodingLine(encoding: TileDistributionEncoding): string {
  const { rs, hs, psMajor, psMinor, ysMajor, ysMinor } = encoding;
  return ['encoding', rs, ...hs, 'P', ...psMajor, '/', ...psMinor, 'Y', ysMajor, '/', ysMinor]
    .map((part) => (typeof part === 'string' ? part : `(${part.join(' ')})`))
    .join(' ');
}

const types: readonly (readonly [GemmType, string])[] = [
  ['f16', 'half_t'],
  ['bf16', 'bf16_t'],
  ['fp8', 'fp8_t'],
  ['bf8', 'bf8_t'],
];

/** A, B and C of each warp GEMM that the headers have for MFMA. */
export function warpGemms(): readonly NamedEncoding[] {
  return types.flatMap(([type, cppType]) => {
    const isSmall = type === 'fp8' || type === 'bf8';
    const tiles: readonly (readonly [16 | 32, number])[] = isSmall
      ? [[32, 16]]
      : [
          [32, 8],
          [32, 16],
          [16, 16],
          [16, 32],
        ];
    return tiles.flatMap(([m, k]) => {
      const made = warpGemm(m, k, 'gfx942', type);
      const dispatcher = `WarpGemmMfmaDispatcher<${cppType}, ${cppType}, float, ${m}, ${m}, ${k}, false>`;
      return (['A', 'B', 'C'] as const).map((operand) => ({
        cpp: `typename ${dispatcher}::${operand}WarpDstrEncoding`,
        ours: made.ok
          ? encodingLine(operand === 'C' ? made.value.result : made.value.operand)
          : (made.diagnostics[0]?.message ?? ''),
      }));
    });
  });
}

/** Tiles with the elements of a vector and the threads of a workgroup of waves of 64. */
const tiles = [
  [256, 128, 32, 8],
  [256, 64, 128, 16],
  [256, 256, 64, 8],
  [128, 32, 64, 4],
  [512, 128, 64, 8],
  [64, 16, 32, 8],
] as const;

/** Raked patterns, shuffled ones, and those of groups of waves; half the threads in waves of 32. */
export function rakedPatterns(waveSize: 32 | 64): readonly NamedEncoding[] {
  return encodingPatterns.flatMap((pattern) =>
    tiles.flatMap(([threads, yPerTile, xPerTile, vectorSize]) =>
      [1, 2].flatMap((waveGroups) =>
        [false, true].flatMap((shuffled) => {
          const blockSize = (threads / 64) * waveSize;
          if (waveGroups === 2 && (pattern !== 'thread_raked' || threads < 128)) return [];
          const options = { pattern, blockSize, yPerTile, xPerTile, vectorSize, waveSize };
          const made = encodingPattern({ ...options, waveGroups, shuffled });
          const name = `tile_distribution_encoding_pattern_2d<${blockSize}, ${yPerTile}, ${xPerTile}, ${vectorSize}, tile_distribution_pattern::${pattern}, ${waveGroups}>`;
          const call = shuffled
            ? 'make_shuffled_2d_static_tile_distribution'
            : 'make_2d_static_tile_distribution';
          // What does not divide stops the compiler as well.
          if (!made.ok) return [];
          return [
            {
              cpp: `remove_cvref_t<decltype(decltype(${name}::${call}())::get_static_tile_distribution_encoding())>`,
              ours: encodingLine(made.value),
            },
          ];
        }),
      ),
    ),
  );
}
