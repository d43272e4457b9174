/**
 * CK Tile's C++ of descriptors and encodings, as kernels write it, read into data.
 *
 *     constexpr auto desc = transform_tensor_descriptor(
 *         make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, number<KPerBlock>{})),
 *         make_tuple(make_merge_transform(make_tuple(number<64>{}, number<KPerBlock>{}))),
 *         make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
 *
 * Both spellings are read: `number<>`, `sequence<>` of CK Tile and `Number<>`, `Sequence<>`, `I0` of CK before it.
 * The text is parsed (`statements.ts`, `expressions.ts`) and evaluated (`evaluate/`): functions, templates and structs
 * around a descriptor are those of a policy header. What the text does not define, its context gives: sizes of the
 * element, banks, constants. Anything else that C++ can compute is refused by name and place.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { type Result, success } from '../../../base/result.ts';
import type { Span } from '../../../base/span.ts';
import { type DescriptorSpec, makeDescriptor } from '../descriptor.ts';
import { encodingFaults, type TileDistributionEncoding } from '../encoding.ts';
import { meaningsOf, valueOfText } from './meaning.ts';
import type { CppContext } from './context.ts';

/** The descriptor that a text means. Lengths that do not fit come with diagnostics, as from `makeDescriptor`. */
export function parseDescriptor(text: string, context: CppContext = {}): Result<DescriptorSpec> {
  const read = valueOfText(text, context, 'descriptor');
  if (!read.ok) return read;
  const { value } = read;
  if (value.kind !== 'descriptor') throw new TypeError(`a descriptor is not of kind ${value.kind}`);
  return success(value.spec, [
    ...read.diagnostics,
    ...placed(makeDescriptor(value.spec).diagnostics, value.span),
  ]);
}

/** The `tile_distribution_encoding` that a text means; one that does not cover its tile comes with diagnostics. */
export function parseEncoding(
  text: string,
  context: CppContext = {},
): Result<TileDistributionEncoding> {
  const read = valueOfText(text, context, 'encoding');
  if (!read.ok) return read;
  const { value } = read;
  if (value.kind !== 'encoding') throw new TypeError(`an encoding is not of kind ${value.kind}`);
  return success(value.encoding, [
    ...read.diagnostics,
    ...placed(encodingFaults(value.encoding), value.span),
  ]);
}

/** A descriptor or encoding of a text under its name, or why the text has none there. */
export type CppLayout = { readonly name: string; readonly span: Span } & (
  | { readonly kind: 'descriptor'; readonly spec: DescriptorSpec }
  | { readonly kind: 'encoding'; readonly encoding: TileDistributionEncoding }
  | { readonly kind: 'fault'; readonly fault: Diagnostic }
);

/** All descriptors and encodings of a text, in its order: those of `Make...` functions, constants, types and results. */
export function layoutsOfCpp(text: string, context: CppContext = {}): Result<readonly CppLayout[]> {
  const read = meaningsOf(text, context);
  if (!read.ok) return read;
  return success(
    read.value.flatMap(({ name, outcome, span }): CppLayout[] => {
      if ('fault' in outcome) return [{ name, span, kind: 'fault', fault: outcome.fault }];
      const { value } = outcome;
      if (value.kind === 'descriptor')
        return [{ name, span, kind: 'descriptor', spec: value.spec }];
      return value.kind === 'encoding'
        ? [{ name, span, kind: 'encoding', encoding: value.encoding }]
        : [];
    }),
  );
}

const placed = (diagnostics: readonly Diagnostic[], span: Span): Diagnostic[] =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, span }));
