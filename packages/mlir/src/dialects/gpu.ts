/** `gpu`: kernels, ids, barriers, communication inside a subgroup. */
import { parseDictionary } from '../text/attributes.ts';
import { wrappedCodec } from '../text/codecs.ts';
import { addRegion } from '../text/state.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { builtinType } from '../text/types.ts';
import { parseSignature, printSignature, signatureAttributes } from './functions.ts';
import { asyncOperations } from './gpu-async.ts';
import { attributions, countOf, parseAttribution, printAttribution } from './gpu-attributions.ts';
import { launch, launchFunction } from './gpu-launch.ts';
import { warpExecute } from './warp-execute.ts';

const i64 = builtinType('i64');

/**
 * `gpu.func @f(%a: ...) workgroup(%m : memref<...>) private(%p : ...) kernel attributes {...} { ... }`.
 * The attributions are block arguments behind the parameters; `workgroup_attributions` counts those
 * in workgroup memory.
 */
const kernel: OperationSyntax = {
  parse: (state, operation) => {
    const { parameters } = parseSignature(state, operation);
    const entry = [...parameters];
    const count = parseAttribution(state, 'workgroup', entry, operation);
    parseAttribution(state, 'private', entry, operation);
    const { attributes } = operation;
    attributes.set('workgroup_attributions', { kind: 'integer', value: BigInt(count), type: i64 });
    if (state.eatWord('kernel')) attributes.set('gpu.kernel', { kind: 'unit' });
    if (state.eatWord('attributes')) parseDictionary(state, attributes);
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, { entry, isolated: true }));
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const body = regions[0];
    const entry = body?.blocks[0];
    const type = attributes.get('function_type');
    if (body === undefined || entry === undefined) return false;
    if (type?.kind !== 'type' || type.type.kind !== 'function') return false;
    const first = type.type.inputs.length;
    const shared = countOf(operation, 'workgroup_attributions');
    const parts = [
      entry.arguments.slice(first, first + shared),
      entry.arguments.slice(first + shared),
    ];
    const fits = writer.inside(body, () => {
      if (!printSignature(writer, operation)) return false;
      for (const [i, keyword] of attributions.entries()) {
        printAttribution(writer, operation, keyword, parts[i] ?? []);
      }
      return true;
    });
    if (!fits) return false;
    if (attributes.has('gpu.kernel')) writer.write(' kernel');
    const lists = attributions.map((keyword) => `${keyword}_attrib_attrs`);
    const spelled = new Set([
      ...signatureAttributes,
      ...lists,
      'gpu.kernel',
      'workgroup_attributions',
    ]);
    writer.dictionary(attributes, (name) => spelled.has(name), ' attributes ');
    writer.write(' ');
    writer.region(operation, body, { hideArguments: true });
    return true;
  },
  properties: [
    'function_type',
    'arg_attrs',
    'res_attrs',
    'workgroup_attrib_attrs',
    'private_attrib_attrs',
    'known_block_size',
    'known_grid_size',
    'known_cluster_size',
  ],
};

const dimension = '$dimension:dimension { upper_bound $upper_bound:index }? dict => index';
const bounded = '{ upper_bound $upper_bound:index }? dict : type(result)';
const reductions = 'add mul minui minsi minnumf maxui maxsi maxnumf and or xor minimumf maximumf';

export const gpu: DialectSyntax = {
  name: 'gpu',
  codecs: {
    dimension: wrappedCodec('#gpu<dim ', '>', 'x y z'),
    broadcast: wrappedCodec('#gpu<broadcast ', '>', 'first_active_lane specific_lane'),
    reduction: wrappedCodec('#gpu<all_reduce_op ', '>', reductions),
    transposition: wrappedCodec(
      '#gpu<mat_transpose_mode ',
      '>',
      'NON_TRANSPOSE TRANSPOSE CONJUGATE_TRANSPOSE',
    ),
    pruning: wrappedCodec('#gpu<prune_2to4_spmat_flag ', '>', 'NONE PRUNE_ONLY PRUNE_AND_CHECK'),
    estimation: wrappedCodec(
      '#gpu<spgemm_work_estimation_or_compute_kind ',
      '>',
      'WORK_ESTIMATION COMPUTE',
    ),
    elementwise: wrappedCodec(
      '#gpu<mma_element_wise ',
      '>',
      'addf mulf subf maxf minf divf addi muli subi divs divu negatef negates extf',
    ),
    shuffle: wrappedCodec('#gpu<shuffle_mode ', '>', 'xor down up idx'),
  },
  operations: {
    module:
      '$sym_name:symbol-name { < $offloadingHandler:any > }? { $targets:any }? dict-keyword region(isolated,block)',
    func: kernel,
    launch: launch,
    launch_func: launchFunction,
    return: 'dict { %operands* : types(operands) }?',
    terminator: 'dict',
    yield: 'dict { %values* : types(values) }?',
    barrier: '{ memfence $address_spaces:any }? dict',
    thread_id: dimension,
    block_id: dimension,
    block_dim: dimension,
    grid_dim: dimension,
    global_id: dimension,
    cluster_id: dimension,
    cluster_dim: dimension,
    cluster_block_id: dimension,
    cluster_dim_blocks: dimension,
    lane_id: '{ upper_bound $upper_bound:index }? dict => index',
    subgroup_id: bounded,
    num_subgroups: bounded,
    subgroup_size: bounded,
    dynamic_shared_memory: 'dict : type(result)',
    shuffle: '$mode:shuffle %value , %offset , %width dict : type(value) => value i1',
    rotate: '%value , $offset:i32 , $width:i32 dict : type(value) => value i1',
    subgroup_broadcast: '%src , $broadcast_type:broadcast { %lane? }? dict : type(src) => src',
    subgroup_reduce:
      '$op:reduction %value { uniform $uniform:unit }? { cluster ( size = $cluster_size:i32^ { , stride = $cluster_stride:i32=1 }? ) }? dict : function(value)',
    all_reduce:
      '{ $op:reduction }? %value { uniform $uniform:unit }? region dict : function(value)',
    printf: '$format:string dict { , %args* : types(args) }?',
    binary:
      '$sym_name:symbol-name { _ < $offloadingHandler:any=#gpu.select_object > }? dict $objects:any',
    set_default_device: 'dict %devIndex',
    host_register: '%value dict : type(value)',
    host_unregister: '%value dict : type(value)',
    warp_execute_on_lane_0: warpExecute,
    subgroup_mma_load_matrix:
      '%srcMemref ~ [ %indices* ] { leadDimension $leadDimension:index }! { transpose $transpose:unit }! dict : type(srcMemref) -> type(result) ; leadDimension:index transpose:unit',
    subgroup_mma_store_matrix:
      '%src , %dstMemref ~ [ %indices* ] { leadDimension $leadDimension:index }! { transpose $transpose:unit }! dict : type(src) , type(dstMemref) ; leadDimension:index transpose:unit',
    subgroup_mma_compute:
      '%opA , %opB , %opC dict : type(opA) , type(opB) -> type(opC) => opC ; a_transpose:unit b_transpose:unit',
    subgroup_mma_constant_matrix: '%value dict : type(result)',
    subgroup_mma_elementwise: '$opType:elementwise %args* dict : function(args)',
    subgroup_mma_extract_thread_local:
      '%matrix ~ [ %indices* ] dict : type(matrix) -> type(result)',
    subgroup_mma_insert_thread_local:
      '%value , %matrix ~ [ %indices* ] dict : type(value) , type(matrix) -> type(result)',
    ...asyncOperations,
  },
};
