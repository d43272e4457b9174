// Masks, reductions and 64-bit numbers.
gpu.module @m {
  gpu.func @k(%in: memref<64xi32>, %out: memref<64xi32>)
      workgroup(%words: memref<64xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %id = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %piece = arith.remui %id, %c16 : index
    %c4 = arith.constant 4 : index
    %first = arith.muli %piece, %c4 : index
    %v = memref.load %in[%id] : memref<64xi32>
    memref.store %v, %words[%id] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %pass = arith.constant dense<-7> : vector<4xi32>
    %rest = arith.remui %id, %c4 : index
    %mask = vector.create_mask %rest : vector<4xi1>
    %four = vector.maskedload %words[%first], %mask, %pass : memref<64xi32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    %sum = vector.reduction <add>, %four : vector<4xi32> into i32
    %wide = arith.extsi %sum : i32 to i64
    %prime = arith.constant 1000003 : i64
    %product = arith.muli %wide, %prime : i64
    %c20 = arith.constant 20 : i64
    %high = arith.shrsi %product, %c20 : i64
    %low, %over = arith.mului_extended %sum, %v : i32
    %cut = arith.trunci %high : i64 to i32
    %both = arith.xori %cut, %over : i32
    %result = arith.addi %both, %low : i32
    memref.store %result, %out[%id] : memref<64xi32>
    gpu.return
  }
}
