// The next tile is stored before this one is read: three buffers take one barrier.
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
    %b = memref.alloc() : memref<3x128xf32, #lds>
    %cN = arith.constant 3 : index
    %v = memref.load %in[%x] : memref<4096xf32>
    memref.store %v, %b[%c0, %x] : memref<3x128xf32, #lds>
    scf.for %i = %c0 to %c8 step %c1 {
      %n = arith.addi %i, %c1 : index
      %q = arith.remui %n, %cN : index
      memref.store %v, %b[%q, %x] : memref<3x128xf32, #lds>
      gpu.barrier
      %p = arith.remui %i, %cN : index
      %r = memref.load %b[%p, %other] : memref<3x128xf32, #lds>
      memref.store %r, %out[%x] : memref<4096xf32>
    }
    gpu.return
  }
}
