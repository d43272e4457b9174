// Transposes a 64 x 128 matrix through LDS, a tile of 32 x 32 per workgroup; LDS rows are one word longer.
#lds = #gpu.address_space<workgroup>
#at = affine_map<(d0)[s0] -> (d0 * 32 + s0)>

gpu.module @example {
  gpu.func @transpose(%in: memref<64x128xf32>, %out: memref<128x64xf32>)
      workgroup(%tile: memref<32x33xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 32, 32, 1>, known_grid_size = array<i32: 4, 2, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y

    // Row by row in: neighbouring lanes, neighbouring words.
    %row = affine.apply #at(%by)[%y]
    %column = affine.apply #at(%bx)[%x]
    %value = memref.load %in[%row, %column] : memref<64x128xf32>
    memref.store %value, %tile[%y, %x] : memref<32x33xf32, #lds>
    gpu.barrier

    // Column by column out: neighbouring lanes are 33 words apart, one bank further.
    %turned = memref.load %tile[%x, %y] : memref<32x33xf32, #lds>
    %outRow = affine.apply #at(%bx)[%y]
    %outColumn = affine.apply #at(%by)[%x]
    memref.store %turned, %out[%outRow, %outColumn] : memref<128x64xf32>
    gpu.return
  }
}
