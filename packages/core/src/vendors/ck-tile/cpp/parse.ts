/**
 * CK Tile's C++ of descriptors and encodings, as kernels write it, read into data.
 *
 *     constexpr auto desc = transform_tensor_descriptor(
 *         make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, number<KPerBlock>{})),
 *         make_tuple(make_merge_transform(make_tuple(number<64>{}, number<KPerBlock>{}))),
 *         make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
 *
 * Both spellings are read: `number<>`, `sequence<>` of CK Tile and `Number<>`, `Sequence<>`, `I0` of CK before it.
 * Statements may be in functions and structs (`statements.ts`). What the text does not define, its context
 * gives: sizes of the element, banks, constants. Anything else that C++ can compute is refused by name and place.
 */
import { type Diagnostic, diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import type { Span } from '../../../base/span.ts';
import { type DescriptorSpec, makeDescriptor } from '../descriptor.ts';
import { encodingFaults, type TileDistributionEncoding } from '../encoding.ts';
import { parseText } from '../../../layout/text/cursor.ts';
import { kindNames, type Value } from './calls.ts';
import { type CppContext, Scope } from './scope.ts';
import { textValue } from './statements.ts';

/** The descriptor that a text means. Lengths that do not fit come with diagnostics, as from `makeDescriptor`. */
export function parseDescriptor(text: string, context: CppContext = {}): Result<DescriptorSpec> {
  const value = parseValue(text, context, 'descriptor');
  if (!value.ok) return value;
  if (value.value.kind !== 'descriptor') return failure(wrongKind('descriptor', value.value));
  const { spec, span } = value.value;
  return success(spec, [...value.diagnostics, ...placed(makeDescriptor(spec).diagnostics, span)]);
}

/** The `tile_distribution_encoding` that a text means; one that does not cover its tile comes with diagnostics. */
export function parseEncoding(
  text: string,
  context: CppContext = {},
): Result<TileDistributionEncoding> {
  const value = parseValue(text, context, 'encoding');
  if (!value.ok) return value;
  if (value.value.kind !== 'encoding') return failure(wrongKind('encoding', value.value));
  const { encoding, span } = value.value;
  return success(encoding, [...value.diagnostics, ...placed(encodingFaults(encoding), span)]);
}

const wrongKind = (wanted: Value['kind'], found: Value): Diagnostic =>
  diagnose(messages.syntax.expected(kindNames[wanted], kindNames[found.kind]), found.span);

const placed = (diagnostics: readonly Diagnostic[], span: Span): Diagnostic[] =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, span }));

function parseValue(text: string, context: CppContext, wanted: Value['kind']): Result<Value> {
  return parseText(withoutTexts(text), { comments: true }, (cursor) =>
    textValue(cursor, new Scope(context), wanted),
  );
}

/** Spaces in place of the messages of static_assert, so that every word keeps its place. */
const withoutTexts = (text: string): string =>
  text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, (quoted) => ' '.repeat(quoted.length));
