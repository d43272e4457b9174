// Lanes that loop and branch on their own.
gpu.module @m {
  gpu.func @k(%in: memref<64xi32>, %out: memref<64xi32>)
      workgroup(%words: memref<64xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %id = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %seed = memref.load %in[%id] : memref<64xi32>
    %c255 = arith.constant 255 : i32
    %start = arith.andi %seed, %c255 : i32
    %x, %n = scf.while (%y = %start, %m = %zero) : (i32, i32) -> (i32, i32) {
      %big = arith.cmpi sgt, %y, %one : i32
      scf.condition(%big) %y, %m : i32, i32
    } do {
    ^bb0(%y: i32, %m: i32):
      %bit = arith.trunci %y : i32 to i1
      %next = scf.if %bit -> (i32) {
        %triple = arith.muli %y, %three : i32
        %up = arith.addi %triple, %one : i32
        scf.yield %up : i32
      } else {
        %half = arith.shrui %y, %one : i32
        scf.yield %half : i32
      }
      %more = arith.addi %m, %one : i32
      scf.yield %next, %more : i32, i32
    }
    %count = arith.index_cast %n : i32 to index
    %sum = scf.for %k = %c0 to %count step %c1 iter_args(%s = %zero) -> (i32) {
      %i = arith.index_cast %k : index to i32
      memref.store %i, %words[%id] : memref<64xi32, #gpu.address_space<workgroup>>
      %back = memref.load %words[%id] : memref<64xi32, #gpu.address_space<workgroup>>
      %t = arith.addi %s, %back : i32
      scf.yield %t : i32
    }
    gpu.barrier
    %result = arith.addi %sum, %n : i32
    memref.store %result, %out[%id] : memref<64xi32>
    gpu.return
  }
}
