// A group of two copies, one of one; the second is read, and not waited for.
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
    %a = memref.alloc() : memref<384xf32, #lds>
    %wave = gpu.subgroup_id : index
    %half = arith.muli %wave, %c64 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %h1 = arith.addi %half, %c128 : index
    %h2 = arith.addi %half, %c256 : index
    amdgpu.gather_to_lds async %in[%x], %a[%half] : f32, memref<4096xf32>, memref<384xf32, #lds>
    amdgpu.gather_to_lds async %in[%x], %a[%h1] : f32, memref<4096xf32>, memref<384xf32, #lds>
    rocdl.asyncmark
    amdgpu.gather_to_lds async %in[%x], %a[%h2] : f32, memref<4096xf32>, memref<384xf32, #lds>
    rocdl.asyncmark
    rocdl.wait.asyncmark 1
    gpu.barrier
    %at = arith.addi %other, %c256 : index
    %r = memref.load %a[%at] : memref<384xf32, #lds>
    memref.store %r, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
