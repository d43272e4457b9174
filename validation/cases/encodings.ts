/** Cases of encodings that are made of encodings. */
import {
  embedEncodings,
  type EncodingPattern,
  encodingPattern,
  reduceEncoding,
  shuffleRegisters,
  sliceEncoding,
  type TileDistributionEncoding,
} from '@ldscope/core';
import { firstNumber, type JsonObject, numbersAt, objectAt, textAt } from '../base/json.ts';
import type { Comparison } from '../base/comparison.ts';
import { readEncoding, writeEncoding } from './read.ts';

export function compareReduce(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const encoding = encodingUnder(input, ['encoding', 'in'], to);
  const dimensions =
    numbersAt(input, 'reduce_dims') ??
    numbersAt(input, 'reduce_dim_xs') ??
    numbersAt(input, 'dims');
  if (encoding !== undefined)
    compareEncoding(reduceEncoding(encoding, dimensions ?? []), expected, to);
}

export function compareEmbed(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const outer = encodingUnder(input, ['outer', 'outer_encoding'], to);
  const inner = encodingUnder(input, ['inner', 'inner_encoding'], to);
  if (outer !== undefined && inner !== undefined) {
    compareEncoding(embedEncodings(outer, inner), expected, to);
  }
}

export function compareShuffle(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const encoding = encodingUnder(input, ['encoding'], to);
  const order = numbersAt(input, 'shuffle') ?? numbersAt(input, 'order') ?? [];
  if (encoding !== undefined) compareEncoding(shuffleRegisters(encoding, order), expected, to);
}

export function compareSlice(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const encoding = encodingUnder(input, ['encoding'], to);
  if (encoding === undefined) return;
  const [begins, ends] = [numbersAt(input, 'x_begin') ?? [], numbersAt(input, 'x_end') ?? []];
  const sliced = sliceEncoding(encoding, begins, ends);
  if (!sliced.ok) {
    to.fail(sliced.diagnostics.map(({ message }) => message).join('; '));
    return;
  }
  to.equal('sliced Hs', expected['sliced_Hs'], sliced.value.encoding.hs);
  to.equal('y origins', expected['y_origins'], sliced.value.yOrigins);
  to.equal('y lengths', expected['y_lengths'], sliced.value.yLengths);
}

/** The patterns that spread a 2-D tile over a workgroup. */
export function comparePattern(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const size = (...keys: string[]): number => firstNumber(input, keys) ?? Number.NaN;
  const pattern = (textAt(input, 'pattern') ?? 'thread_raked') as EncodingPattern;
  const encoding = encodingPattern({
    pattern,
    blockSize: size('block_size', 'BlockSize'),
    yPerTile: size('y_per_tile', 'YPerTile'),
    xPerTile: size('x_per_tile', 'XPerTile'),
    vectorSize: size('vec_size', 'VecSize', 'vector_size'),
    waveSize: firstNumber(input, ['wave_size', 'warp_size']) ?? 64,
    packed: input['packed'] === true,
  });
  if (encoding.ok) compareEncoding(encoding.value, expected, to);
  else to.fail(encoding.diagnostics.map(({ message }) => message).join('; '));
}

function encodingUnder(
  input: JsonObject,
  keys: readonly string[],
  to: Comparison,
): TileDistributionEncoding | undefined {
  const found = keys.map((key) => objectAt(input, key)).find((item) => item !== undefined);
  const encoding = readEncoding(found);
  if (!encoding.ok) to.fail(encoding.error);
  return encoding.ok ? encoding.value : undefined;
}

function compareEncoding(
  encoding: TileDistributionEncoding,
  expected: JsonObject,
  to: Comparison,
): void {
  const wanted = objectAt(expected, 'encoding') ?? expected;
  for (const [key, value] of Object.entries(writeEncoding(encoding))) {
    to.equal(key, wanted[key], value);
  }
}
