// Sums 256 numbers in LDS; in each step the first half of the lanes adds the second half of the words.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @sum(%in: memref<256xf32>, %out: memref<1xf32>)
      workgroup(%words: memref<256xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %id = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %value = memref.load %in[%id] : memref<256xf32>
    memref.store %value, %words[%id] : memref<256xf32, #lds>
    gpu.barrier

    scf.for %step = %c0 to %c8 step %c1 {
      %half = arith.shrui %c128, %step : index
      %takesPart = arith.cmpi ult, %id, %half : index
      scf.if %takesPart {
        %other = arith.addi %id, %half : index
        %a = memref.load %words[%id] : memref<256xf32, #lds>
        %b = memref.load %words[%other] : memref<256xf32, #lds>
        %sum = arith.addf %a, %b : f32
        memref.store %sum, %words[%id] : memref<256xf32, #lds>
      }
      gpu.barrier
    }

    %first = arith.cmpi eq, %id, %c0 : index
    scf.if %first {
      %total = memref.load %words[%c0] : memref<256xf32, #lds>
      memref.store %total, %out[%c0] : memref<1xf32>
    }
    gpu.return
  }
}
