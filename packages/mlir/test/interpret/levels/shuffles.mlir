// Shuffles, private memory and choices among buffers.
gpu.module @m {
  gpu.func @k(%in: memref<64xi32>, %out: memref<64xi32>)
      workgroup(%words: memref<64xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %id = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %five = arith.constant 5 : i32
    %width = arith.constant 64 : i32
    %private = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
    %v = memref.load %in[%id] : memref<64xi32>
    %p, %ok = gpu.shuffle xor %v, %five, %width : i32
    %c3 = arith.constant 3 : index
    %slot = arith.remui %id, %c3 : index
    memref.store %p, %private[%slot] : memref<4xi32, #gpu.address_space<private>>
    %read = memref.load %private[%slot] : memref<4xi32, #gpu.address_space<private>>
    memref.store %read, %words[%id] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %far = arith.constant 37 : index
    %c64 = arith.constant 64 : index
    %moved = arith.addi %id, %far : index
    %other = arith.remui %moved, %c64 : index
    %w = memref.load %words[%other] : memref<64xi32, #gpu.address_space<workgroup>>
    memref.store %w, %out[%id] : memref<64xi32>
    gpu.return
  }
}
