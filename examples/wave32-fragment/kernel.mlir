// A wave of 32 reads a 16 x 16 tile of f16 in rows of 64 bytes: lane l has row l mod 16, half l div 16.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @fragment(%in: memref<16x32xf16>, %out: memref<32x8xf16>)
      workgroup(%tile: memref<16x32xf16, #lds>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %lane = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index

    // In: four lanes fill a row of 64 bytes, eight rows at a time.
    %column = affine.apply affine_map<()[s0] -> ((s0 mod 4) * 8)>()[%lane]
    scf.for %top = %c0 to %c16 step %c8 {
      %r = affine.apply affine_map<(d0)[s0] -> (d0 + s0 floordiv 4)>(%top)[%lane]
      %piece = vector.load %in[%r, %column] : memref<16x32xf16>, vector<8xf16>
      vector.store %piece, %tile[%r, %column] : memref<16x32xf16, #lds>, vector<8xf16>
    }
    gpu.barrier

    // Out: the operand of a 16 x 16 x 16 matrix instruction.
    %row = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%lane]
    %k = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8)>()[%lane]
    %fragment = vector.load %tile[%row, %k] : memref<16x32xf16, #lds>, vector<8xf16>
    vector.store %fragment, %out[%lane, %c0] : memref<32x8xf16>, vector<8xf16>
    gpu.return
  }
}
