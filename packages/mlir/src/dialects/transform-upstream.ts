/** `transform`: upstream's steps that work on a handle, most of them `target {...} : (type) -> type`. */
import { spread } from './spread.ts';

const made = '%target dict : function(target)';
const marked = '%target dict : type(target)';

export const steps: Readonly<Record<string, string>> = {
  ...spread(
    'bufferization.empty_tensor_to_alloc_tensor get_defining_op loop.coalesce loop.forall_to_for loop.forall_to_parallel loop.parallel_for_to_nested_fors memref.alloca_to_global nvgpu.create_async_groups nvgpu.rewrite_copy_as_tma nvgpu.rewrite_matmul_as_mma_sync num_associations structured.convert_conv2d_to_img2col structured.convert_to_loops structured.decompose_winograd_op structured.flatten_elementwise structured.insert_slice_to_copy structured.rewrite_in_destination_passing_style structured.transpose_conv2d',
    made,
  ),
  ...spread(
    'bufferization.buffer_loop_hoisting bufferization.eliminate_empty_tensors loop.hoist_loop_invariant_subsets loop.promote_if_one_iteration structured.eliminate_empty_tensors',
    marked,
  ),
  ...spread('loop.unroll loop.unroll_and_jam', `${marked} ; factor:i64`),
  'loop.outline': `${made} ; func_name:string`,
  'loop.peel': `${made} ; peel_front:bool=false fail_if_already_divisible:bool=false`,
  'loop.pipeline': `${made} ; iteration_interval:i64=1 read_latency:i64=10`,
  'loop.fuse_sibling': '%target into %source dict : function(target,source)',
  'debug.emit_remark_at': '%at , $message:string dict : type(at)',
  'memref.multibuffer': `${made} ; factor:i64 skip_analysis:unit`,
  'memref.make_loop_independent': `${made} ; num_loops:i64`,
  'nvgpu.pipeline_shared_memory_copies':
    'failures ( $failure_propagation_mode:failures ) %for_op dict : function(for_op) ; depth:i64 peel_epilogue:unit',
  'gpu.map_nested_forall_to_threads':
    '%target block_dims = $block_dims:i64s { sync_after_distribute = $sync_after_distribute:bool=true }? { warp_size = $warp_size:i64=32 }? dict : function(target)',
  'gpu.map_forall_to_blocks':
    '%target { generate_gpu_launch $generate_gpu_launch:unit }? { grid_dims = $grid_dims:i64s }? dict : function(target)',
  'scf.take_assumed_branch':
    '%target { take_else_branch $take_else_branch:unit }? dict : function(target)',
  'select': '$op_name:string in %target dict : function(target)',
  'get_type': '{ elemental $elemental:unit }? %value dict : function(value)',
  'structured.bufferize_to_allocation': `${marked} => !transform.any_value !transform.any_op ; memory_space:any memcpy_op:string="bufferization.materialize_in_destination" alloc_op:string="memref.alloc" bufferize_destination_only:unit emit_dealloc:unit`,
  'structured.fuse_into_containing_op':
    '%producer_op into %containing_op dict : function(producer_op,containing_op)',
  'structured.gpu.map_copy_to_threads':
    '%target total_num_threads = $total_num_threads:i64 desired_bit_alignment = $desired_bit_alignment:i64 dict : function(target)',
  'structured.hoist_redundant_vector_transfers': `${made} ; verify_non_zero_trip:unit`,
  'structured.lower_pack': `${made} ; lowerPadLikeWithInsertSlice:bool=true`,
  'structured.lower_unpack': `${made} ; lowerUnpadLikeWithExtractSlice:bool=true`,
  'structured.pack':
    '%target packed_sizes = indices(%packed_sizes,$static_packed_sizes) dict : function(target,packed_sizes)',
  'structured.promote': `${made} ; operands_to_promote:any=[] use_full_tile_buffers:any=[] use_full_tiles_by_default:unit use_original_subview_size:unit use_alloca:unit memory_space:any mapping:any alignment:i64`,
  'structured.promote_tensor': '{ to $memory_space:any }? %tensor dict : type(tensor) => tensor',
  'structured.split_reduction': `${made} ; split_factor:i64 insert_split_dimension:i64=0 inner_parallel:unit use_scaling_algorithm:unit use_alloc:unit`,
  'structured.vectorize_children_and_apply_patterns': `${made} ; fold_type_extensions_into_contract:unit vectorize_padding:unit vectorize_nd_extract:unit flatten_1d_depthwise_conv:unit disable_multi_reduction_to_contract_patterns:unit disable_transfer_permutation_map_lowering_patterns:unit`,
};
