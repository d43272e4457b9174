/**
 * `hal`: the executables around a kernel, and what a kernel asks of its launch.
 *
 *     hal.executable.export public @f ordinal(0) layout(#layout) count(%d: !hal.device) -> (index, index, index) {...}
 *     %0 = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) : memref<64xf16>
 */
import type { Attribute } from '../ir/types.ts';
import { headlessCodec, oneOrListCodec, string, wrappedCodec } from '../text/codecs.ts';
import type { Directive } from '../text/format.ts';
import { operandsOf } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { applyType } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import { grid, workgroup } from './executables.ts';

/** `ReadOnly`, `"ReadOnly|Indirect"`: flags of a binding, quoted when there are several. */
const descriptorFlags = {
  parse: (state: State): Attribute => {
    const { kind } = state.lexer;
    if (kind !== Token.word && kind !== Token.string) {
      state.fail('flags');
      return { kind: 'unit' };
    }
    const text = state.lexer.slice();
    state.lexer.next();
    return { kind: 'opaque', text: `#hal.descriptor_flags<${text}>` };
  },
  print: (attribute: Attribute) =>
    attribute.kind === 'opaque'
      ? /^#hal\.descriptor_flags<(.*)>$/.exec(attribute.text)?.[1]
      : undefined,
  starts: () => true,
};

/**
 * `encoding as type`: what a buffer holds and what the program sees; `as` only where they differ. The type is
 * that of an operand, or of the result.
 */
const encoded: Directive = (line, encoding = '', of = '') => {
  const name = line.attribute(encoding);
  const group = of === 'result' ? undefined : line.group(of);
  return {
    parse: (reading) => {
      const { state, operation, results } = reading;
      const at = state.lexer.start;
      const written = parseType(state);
      operation.attributes.set(name, { kind: 'type', type: written });
      const type = state.eatWord('as') ? parseType(state) : written;
      if (state.failed) return;
      if (group === undefined) results.push(type);
      else for (const value of operandsOf(reading, group)) applyType(state, value, type, at);
    },
    print: ({ groups, operation }) => {
      const value = group === undefined ? operation.results[0] : groups[group]?.[0];
      if (value === undefined) return undefined;
      const attribute = operation.attributes.get(name);
      const type = printType(value.type);
      const other = attribute?.kind === 'type' ? printType(attribute.type) : type;
      return other === type ? type : `${other} as ${type}`;
    },
  };
};

const visibility = '{ $sym_visibility:visibility }?';
const body = 'region(isolated,block,terminator=';

export const hal: DialectSyntax = {
  name: 'hal',
  codecs: {
    keys: oneOrListCodec(string, '()'),
    descriptor: wrappedCodec('#hal.descriptor_type<', '>', 'storage_buffer uniform_buffer'),
    layout: headlessCodec('#hal.pipeline.layout'),
    target: headlessCodec('#hal.executable.target'),
    flags: descriptorFlags,
  },
  directives: { Encoded: encoded },
  operations: {
    'executable': `${visibility} { lazy $lazy:unit }? $sym_name:symbol-name dict-keyword ${body}hal.executable_end)`,
    'executable_end': 'dict',
    'executable.source': `${visibility} $sym_name:symbol-name { objects ( $objects:any ) }? dict-keyword ${body}hal.executable.source_end)`,
    'executable.source_end': 'dict',
    'executable.variant': `${visibility} $sym_name:symbol-name target ( $target:target ) { objects ( $objects:any ) }? { sources ( $sources:any ) }? dict-keyword ${body}hal.executable.variant_end)`,
    'executable.variant_end': 'dict',
    'executable.export': `${visibility} $sym_name:symbol-name { ordinal ( $ordinal:index ) }? { layout ( $layout:any ) }? { condition ( &condition*:type ) -> i1 region(isolated,index=1)^ }? { fallback ( $condition_fallback:symbol ) }? ${grid('count', 'isolated')} dict-keyword ; workgroup_size:any subgroup_size:any workgroup_local_memory:any`,
    'executable.condition': '~ custom<Signature>(&parameters) dict-keyword region(isolated)',
    'executable.constant.block':
      '~ custom<Signature>(&parameters) as $keys:keys dict-keyword region(isolated)',
    'executable.constant.load': '$key:string dict : type(result)',
    'executable.binary': `${visibility} $sym_name:symbol-name dict-keyword ; format:string data:any mime_type:string`,
    'executable.lookup':
      'device ( %device : type(device) ) executable ( $executable:symbol ) : type(result) dict-keyword',
    'executable.lookup.function':
      'target ( %executable : type(executable) ) function ( $entry_point:symbol ) : type(result) dict-keyword',
    'executable.export.ordinal': 'target ( $entry_point:symbol ) : type(result) dict-keyword',
    'executable.calculate_workgroups':
      'device ( %device : type(device) ) target ( $entry_point:symbol ) { workload ( [ %workload* ] ) }? : type(result) , type(result) , type(result) dict-keyword',
    'return': 'dict { %operands* : types(operands) }?',
    'interface.constant.load':
      'layout ( $layout:layout ) ordinal ( $ordinal:index ) { alignment ( $alignment:index ) }? { values ( $values:any ) }? dict : type(result)',
    'interface.binding.subspan':
      '{ layout ( $layout:layout ) }? { set ( $set:index ) }? binding ( $binding:index ) { type ( $descriptor_type:descriptor ) }? { alignment ( $alignment:index ) }? { offset ( %byte_offset? ) }? { flags ( $descriptor_flags:flags ) }? dict : type(result) { ~ \\{ ~ %dynamic_dims* ~ \\} }? ; segments',
    'interface.workgroup.id': workgroup,
    'interface.workgroup.count': workgroup,
    'interface.workgroup.size': workgroup,
    'device.query':
      '~ < %device : type(device) > key ( $category:string :: $key:string ) : type(result) , type(result) { = $default_value:any }? dict-keyword',
    'devices.get': '%index dict : type(result)',
    'devices.count': 'dict : type(result)',
    'tensor.import':
      '{ on ( $affinity:any ) }? { wait ( %wait_fence? ) = ~ > }? { consume $consume:unit }? %source { offset ( %offset? ) }? { $name:string }? : type(source) -> custom<Encoded>($target_encoding,result) { ~ \\{ ~ %target_dims* ~ \\} }? dict ; segments order source target_dims wait_fence offset',
    'tensor.barrier':
      'join ( %sources* : types(sources) ) = ~ > %signal_fence : type(signal_fence) dict-keyword => sources*',
    'tensor.export':
      '{ on ( $affinity:any ) }? %source { $name:string }? : custom<Encoded>($source_encoding,source) { ~ \\{ ~ %source_dims* ~ \\} }? -> type(result) dict',
    'instrument.workgroup':
      '~ [ %buffer : type(buffer) ] dispatch ( %dispatchId ) dict : type(result)',
  },
};
