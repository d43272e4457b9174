/**
 * `iree_linalg_ext`: operations on whole tensors that linalg lacks.
 *
 *     %r = iree_linalg_ext.attention {indexing_maps = [...]} ins(%q, %k, %v, %s : ...) outs(%o : ...) {
 *     ^bb0(%score: f32):
 *       iree_linalg_ext.yield %score : f32
 *     } -> tensor<4x8xf32>
 */
import type { DialectSyntax } from '../text/syntax.ts';
import { im2col, nestedSizes } from './im2col.ts';

const region = 'region(terminator=iree_linalg_ext.yield)';
const results = '{ -> types(result)^ }?';
const ins = (names: string): string => group('ins', names);
const outs = (names: string): string => group('outs', names);

/** `ins(%a, %b : type of a, type of b)`; a name with `?` is optional, one with `*` stands for many. */
function group(word: string, names: string): string {
  const values: string[] = [];
  const types: string[] = [];
  for (const [i, marked] of names.split(' ').entries()) {
    const name = marked.replace(/[?*]$/, '');
    const comma = i > 0 ? ', ' : '';
    if (marked.endsWith('?')) {
      values.push(`{ , %${marked} }?`);
      types.push(`{ , type(${name})^ }?`);
    } else {
      values.push(`${comma}%${marked}`);
      types.push(`${comma}${marked.endsWith('*') ? 'types' : 'type'}(${name})`);
    }
  }
  return `${word} ( ${values.join(' ')} : ${types.join(' ')} )`;
}

const attention = 'indexing_maps:any decomposition_config:any';
const gathered = 'dict dimension_map = $dimension_map:i64s';
const mapped = `dict %input into %output ${region} : type(input) into type(output) ${results}`;
const loops = '\\{ indexing_maps = $indexing_maps:any , iterator_types = $iterator_types:any';
const winograd = (dimensions: string): string =>
  `dict output_tile_size ( $output_tile_size:i64 ) kernel_size ( $kernel_size:i64 ) ${dimensions} ( $${dimensions}:i64s ) ${ins('input')} ${outs('output')} ${results}`;

export const ireeLinalgExt: DialectSyntax = {
  name: 'iree_linalg_ext',
  directives: { NestedSizes: nestedSizes },
  operations: {
    'yield': 'dict { %operands* : types(operands) }?',
    'index': '$dim:i64 dict : type(result)',
    'scatter': `${gathered} unique_indices ( $unique_indices:bool=true ) ${ins('updates indices mask?')} ${outs('original')} ${region} ${results}`,
    'gather': `${gathered} ${ins('source indices mask?')} ${outs('output')} ${results}`,
    'map_load': mapped.replaceAll('input', 'source'),
    'map_store': mapped,
    'sort': `dict dimension ( $dimension:i64 ) { ${ins('inputs*')} }? ${outs('outputs*')} ${region} ${results} ; segments`,
    'fft': `dict ins ( %stage { , %real_coeff? , %imag_coeff? }? : type(stage) { , type(real_coeff)^ , type(imag_coeff) }? ) ${outs('real imag')} { : types(result)^ }? ; segments`,
    'scan': `dict dimension ( $dimension:i64 ) inclusive ( $inclusive:bool ) ${ins('input')} ${outs('output accumulator')} ${region} ${results}`,
    'topk': `dict dimension ( $dimension:i64 ) ${ins('values indices?')} ${outs('output_values output_indices')} ${region} ${results}`,
    'topk_v2': `dict dimension ( $dimension:i64 ) { is_sorted $is_sorted:unit }? ${ins('values input_indices?')} ${outs('output_values output_indices?')} ${region} ${results} ; segments`,
    'arg_compare': `dict dimension ( $dimension:i64 ) ${ins('input_value input_index?')} ${outs('output_value output_index')} { index_base ( %index_base? : type(index_base) ) }? ${region} ${results} ; segments`,
    'attention': `dict ${ins('query key value scale mask?')} ${outs('output')} ${region} ${results} ; ${attention}`,
    'online_attention': `dict ${ins('query key value scale mask?')} ${outs('output max sum')} ${region} ${results} ; ${attention}`,
    'exp_reduction': `${loops} , exp_reduced_operands = $exp_reduced_operands:i64s \\} dict ${ins('inputs*')} ${outs('outputs*')} ${region} ${results} ; segments`,
    'custom_op': `${loops} \\} dict-keyword { ${ins('inputs*')} }? { ${outs('outputs*')} }? ${region} ${results} ; segments`,
    im2col,
    'winograd.input_transform': winograd('image_dimensions'),
    'winograd.filter_transform': winograd('kernel_dimensions'),
    'winograd.output_transform': winograd('image_dimensions'),
  },
};
