// A kernel without a purpose: vectors that lanes share, for the test that damages it.
#lds = #gpu.address_space<workgroup>
#writer = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>

func.func @everything(%a: tensor<16x16xf16>, %out: memref<16x16xf32>, %sums: memref<16xf32>)
    attributes {translation_info = #iree_codegen.translation_info<pipeline = LLVMGPUVectorDistribute workgroup_size = [64, 1, 1] subgroup_size = 64>, gpu.known_grid_size = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %pad = ub.poison : f16
  %zero = arith.constant dense<0.0> : vector<16x16xf32>
  %start = iree_vector_ext.to_layout %zero to layout(#columns) : vector<16x16xf32>
  %n = arith.constant 15 : index
  %m = vector.create_mask %n, %n : vector<16x16xi1>
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%acc = %start) -> (vector<16x16xf32>) {
    gpu.barrier
    %r = vector.transfer_read %a[%c0, %c0], %pad, %m {in_bounds = [true, true]} : tensor<16x16xf16>, vector<16x16xf16>
    %w = iree_vector_ext.to_layout %r to layout(#writer) : vector<16x16xf16>
    %t = bufferization.alloc_tensor() {memory_space = #lds} : tensor<16x16xf16, #lds>
    %s = vector.transfer_write %w, %t[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf16>, tensor<16x16xf16, #lds>
    %b = iree_gpu.value_barrier %s : tensor<16x16xf16, #lds>
    %l = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : tensor<16x16xf16, #lds>, vector<16x16xf16>
    %x = iree_vector_ext.to_layout %l to layout(#rows) : vector<16x16xf16>
    %k = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : tensor<16x16xf16, #lds>, vector<16x16xf16>
    %y = iree_vector_ext.to_layout %k to layout(#columns) : vector<16x16xf16>
    %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    scf.yield %p : vector<16x16xf32>
  }
  %half = arith.constant dense<0.5> : vector<16x16xf32>
  %scaled = arith.mulf %sum, %half : vector<16x16xf32>
  %none = arith.constant dense<0.0> : vector<16xf32>
  %total = vector.multi_reduction <add>, %scaled, %none [1] : vector<16x16xf32> to vector<16xf32>
  %wide = vector.broadcast %total : vector<16xf32> to vector<16x16xf32>
  %turned = vector.transpose %wide, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  %result = arith.addf %scaled, %turned : vector<16x16xf32>
  vector.transfer_write %result, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  vector.transfer_write %total, %sums[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
