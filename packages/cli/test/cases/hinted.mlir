// A tile with a hint.
func.func @k(%v: vector<8xf16>, %out: memref<64x64xf16>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x
  %row = arith.divui %t, %c8 : index
  %unit = arith.remui %t, %c8 : index
  %column = arith.muli %unit, %c8 : index
  %tile = memref.alloc() : memref<32x64xf16, #gpu.address_space<workgroup>>
  %h = iree_codegen.swizzle_hint %tile[#iree_codegen.xor_shuffle<64, 8>] : memref<32x64xf16, #gpu.address_space<workgroup>>
  vector.store %v, %h[%row, %column] : memref<32x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  gpu.barrier
  %x = vector.load %h[%unit, %column] : memref<32x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  vector.store %x, %out[%row, %column] : memref<64x64xf16>, vector<8xf16>
  return
}
