// Transposes a 64 x 32 tile of f16: 16-byte loads from memory, 2-byte stores into LDS, 16-byte reads.
#lds = #gpu.address_space<workgroup>

gpu.module @example {
  gpu.func @transpose(%in: memref<64x32xf16>, %out: memref<32x64xf16>)
      workgroup(%tile: memref<32x64xf16, #lds>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %id = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index

    // Four lanes share a row of the input; each turns its eight elements into a column.
    %row = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%id]
    %column = affine.apply affine_map<()[s0] -> ((s0 mod 4) * 8)>()[%id]
    %eight = vector.load %in[%row, %column] : memref<64x32xf16>, vector<8xf16>
    scf.for %i = %c0 to %c8 step %c1 {
      %element = vector.extract %eight[%i] : f16 from vector<8xf16>
      %down = arith.addi %column, %i : index
      memref.store %element, %tile[%down, %row] : memref<32x64xf16, #lds>
    }
    gpu.barrier

    %outRow = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%id]
    %outColumn = affine.apply affine_map<()[s0] -> ((s0 mod 8) * 8)>()[%id]
    %line = vector.load %tile[%outRow, %outColumn] : memref<32x64xf16, #lds>, vector<8xf16>
    vector.store %line, %out[%outRow, %outColumn] : memref<32x64xf16>, vector<8xf16>
    gpu.return
  }
}
