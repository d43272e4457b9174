// A row of 96 elements has 24 groups of 4, which is no power of two.
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
#w = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [4, 3], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#r = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 6], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
func.func @k(%in: memref<32x96xf16>) -> vector<32x96xf16> attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %v = vector.transfer_read %in[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x96xf16>, vector<32x96xf16>
  %a = iree_vector_ext.to_layout %v to layout(#w) : vector<32x96xf16>
  %to = iree_vector_ext.to_layout %a to layout(#r) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<32x96xf16>
  return %to : vector<32x96xf16>
}
