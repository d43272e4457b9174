/**
 * Operations that IREE's code generator puts into a kernel: `iree_codegen`, `iree_gpu`, `iree_vector_ext`,
 * `iree_tensor_ext`, `iree_encoding`.
 *
 *     %hint = iree_codegen.swizzle_hint %alloc[#iree_codegen.xor_shuffle<64, 8>] : memref<4096xf16, 3>
 *     %laid = iree_vector_ext.to_layout %v to layout(#layout) : vector<64x64xf16>
 *
 * Attributes of these dialects are opaque text: who needs their structure reads it from the text.
 */
import { headlessCodec } from '../text/codecs.ts';
import type { DialectSyntax } from '../text/syntax.ts';

const yielded = 'dict { %values* : types(values) }?';

export const ireeCodegen: DialectSyntax = {
  name: 'iree_codegen',
  codecs: { root: headlessCodec('#iree_codegen.root_op') },
  operations: {
    'swizzle_hint': '%operand ~ [ $swizzle:any dict ] : type(operand) => operand',
    'index_hint': '%input ( $hint:any ) dict : type(input) => input',
    'fusion_barrier': 'dict %source : type(source) => source',
    'null_pointer': 'dict => !iree_codegen.null_pointer',
    'query_tile_sizes': 'dict $tensor_type:type -> types(result)',
    'extract_strided_metadata': '%source : type(source) -> types(result) dict',
    'load_from_buffer': '%buffer dict : type(buffer) -> type(result)',
    'store_to_buffer': '%tensor , %buffer dict : type(tensor) into type(buffer)',
    'inner_tiled':
      'ins ( %inputs* ) outs ( %outputs* ) dict : types(inputs) into types(outputs) => outputs* ; segments indexing_maps:any iterator_types:any kind:any semantics:any permutations:any',
    'ukernel.generic':
      'dict $u_kernel_fn_name:string { ins ( %inputs* : types(inputs) ) }? { outs ( %outputs* : types(outputs) ) }? { ( %other_operands* : types(other_operands) ) }? { fn_def_attrs $fn_def_attrs:any }? { strided_dims ( $strided_dims:any ) }? { -> types(result)^ }? ; segments',
    'workgroup_count_hint': '~ indices-paren(%sizes,$static_sizes) dict',
    'dispatch_config':
      '$function_ref:symbol { workgroup_size = $workgroup_size:i64s }? { subgroup_size = $subgroup_size:i64 }? { workgroup_local_memory = $workgroup_local_memory:index }? region(isolated,terminator=iree_codegen.yield) dict',
    'smt.constraints':
      'target = $target:root , pipeline = $pipeline:any , knobs = $knobs:any dims ( %problem_dims* ) dict-keyword region(isolated,block)',
    'smt.assert':
      '%condition , $msg:string { , %printArgs* }? : type(condition) { , types(printArgs)^ }? dict',
    'smt.knob': '$name:string dict : type(result)',
    'smt.lookup': '%index $keys:i64s -> $values:i64s dict : type(result)',
    'yield': 'dict { %operands* : types(operands) }?',
  },
};

export const ireeGpu: DialectSyntax = {
  name: 'iree_gpu',
  operations: {
    value_barrier: '%inputs* dict : types(inputs) => inputs*',
    bank_conflict_padding_hint:
      '%operand _ [ padding_bits = $padding_bits:i64 ] dict : type(operand) => operand',
    barrier_region:
      '{ ins ( %inputs* : types(inputs) ) }? region(terminator=iree_gpu.yield) dict : types(result)',
    global_subgroup_barrier: 'dict',
    subgroup_scan:
      '{ inclusive $inclusive:unit }? ( %value { , identity = %identity? : type(identity) }? ) { cluster ( size = $cluster_size:i32 { , stride = $cluster_stride:i32=1 }? ) }? region(terminator=iree_gpu.yield) dict : type(value) => value again',
    buffer_resource_cast:
      '%input { cacheSwizzleStride ( %cache_swizzle_stride? ) }* dict : type(input) => input',
    coalesced_gather_dma:
      '%source { [ %indices* ] }? into %init lane ( %lane ) { in_bounds $in_bounds:any }? dict : types(operands) { -> types(result)^ }?',
    async_dma:
      '%source [ %source_indices* ] to %dest [ %dest_indices* ] , $transfer_type:type { permutation_map $permutation_map:any | in_bounds $in_bounds:any }* dict : type(source) { _ [ types(source_indices=index)^ ] }? , type(dest) { -> types(result)^ }? ; segments',
    yield: yielded,
  },
};

