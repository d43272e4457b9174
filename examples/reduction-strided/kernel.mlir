// Sums 256 numbers in LDS; in step s, lane i adds word (2 i + 1) s to word 2 i s.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @sum(%in: memref<256xf32>, %out: memref<1xf32>)
      workgroup(%words: memref<256xf32, #lds>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %id = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %value = memref.load %in[%id] : memref<256xf32>
    memref.store %value, %words[%id] : memref<256xf32, #lds>
    gpu.barrier

    scf.for %step = %c0 to %c8 step %c1 {
      %stride = arith.shli %c1, %step : index
      %target = affine.apply affine_map<(d0)[s0] -> (d0 * s0 * 2)>(%id)[%stride]
      %takesPart = arith.cmpi ult, %target, %c256 : index
      scf.if %takesPart {
        %other = arith.addi %target, %stride : index
        %a = memref.load %words[%target] : memref<256xf32, #lds>
        %b = memref.load %words[%other] : memref<256xf32, #lds>
        %sum = arith.addf %a, %b : f32
        memref.store %sum, %words[%target] : memref<256xf32, #lds>
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
