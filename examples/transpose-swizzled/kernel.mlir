// Transposes a 64 x 128 matrix through LDS; a word of row r lies in column (c xor r) of the tile.
#lds = #gpu.address_space<workgroup>
#at = affine_map<(d0)[s0] -> (d0 * 32 + s0)>

gpu.module @example {
  gpu.func @transpose(%in: memref<64x128xf32>, %out: memref<128x64xf32>)
      workgroup(%tile: memref<32x32xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 32, 32, 1>, known_grid_size = array<i32: 4, 2, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y

    // Both sides use the same column: writing row y, column x; reading row x, column y.
    %swizzled = arith.xori %x, %y : index
    %row = affine.apply #at(%by)[%y]
    %column = affine.apply #at(%bx)[%x]
    %value = memref.load %in[%row, %column] : memref<64x128xf32>
    memref.store %value, %tile[%y, %swizzled] : memref<32x32xf32, #lds>
    gpu.barrier

    %turned = memref.load %tile[%x, %swizzled] : memref<32x32xf32, #lds>
    %outRow = affine.apply #at(%bx)[%y]
    %outColumn = affine.apply #at(%by)[%x]
    memref.store %turned, %out[%outRow, %outColumn] : memref<128x64xf32>
    gpu.return
  }
}
