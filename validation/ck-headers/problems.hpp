// Problems of our own with the members that the policies of CK Tile read; both sides get them as this text.
struct Gemm128Shape {
  static constexpr index_t kM = 128, kN = 128, kK = 32;
  using BlockWarps = sequence<2, 2, 1>;
  using WarpTile = sequence<32, 32, 8>;
};
struct Gemm128 {
  using ADataType = half_t;
  using BDataType = half_t;
  using CDataType = float;
  using BlockGemmShape = Gemm128Shape;
  static constexpr index_t kBlockSize = 256;
};

struct Gemm256Shape {
  static constexpr index_t kM = 256, kN = 128, kK = 64;
  using BlockWarps = sequence<2, 2, 1>;
  using WarpTile = sequence<32, 32, 8>;
};
struct Gemm256 {
  using ADataType = bf16_t;
  using BDataType = bf16_t;
  using CDataType = float;
  using BlockGemmShape = Gemm256Shape;
  static constexpr index_t kBlockSize = 256;
};

struct GemmFp8Shape {
  static constexpr index_t kM = 128, kN = 256, kK = 64;
  using BlockWarps = sequence<2, 2, 1>;
  using WarpTile = sequence<32, 32, 16>;
};
struct GemmFp8 {
  using ADataType = fp8_t;
  using BDataType = fp8_t;
  using CDataType = float;
  using BlockGemmShape = GemmFp8Shape;
  static constexpr index_t kBlockSize = 256;
};

struct FmhaRowShape {
  using Tile = sequence<128, 128, 32, 128, 32, 128>;
  static constexpr index_t kM0 = Tile::at(number<0>{}), kN0 = Tile::at(number<1>{}),
                           kK0 = Tile::at(number<2>{}), kN1 = Tile::at(number<3>{}),
                           kK1 = Tile::at(number<4>{}), kK0BlockLength = Tile::at(number<5>{});
  using Gemm0BlockWarps = sequence<4, 1, 1>;
  using Gemm1BlockWarps = sequence<4, 1, 1>;
  using Gemm0WarpTile = sequence<32, 32, 16>;
  using Gemm1WarpTile = sequence<32, 32, 16>;
  static constexpr index_t NumWarps = 4;
  using VLayout = tensor_layout::gemm::RowMajor;
};
struct FmhaRow {
  using QDataType = half_t;
  using KDataType = half_t;
  using VDataType = half_t;
  using PDataType = half_t;
  using ODataType = half_t;
  using BiasDataType = half_t;
  using SaccDataType = float;
  using OaccDataType = float;
  using BlockFmhaShape = FmhaRowShape;
  static constexpr index_t kBlockSize = 256;
  static constexpr bool kHasDropout = false;
};

struct FmhaColumnShape {
  using Tile = sequence<128, 64, 16, 64, 32, 64>;
  static constexpr index_t kM0 = Tile::at(number<0>{}), kN0 = Tile::at(number<1>{}),
                           kK0 = Tile::at(number<2>{}), kN1 = Tile::at(number<3>{}),
                           kK1 = Tile::at(number<4>{}), kK0BlockLength = Tile::at(number<5>{});
  using Gemm0BlockWarps = sequence<4, 1, 1>;
  using Gemm1BlockWarps = sequence<4, 1, 1>;
  using Gemm0WarpTile = sequence<32, 32, 16>;
  using Gemm1WarpTile = sequence<32, 32, 16>;
  static constexpr index_t NumWarps = 4;
  using VLayout = tensor_layout::gemm::ColumnMajor;
};
struct FmhaColumn {
  using QDataType = bf16_t;
  using KDataType = bf16_t;
  using VDataType = bf16_t;
  using PDataType = bf16_t;
  using ODataType = bf16_t;
  using BiasDataType = bf16_t;
  using SaccDataType = float;
  using OaccDataType = float;
  using BlockFmhaShape = FmhaColumnShape;
  static constexpr index_t kBlockSize = 256;
  static constexpr bool kHasDropout = false;
};

struct BackwardShape {
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
struct Backward {
  using QDataType = half_t;
  using KDataType = half_t;
  using VDataType = half_t;
  using GemmDataType = half_t;
  using OGradDataType = half_t;
  using BiasDataType = half_t;
  using BiasGradDataType = half_t;
  using LSEDataType = float;
  using DDataType = float;
  using AccDataType = float;
  using ODataType = half_t;
  using BlockFmhaShape = BackwardShape;
  static constexpr index_t kBlockSize = 256;
};
