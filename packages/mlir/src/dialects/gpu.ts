/** `gpu`: kernels, ids, barriers, communication inside a subgroup. */
import type { Value } from '../ir/ir.ts';
import { smallInteger } from '../text/attributes.ts';
import { wrappedCodec } from '../text/codecs.ts';
import type { Directive, Reading } from '../text/format.ts';
import { argumentsOf, inside } from '../text/format-print.ts';
import { Token } from '../text/lexer.ts';
import { parseBinding } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import { argumentAttributes, parseOwnAttributes, setAttributeLists } from './functions.ts';
import { asyncOperations } from './gpu-async.ts';
import { attributed, launch, launchDirectives, launchFunction } from './gpu-launch.ts';

const i64 = builtinType('i64');
const index = builtinType('index');

/**
 * `%a : memref<...> {...}`: memory that a kernel or a launch declares as arguments of its region, the
 * attributes of each in a list; those in workgroup memory are counted in an attribute.
 */
const attributions: Directive = (line, name = '', list = '', count = '') => {
  const own = line.attribute(list);
  const counter = count === '' ? undefined : line.attribute(count);
  const declared = line.declare(
    name,
    counter === undefined
      ? 'rest'
      : ({ operation: { attributes } }) => {
          const value = attributes.get(counter);
          return value?.kind === 'integer' ? Number(value.value) : 0;
        },
  );
  const set = ({ operation, arguments: all }: Reading): void => {
    const size = all[declared]?.length ?? 0;
    if (counter !== undefined) operation.attributes.set(counter, smallInteger(size, i64));
  };
  return {
    parse: (reading) => {
      const { state, operation } = reading;
      const values: Value[] = [];
      const lists: Parameters<typeof setAttributeLists>[2] = [];
      if (state.lexer.kind !== Token.rightParen) {
        do {
          const value = parseBinding(state, index);
          state.expect(Token.colon, "':'");
          values.push({ ...value, type: state.failed ? index : parseType(state) });
          parseOwnAttributes(state, lists);
        } while (state.eat(Token.comma));
      }
      reading.arguments[declared] = values;
      setAttributeLists(operation, own, lists);
      set(reading);
    },
    print: (printing) => {
      const { writer, operation, format } = printing;
      return inside(printing, format.arguments[declared]?.region ?? 0, () => {
        const texts = argumentsOf(printing, declared).map(
          (value, i) =>
            `${writer.value(value)} : ${printType(value.type)}${argumentAttributes(operation, own, i)}`,
        );
        return texts.join(', ');
      });
    },
    present: (printing) => argumentsOf(printing, declared).length > 0,
    absent: set,
  };
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
  directives: { Attributions: attributions, ...launchDirectives },
  operations: {
    module:
      '$sym_name:symbol-name { < $offloadingHandler:any > }? { $targets:any }? dict-keyword region(isolated,block)',
    func: `$sym_name:symbol-name ~ custom<Signature>(&parameters) ${attributed} { kernel $gpu.kernel:unit }? dict-keyword region(isolated) ; discardable sym_name gpu.kernel workgroup_attributions known_block_size:any known_grid_size:any known_cluster_size:any`,
    launch,
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
    warp_execute_on_lane_0:
      '( %laneid:index ) ~ [ $warp_size:i64 ] { args ( %args* : types(args) ) }? { -> results-list }? region(yield=gpu.yield) dict',
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
