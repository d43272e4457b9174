// C = A B^T of f16: tiles of 64 x 64 and 32 x 64 go straight to LDS, two of each in turn. Pieces of 16 bytes are XORed with
// the row modulo 8: copies fetch a piece from where its place comes from, reads look for it at its place. The last two pairs
// of tiles are read behind the loop, which has no wait for their copies.
#lds = #gpu.address_space<workgroup>
#fat = #amdgpu.address_space<fat_raw_buffer>
#waveOf = affine_map<()[x, y] -> (x floordiv 64 + y * 4)>
#pieceOfA = affine_map<()[x] -> (x mod 8)>
#rowOfA = affine_map<()[x, y] -> (x floordiv 8 + y * 32)>
#rowOfB = affine_map<()[x, y] -> (x floordiv 32 + y * 8)>
#pieceOfB = affine_map<()[x] -> ((x mod 32) floordiv 4)>
#withinPiece = affine_map<()[x] -> ((x mod 4) * 2)>
#modulo8 = affine_map<()[r] -> (r mod 8)>
#columnOf = affine_map<(k)[piece] -> (k + piece * 8)>
#columnOfB = affine_map<(k)[piece, within] -> (k + piece * 8 + within)>
#fragmentRow = affine_map<()[x, first] -> (x mod 16 + first)>
#fragmentPiece = affine_map<()[x] -> ((x mod 64) floordiv 16)>
#times8 = affine_map<()[s] -> (s * 8)>
#translation = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 2, 1] subgroup_size = 64>

