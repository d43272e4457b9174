/**
 * `flow`: dispatches of kernels on whole tensors; the kernel may still be a region.
 *
 *     flow.dispatch @module::@entry[%x](%a, %b) : (tensor<4xf32>, tensor<?xf32>{%n}) -> %b
 *     %r = flow.dispatch.region[%n] -> (tensor<?x4xf32>{%n}) { ... flow.return %t : tensor<?x4xf32> } count(%m: index) -> (index, index, index) {...}
 *     %w = flow.dispatch.workgroups[%n](%a) : (tensor<4xf32>) -> tensor<4xf32> =
 *       (%in: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %out: ...) { ... flow.return }
 */
import type { DialectSyntax } from '../text/syntax.ts';
import { entryPoints, exported, grid, workgroup } from './executables.ts';
import { tiedFunction } from './functions.ts';

const workload = '{ ~ [ %workload* ] }?';
const dispatched = `: ( custom<SizedTypes>(arguments,%argument_dims) ) -> custom<TiedResults>(arguments,%result_dims)`;

/** A type with its dynamic sizes: `tensor<?x4xf32>{%n}`. */
const sized = (name: string, dims: string): string => `type(${name}) { \\{ %${dims}* \\} }?`;
const same = (dims: string): string => sized('operand', dims);
const result = sized('result', 'result_dims');
const source = sized('source', 'source_dims');
const target = sized('target', 'target_dims');
const channel = '%channel : type(result) dict-keyword';

export const flow: DialectSyntax = {
  name: 'flow',
  codecs: { 'entry-points': entryPoints },
  operations: {
    'dispatch': `$entry_points:entry-points ${workload} ~ ( %arguments* ) dict ${dispatched} ; segments`,
    'dispatch.region': `${workload} { -> ( custom<SizedResults>(%result_dims) ) }? dict-keyword region(block,terminator=flow.return) ${grid('count', '')} ; segments order result_dims workload`,
    'dispatch.workgroups': `${workload} ~ ( %arguments* ) ${dispatched} dict-keyword = ( &entry*:type ) region(isolated,block) ${grid('count', 'isolated')} ; segments`,
    'dispatch.workgroup.id': workgroup,
    'dispatch.workgroup.count': workgroup,
    'dispatch.workgroup.size': workgroup,
    'dispatch.tie_shape': `%operand dict : ${same('dynamic_dims')} => operand`,
    'func': tiedFunction,
    'return': 'dict { %operands* : types(operands) }?',
    'executable':
      '{ $sym_visibility:visibility }? $sym_name:symbol-name dict-keyword region(isolated,block,terminator=flow.executable_end)',
    'executable_end': 'dict',
    'executable.export': exported,
    'tensor.constant': 'dict $value:any => typeof(value)',
    'tensor.dynamic_constant': 'dict $value:any -> type(result)',
    'tensor.tie_shape': `%operand dict : ${same('dynamic_dims')} => operand`,
    'tensor.reshape': `%source : ${source} -> ${result} dict-keyword ; segments`,
    'tensor.bitcast': `%source : ${source} -> ${result} dict-keyword ; segments`,
    'tensor.alloca': `: ${result} dict-keyword`,
    'tensor.empty': `: ${result} dict-keyword`,
    'tensor.splat': `%value : ${result} dict-keyword`,
    'tensor.clone': `%operand : ${same('operand_dims')} dict-keyword => operand`,
    'tensor.encode': `%operand : ${same('operand_dims')} -> ${result} dict-keyword ; segments`,
    'tensor.barrier': `%operand : ${same('operand_dims')} on $target:any dict-keyword => operand`,
    'tensor.transfer': `%operand : ${same('operand_dims')} to $target:any dict-keyword => operand`,
    'tensor.slice': `%source [ %start_indices* for %lengths* ] : ${source} -> ${result} dict-keyword ; segments order source source_dims start_indices lengths result_dims`,
    'tensor.load': `%source { [ %indices* ] }? : ${source} dict-keyword => element(source) ; segments order source source_dims indices`,
    'tensor.store': `%value , %target { [ %indices* ] }? : ${target} dict-keyword => target ; segments order value target target_dims indices`,
    'tensor.update': `%update , %target [ %start_indices* ] : ${sized('update', 'update_dims')} -> tied(target,%target_dims) dict-keyword ; segments order target target_dims start_indices update update_dims`,
    'channel.default': '{ $group:string }? : type(result) dict-keyword',
    'channel.split': '%channel , %color , %key : type(channel) -> type(result) dict-keyword',
    'channel.rank': channel,
    'channel.count': channel,
  },
};
