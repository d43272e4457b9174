/**
 * `iree_linalg_ext.im2col`: the matrix of a convolution. Its many lists mix numbers and values; the list of
 * output sizes has a list for each dimension of the output.
 *
 *     iree_linalg_ext.im2col strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3] offsets = [%i, 0]
 *       output_sizes = [[2], [%h, 32]] batch_pos = [0] m_pos = [1] k_pos = [2] input_k_perm = [0] output_perm = [0, 1]
 *       ins(%in : tensor<2x34x16xf16>) outs(%out : tensor<2x32x9xf16>) -> tensor<2x32x9xf16>
 */
import { resolveAttribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseMixedList, printMixed } from '../text/directive-lists.ts';
import type { Directive } from '../text/format.ts';
import { parseList } from '../text/pieces.ts';

/** `[[2], [%h, 32]]`: a list of numbers and values for each dimension. */
export const nestedSizes: Directive = (line, operands = '', attribute = '') => {
  const group = line.group(operands);
  const name = line.attribute(attribute);
  return {
    parse: ({ state, operation, groups }) => {
      const all: Value[] = [];
      const elements = parseList(state, '[]', () => parseMixedList(state, '[]', all));
      groups[group] = all;
      operation.attributes.set(name, { kind: 'array', elements });
    },
    print: ({ writer, operation, groups }) => {
      const list = resolveAttribute(operation.attributes.get(name) ?? { kind: 'unit' });
      const rest = [...(groups[group] ?? [])];
      if (list.kind !== 'array') return undefined;
      const texts = list.elements.map((each) => printMixed(writer, each, rest));
      return texts.includes(undefined) || rest.length > 0 ? undefined : `[${texts.join(', ')}]`;
    },
  };
};

const numbers = (name: string): string => `${name} = $${name}:i64s`;
const values = (name: string): string => `${name} = indices(%${name},$static_${name})`;
const padding = 'input_pad_low input_pad_high output_pad_low output_pad_high'.split(' ');
const padded = padding.map((name) => `{ ${values(name)} }?`).join(' ');
const defaults = padding.map((name) => `static_${name}:i64s=[]`).join(' ');

export const im2col = `dict ${numbers('strides')} ${numbers('dilations')} ${values('kernel_size')} ${values('offsets')} output_sizes = custom<NestedSizes>(%output_sizes,$static_output_sizes) ${['batch_pos', 'm_pos', 'k_pos', 'input_k_perm', 'output_perm'].map(numbers).join(' ')} ${padded} { pad_value ( %pad_value? : type(pad_value) ) }? ins ( %input : type(input) ) outs ( %output : type(output) ) { -> types(result)^ }? ; segments ${defaults} order input output kernel_size offsets output_sizes ${padding.join(' ')} pad_value`;
