// -----// IR Dump After GPUVectorAlloc (iree-codegen-gpu-vector-alloc) //----- //
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
#lds = #gpu.address_space<workgroup>

// What each of 64 lanes does with the tile.
func.func @load_tile(%in: memref<16x128xf16>, %out: memref<64x32xf16>) attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x upper_bound 64
  %tile = memref.alloc() : memref<16x128xf16, #lds>

  // 16 lanes write a row, 8 halves each.
  %column = affine.apply affine_map<()[s0] -> (s0 mod 16 * 8)>()[%t]
  scf.for %i = %c0 to %c4 step %c1 {
    %row = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0 floordiv 16)>(%i)[%t]
    %v = vector.load %in[%row, %column] : memref<16x128xf16>, vector<8xf16>
    vector.store %v, %tile[%row, %column] : memref<16x128xf16, #lds>, vector<8xf16>
  }
  gpu.barrier

  // Lane l reads row l mod 16, 4 halves each: the operand of a 16x16x16 matrix instruction.
  %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  scf.for %k = %c0 to %c8 step %c1 {
    %c = affine.apply affine_map<(d0)[s0] -> (d0 * 16 + s0 floordiv 16 * 4)>(%k)[%t]
    %x = vector.load %tile[%r, %c] : memref<16x128xf16, #lds>, vector<4xf16>
    %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%k)
    vector.store %x, %out[%t, %o] : memref<64x32xf16>, vector<4xf16>
  }
  return
}

// -----// IR Dump After IREEComprehensiveBufferizePass (iree-codegen-iree-comprehensive-bufferize) //----- //
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
#lds = #gpu.address_space<workgroup>

// What each of 64 lanes does with the tile.
func.func @load_tile(%in: memref<16x128xf16>, %out: memref<64x32xf16>) attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x upper_bound 64
  %tile = memref.alloc() : memref<16x128xf16, #lds>
  %hinted = iree_codegen.swizzle_hint %tile[#iree_codegen.xor_shuffle<128, 4, 128, 1>] : memref<16x128xf16, #lds>

  // 16 lanes write a row, 8 halves each.
  %column = affine.apply affine_map<()[s0] -> (s0 mod 16 * 8)>()[%t]
  scf.for %i = %c0 to %c4 step %c1 {
    %row = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0 floordiv 16)>(%i)[%t]
    %v = vector.load %in[%row, %column] : memref<16x128xf16>, vector<8xf16>
    vector.store %v, %hinted[%row, %column] : memref<16x128xf16, #lds>, vector<8xf16>
  }
  gpu.barrier

  // Lane l reads row l mod 16, 4 halves each: the operand of a 16x16x16 matrix instruction.
  %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  scf.for %k = %c0 to %c8 step %c1 {
    %c = affine.apply affine_map<(d0)[s0] -> (d0 * 16 + s0 floordiv 16 * 4)>(%k)[%t]
    %x = vector.load %hinted[%r, %c] : memref<16x128xf16, #lds>, vector<4xf16>
    %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%k)
    vector.store %x, %out[%t, %o] : memref<64x32xf16>, vector<4xf16>
  }
  return
}
