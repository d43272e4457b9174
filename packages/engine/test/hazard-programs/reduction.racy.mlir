// A tree of sums whose steps have no barrier: the last read of wave 1 races with the sum.
// machine: gfx942
// expect: hazard/lds-race
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
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %a = memref.alloc() : memref<128xf32, #lds>
    %v = memref.load %in[%x] : memref<4096xf32>
    memref.store %v, %a[%x] : memref<128xf32, #lds>
    gpu.barrier
    scf.for %s = %c1 to %c8 step %c1 {
      %width = arith.shrui %c128, %s : index
      %takes = arith.cmpi ult, %x, %width : index
      scf.if %takes {
        %j = arith.addi %x, %width : index
        %p = memref.load %a[%x] : memref<128xf32, #lds>
        %q = memref.load %a[%j] : memref<128xf32, #lds>
        %sum = arith.addf %p, %q : f32
        memref.store %sum, %a[%x] : memref<128xf32, #lds>
      }
    
    }
    %all = memref.load %a[%c0] : memref<128xf32, #lds>
    memref.store %all, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