func.func @gemm(%a: memref<128x1024xf16>, %b: memref<256x1024xf16>, %c: memref<128x256xf32>)
    attributes {translation_info = #translation} {
  %x = gpu.thread_id x upper_bound 256
  %y = gpu.thread_id y upper_bound 2
  %bx = gpu.block_id x upper_bound 2
  %by = gpu.block_id y upper_bound 8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c896 = arith.constant 896 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %bufferA = amdgpu.fat_raw_buffer_cast %a : memref<128x1024xf16> to memref<128x1024xf16, #fat>
  %bufferB = amdgpu.fat_raw_buffer_cast %b : memref<256x1024xf16> to memref<256x1024xf16, #fat>
  %a0 = memref.alloc() : memref<64x64xf16, #lds>
  %a1 = memref.alloc() : memref<64x64xf16, #lds>
  %b0 = memref.alloc() : memref<32x64xf16, #lds>
  %b1 = memref.alloc() : memref<32x64xf16, #lds>

  // A wave fills 8 rows of A by 16 bytes per lane, and 2 rows of each half of B by 4.
  %w = affine.apply #waveOf()[%x, %y]
  %wave = gpu.subgroup_broadcast %w, first_active_lane : index
  %firstA = arith.muli %wave, %c8 : index
  %firstB = arith.muli %wave, %c2 : index
  %secondB = arith.addi %firstB, %c16 : index
  %inA = affine.apply #rowOfA()[%x, %y]
  %inB = affine.apply #rowOfB()[%x, %y]
  %blockA = arith.muli %bx, %c64 : index
  %blockB = arith.muli %by, %c32 : index
  %rowA = arith.addi %blockA, %inA : index
  %rowB = arith.addi %blockB, %inB : index
  %rowB16 = arith.addi %rowB, %c16 : index
  %placeA = affine.apply #pieceOfA()[%x]
  %keyA = affine.apply #modulo8()[%inA]
  %pieceA = arith.xori %placeA, %keyA : index
  %placeB = affine.apply #pieceOfB()[%x]
  %keyB = affine.apply #modulo8()[%inB]
  %pieceB = arith.xori %placeB, %keyB : index
  %within = affine.apply #withinPiece()[%x]

  // Four waves down the rows of C, two across: each 16 x 16.
  %four = arith.remui %wave, %c4 : index
  %m = arith.muli %four, %c16 : index
  %n = arith.muli %y, %c16 : index
  %readA = affine.apply #fragmentRow()[%x, %m]
  %readB = affine.apply #fragmentRow()[%x, %n]
  %key = affine.apply #modulo8()[%x]
  %p0 = affine.apply #fragmentPiece()[%x]
  %p1 = arith.addi %p0, %c4 : index
  %q0 = arith.xori %p0, %key : index
  %q1 = arith.xori %p1, %key : index
  %k0 = affine.apply #times8()[%q0]
  %k1 = affine.apply #times8()[%q1]

  %ca0 = affine.apply #columnOf(%c0)[%pieceA]
  %cb0 = affine.apply #columnOfB(%c0)[%pieceB, %within]
  amdgpu.gather_to_lds %bufferA[%rowA, %ca0], %a0[%firstA, %c0] : vector<8xf16>, memref<128x1024xf16, #fat>, memref<64x64xf16, #lds>
  amdgpu.gather_to_lds %bufferB[%rowB, %cb0], %b0[%firstB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
  amdgpu.gather_to_lds %bufferB[%rowB16, %cb0], %b0[%secondB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
  %ca1 = affine.apply #columnOf(%c64)[%pieceA]
  %cb1 = affine.apply #columnOfB(%c64)[%pieceB, %within]
  amdgpu.gather_to_lds %bufferA[%rowA, %ca1], %a1[%firstA, %c0] : vector<8xf16>, memref<128x1024xf16, #fat>, memref<64x64xf16, #lds>
  amdgpu.gather_to_lds %bufferB[%rowB, %cb1], %b1[%firstB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
  amdgpu.gather_to_lds %bufferB[%rowB16, %cb1], %b1[%secondB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
  %sum = scf.for %k = %c0 to %c896 step %c128 iter_args(%acc = %zero) -> (vector<4xf32>) {
    %next = arith.addi %k, %c128 : index
    %afterNext = arith.addi %next, %c64 : index
    amdgpu.memory_counter_wait load(0)
    rocdl.s.barrier
    %xe0 = vector.load %a0[%readA, %k0] : memref<64x64xf16, #lds>, vector<8xf16>
    %ye0 = vector.load %b0[%readB, %k0] : memref<32x64xf16, #lds>, vector<8xf16>
    %xe1 = vector.load %a0[%readA, %k1] : memref<64x64xf16, #lds>, vector<8xf16>
    %ye1 = vector.load %b0[%readB, %k1] : memref<32x64xf16, #lds>, vector<8xf16>
    %de0 = amdgpu.mfma 16x16x32 %xe0 * %ye0 + %acc blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
    %de1 = amdgpu.mfma 16x16x32 %xe1 * %ye1 + %de0 blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
    %cae = affine.apply #columnOf(%next)[%pieceA]
    %cbe = affine.apply #columnOfB(%next)[%pieceB, %within]
    amdgpu.gather_to_lds %bufferA[%rowA, %cae], %a0[%firstA, %c0] : vector<8xf16>, memref<128x1024xf16, #fat>, memref<64x64xf16, #lds>
    amdgpu.gather_to_lds %bufferB[%rowB, %cbe], %b0[%firstB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
    amdgpu.gather_to_lds %bufferB[%rowB16, %cbe], %b0[%secondB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
    amdgpu.memory_counter_wait load(3)
    rocdl.s.barrier
    %xo0 = vector.load %a1[%readA, %k0] : memref<64x64xf16, #lds>, vector<8xf16>
    %yo0 = vector.load %b1[%readB, %k0] : memref<32x64xf16, #lds>, vector<8xf16>
    %xo1 = vector.load %a1[%readA, %k1] : memref<64x64xf16, #lds>, vector<8xf16>
    %yo1 = vector.load %b1[%readB, %k1] : memref<32x64xf16, #lds>, vector<8xf16>
    %do0 = amdgpu.mfma 16x16x32 %xo0 * %yo0 + %de1 blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
    %do1 = amdgpu.mfma 16x16x32 %xo1 * %yo1 + %do0 blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
    %cao = affine.apply #columnOf(%afterNext)[%pieceA]
    %cbo = affine.apply #columnOfB(%afterNext)[%pieceB, %within]
    amdgpu.gather_to_lds %bufferA[%rowA, %cao], %a1[%firstA, %c0] : vector<8xf16>, memref<128x1024xf16, #fat>, memref<64x64xf16, #lds>
    amdgpu.gather_to_lds %bufferB[%rowB, %cbo], %b1[%firstB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
    amdgpu.gather_to_lds %bufferB[%rowB16, %cbo], %b1[%secondB, %c0] : vector<2xf16>, memref<256x1024xf16, #fat>, memref<32x64xf16, #lds>
    scf.yield %do1 : vector<4xf32>
  }
  %xp0 = vector.load %a0[%readA, %k0] : memref<64x64xf16, #lds>, vector<8xf16>
  %yp0 = vector.load %b0[%readB, %k0] : memref<32x64xf16, #lds>, vector<8xf16>
  %xp1 = vector.load %a0[%readA, %k1] : memref<64x64xf16, #lds>, vector<8xf16>
  %yp1 = vector.load %b0[%readB, %k1] : memref<32x64xf16, #lds>, vector<8xf16>
  %dp0 = amdgpu.mfma 16x16x32 %xp0 * %yp0 + %sum blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
  %dp1 = amdgpu.mfma 16x16x32 %xp1 * %yp1 + %dp0 blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
  %xq0 = vector.load %a1[%readA, %k0] : memref<64x64xf16, #lds>, vector<8xf16>
  %yq0 = vector.load %b1[%readB, %k0] : memref<32x64xf16, #lds>, vector<8xf16>
  %xq1 = vector.load %a1[%readA, %k1] : memref<64x64xf16, #lds>, vector<8xf16>
  %yq1 = vector.load %b1[%readB, %k1] : memref<32x64xf16, #lds>, vector<8xf16>
  %dq0 = amdgpu.mfma 16x16x32 %xq0 * %yq0 + %dp1 blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
  %dq1 = amdgpu.mfma 16x16x32 %xq1 * %yq1 + %dq0 blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>

  %r0 = affine.apply affine_map<()[x, first, m] -> (first + m + ((x mod 64) floordiv 16) * 4)>()[%x, %blockA, %m]
  %column = affine.apply affine_map<()[x, first, n] -> (first + n + x mod 16)>()[%x, %blockB, %n]
  scf.for %i = %c0 to %c4 step %c1 {
    %r = arith.addi %r0, %i : index
    %element = vector.extract %dq1[%i] : f32 from vector<4xf32>
    memref.store %element, %c[%r, %column] : memref<128x256xf32>
  }
  return
}
