/**
 * What CK Tile's policy headers are compared in: problems, and functions that make descriptors and distributions of them.
 *
 * The problems are structs of our own with the members that the policies read; both sides get them as the same text.
 */

/** Headers below `include/ck_tile/ops` that are read, with all that they include but the core. */
export const headers = [
  'gemm/pipeline/gemm_pipeline_agmem_bgmem_creg_v1_default_policy.hpp',
  'gemm/pipeline/gemm_universal_pipeline_ag_bg_cr_policy.hpp',
  'gemm/block/block_gemm_areg_bgmem_creg_v1_default_policy.hpp',
  'fmha/pipeline/block_fmha_pipeline_qr_ks_vs_default_policy.hpp',
  'fmha/pipeline/block_fmha_pipeline_qs_ks_vs_default_policy.hpp',
  'fmha/pipeline/block_fmha_pipeline_qr_ks_vs_async_default_policy.hpp',
  'fmha/pipeline/block_fmha_bwd_pipeline_default_policy.hpp',
  'gemm/warp/warp_gemm.hpp',
] as const;

const gemmProblem = (
  name: string,
  type: string,
  [m, n, k]: readonly number[],
  warpTile: string,
): string => `
struct ${name}Shape {
  static constexpr index_t kM = ${m}, kN = ${n}, kK = ${k};
  using BlockWarps = sequence<2, 2, 1>;
  using WarpTile = sequence<${warpTile}>;
};
struct ${name} {
  using ADataType = ${type};
  using BDataType = ${type};
  using CDataType = float;
  using BlockGemmShape = ${name}Shape;
  static constexpr index_t kBlockSize = 256;
};`;

const fmhaProblem = (name: string, type: string, tile: string, layout: string): string => `
struct ${name}Shape {
  using Tile = sequence<${tile}>;
  static constexpr index_t kM0 = Tile::at(number<0>{}), kN0 = Tile::at(number<1>{}),
                           kK0 = Tile::at(number<2>{}), kN1 = Tile::at(number<3>{}),
                           kK1 = Tile::at(number<4>{}), kK0BlockLength = Tile::at(number<5>{});
  using Gemm0BlockWarps = sequence<4, 1, 1>;
  using Gemm1BlockWarps = sequence<4, 1, 1>;
  using Gemm0WarpTile = sequence<32, 32, 16>;
  using Gemm1WarpTile = sequence<32, 32, 16>;
  static constexpr index_t NumWarps = 4;
  using VLayout = tensor_layout::gemm::${layout};
};
struct ${name} {
  using QDataType = ${type};
  using KDataType = ${type};
  using VDataType = ${type};
  using PDataType = ${type};
  using ODataType = ${type};
  using BiasDataType = ${type};
  using SaccDataType = float;
  using OaccDataType = float;
  using BlockFmhaShape = ${name}Shape;
  static constexpr index_t kBlockSize = 256;
  static constexpr bool kHasDropout = false;
};`;

/** The backward problem of head size 128, its tiles as CK's examples choose them. */
const bwdProblem = (name: string, type: string): string => `
struct ${name}Shape {
  static constexpr index_t kM0 = 16, kN0 = 128, kK0 = 128, kK1 = 16, kK2 = 128, kK3 = 16, kK4 = 32;
  static constexpr index_t kQKHeaddim = 128, kVHeaddim = 128, NumWarps = 4;
  using Gemm0BlockWarps = sequence<1, 4, 1>;
  using Gemm1BlockWarps = sequence<4, 1, 1>;
  using Gemm2BlockWarps = sequence<1, 4, 1>;
  using Gemm3BlockWarps = sequence<4, 1, 1>;
  using Gemm4BlockWarps = sequence<1, 4, 1>;
  using Gemm0WarpTile = sequence<16, 16, 32>;
  using Gemm1WarpTile = sequence<16, 16, 16>;
  using Gemm2WarpTile = sequence<16, 16, 32>;
  using Gemm3WarpTile = sequence<16, 16, 16>;
  using Gemm4WarpTile = sequence<16, 16, 32>;
};
struct ${name} {
  using QDataType = ${type};
  using KDataType = ${type};
  using VDataType = ${type};
  using GemmDataType = ${type};
  using OGradDataType = ${type};
  using BiasDataType = ${type};
  using BiasGradDataType = ${type};
  using LSEDataType = float;
  using DDataType = float;
  using AccDataType = float;
  using ODataType = ${type};
  using BlockFmhaShape = ${name}Shape;
  static constexpr index_t kBlockSize = 256;
};`;

