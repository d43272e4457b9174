// The reads go through the swizzle hint; the stores reach the allocation beside it.
#wg = #gpu.address_space<workgroup>
func.func @k(%in: memref<2048xf16>, %out: memref<64x4xf16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x upper_bound 64
  %m = memref.alloc() : memref<2048xf16, #wg>
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<128, 4, 128, 1>] : memref<2048xf16, #wg>
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %e = affine.apply affine_map<(d0)[s0] -> (d0 * 256 + s0 * 4)>(%i)[%t]
    %v = vector.load %in[%e] : memref<2048xf16>, vector<4xf16>
    vector.store %v, %m[%e] : memref<2048xf16, #wg>, vector<4xf16>
  }
  gpu.barrier
  %r = affine.apply affine_map<()[s0] -> ((s0 mod 16) * 128 + (s0 floordiv 16) * 4)>()[%t]
  %x = vector.load %h[%r] : memref<2048xf16, #wg>, vector<4xf16>
  vector.store %x, %out[%t, %c0] : memref<64x4xf16>, vector<4xf16>
  return
}
