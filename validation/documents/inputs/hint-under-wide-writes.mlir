// A hint whose groups are narrower than the writes.
#lds = #gpu.address_space<workgroup>
func.func @k(%in: memref<2048xi8>, %out: memref<64x16xi8>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x upper_bound 64
  %a = memref.alloc() : memref<16x128xi8, #lds>
  %h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<128, 4, 256, 1>] : memref<16x128xi8, #lds>
  scf.for %i = %c0 to %c1 step %c1 {
    %e = affine.apply affine_map<()[s0] -> (s0 * 32)>()[%t]
    %r = affine.apply affine_map<()[s0] -> ((s0 * 32) floordiv 128)>()[%t]
    %c = affine.apply affine_map<()[s0] -> ((s0 * 32) mod 128)>()[%t]
    %v = vector.load %in[%e] : memref<2048xi8>, vector<16xi8>
    vector.store %v, %h[%r, %c] : memref<16x128xi8, #lds>, vector<16xi8>
  }
  gpu.barrier
  %rr = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  %cc = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 16)>()[%t]
  %x = vector.load %h[%rr, %cc] : memref<16x128xi8, #lds>, vector<16xi8>
  vector.store %x, %out[%t, %c0] : memref<64x16xi8>, vector<16xi8>
  return
}
