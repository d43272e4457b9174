// Sums the rows of a 64 x 64 tile: each lane walks along a row of its own, 16 bytes at a time.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @row_sums(%in: memref<64x64xf32>, %out: memref<64xf32>)
      workgroup(%tile: memref<64x64xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lane = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32

    scf.for %row = %c0 to %c64 step %c1 {
      %value = memref.load %in[%row, %lane] : memref<64x64xf32>
      memref.store %value, %tile[%row, %lane] : memref<64x64xf32, #lds>
    }
    gpu.barrier

    %sum = scf.for %column = %c0 to %c64 step %c4 iter_args(%partial = %zero) -> (f32) {
      %four = vector.load %tile[%lane, %column] : memref<64x64xf32, #lds>, vector<4xf32>
      %more = vector.reduction <add>, %four, %partial : vector<4xf32> into f32
      scf.yield %more : f32
    }
    memref.store %sum, %out[%lane] : memref<64xf32>
    gpu.return
  }
}
