module {
  gpu.module @kernels {
    gpu.func @scale(%x: memref<64xf32>, %y: memref<64xf32>, %a: f32, %n: index)
        workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %lane = gpu.thread_id x
      %one = arith.constant 1 : index
      %last = arith.subi %n, %one : index
      %other = arith.subi %last, %lane : index
      %value = memref.load %x[%lane] : memref<64xf32>
      memref.store %value, %tile[%lane] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %read = memref.load %tile[%other] : memref<64xf32, #gpu.address_space<workgroup>>
      %scaled = arith.mulf %read, %a : f32
      memref.store %scaled, %y[%lane] : memref<64xf32>
      gpu.return
    }
  }
}
