// Lanes of one warp exchange words: in MLIR they are taken to go together, as PTX does not.
// machine: sm_90
// expect: none
#lds = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @k(%in: memref<4096xf32>, %out: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    %d = arith.constant 1 : index
    %other = arith.xori %x, %d : index
    %a = memref.alloc() : memref<128xf32, #lds>
    %v = memref.load %in[%x] : memref<4096xf32>
    memref.store %v, %a[%x] : memref<128xf32, #lds>
    
    %r = memref.load %a[%other] : memref<128xf32, #lds>
    memref.store %r, %out[%x] : memref<4096xf32>
    gpu.return
  }
}
