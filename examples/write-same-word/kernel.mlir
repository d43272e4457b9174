// Scales a vector by a number that travels through LDS: every lane writes it, where one would do.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @scale(%in: memref<256xf32>, %factor: memref<1xf32>, %out: memref<256xf32>)
      workgroup(%shared: memref<2xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lane = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %loaded = memref.load %factor[%c0] : memref<1xf32>

    // All lanes, one word.
    memref.store %loaded, %shared[%c0] : memref<2xf32, #lds>
    // One lane of the workgroup.
    %first = arith.cmpi eq, %lane, %c0 : index
    scf.if %first {
      memref.store %loaded, %shared[%c1] : memref<2xf32, #lds>
    }
    gpu.barrier

    %scale = memref.load %shared[%c1] : memref<2xf32, #lds>
    %value = memref.load %in[%lane] : memref<256xf32>
    %scaled = arith.mulf %value, %scale : f32
    memref.store %scaled, %out[%lane] : memref<256xf32>
    gpu.return
  }
}
