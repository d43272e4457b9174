// Reads the same 16-byte pieces from three tiles whose rows are padded by 4, 8 and 16 bytes.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @pieces(%in: memref<16x64xf16>, %out: memref<3x64x8xf16>)
      workgroup(%pad4: memref<16x66xf16, #lds>, %pad8: memref<16x68xf16, #lds>,
                %pad16: memref<16x72xf16, #lds>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lane = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    scf.for %r = %c0 to %c16 step %c1 {
      %value = memref.load %in[%r, %lane] : memref<16x64xf16>
      memref.store %value, %pad4[%r, %lane] : memref<16x66xf16, #lds>
      memref.store %value, %pad8[%r, %lane] : memref<16x68xf16, #lds>
      memref.store %value, %pad16[%r, %lane] : memref<16x72xf16, #lds>
    }
    gpu.barrier

    // The operand of a 16 x 16 x 32 matrix instruction: row lane mod 16, eight elements of K.
    %row = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%lane]
    %k = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8)>()[%lane]
    %a = vector.load %pad4[%row, %k] : memref<16x66xf16, #lds>, vector<8xf16>
    %b = vector.load %pad8[%row, %k] : memref<16x68xf16, #lds>, vector<8xf16>
    %c = vector.load %pad16[%row, %k] : memref<16x72xf16, #lds>, vector<8xf16>
    vector.store %a, %out[%c0, %lane, %c0] : memref<3x64x8xf16>, vector<8xf16>
    vector.store %b, %out[%c1, %lane, %c0] : memref<3x64x8xf16>, vector<8xf16>
    vector.store %c, %out[%c2, %lane, %c0] : memref<3x64x8xf16>, vector<8xf16>
    gpu.return
  }
}
