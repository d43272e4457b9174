// Reads a table in LDS three ways: one word for all lanes, four words, and two words of one bank.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @lookup(%in: memref<64xf32>, %out: memref<64xf32>)
      workgroup(%table: memref<64xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lane = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %value = memref.load %in[%lane] : memref<64xf32>
    memref.store %value, %table[%lane] : memref<64xf32, #lds>
    gpu.barrier

    // All lanes, one word.
    %one = memref.load %table[%c0] : memref<64xf32, #lds>
    // Lanes 0-15, 16-31, 32-47 and 48-63 share words 0, 1, 2 and 3: four banks.
    %quarter = affine.apply affine_map<()[s0] -> (s0 floordiv 16)>()[%lane]
    %four = memref.load %table[%quarter] : memref<64xf32, #lds>
    // Even lanes word 0, odd lanes word 32: one bank of 32.
    %far = affine.apply affine_map<()[s0] -> ((s0 mod 2) * 32)>()[%lane]
    %two = memref.load %table[%far] : memref<64xf32, #lds>

    %first = arith.addf %one, %four : f32
    %sum = arith.addf %first, %two : f32
    memref.store %sum, %out[%lane] : memref<64xf32>
    gpu.return
  }
}
