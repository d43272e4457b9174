/** Descriptors and distributions as general linear layouts, where they are linear over GF(2). */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { inputForm, linearForms, log2, type MaybeLinear } from '../../layout/index/linear-forms.ts';
import type { BitDimension, LinearLayout } from '../../layout/linear/linear-layout.ts';
import { evaluate, isAlwaysValid, type TensorAdaptor } from './adaptor.ts';
import { lengthsOf, type TensorDescriptor } from './descriptor.ts';
import { describeTransform } from './descriptor-faults.ts';
import { at } from './transforms/table.ts';

/**
 * The layout from the top indices to the offset in elements. All lengths must be powers of two and no index may
 * fall on padding; a diagnostic names the transform where it stops being linear.
 */
export function descriptorLayout(
  descriptor: TensorDescriptor,
  names: readonly string[],
): Result<LinearLayout> {
  const lengths = lengthsOf(descriptor);
  const inputs = names.map((name, i) => ({ name, length: at(lengths, i) }));
  return adaptorLayout(descriptor, inputs, ['offset']);
}

/** The layout from the tops of an adaptor, of these lengths, to its bottoms. */
export function adaptorLayout(
  adaptor: TensorAdaptor,
  tops: readonly { readonly name: string; readonly length: number }[],
  bottoms: readonly string[],
): Result<LinearLayout> {
  const inputs: BitDimension[] = [];
  for (const { name, length } of tops) {
    const bits = log2(length);
    if (bits === undefined) return notLinear(name, `its length ${length} is not a power of two`);
    inputs.push({ name, bits });
  }
  if (!isAlwaysValid(adaptor)) return notLinear('the layout', 'some indices fall on padding');
  const width = inputs.reduce((sum, { bits }) => sum + bits, 0);
  if (width > MOST_BITS) return notLinear('the layout', `its indices have ${width} bits together`);
  let first = 0;
  const forms = inputs.map(({ bits }): MaybeLinear => {
    first += bits;
    return inputForm(width, first - bits, bits);
  });
  const hidden = evaluate(adaptor, forms, linearForms(width));
  const outputs: BitDimension[] = [];
  const columns = Array.from({ length: width }, () => 0);
  let origin = 0;
  let shift = 0;
  for (const [i, id] of adaptor.bottoms.entries()) {
    const form = at(hidden, id);
    if (form === 'nonlinear') return notLinear(firstNonlinear(adaptor, hidden), NOT_XOR);
    const bits = 32 - Math.clz32(form.columns.reduce((a, b) => a | b, form.origin));
    if (shift + bits > MOST_BITS) return notLinear('the layout', 'its outputs have too many bits');
    outputs.push({ name: bottoms[i] ?? `out${i}`, bits });
    for (const [c, column] of form.columns.entries())
      columns[c] = at(columns, c) | (column << shift);
    origin |= form.origin << shift;
    shift += bits;
  }
  return success({ inputs, outputs, columns, origin });
}

const MOST_BITS = 31;
const NOT_XOR = 'what it computes is no XOR of the bits of the index';

/** The transform nearest to the user whose lower values are not linear. */
function firstNonlinear(adaptor: TensorAdaptor, hidden: readonly MaybeLinear[]): string {
  const node = adaptor.nodes.findLast(
    ({ lower, upper }) =>
      lower.some((id) => hidden[id] === 'nonlinear') &&
      upper.every((id) => hidden[id] !== 'nonlinear'),
  );
  return node === undefined ? 'the layout' : describeTransform(node.transform);
}

function notLinear(where: string, why: string): Result<never> {
  return failure(diagnose(messages.layout.notLinear(where, why)));
}
