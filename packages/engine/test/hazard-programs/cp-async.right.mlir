// cp.async, a wait for all groups, a barrier.
// machine: sm_90
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
    %a = memref.alloc() : memref<2x128xf32, #lds>
    %t0 = nvgpu.device_async_copy %in[%x], %a[%c0, %x], 1 : memref<4096xf32> to memref<2x128xf32, #lds>
    %g0 = nvgpu.device_async_create_group %t0
    %t1 = nvgpu.device_async_copy %in[%x], %a[%c1, %x], 1 : memref<4096xf32> to memref<2x128xf32, #lds>
    %g1 = nvgpu.device_async_create_group %t1
    nvgpu.device_async_wait %g1 {numGroups = 0 : i32}
    gpu.barrier
    %r = memref.load %a[%c1, %other] : memref<2x128xf32, #lds>
    memref.store %r, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
