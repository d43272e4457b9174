// Conversions through shared memory of rank 0 and 3, of a vector without a layout, and of a transposed read.
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
#l0 = #iree_vector_ext.nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>
func.func @r0(%v: vector<f16>) -> vector<f16> attributes {translation_info = #translation} {
  %to = iree_vector_ext.to_layout %v to layout(#l0) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<f16>
  return %to : vector<f16>
}
#l3 = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [2, 1, 8], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 1, 16]>
func.func @r3(%in: memref<2x16x128xf16>) -> vector<2x16x128xf16> attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %v = vector.transfer_read %in[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<2x16x128xf16>, vector<2x16x128xf16>
  %to = iree_vector_ext.to_layout %v to layout(#l3) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<2x16x128xf16>
  return %to : vector<2x16x128xf16>
}
#lt = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 8], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
func.func @nolayout(%v: vector<16x128xf16>) -> vector<16x128xf16> attributes {translation_info = #translation} {
  %to = iree_vector_ext.to_layout %v to layout(#lt) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<16x128xf16>
  return %to : vector<16x128xf16>
}
func.func @transposed(%in: memref<128x16xf16>) -> vector<16x128xf16> attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %v = vector.transfer_read %in[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<128x16xf16>, vector<16x128xf16>
  %to = iree_vector_ext.to_layout %v to layout(#lt) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<16x128xf16>
  return %to : vector<16x128xf16>
}
