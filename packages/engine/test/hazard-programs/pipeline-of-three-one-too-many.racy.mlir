// Three buffers, two tiles ahead, and the wait leaves three.
// machine: gfx942
// expect: hazard/unfinished-async-copy
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
    %b = memref.alloc() : memref<3x128xf32, #lds>
    %cN = arith.constant 3 : index
    %wave = gpu.subgroup_id : index
    %half = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %in[%x], %b[%c0, %half] : f32, memref<4096xf32>, memref<3x128xf32, #lds>
    rocdl.asyncmark
    amdgpu.gather_to_lds async %in[%x], %b[%c1, %half] : f32, memref<4096xf32>, memref<3x128xf32, #lds>
    rocdl.asyncmark
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %one) -> (f32) {
      %n = arith.addi %i, %c2 : index
      %to = arith.remui %n, %cN : index
      %p = arith.remui %i, %cN : index
      gpu.barrier
      amdgpu.gather_to_lds async %in[%x], %b[%to, %half] : f32, memref<4096xf32>, memref<3x128xf32, #lds>
      rocdl.asyncmark
      rocdl.wait.asyncmark 3
      gpu.barrier
      %r = memref.load %b[%p, %other] : memref<3x128xf32, #lds>
      %s = arith.addf %acc, %r : f32
      scf.yield %s : f32
    }
    memref.store %sum, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
