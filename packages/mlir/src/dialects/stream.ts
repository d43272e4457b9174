/**
 * `stream`: a program as work on the timelines of devices, before `hal`.
 *
 *     %1 = stream.async.clone on(#dev) %0 : !stream.resource<*>{%n} -> !stream.resource<transient>{%n}
 *     stream.cmd.copy %a[%c0], %b[%c0], %n : !stream.resource<transient>{%n} -> !stream.resource<external>{%n}
 *
 * A resource has its size in bytes in braces; tensors in a resource keep their type as an encoding:
 * `tensor<?x4xf32>{%d} in !stream.resource<*>{%n}`. What is not here stays text.
 */
import type { DialectSyntax } from '../text/syntax.ts';
import { entryPoints, exported, workgroup } from './executables.ts';
import { tiedFunction } from './functions.ts';
import { streamDirectives } from './stream-regions.ts';

const on = '{ on ( $affinity:any ) }?';
const wait = '{ await ( %await_timepoint? ) = ~ > }?';
/** `!stream.resource<*>{%size}`; the size is `value_size`. */
const sized = (value: string): string => `type(${value}) \\{ %${value}_size \\}`;
const made = 'type(result) \\{ %result_size \\}';
/** `tensor<?xf32>{%d} in` before a resource. */
const encoded = (name: string): string =>
  `$${name}_encoding:type { \\{ %${name}_encoding_dims* \\} }? in`;
const range = '%target [ %target_offset for %target_length ]';
const rangeOrder = 'order target target_size target_offset target_length';
const held = '%operand dict : type(operand) \\{ %operand_size \\}';
/** `await(%t) => with(%a as %x: type{%n})`: a region that works on what it captures. */
const executed = (results: string): string =>
  `{ once $once:unit }? ${on} ${wait} with ( custom<Captures>(%operands,%sizes,&entry) ) ${results} region(block,terminator=stream.yield)`;
const tied = (which: string): string =>
  `{ -> custom<TiedResults>(operands,%result_sizes${which}) }?`;
const channel = '%channel : type(result) dict-keyword';

