// ---- a promoted load in a loop
func.func @promote(%src: memref<16x16xf16>, %init: vector<16x16xf16>, %n: index) -> vector<16x16xf16> attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f16
  %k = arith.constant dense<1.0> : vector<16x16xf16>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (vector<16x16xf16>) {
    %read = vector.transfer_read %src[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
    %up = arith.addf %read, %k : vector<16x16xf16>
    %laid = iree_vector_ext.to_layout %up to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<16x16xf16>
    %turned = vector.transpose %laid, [1, 0] : vector<16x16xf16> to vector<16x16xf16>
    %other = iree_vector_ext.to_layout %turned to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>) : vector<16x16xf16>
    %next = arith.addf %acc, %other : vector<16x16xf16>
    scf.yield %next : vector<16x16xf16>
  }
  return %sum : vector<16x16xf16>
}

// ---- hints, views and a copy
func.func @pad(%v: vector<4xf32>, %i: index, %g: memref<2048xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 64 : i64} : memref<4x32x64xf32, #gpu.address_space<workgroup>>
  %hint = iree_gpu.bank_conflict_padding_hint %a [padding_bits = 32] : memref<4x32x64xf32, #gpu.address_space<workgroup>>
  %view = memref.subview %hint[%i, 0, 0] [1, 32, 64] [1, 1, 1] : memref<4x32x64xf32, #gpu.address_space<workgroup>> to memref<32x64xf32, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
  vector.store %v, %view[%c0, %i] : memref<32x64xf32, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<4xf32>
  %b = memref.alloc() : memref<2048xf32, #gpu.address_space<workgroup>>
  %s = iree_codegen.swizzle_hint %b[#iree_codegen.xor_shuffle<64, 4>] : memref<2048xf32, #gpu.address_space<workgroup>>
  %e = memref.expand_shape %s [[0, 1]] output_shape [32, 64] : memref<2048xf32, #gpu.address_space<workgroup>> into memref<32x64xf32, #gpu.address_space<workgroup>>
  %c = memref.collapse_shape %e [[0, 1]] : memref<32x64xf32, #gpu.address_space<workgroup>> into memref<2048xf32, #gpu.address_space<workgroup>>
  vector.store %v, %e[%i, %c0] : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  %x = vector.load %c[%i] : memref<2048xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  %d = memref.alloc() : memref<32x64xf32, #gpu.address_space<workgroup>>
  amdgpu.gather_to_lds %g[%i], %d[%c0, %c0] : f32, memref<2048xf32>, memref<32x64xf32, #gpu.address_space<workgroup>>
  return
}
