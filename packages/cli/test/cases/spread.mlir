// A transpose with other addresses in each of 4,096 workgroups, so that none stands for the others.
module {
  gpu.module @kernels {
    gpu.func @transpose(%out: memref<64xf32>) workgroup(%tile: memref<64x64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %block = gpu.block_id x
      %c0 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%block]
      %row = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) mod 64)>()[%block]
      %lane = gpu.thread_id x
      %turned = affine.apply affine_map<()[s0, s1] -> ((s0 + s1) mod 64)>()[%lane, %c0]
      %zero = arith.constant 0.0 : f32
      memref.store %zero, %tile[%row, %turned] : memref<64x64xf32, #gpu.address_space<workgroup>>
      memref.store %zero, %tile[%lane, %c0] : memref<64x64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %x = memref.load %tile[%lane, %c0] : memref<64x64xf32, #gpu.address_space<workgroup>>
      memref.store %x, %out[%lane] : memref<64xf32>
      gpu.return
    }
  }
}
