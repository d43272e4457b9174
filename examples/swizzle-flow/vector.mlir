#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>

// A tile of 16 x 128 halves goes to registers as a 16x16x16 matrix instruction wants it: lane l holds row l mod 16.
#fragment = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 8], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [1, 16]>

func.func @load_tile(%in: memref<16x128xf16>, %out: memref<16x128xf16>) attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %v = vector.transfer_read %in[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x128xf16>, vector<16x128xf16>
  %to = iree_vector_ext.to_layout %v to layout(#fragment) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<16x128xf16>
  vector.transfer_write %to, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x128xf16>, memref<16x128xf16>
  return
}
