#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
#lds = #gpu.address_space<workgroup>

// Rows of 96 halves are 12 groups of 8: an exclusive or with the row leaves the row.
func.func @twelve_groups(%in: memref<16x96xf16>, %out: memref<16x96xf16>) attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %t = gpu.thread_id x upper_bound 64
  %tile = memref.alloc() : memref<16x96xf16, #lds>
  %hinted = iree_codegen.swizzle_hint %tile[#iree_codegen.xor_shuffle<96, 8>] : memref<16x96xf16, #lds>
  %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  scf.for %g = %c0 to %c12 step %c4 {
    %c = affine.apply affine_map<(d0)[s0] -> (d0 * 8 + s0 floordiv 16 * 8)>(%g)[%t]
    %v = vector.load %in[%r, %c] : memref<16x96xf16>, vector<8xf16>
    vector.store %v, %hinted[%r, %c] : memref<16x96xf16, #lds>, vector<8xf16>
  }
  gpu.barrier
  scf.for %g = %c0 to %c12 step %c4 {
    %c = affine.apply affine_map<(d0)[s0] -> (d0 * 8 + s0 floordiv 16 * 8)>(%g)[%t]
    %x = vector.load %hinted[%r, %c] : memref<16x96xf16, #lds>, vector<8xf16>
    vector.store %x, %out[%r, %c] : memref<16x96xf16>, vector<8xf16>
  }
  return
}
