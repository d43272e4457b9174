// The wait for the read comes before s_barrier.
// machine: gfx942
// expect: none
#lds = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @k(%in: memref<4096xf32>, %out: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c127 = arith.constant 127 : index
    %one = arith.constant 1.0 : f32
    %other = arith.xori %x, %c64 : index
    %a = memref.alloc() : memref<128xf32, #lds>
    %v = memref.load %in[%x] : memref<4096xf32>
    memref.store %v, %a[%x] : memref<128xf32, #lds>
    gpu.barrier
    %r = memref.load %a[%other] : memref<128xf32, #lds>
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
    memref.store %one, %a[%x] : memref<128xf32, #lds>
    gpu.barrier
    gpu.return
  }
}