export const ireeVectorExt: DialectSyntax = {
  name: 'iree_vector_ext',
  operations: {
    to_layout:
      '%input to layout ( $layout:any ) dict : type(input) => input ; shared_memory_conversion:any',
    to_simd: '%input dict : type(input) -> type(result)',
    to_simt: '%input dict : type(input) -> type(result)',
    transfer_gather:
      '%base [ %offsets* ] { [ %index_vecs* : types(index_vecs) ] }? , %padding { , %mask? }? dict : type(base) , type(result) { , type(mask)^ }? ; segments indexing_maps:any',
    transfer_scatter:
      '%vector into %base [ %offsets* ] { [ %index_vecs* : types(index_vecs) ] }? { , %mask? }? dict : type(vector) , type(base) { , type(mask)^ }? { -> types(result)^ }? ; segments indexing_maps:any order base vector offsets index_vecs mask',
    arg_compare:
      'dict dimension ( $dimension:i64 ) ins ( %input_value { , %input_index? }? : type(input_value) { , type(input_index)^ }? ) inits ( %init_value , %init_index : type(init_value) , type(init_index) ) { index_base ( %index_base? : type(index_base) ) }? region(terminator=iree_vector_ext.yield) -> type(result) , type(result) ; segments',
    yield: yielded,
  },
};

/** `, offsets = [0, %i], sizes = [4, 4], strides = [1, 1]`. */
const slice =
  ', offsets = indices(%offsets,$static_offsets) , sizes = indices(%sizes,$static_sizes) , strides = indices(%strides,$static_strides)';
const sourceSizes = '{ ~ \\{ ~ %source_dims* ~ \\} }?';
const computeBarrier =
  '%value : type(value) { ~ \\{ ~ %value_dims* ~ \\} }? -> type(result) dict-keyword';

export const ireeTensorExt: DialectSyntax = {
  name: 'iree_tensor_ext',
  operations: {
    'bitcast': `%source : type(source) ${sourceSizes} -> type(result) { ~ \\{ ~ %result_dims* ~ \\} }? dict-keyword ; segments`,
    'dispatch.tensor.load': `%source ${slice} dict : type(source) ${sourceSizes} -> type(result) ; segments order source source_dims offsets sizes strides`,
    'dispatch.tensor.store': `%value , %target ${slice} dict : type(value) -> type(target) { ~ \\{ ~ %target_dims* ~ \\} }? ; segments order value target target_dims offsets sizes strides`,
    'dispatch.workgroup_count_from_slice': 'dict ( %operands* ) => index index index',
    'dispatch.workgroup_count_split_reduction_modifier':
      'dict workgroups ( %workgroup_x , %workgroup_y , %workgroup_z ) workload ( %workload* ) => index index index',
    'dispatch.workload.ordinal': 'dict %operand , $ordinal:index : type(operand) => operand',
    'compute_barrier.start': computeBarrier,
    'compute_barrier.end': computeBarrier,
    'cast_to_ragged_shape':
      '%source ragged_dim ( $raggedDim:index ) column_lengths ( %columnLengths ) { num_ragged_rows ( %numRaggedRows? ) }? dict : ( type(source) { ~ \\{ ~ %sourceDynamicDims* ~ \\} }? , type(columnLengths) ) -> type(result) ; segments',
    'linearize_ragged_dims':
      '%source dict : type(source) -> type(result) { ~ \\{ ~ %resultDynamicDims* ~ \\} }?',
  },
};

const encoded =
  'dict %source { encoding_dims \\{ %encoding_dims* \\} }? : type(source) -> type(result)';

export const ireeEncoding: DialectSyntax = {
  name: 'iree_encoding',
  operations: {
    set_encoding: encoded,
    unset_encoding: `${encoded} { ~ \\{ ~ %result_dims* ~ \\} }? ; segments order source result_dims encoding_dims`,
  },
};
