// Three waves: the last lane of each reads what another wave stores.
// machine: gfx942
// expect: hazard/lds-race
#lds = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @k(%in: memref<4096xf32>, %out: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 192, 1, 1>} {
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
    %c192 = arith.constant 192 : index
    %a = memref.alloc() : memref<192xf32, #lds>
    %next = arith.addi %x, %c1 : index
    %ring = arith.remui %next, %c192 : index
    %v = memref.load %in[%x] : memref<4096xf32>
    memref.store %v, %a[%x] : memref<192xf32, #lds>
    
    %r = memref.load %a[%ring] : memref<192xf32, #lds>
    memref.store %r, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