export const stream: DialectSyntax = {
  name: 'stream',
  codecs: { 'entry-points': entryPoints },
  directives: streamDirectives,
  operations: {
    'executable':
      '{ $sym_visibility:visibility }? $sym_name:symbol-name dict-keyword region(isolated,block,terminator=stream.executable.end)',
    'executable.export': exported,
    'executable.end': 'dict',
    'async.func': tiedFunction,
    'return': 'dict { %operands* : types(operands) }?',
    'binding.subspan':
      '%binding ~ [ %byte_offset ] dict : type(binding) -> type(result) { \\{ ~ %dynamic_dims* ~ \\} }?',
    'dispatch.workgroup.id': workgroup,
    'dispatch.workgroup.count': workgroup,
    'dispatch.workgroup.size': workgroup,
    'context.resolve': `${on} dict : types(result)`,
    'resource.alloca': `uninitialized { indeterminate $indeterminate_lifetime:unit }? ${on} { await ( %await_timepoint? ) = ~ > | : }/ dict ${made} = ~ > type(result) ; order result_size await_timepoint`,
    'resource.alloc': `{ uninitialized $uninitialized:unit }? ${on} dict : type(result) \\{ %storage_size \\}`,
    'resource.dealloca': `{ origin $prefer_origin:unit }? ${on} ${wait} %operand : type(operand) \\{ %operand_size \\} = ~ > type(result) dict ; order operand operand_size await_timepoint`,
    'resource.retain': held,
    'resource.release': `${held} => i1`,
    'resource.is_terminal': `${held} => i1`,
    'resource.size': '%operand dict : type(operand) => index ; affinity:any',
    'resource.try_map': `${on} %source [ %source_offset ] : type(source) -> type(result) , type(result) \\{ %result_size \\} dict-keyword`,
    'resource.load': `%source [ %source_offset ] : ${sized('source')} -> type(result) dict-keyword ; order source source_size source_offset`,
    'resource.store': `%value , %target [ %target_offset ] : type(value) -> ${sized('target')} dict-keyword ; order target target_size target_offset value`,
    'resource.subview': `%source [ %source_offset ] : ${sized('source')} -> ${made} dict-keyword ; order source source_size source_offset result_size`,
    'tensor.import': `${on} { consume $consume:unit }? %source : type(source) -> ${encoded('result')} ${made} dict-keyword`,
    'tensor.export': `${on} %source : ${encoded('source')} ${sized('source')} -> type(result) dict-keyword`,
    'tensor.sizeof': `${on} $encoding:type { \\{ %encoding_dims* \\} }? dict : type(result)`,
    'tensor.empty': `${on} : ${encoded('result')} ${made} dict-keyword`,
    'tensor.constant': `${on} : ${encoded('result')} type(result) = $value:any dict-keyword`,
    'tensor.splat': `${on} %value : type(value) -> ${encoded('result')} ${made} dict-keyword`,
    'tensor.clone': `${on} %source : ${encoded('source')} ${sized('source')} -> ${encoded('result')} ${made} dict-keyword ; segments`,
    'tensor.encode': `${on} %source : ${encoded('source')} ${sized('source')} -> ${encoded('result')} ${made} dict-keyword ; segments`,
    'tensor.slice': `${on} %source [ %start_indices* for %lengths* ] : ${encoded('source')} ${sized('source')} -> ${encoded('result')} ${made} dict-keyword ; segments order source source_encoding_dims source_size start_indices lengths result_encoding_dims result_size`,
    'tensor.load': `%source { [ %indices* ] }? : ${encoded('source')} ${sized('source')} -> type(result) dict-keyword ; segments order source source_encoding_dims source_size indices`,
    'tensor.fill': `${on} %value , %target { [ %start_indices* for %lengths* ] }? : type(value) -> ${encoded('target')} tied(target,%target_size) dict-keyword ; segments order target target_encoding_dims target_size start_indices lengths value`,
    'tensor.update': `${on} %update , %target [ %start_indices* ] : ${encoded('update')} ${sized('update')} -> ${encoded('target')} tied(target,%target_size) dict-keyword ; segments order target target_encoding_dims target_size start_indices update update_encoding_dims update_size`,
    'tensor.store': `%value , %target { [ %indices* ] }? : type(value) -> ${encoded('target')} tied(target,%target_size) dict-keyword ; segments order target target_encoding_dims target_size indices value`,
    'async.alloca': `${on} dict : type(result) \\{ %storage_size \\}`,
    'async.constant': `${on} { await ( %await_timepoint? ) }? : ${made} = $value:any dict-keyword`,
    'async.splat': `${on} { await ( %await_timepoint? ) }? %value : type(value) -> ${made} dict-keyword`,
    'async.clone': `${on} %source : ${sized('source')} -> ${made} dict-keyword`,
    'async.cast': `${on} %source : ${sized('source')} -> ${made} dict`,
    'async.slice': `${on} %source [ %source_offset to %source_end ] : ${sized('source')} -> ${made} dict-keyword ; order source source_size source_offset source_end result_size`,
    'async.fill': `${on} %value , %target [ %target_offset to %target_end for %target_length ] : type(value) -> tied(target,%target_size) dict-keyword ; order target target_size target_offset target_end target_length value`,
    'async.update': `${on} %update , %target [ %target_offset to %target_end ] : ${sized('update')} -> tied(target,%target_size) dict-keyword ; order target target_size target_offset target_end update update_size`,
    'async.copy': `${on} %source [ %source_offset to %source_end ] , %target [ %target_offset to %target_end ] , %length : ${sized('source')} -> tied(target,%target_size) dict-keyword ; order target target_size target_offset target_end source source_size source_offset source_end length`,
    'async.store':
      '%value , %target [ %target_offset ] : type(value) -> tied(target,%target_size) dict-keyword ; order target target_size target_offset value',
    'async.load': `%source [ %source_offset ] : ${sized('source')} -> type(result) dict-keyword ; order source source_size source_offset`,
    'async.transfer': `{ on ( $execution_affinity:any ) }? %source : ${sized('source')} { from ( $source_affinity:any ) }? -> { to ( $target_affinity:any ) }? ${made} dict-keyword`,
    'async.dispatch': `${on} $entry_points:entry-points { ~ [ %workload* ] }? ~ ( custom<Ranges>(%operands,%offsets,%ends,%lengths) ) dict : ( custom<SizedTypes>(operands,%sizes) ) -> custom<TiedResults>(operands,%result_sizes) ; segments order workload operands sizes offsets ends lengths result_sizes`,
    'async.execute': `${executed(tied(',but-last'))} = ~ > type(last-result) dict-keyword ; segments order operands sizes result_sizes await_timepoint`,
    'async.concurrent': `${executed(tied('')).replace(wait, '')} dict-keyword ; segments order operands sizes result_sizes`,
    'cmd.execute': `${executed('')} = ~ > type(result) dict-keyword ; segments order operands sizes await_timepoint`,
    'yield': 'dict custom<Yielded>(%operands)',
    'cmd.flush': `{ to ( $source_affinity:any ) }? ${range} : ${sized('target')} dict-keyword ; ${rangeOrder}`,
    'cmd.invalidate': `{ from ( $source_affinity:any ) }? ${range} : ${sized('target')} dict-keyword ; ${rangeOrder}`,
    'cmd.discard': `${range} : ${sized('target')} dict-keyword ; ${rangeOrder}`,
    'cmd.fill': `%value , ${range} : type(value) -> ${sized('target')} dict-keyword ; ${rangeOrder} value`,
    'cmd.copy': `%source [ %source_offset ] , %target [ %target_offset ] , %length : ${sized('source')} -> ${sized('target')} dict-keyword ; order source source_size source_offset target target_size target_offset length`,
    'cmd.serial': 'region(terminator=stream.yield) dict-keyword',
    'cmd.concurrent': 'region(terminator=stream.yield) dict-keyword',
    'timepoint.await':
      '{ sync $sync:unit }? %await_timepoint = ~ > %resources* : custom<SizedTypes>(resources,%sizes) dict-keyword => resources* ; segments order resources sizes await_timepoint',
    'timepoint.immediate': 'dict = ~ > type(result)',
    'timepoint.join': 'max ( %await_timepoints* ) = ~ > type(result) dict-keyword',
    'timepoint.import': `${on} %operands* : ( types(operands) ) = ~ > type(result) dict-keyword`,
    'timepoint.export': `${on} %await_timepoint = ~ > ( types(result) ) dict-keyword`,
    'timepoint.chain_external': `${on} %await_timepoint = ~ > ( %external_values* : types(external_values) ) dict-keyword`,
    'channel.create': `${on} { id ( %id? ) }? { group ( $group:string ) }? { rank ( %rank? ) }? { count ( %count? ) }? : type(result) dict-keyword ; segments`,
    'channel.split': '%channel , %color , %key : type(channel) -> type(result) dict-keyword',
    'channel.rank': channel,
    'channel.count': channel,
  },
};
