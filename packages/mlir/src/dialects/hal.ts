/**
 * `hal`: the executables around a kernel, and what a kernel asks of its launch.
 *
 *     hal.executable.export public @f ordinal(0) layout(#layout) count(%d: !hal.device) -> (index, index, index) {...}
 *     %0 = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) : memref<64xf16>
 */
import type { Attribute } from '../ir/types.ts';
import { headlessCodec, wrappedCodec } from '../text/codecs.ts';
import { Token } from '../text/lexer.ts';
import type { State } from '../text/state.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import {
  constantBlock,
  exportSyntax,
  unnamedFunction,
  visibilityCodec,
  workgroup,
} from './executables.ts';
import { tensorExport, tensorImport } from './hal-tensor.ts';

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

const visibility = '{ $sym_visibility:visibility }?';
const body = 'region(isolated,block,terminator=';

export const hal: DialectSyntax = {
  name: 'hal',
  codecs: {
    visibility: visibilityCodec,
    descriptor: wrappedCodec('#hal.descriptor_type<', '>', 'storage_buffer uniform_buffer'),
    layout: headlessCodec('#hal.pipeline.layout'),
    target: headlessCodec('#hal.executable.target'),
    flags: descriptorFlags,
  },
  operations: {
    'executable': `${visibility} { lazy $lazy:unit }? $sym_name:symbol-name dict-keyword ${body}hal.executable_end)`,
    'executable_end': 'dict',
    'executable.source': `${visibility} $sym_name:symbol-name { objects ( $objects:any ) }? dict-keyword ${body}hal.executable.source_end)`,
    'executable.source_end': 'dict',
    'executable.variant': `${visibility} $sym_name:symbol-name target ( $target:target ) { objects ( $objects:any ) }? { sources ( $sources:any ) }? dict-keyword ${body}hal.executable.variant_end)`,
    'executable.variant_end': 'dict',
    'executable.export': exportSyntax('count'),
    'executable.condition': unnamedFunction,
    'executable.constant.block': constantBlock,
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
    'tensor.import': tensorImport,
    'tensor.barrier':
      'join ( %sources* : types(sources) ) = ~ > %signal_fence : type(signal_fence) dict-keyword => sources*',
    'tensor.export': tensorExport,
    'instrument.workgroup':
      '~ [ %buffer : type(buffer) ] dispatch ( %dispatchId ) dict : type(result)',
  },
};
