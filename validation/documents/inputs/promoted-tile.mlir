// Two tiles of 16 rows in LDS, filled row by row and read as operands of a matrix instruction.
func.func @promo(%global: memref<64x128xf16>, %out: memref<64x4xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %zero = arith.constant 0.0 : f16
  %c0 = arith.constant 0 : index
  %acc_lane = arith.constant dense<0.0> : vector<4xf32>
  %t = gpu.thread_id x upper_bound 64
  %lds = memref.alloc() : memref<64x128xf16, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %r = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 32)>(%i)[%t]
    %c = affine.apply affine_map<()[s0] -> ((s0 mod 32) * 4)>()[%t]
    %g = vector.transfer_read %global[%r, %c], %zero {in_bounds = [true]} : memref<64x128xf16>, vector<4xf16>
    vector.transfer_write %g, %lds[%r, %c] {in_bounds = [true]} : vector<4xf16>, memref<64x128xf16, #gpu.address_space<workgroup>>
  }
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  %row = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  %k = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 4)>()[%t]
  %n = affine.apply affine_map<()[s0] -> (s0 mod 16 + 16)>()[%t]
  %lhs_lane = vector.transfer_read %lds[%row, %k], %zero {in_bounds = [true]} : memref<64x128xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  %rhs_lane = vector.transfer_read %lds[%n, %k], %zero {in_bounds = [true]} : memref<64x128xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  %out_lane = iree_codegen.inner_tiled ins(%lhs_lane, %rhs_lane) outs(%acc_lane) {
    indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>,
    semantics = #iree_gpu.mma_semantics<distributed = true, opaque = false>} : vector<4xf16>, vector<4xf16> into vector<4xf32>
  vector.store %out_lane, %out[%t, %c0] : memref<64x4xf32>, vector<4xf32>
  return
}
