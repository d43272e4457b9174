// Rows of 64 at a distance of 68, as the allocation itself.
#lds = #gpu.address_space<workgroup>
func.func @k(%src: memref<32x64xf16>, %dst: memref<4x64x8xf16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %tid = gpu.thread_id x upper_bound 128
  %t = memref.alloc() : memref<32x68xf16, #lds>
  %e0 = affine.apply affine_map<()[s0] -> (s0 * 8 + 0)>()[%tid]
  %r0 = affine.apply affine_map<()[s0] -> (s0 floordiv 64)>()[%e0]
  %c_0 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%e0]
  %dc0 = affine.apply affine_map<()[s0] -> (s0)>()[%c_0]
  %v0 = vector.load %src[%r0, %c_0] : memref<32x64xf16>, vector<8xf16>
  vector.store %v0, %t[%r0, %dc0] : memref<32x68xf16, #lds>, vector<8xf16>
  %e1 = affine.apply affine_map<()[s0] -> (s0 * 8 + 1024)>()[%tid]
  %r1 = affine.apply affine_map<()[s0] -> (s0 floordiv 64)>()[%e1]
  %c_1 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%e1]
  %dc1 = affine.apply affine_map<()[s0] -> (s0)>()[%c_1]
  %v1 = vector.load %src[%r1, %c_1] : memref<32x64xf16>, vector<8xf16>
  vector.store %v1, %t[%r1, %dc1] : memref<32x68xf16, #lds>, vector<8xf16>
  gpu.barrier
  %lane = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%tid]
  %rr0 = affine.apply affine_map<()[s0] -> (s0 mod 16 + 0)>()[%lane]
  %rc0 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 0)>()[%lane]
  %rcc0 = affine.apply affine_map<()[s0] -> (s0)>()[%rc0]
  %rv0 = vector.load %t[%rr0, %rcc0] : memref<32x68xf16, #lds>, vector<8xf16>
  %ck0 = arith.constant 0 : index
  vector.store %rv0, %dst[%ck0, %lane, %c0] : memref<4x64x8xf16>, vector<8xf16>
  %rc1 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 32)>()[%lane]
  %rcc1 = affine.apply affine_map<()[s0] -> (s0)>()[%rc1]
  %rv1 = vector.load %t[%rr0, %rcc1] : memref<32x68xf16, #lds>, vector<8xf16>
  %ck1 = arith.constant 1 : index
  vector.store %rv1, %dst[%ck1, %lane, %c0] : memref<4x64x8xf16>, vector<8xf16>
  %rr16 = affine.apply affine_map<()[s0] -> (s0 mod 16 + 16)>()[%lane]
  %rc2 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 0)>()[%lane]
  %rcc2 = affine.apply affine_map<()[s0] -> (s0)>()[%rc2]
  %rv2 = vector.load %t[%rr16, %rcc2] : memref<32x68xf16, #lds>, vector<8xf16>
  %ck2 = arith.constant 2 : index
  vector.store %rv2, %dst[%ck2, %lane, %c0] : memref<4x64x8xf16>, vector<8xf16>
  %rc3 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 32)>()[%lane]
  %rcc3 = affine.apply affine_map<()[s0] -> (s0)>()[%rc3]
  %rv3 = vector.load %t[%rr16, %rcc3] : memref<32x68xf16, #lds>, vector<8xf16>
  %ck3 = arith.constant 3 : index
  vector.store %rv3, %dst[%ck3, %lane, %c0] : memref<4x64x8xf16>, vector<8xf16>
  return
}
