// Two buffers in turn, and the read is off by one: the next store overwrites what it reads.
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
    %b = memref.alloc() : memref<2x128xf32, #lds>
    memref.store %one, %b[%c1, %x] : memref<2x128xf32, #lds>
    gpu.barrier
    scf.for %i = %c0 to %c8 step %c1 {
      %v = memref.load %in[%x] : memref<4096xf32>
      %p = arith.remui %i, %c2 : index
      memref.store %v, %b[%p, %x] : memref<2x128xf32, #lds>
      gpu.barrier
      %n = arith.addi %i, %c1 : index
      %q = arith.remui %n, %c2 : index
      %r = memref.load %b[%q, %other] : memref<2x128xf32, #lds>
      memref.store %r, %out[%x] : memref<4096xf32>
    }
    gpu.return
  }
}