export const problems = [
  gemmProblem('Gemm128', 'half_t', [128, 128, 32], '32, 32, 8'),
  gemmProblem('Gemm256', 'bf16_t', [256, 128, 64], '32, 32, 8'),
  gemmProblem('GemmFp8', 'fp8_t', [128, 256, 64], '32, 32, 16'),
  fmhaProblem('FmhaRow', 'half_t', '128, 128, 32, 128, 32, 128', 'RowMajor'),
  fmhaProblem('FmhaColumn', 'bf16_t', '128, 64, 16, 64, 32, 64', 'ColumnMajor'),
  bwdProblem('Backward', 'half_t'),
].join('\n');

const gemms = ['Gemm128', 'Gemm256', 'GemmFp8'];
const fmhas = ['FmhaRow', 'FmhaColumn'];

const calls = (
  policy: string,
  names: readonly string[],
  problemNames: readonly string[],
): string[] =>
  names.flatMap((name) => problemNames.map((problem) => `${policy}::${name}<${problem}>()`));

const V1 = 'GemmPipelineAGmemBGmemCRegV1DefaultPolicy';
const UNIVERSAL =
  'UniversalGemmPipelineAgBgCrPolicy<tensor_layout::gemm::RowMajor, tensor_layout::gemm::ColumnMajor, tensor_layout::gemm::RowMajor>';
const UNIVERSAL_TURNED =
  'UniversalGemmPipelineAgBgCrPolicy<tensor_layout::gemm::ColumnMajor, tensor_layout::gemm::RowMajor, tensor_layout::gemm::RowMajor>';
const QR = 'BlockFmhaPipelineQRKSVSDefaultPolicy';
const QS = 'BlockFmhaPipelineQSKSVSDefaultPolicy';
const BACKWARD = 'BlockFmhaBwdPipelineDefaultPolicy';

export const descriptors: readonly string[] = [
  ...calls(V1, ['MakeALdsBlockDescriptor', 'MakeBLdsBlockDescriptor'], gemms),
  ...calls(
    UNIVERSAL,
    ['MakeALdsBlockDescriptor', 'MakeBLdsBlockDescriptor'],
    ['Gemm128', 'Gemm256'],
  ),
  ...calls(
    UNIVERSAL_TURNED,
    ['MakeALdsBlockDescriptor', 'MakeBLdsBlockDescriptor'],
    ['Gemm128', 'Gemm256'],
  ),
  ...calls(QR, ['MakeKLdsBlockDescriptor', 'MakeVLdsBlockDescriptor'], fmhas),
  ...calls(QS, ['MakeQLdsBlockDescriptor'], fmhas),
  ...calls(
    BACKWARD,
    [
      'MakeQLdsBlockDescriptor',
      'MakeShuffledQLdsWriteBlockDescriptor',
      'MakeQTLdsReadBlockDescriptor',
      'MakeVLdsWriteBlockDescriptor',
      'MakeKLdsWriteBlockDescriptor',
      'MakeShuffledKLdsWriteBlockDescriptor',
      'MakeKTLdsReadBlockDescriptor',
      'MakeOGradLdsBlockDescriptor',
      'MakeShuffledOGradLdsWriteBlockDescriptor',
      'MakeOGradTLdsReadBlockDescriptor',
      'MakeSGradLdsBlockDescriptor',
      'MakeLSEDLdsWriteBlockDescriptor',
      'MakeBiasLdsBlockDescriptor',
    ],
    ['Backward'],
  ),
];

export const encodings: readonly string[] = [
  ...calls(V1, ['MakeADramTileDistribution', 'MakeBDramTileDistribution'], gemms),
  ...calls(
    UNIVERSAL,
    ['MakeADramTileDistribution', 'MakeBDramTileDistribution'],
    ['Gemm128', 'Gemm256'],
  ),
  ...calls(QR, ['MakeKDramTileDistribution', 'MakeShuffledVRegBlockDescriptor'], ['FmhaRow']),
  ...calls(QR, ['MakeKDramTileDistribution'], ['FmhaColumn']),
  ...calls(QS, ['MakeQDramTileDistribution'], fmhas),
  ...calls(
    BACKWARD,
    [
      'MakeQDramTileDistribution',
      'MakeKDramTileDistribution',
      'MakeVDramTileDistribution',
      'MakeOGradDramTileDistribution',
      'MakeVRegBlockDescriptor',
      'MakeKRegBlockDescriptor',
      'MakeKTRegBlockDescriptor',
      'MakeShuffledKRegWriteBlockDescriptor',
      'MakeShuffledQRegWriteBlockDescriptor',
      'MakeQRegSliceBlockDescriptor',
      'MakeQTRegSliceBlockDescriptor',
      'MakePTRegSliceBlockDescriptor',
      'MakeSGradTRegSliceBlockDescriptor',
      'MakeSGradRegSliceBlockDescriptor',
      'MakeOGradRegSliceBlockDescriptor',
      'MakeOGradTRegSliceBlockDescriptor',
    ],
    ['Backward'],
  ),
];
