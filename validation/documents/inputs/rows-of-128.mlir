// Rows of 128 halves by copies straight to LDS: 16-byte pieces, XORed with the row modulo 8.
#lds = #gpu.address_space<workgroup>
func.func @k(%src: memref<32x128xf16>, %dst: memref<8x64x8xf16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %tid = gpu.thread_id x upper_bound 128
  %t = memref.alloc() : memref<32x128xf16, #lds>
  %e0 = affine.apply affine_map<()[s0] -> (s0 * 8 + 0)>()[%tid]
  %r0 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%e0]
  %c_0 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%e0]
  %ch0 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%c_0]
  %p0 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%r0]
  %x0 = arith.xori %ch0, %p0 : index
  %sc0 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%x0, %c_0]
  %wb0 = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 512 + 0)>()[%tid]
  %wbr0 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%wb0]
  %wbc0 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%wb0]
  %ur0 = gpu.subgroup_broadcast %wbr0, first_active_lane : index
  %uc0 = gpu.subgroup_broadcast %wbc0, first_active_lane : index
  amdgpu.gather_to_lds %src[%r0, %sc0], %t[%ur0, %uc0] : vector<8xf16>, memref<32x128xf16>, memref<32x128xf16, #lds>
  %e1 = affine.apply affine_map<()[s0] -> (s0 * 8 + 1024)>()[%tid]
  %r1 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%e1]
  %c_1 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%e1]
  %ch1 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%c_1]
  %p1 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%r1]
  %x1 = arith.xori %ch1, %p1 : index
  %sc1 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%x1, %c_1]
  %wb1 = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 512 + 1024)>()[%tid]
  %wbr1 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%wb1]
  %wbc1 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%wb1]
  %ur1 = gpu.subgroup_broadcast %wbr1, first_active_lane : index
  %uc1 = gpu.subgroup_broadcast %wbc1, first_active_lane : index
  amdgpu.gather_to_lds %src[%r1, %sc1], %t[%ur1, %uc1] : vector<8xf16>, memref<32x128xf16>, memref<32x128xf16, #lds>
  %e2 = affine.apply affine_map<()[s0] -> (s0 * 8 + 2048)>()[%tid]
  %r2 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%e2]
  %c_2 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%e2]
  %ch2 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%c_2]
  %p2 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%r2]
  %x2 = arith.xori %ch2, %p2 : index
  %sc2 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%x2, %c_2]
  %wb2 = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 512 + 2048)>()[%tid]
  %wbr2 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%wb2]
  %wbc2 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%wb2]
  %ur2 = gpu.subgroup_broadcast %wbr2, first_active_lane : index
  %uc2 = gpu.subgroup_broadcast %wbc2, first_active_lane : index
  amdgpu.gather_to_lds %src[%r2, %sc2], %t[%ur2, %uc2] : vector<8xf16>, memref<32x128xf16>, memref<32x128xf16, #lds>
  %e3 = affine.apply affine_map<()[s0] -> (s0 * 8 + 3072)>()[%tid]
  %r3 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%e3]
  %c_3 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%e3]
  %ch3 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%c_3]
  %p3 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%r3]
  %x3 = arith.xori %ch3, %p3 : index
  %sc3 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%x3, %c_3]
  %wb3 = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 512 + 3072)>()[%tid]
  %wbr3 = affine.apply affine_map<()[s0] -> (s0 floordiv 128)>()[%wb3]
  %wbc3 = affine.apply affine_map<()[s0] -> (s0 mod 128)>()[%wb3]
  %ur3 = gpu.subgroup_broadcast %wbr3, first_active_lane : index
  %uc3 = gpu.subgroup_broadcast %wbc3, first_active_lane : index
  amdgpu.gather_to_lds %src[%r3, %sc3], %t[%ur3, %uc3] : vector<8xf16>, memref<32x128xf16>, memref<32x128xf16, #lds>
  amdgpu.memory_counter_wait load(0)
  gpu.barrier
  %lane = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%tid]
  %rr0 = affine.apply affine_map<()[s0] -> (s0 mod 16 + 0)>()[%lane]
  %rc0 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 0)>()[%lane]
  %rch0 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc0]
  %rp0 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr0]
  %rx0 = arith.xori %rch0, %rp0 : index
  %rcc0 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx0, %rc0]
  %rv0 = vector.load %t[%rr0, %rcc0] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck0 = arith.constant 0 : index
  vector.store %rv0, %dst[%ck0, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  %rc1 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 32)>()[%lane]
  %rch1 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc1]
  %rp1 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr0]
  %rx1 = arith.xori %rch1, %rp1 : index
  %rcc1 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx1, %rc1]
  %rv1 = vector.load %t[%rr0, %rcc1] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck1 = arith.constant 1 : index
  vector.store %rv1, %dst[%ck1, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  %rc2 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 64)>()[%lane]
  %rch2 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc2]
  %rp2 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr0]
  %rx2 = arith.xori %rch2, %rp2 : index
  %rcc2 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx2, %rc2]
  %rv2 = vector.load %t[%rr0, %rcc2] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck2 = arith.constant 2 : index
  vector.store %rv2, %dst[%ck2, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  %rc3 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 96)>()[%lane]
  %rch3 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc3]
  %rp3 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr0]
  %rx3 = arith.xori %rch3, %rp3 : index
  %rcc3 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx3, %rc3]
  %rv3 = vector.load %t[%rr0, %rcc3] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck3 = arith.constant 3 : index
  vector.store %rv3, %dst[%ck3, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  %rr16 = affine.apply affine_map<()[s0] -> (s0 mod 16 + 16)>()[%lane]
  %rc4 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 0)>()[%lane]
  %rch4 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc4]
  %rp4 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr16]
  %rx4 = arith.xori %rch4, %rp4 : index
  %rcc4 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx4, %rc4]
  %rv4 = vector.load %t[%rr16, %rcc4] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck4 = arith.constant 4 : index
  vector.store %rv4, %dst[%ck4, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  %rc5 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 32)>()[%lane]
  %rch5 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc5]
  %rp5 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr16]
  %rx5 = arith.xori %rch5, %rp5 : index
  %rcc5 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx5, %rc5]
  %rv5 = vector.load %t[%rr16, %rcc5] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck5 = arith.constant 5 : index
  vector.store %rv5, %dst[%ck5, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  %rc6 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 64)>()[%lane]
  %rch6 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc6]
  %rp6 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr16]
  %rx6 = arith.xori %rch6, %rp6 : index
  %rcc6 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx6, %rc6]
  %rv6 = vector.load %t[%rr16, %rcc6] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck6 = arith.constant 6 : index
  vector.store %rv6, %dst[%ck6, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  %rc7 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 96)>()[%lane]
  %rch7 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%rc7]
  %rp7 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%rr16]
  %rx7 = arith.xori %rch7, %rp7 : index
  %rcc7 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%rx7, %rc7]
  %rv7 = vector.load %t[%rr16, %rcc7] : memref<32x128xf16, #lds>, vector<8xf16>
  %ck7 = arith.constant 7 : index
  vector.store %rv7, %dst[%ck7, %lane, %c0] : memref<8x64x8xf16>, vector<8xf16>
  return
}
