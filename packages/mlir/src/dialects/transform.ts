/**
 * `transform`: scripts that say what a compiler does, with IREE's own operations.
 *
 *     transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
 *       %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
 *       transform.apply_patterns to %0 { transform.apply_patterns.canonicalization } : !transform.any_op
 *     }
 */
import type { Attribute } from '../ir/types.ts';
import { parseDictionary, parseSymbol } from '../text/attributes.ts';
import { casesCodec } from '../text/codecs.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperands } from '../text/pieces.ts';
import { printAttribute, printFunctionType } from '../text/print-types.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { parseResultTypes, parseTypeList } from '../text/types.ts';
import { functionSyntax } from './functions.ts';
import { patternCodecs, patterns } from './transform-patterns.ts';
import { steps } from './transform-upstream.ts';

/** `transform.foreach_match in %root @match -> @action, @other -> @more : (...) -> ...`. */
const foreachMatch: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    for (const flag of flags) if (state.eatWord(flag)) attributes.set(flag, { kind: 'unit' });
    state.expectWord('in');
    parseOperands(state, operands);
    const matchers: Attribute[] = [];
    const actions: Attribute[] = [];
    do {
      matchers.push(parseSymbol(state));
      state.expect(Token.arrow, "'->'");
      actions.push(parseSymbol(state));
    } while (state.eat(Token.comma));
    attributes.set('matchers', { kind: 'array', elements: matchers });
    attributes.set('actions', { kind: 'array', elements: actions });
    if (state.eatWord('attributes')) parseDictionary(state, attributes);
    if (!state.expect(Token.colon, "':'")) return;
    const at = state.lexer.start;
    const types = parseTypeList(state);
    state.expect(Token.arrow, "'->'");
    if (types.length !== operands.length && !state.failed) state.fail('a type for each operand');
    if (state.failed) return;
    for (const [i, value] of operands.entries()) {
      const type = types[i];
      if (type !== undefined) applyType(state, value, type, at);
    }
    results.pushAll(parseResultTypes(state));
  },
  print: (writer, { operands, attributes, results }) => {
    const matchers = attributes.get('matchers');
    const actions = attributes.get('actions');
    if (matchers?.kind !== 'array' || actions?.kind !== 'array') return false;
    if (matchers.elements.length !== actions.elements.length) return false;
    const pairs = matchers.elements.map((matcher, i) => {
      const action = actions.elements[i];
      return `${printAttribute(matcher)} -> ${action === undefined ? '' : printAttribute(action)}`;
    });
    for (const flag of flags) if (attributes.has(flag)) writer.write(` ${flag}`);
    writer.write(` in ${writer.values(operands)} ${pairs.join(', ')}`);
    const spelled = foreachMatch.properties ?? [];
    writer.dictionary(attributes, (name) => spelled.includes(name), ' attributes ');
    const inputs = operands.map(({ type }) => type);
    const outputs = results.map(({ type }) => type);
    writer.write(` : ${printFunctionType(inputs, outputs)}`);
    return true;
  },
  properties: ['matchers', 'actions', 'restrict_root', 'flatten_results'],
};

const flags = ['restrict_root', 'flatten_results'];

const applied = 'to %target dict : type(target)';
const made = '%target dict : function(target)';
const marked = '%target dict : type(target)';
const fused = '%producer into %consumer dict : function(producer,consumer)';

