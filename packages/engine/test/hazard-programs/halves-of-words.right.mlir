// Two waves store the two halves of each word.
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
    %h = memref.alloc() : memref<256xi16, #lds>
    %twice = arith.muli %x, %c2 : index
    %wave = gpu.subgroup_id : index
    %lane = gpu.lane_id
    %pair = arith.muli %lane, %c2 : index
    %at = arith.addi %pair, %wave : index
    %w = arith.index_cast %wave : index to i16
    memref.store %w, %h[%at] : memref<256xi16, #lds>
    %up = arith.addi %at, %c127 : index
    %up1 = arith.addi %up, %c1 : index
    memref.store %w, %h[%up1] : memref<256xi16, #lds>
    gpu.barrier
    %r = memref.load %h[%twice] : memref<256xi16, #lds>
    %f = arith.sitofp %r : i16 to f32
    memref.store %f, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
