// A tile of packed 4-bit floats: 32 of them are 16 bytes.
#lds = #gpu.address_space<workgroup>
func.func @k(%in: memref<4096xf4E2M1FN>, %out: memref<64x32xf4E2M1FN>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x upper_bound 64
  %a = memref.alloc() : memref<16x256xf4E2M1FN, #lds>
  %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  %c = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 32)>()[%t]
  %e = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%t]
  %bb = vector.load %in[%e] : memref<4096xf4E2M1FN>, vector<32xf4E2M1FN>
  vector.store %bb, %a[%r, %c] : memref<16x256xf4E2M1FN, #lds>, vector<32xf4E2M1FN>
  gpu.barrier
  %x = vector.load %a[%r, %c] : memref<16x256xf4E2M1FN, #lds>, vector<32xf4E2M1FN>
  vector.store %x, %out[%t, %c0] : memref<64x32xf4E2M1FN>, vector<32xf4E2M1FN>
  return
}
