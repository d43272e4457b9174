// C = A B^T with f16 operands: tiles of 32 x 64 go from memory to LDS without passing registers.
// A 16-byte piece c of row r lies at place (c xor (r mod 8)); the copies fetch it from there.
#lds = #gpu.address_space<workgroup>
#fat = #amdgpu.address_space<fat_raw_buffer>
#wave = affine_map<()[s0] -> (s0 floordiv 64)>
#copyRow = affine_map<()[s0] -> (s0 floordiv 8)>
#copyPiece = affine_map<()[s0] -> (s0 mod 8)>
#copyPlace = affine_map<()[s0] -> (s0 * 8)>
#rowMod8 = affine_map<()[s0] -> (s0 mod 8)>
#tileRow = affine_map<(d0)[s0] -> (d0 * 32 + s0)>
#fragmentRow = affine_map<(d0)[s0] -> (d0 * 16 + s0 mod 16)>
#fragmentPiece = affine_map<()[s0] -> ((s0 mod 64) floordiv 16)>
#element = affine_map<()[s0] -> (s0 * 8)>
#add = affine_map<(d0)[s0] -> (d0 + s0)>
#resultRow = affine_map<(d0, d1)[s0] -> (d0 * 32 + d1 * 16 + ((s0 mod 64) floordiv 16) * 4)>
#resultColumn = affine_map<(d0, d1)[s0] -> (d0 * 32 + d1 * 16 + s0 mod 16)>

gpu.module @example {
  gpu.func @gemm(%a: memref<64x256xf16>, %b: memref<64x256xf16>, %c: memref<64x64xf32>)
      workgroup(%tileA: memref<32x64xf16, #lds>, %tileB: memref<32x64xf16, #lds>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 2, 2, 1>} {
    %id = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %bufferA = amdgpu.fat_raw_buffer_cast %a : memref<64x256xf16> to memref<64x256xf16, #fat>
    %bufferB = amdgpu.fat_raw_buffer_cast %b : memref<64x256xf16> to memref<64x256xf16, #fat>

    // Four waves as 2 x 2, each with a 16 x 16 part of the result.
    %w = affine.apply #wave()[%id]
    %wave = gpu.subgroup_broadcast %w, first_active_lane : index
    %wy = arith.divui %wave, %c2 : index
    %wx = arith.remui %wave, %c2 : index

    // Each lane copies 16 bytes: eight lanes a row, eight rows a wave.
    %copyRow = affine.apply #copyRow()[%id]
    %firstRow = arith.muli %wave, %c8 : index
    %rowOfA = affine.apply #tileRow(%by)[%copyRow]
    %rowOfB = affine.apply #tileRow(%bx)[%copyRow]
    %place = affine.apply #copyPiece()[%id]
    %copySwizzle = affine.apply #rowMod8()[%copyRow]
    %copyPiece = arith.xori %place, %copySwizzle : index
    %copyColumn = affine.apply #copyPlace()[%copyPiece]

    // Rows and pieces of the operands of the matrix instruction, where the swizzle has put them.
    %rowA = affine.apply #fragmentRow(%wy)[%id]
    %rowB = affine.apply #fragmentRow(%wx)[%id]
    %piece0 = affine.apply #fragmentPiece()[%id]
    %piece1 = arith.addi %piece0, %c4 : index
    %readSwizzle = affine.apply #rowMod8()[%id]
    %place0 = arith.xori %piece0, %readSwizzle : index
    %place1 = arith.xori %piece1, %readSwizzle : index
    %k0 = affine.apply #element()[%place0]
    %k1 = affine.apply #element()[%place1]

    %sum = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (vector<4xf32>) {
      %column = affine.apply #add(%k)[%copyColumn]
      amdgpu.gather_to_lds %bufferA[%rowOfA, %column], %tileA[%firstRow, %c0] : vector<8xf16>, memref<64x256xf16, #fat>, memref<32x64xf16, #lds>
      amdgpu.gather_to_lds %bufferB[%rowOfB, %column], %tileB[%firstRow, %c0] : vector<8xf16>, memref<64x256xf16, #fat>, memref<32x64xf16, #lds>
      amdgpu.memory_counter_wait load(0)
      rocdl.s.barrier

      %a0 = vector.load %tileA[%rowA, %k0] : memref<32x64xf16, #lds>, vector<8xf16>
      %b0 = vector.load %tileB[%rowB, %k0] : memref<32x64xf16, #lds>, vector<8xf16>
      %a1 = vector.load %tileA[%rowA, %k1] : memref<32x64xf16, #lds>, vector<8xf16>
      %b1 = vector.load %tileB[%rowB, %k1] : memref<32x64xf16, #lds>, vector<8xf16>
      %d0 = amdgpu.mfma 16x16x32 %a0 * %b0 + %acc blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
      %d1 = amdgpu.mfma 16x16x32 %a1 * %b1 + %d0 blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
      amdgpu.memory_counter_wait ds(0)
      rocdl.s.barrier
      scf.yield %d1 : vector<4xf32>
    }

    %row0 = affine.apply #resultRow(%by, %wy)[%id]
    %column0 = affine.apply #resultColumn(%bx, %wx)[%id]
    scf.for %i = %c0 to %c4 step %c1 {
      %row = arith.addi %row0, %i : index
      %element = vector.extract %sum[%i] : f32 from vector<4xf32>
      memref.store %element, %c[%row, %column0] : memref<64x64xf32>
    }
    gpu.return
  }
}
