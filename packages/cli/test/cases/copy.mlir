module {
  gpu.module @kernels {
    gpu.func @copy(%out: memref<64xf32>) workgroup(%tile: memref<64x64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %lane = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      memref.store %zero, %tile[%c0, %lane] : memref<64x64xf32, #gpu.address_space<workgroup>>
      memref.store %zero, %tile[%c0, %lane] : memref<64x64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x = memref.load %tile[%c0, %lane] : memref<64x64xf32, #gpu.address_space<workgroup>>
      memref.store %x, %out[%lane] : memref<64xf32>
      gpu.return
    }
  }
}
