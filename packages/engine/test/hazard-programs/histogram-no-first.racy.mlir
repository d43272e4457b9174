// A histogram whose zeros race with the counts.
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
    %h = memref.alloc() : memref<64xi32, #lds>
    %n = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %bin = arith.remui %x, %c8 : index
    %lane = arith.remui %x, %c64 : index
    memref.store %z, %h[%lane] : memref<64xi32, #lds>
    
    %old = memref.atomic_rmw addi %n, %h[%bin] : (i32, memref<64xi32, #lds>) -> i32
    gpu.barrier
    %r = memref.load %h[%lane] : memref<64xi32, #lds>
    %f = arith.sitofp %r : i32 to f32
    memref.store %f, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
