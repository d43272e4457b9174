/** Triton's shared encodings among the notations of layouts, for a tensor of rows and columns. */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { recognizeLayout } from '../../layout/tile/recognize.ts';
import { elementOffset, type Tile, type TileLayout } from '../../layout/tile/tile-layout.ts';
import { isSharedEncoding } from './encoding.ts';
import { sharedToTile, tileToShared } from './tile.ts';
import type { Notation } from '../notation.ts';
import { parseTritonAttribute, printTritonAttribute } from './attributes.ts';

export const triton: Notation = {
  name: 'triton',
  title: "Triton's shared encodings",
  counts: 'bytes',
  example: '#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>',
  claims: (text) => /#(?:ttg|triton_gpu)\.\w/.test(text),
  expresses: {
    'row-pad': 'yes',
    'interval-pad': 'yes',
    'xor': 'yes',
    'rows-per-phase': 'yes',
    'xor-any': 'yes',
    'rotate': 'a rotation adds, and every encoding of Triton XORs',
    'linear': 'yes',
    'reshaped': 'the encodings have keys per row and paddings between rows, or are linear',
  },
  parse(text, { tile }) {
    const encoding = parseTritonAttribute(text);
    if (!encoding.ok) return encoding;
    if (!isSharedEncoding(encoding.value)) {
      const what = `${encoding.value.kind} says who holds an element, not where it is in shared memory`;
      const hint = 'give a shared encoding';
      return failure(diagnose(messages.notation.parameter(what, hint)));
    }
    const read = sharedToTile(encoding.value, [tile.rows, tile.columns], tile.elementBytes);
    return read.ok ? ofTile(read.value.layout, read.value.order, tile) : read;
  },
  print(layout) {
    const encoding = tileToShared(layout);
    return encoding.ok ? success(printTritonAttribute(encoding.value)) : encoding;
  },
};

/** The layout in rows of the tile; an encoding whose columns come first has it of the transposed tile. */
function ofTile(layout: TileLayout, order: readonly number[], tile: Tile): Result<TileLayout> {
  // Triton has no elements below a byte; those of the tile stay what they are.
  if (order[0] === 1) return success({ ...layout, tile });
  const offsets = Float64Array.from({ length: tile.rows * tile.columns }, (_, i) =>
    elementOffset(layout, i % tile.columns, Math.floor(i / tile.columns)),
  );
  return recognizeLayout(tile, offsets);
}