/** What IREE adds. */
const iree: DialectSyntax['operations'] = {
  'iree.apply_licm': marked,
  'iree.test_gpu_vector_distribution': `${marked} ; experimental:bool workgroup_size:i64s=[] subgroup_size:i64`,
  'iree.match.has_no_lowering_config': '%operand_handle dict : type(operand_handle)',
  'iree.copy_tensor_operand': '%target [ $operand_index:i64 ] dict : function(target)',
  'iree.convert_to_multi_mma': '%target , kind ( $intrinsic_kind:any ) dict : function(target)',
  'iree.fuse_consumer': '%target in ( %loops* ) dict : function(target,loops)',
  'iree.fuse_forall': `${fused} ; address_space:any`,
  'iree.fuse_collapse_shape_into_forall':
    '%consumer into %producer dict : function(consumer,producer) ; order producer consumer',
  'iree.fuse_extract_slice_into_forall':
    '%consumer into %producer dict : function(consumer,producer) ; order producer consumer',
  'iree.map_nested_forall_to_gpu_threads':
    '%target workgroup_dims = $workgroup_dims:i64s { subgroup_size = $subgroup_size:i64 }? { sync_after_distribution = $sync_after_distribution:bool }? dict : function(target)',
  'iree.promote_operands': '%target $indices:i64s dict : function(target)',
  'iree.share_forall_operands':
    '%forall_op { share_operands = $share_operands:i64s }? dict : function(forall_op)',
  'iree.amdgpu_distribute_vectors': `%target { test_conversion $test_conversion:unit }? dict : function(target)`,
  'iree.vector.vector_to_mma_conversion': `${made} ; use_mma_sync:unit use_wmma:unit`,
  'iree.vector.to_warp_execute_on_lane_0': `${made} ; warp_size:i64`,
  'iree.pipeline_shared_memory_copies': `${made} ; depth:i64 peel_epilogue:unit use_mma_sync:unit`,
  'iree.create_async_groups': `${made} ; use_mma_sync:unit`,
  'iree.bufferize': `dict ${made.replace(' dict', '')} ; target_gpu:unit test_analysis_only:unit print_conflicts:unit`,
  'iree.reduce_shared_memory_bank_conflicts': `${made} ; padding_size_bits:i64`,
  'iree.eliminate_empty_tensors': 'dict %target : function(target)',
  ...Object.fromEntries(
    (
      'create_matmul_mfma_tile_sizes distribute_inner_tiled eliminate_gpu_barriers flatten_forall_mapping ' +
      'forall_to_lanes forall_to_workgroup gpu_distribute_shared_memory_copy hoist_static_alloc ' +
      'pack_shared_memory_alloc prefetch_shared_memory_copies reorder_transpose synchronize_loop vector.warp_distribute'
    )
      .split(' ')
      .map((name) => [`iree.${name}`, made]),
  ),
};

export const transform: DialectSyntax = {
  name: 'transform',
  codecs: {
    ...patternCodecs,
    interface: casesCodec('i32', 'LinalgOp TilingInterface LoopLikeInterface'),
    failures: casesCodec('i32', 'propagate=1 suppress=2'),
  },
  operations: {
    ...steps,
    ...iree,
    'named_sequence': functionSyntax,
    'foreach_match': foreachMatch,
    'yield': '%operands* dict { : types(operands)^ }?',
    'apply_patterns':
      'to %target region(block) dict : type(target) ; max_iterations:i64=-1 max_num_rewrites:i64=-1 apply_cse:unit',
    ...patterns,
    'apply_patterns.*': 'dict',
    'apply_cse': applied,
    'apply_dce': applied,
    'apply_licm': applied,
    'annotate': '%target $name:string dict { = %param? }? : type(target) { , type(param)^ }?',
    'cast': '%input dict : type(input) to type(result)',
    'get_consumers_of_result': '%target [ $result_number:i64 ] dict : function(target)',
    'get_producer_of_operand': '%target [ $operand_number:i64 ] dict : function(target)',
    'get_parent_op': `${made} ; nth_parent:i64=1 isolated_from_above:unit allow_empty_results:unit op_name:string deduplicate:unit`,
    'include':
      '$target:symbol failures ( $failure_propagation_mode:failures ) ( %operands* ) dict : function(operands)',
    'match.operation_name': '%operand_handle $op_names:any dict : type(operand_handle)',
    'memref.erase_dead_alloc_and_stores': made,
    'merge_handles': '{ deduplicate $deduplicate:unit }? %handles* dict : type(handles) => handles',
    'param.constant': '$value:any dict -> type(result)',
    'print':
      '%target? dict { : type(target)^ }? ; name:string skip_regions:unit assume_verified:unit use_local_scope:unit',
    'split_handle':
      '%handle dict : function(handle) ; pass_through_empty_handle:bool=true fail_on_payload_too_small:bool=true overflow_result:i64',
    'structured.match':
      '{ ops \\{ $ops:any \\} }? { interface \\{ $interface:interface \\} }? { attributes $op_attrs:any }? { filter_result_type = $filter_result_type:type }? { filter_operand_types = $filter_operand_types:any }? in %target dict : function(target)',
    'util.create_serialized_module': 'dict-keyword region(block) -> type(result)',
    'util.import_symbol':
      '{ force $force_import:unit }? $symbol:symbol into %symbol_table { if undefined $if_undefined:unit }? dict : function(symbol_table)',
  },
};
