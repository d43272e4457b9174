#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
#lds = #gpu.address_space<workgroup>

// Rows of 64 words. Each lane reads two words of its own row from an odd column on: they may lie in two groups of two.
func.func @odd_columns(%in: memref<64x64xf32>, %out: memref<64x62xf32>) attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c62 = arith.constant 62 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x upper_bound 64
  %tile = memref.alloc() : memref<64x64xf32, #lds>
  %hinted = iree_codegen.swizzle_hint %tile[#iree_codegen.xor_shuffle<64, 2>] : memref<64x64xf32, #lds>
  scf.for %row = %c0 to %c64 step %c1 {
    %v = vector.load %in[%row, %t] : memref<64x64xf32>, vector<1xf32>
    vector.store %v, %hinted[%row, %t] : memref<64x64xf32, #lds>, vector<1xf32>
  }
  gpu.barrier
  scf.for %i = %c0 to %c62 step %c2 {
    %column = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %x = vector.load %hinted[%t, %column] : memref<64x64xf32, #lds>, vector<2xf32>
    vector.store %x, %out[%t, %i] : memref<64x62xf32>, vector<2xf32>
  }
  return
}
