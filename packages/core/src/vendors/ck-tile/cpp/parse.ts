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
import { type Diagnostic, diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import type { Span } from '../../../base/span.ts';
import { type DescriptorSpec, makeDescriptor } from '../descriptor.ts';
import { encodingFaults, type TileDistributionEncoding } from '../encoding.ts';
import { isPrinted, type PrintedLayout, printedLayouts } from '../printed.ts';
import { meaningsOf, valueOfText } from './meaning.ts';
import type { CppContext } from './context.ts';

/** The descriptor that a text means. Lengths that do not fit come with diagnostics, as from `makeDescriptor`. */
export function parseDescriptor(text: string, context: CppContext = {}): Result<DescriptorSpec> {
  if (isPrinted(text)) {
    const printed = lastPrinted(text, 'a descriptor', (layout) =>
      layout.kind === 'descriptor' ? layout.spec : undefined,
    );
    return printed.ok
      ? success(printed.value, [diagnose(messages.notation.printedVectors())])
      : printed;
  }
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
  if (isPrinted(text)) {
    return lastPrinted(text, 'an encoding', (layout) =>
      layout.kind === 'encoding' ? layout.encoding : undefined,
    );
  }
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
export type CppLayout = PrintedLayout;

/** The last layout of a kind that CK Tile's `print()` wrote in a text. */
function lastPrinted<T>(
  text: string,
  wanted: string,
  of: (layout: PrintedLayout) => T | undefined,
): Result<T> {
  const layouts = printedLayouts(text);
  const found = layouts.map(of).findLast((each) => each !== undefined);
  if (found !== undefined) return success(found);
  const fault = layouts.find((layout) => layout.kind === 'fault');
  return failure(fault?.fault ?? diagnose(messages.syntax.expected(wanted, 'none')));
}

/**
 * All descriptors and encodings of a text, in its order: those of `Make...` functions, constants, types and results; or those
 * that CK Tile's `print()` wrote.
 */
export function layoutsOfCpp(text: string, context: CppContext = {}): Result<readonly CppLayout[]> {
  if (isPrinted(text)) {
    const layouts = printedLayouts(text);
    const isPromised = layouts.some(({ kind }) => kind === 'descriptor');
    return success(layouts, isPromised ? [diagnose(messages.notation.printedVectors())] : []);
  }
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
    read.diagnostics,
  );
}

const placed = (diagnostics: readonly Diagnostic[], span: Span): Diagnostic[] =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, span }));
