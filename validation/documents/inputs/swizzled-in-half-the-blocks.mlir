// Half of the workgroups swizzle their tile, the others do not: no layout is that of the buffer.
#lds = #gpu.address_space<workgroup>
func.func @k(%src: memref<16x64xf16>, %dst2: memref<128x2x64x8xf16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %tid = gpu.thread_id x upper_bound 128
  %t = memref.alloc() : memref<16x64xf16, #lds>
  %bid = gpu.block_id x upper_bound 128
  %dst = memref.subview %dst2[%bid, 0, 0, 0] [1, 2, 64, 8] [1, 1, 1, 1] : memref<128x2x64x8xf16> to memref<2x64x8xf16, strided<[512, 8, 1], offset: ?>>
  %c64 = arith.constant 64 : index
  %big = arith.cmpi sge, %bid, %c64 : index
  scf.if %big {
  %se0 = affine.apply affine_map<()[s0] -> (s0 * 8 + 0)>()[%tid]
  %sr0 = affine.apply affine_map<()[s0] -> (s0 floordiv 64)>()[%se0]
  %sc_0 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%se0]
  %sch0 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%sc_0]
  %sp0 = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%sr0]
  %sx0 = arith.xori %sch0, %sp0 : index
  %ssc0 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%sx0, %sc_0]
  %swb0 = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 512 + 0)>()[%tid]
  %swbr0 = affine.apply affine_map<()[s0] -> (s0 floordiv 64)>()[%swb0]
  %swbc0 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%swb0]
  %sur0 = gpu.subgroup_broadcast %swbr0, first_active_lane : index
  %suc0 = gpu.subgroup_broadcast %swbc0, first_active_lane : index
  amdgpu.gather_to_lds %src[%sr0, %ssc0], %t[%sur0, %suc0] : vector<8xf16>, memref<16x64xf16>, memref<16x64xf16, #lds>
  amdgpu.memory_counter_wait load(0)
  gpu.barrier
  %slane = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%tid]
  %srr0 = affine.apply affine_map<()[s0] -> (s0 mod 16 + 0)>()[%slane]
  %src0 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 0)>()[%slane]
  %srch0 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%src0]
  %srp0 = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%srr0]
  %srx0 = arith.xori %srch0, %srp0 : index
  %srcc0 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%srx0, %src0]
  %srv0 = vector.load %t[%srr0, %srcc0] : memref<16x64xf16, #lds>, vector<8xf16>
  %sck0 = arith.constant 0 : index
  vector.store %srv0, %dst[%sck0, %slane, %c0] : memref<2x64x8xf16, strided<[512, 8, 1], offset: ?>>, vector<8xf16>
  %src1 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 32)>()[%slane]
  %srch1 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%src1]
  %srp1 = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%srr0]
  %srx1 = arith.xori %srch1, %srp1 : index
  %srcc1 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 mod 8)>()[%srx1, %src1]
  %srv1 = vector.load %t[%srr0, %srcc1] : memref<16x64xf16, #lds>, vector<8xf16>
  %sck1 = arith.constant 1 : index
  vector.store %srv1, %dst[%sck1, %slane, %c0] : memref<2x64x8xf16, strided<[512, 8, 1], offset: ?>>, vector<8xf16>
  } else {
  %pe0 = affine.apply affine_map<()[s0] -> (s0 * 8 + 0)>()[%tid]
  %pr0 = affine.apply affine_map<()[s0] -> (s0 floordiv 64)>()[%pe0]
  %pc_0 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%pe0]
  %psc0 = affine.apply affine_map<()[s0] -> (s0)>()[%pc_0]
  %pwb0 = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 512 + 0)>()[%tid]
  %pwbr0 = affine.apply affine_map<()[s0] -> (s0 floordiv 64)>()[%pwb0]
  %pwbc0 = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%pwb0]
  %pur0 = gpu.subgroup_broadcast %pwbr0, first_active_lane : index
  %puc0 = gpu.subgroup_broadcast %pwbc0, first_active_lane : index
  amdgpu.gather_to_lds %src[%pr0, %psc0], %t[%pur0, %puc0] : vector<8xf16>, memref<16x64xf16>, memref<16x64xf16, #lds>
  amdgpu.memory_counter_wait load(0)
  gpu.barrier
  %plane = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%tid]
  %prr0 = affine.apply affine_map<()[s0] -> (s0 mod 16 + 0)>()[%plane]
  %prc0 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 0)>()[%plane]
  %prcc0 = affine.apply affine_map<()[s0] -> (s0)>()[%prc0]
  %prv0 = vector.load %t[%prr0, %prcc0] : memref<16x64xf16, #lds>, vector<8xf16>
  %pck0 = arith.constant 0 : index
  vector.store %prv0, %dst[%pck0, %plane, %c0] : memref<2x64x8xf16, strided<[512, 8, 1], offset: ?>>, vector<8xf16>
  %prc1 = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 8 + 32)>()[%plane]
  %prcc1 = affine.apply affine_map<()[s0] -> (s0)>()[%prc1]
  %prv1 = vector.load %t[%prr0, %prcc1] : memref<16x64xf16, #lds>, vector<8xf16>
  %pck1 = arith.constant 1 : index
  vector.store %prv1, %dst[%pck1, %plane, %c0] : memref<2x64x8xf16, strided<[512, 8, 1], offset: ?>>, vector<8xf16>
  }
  return
}
