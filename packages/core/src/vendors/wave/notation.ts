/** Wave's swizzle as text and as a layout of a tile (see `swizzle.ts`). */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { type Result, success } from '../../base/result.ts';
import { type Cursor, parseText } from '../../layout/text/cursor.ts';
import {
  plainLayout,
  type RowLayout,
  type Tile,
  type TileLayout,
} from '../../layout/tile/tile-layout.ts';
import { cannotExpress, type Notation } from '../notation.ts';
import { waveFault } from './legality.ts';
import { printWave, WAVE_MAX_PHASE, waveLayout, type WaveSwizzle } from './swizzle.ts';

const XOR_OF_ROW = 'the key of Wave is always row mod max_phase';
const NO_PADDING =
  'swizzle_unit and max_phase cannot describe row padding, and gathers to LDS cannot step over pads';

export const wave: Notation = {
  name: 'wave',
  title: "Wave's swizzle_unit and max_phase",
  example: 'swizzle_unit = 8, max_phase = 8',
  claims: (text) => /\b(?:swizzle_unit|max_phase)\b/.test(text),
  expresses: {
    'row-pad': NO_PADDING,
    'interval-pad': NO_PADDING,
    'xor': 'yes',
    'rows-per-phase': XOR_OF_ROW,
    'xor-any': XOR_OF_ROW,
    'rotate': 'Wave XORs, it does not rotate',
    'linear': XOR_OF_ROW,
    'reshaped': XOR_OF_ROW,
  },
  parse: (text, { tile }) => parseWave(text, tile),
  print: printLayoutOfWave,
};

function printLayoutOfWave(layout: TileLayout): Result<string> {
  const { tile } = layout;
  if (layout.kind !== 'rows' || layout.key?.kind !== 'xor') {
    return cannotExpress('wave', 'it is not swizzled, and max_phase is at least 2');
  }
  const swizzleUnit = layout.unitBytes / tile.elementBytes;
  const maxPhase = phasesFor(layout.key.phases, tile, swizzleUnit);
  return success(printWave({ swizzleUnit, maxPhase }));
}

/** Phases that no row reaches may be added: where rows do not come around, the power of two above is the same. */
function phasesFor(phases: number, tile: Tile, swizzleUnit: number): number {
  const rounded = 2 ** Math.ceil(Math.log2(Math.max(2, phases)));
  return tile.rows <= phases && rounded * swizzleUnit <= tile.columns ? rounded : phases;
}

/** Reads the two numbers in either order, with `=`, `:` or a space. */
function parseWave(text: string, tile: Tile): Result<RowLayout> {
  return parseText(text, { comments: true }, (cursor) => {
    const swizzle = numbers(cursor);
    if (swizzle === undefined) return undefined;
    const fault = waveFault(swizzle, tile);
    const span = { start: 0, end: cursor.lastEnd };
    if (fault !== undefined) return cursor.fail(fault, span);
    if (swizzle.maxPhase < 2) {
      const what = `max_phase is ${swizzle.maxPhase}: Wave does not swizzle below 2`;
      cursor.note(diagnose(messages.notation.skipped(what), span));
      return plainLayout(tile);
    }
    if (swizzle.maxPhase > WAVE_MAX_PHASE) {
      const what = `max_phase is ${swizzle.maxPhase}: the pass of Wave chooses at most ${WAVE_MAX_PHASE}`;
      const hint = 'it is a valid swizzle, but the pass has to be changed to make it';
      cursor.note(diagnose(messages.notation.unchecked(what, hint), span));
    }
    return waveLayout(swizzle, tile);
  });
}

const NAMES = ['swizzle_unit', 'max_phase'] as const;

function numbers(cursor: Cursor): WaveSwizzle | undefined {
  const values = new Map<string, number>();
  while (values.size < NAMES.length) {
    const word = cursor.name(`'${NAMES.find((name) => !values.has(name)) ?? ''}'`);
    if (word === undefined) return undefined;
    const name = NAMES.find((candidate) => candidate === word.text);
    if (name === undefined) {
      return cursor.fail(messages.notation.unknownName('Wave parameter', word.text, NAMES), word);
    }
    if (values.has(name)) return cursor.fail(messages.expression.definedTwice(name), word);
    if (!cursor.eat('=')) cursor.eat(':');
    const number = cursor.number('a whole number');
    if (number === undefined) return undefined;
    if (number.value < 1) {
      const what = `${name} is 0`;
      return cursor.fail(messages.notation.parameter(what, 'give at least 1'), number);
    }
    values.set(name, number.value);
    cursor.eat(',');
  }
  return { swizzleUnit: values.get('swizzle_unit') ?? 1, maxPhase: values.get('max_phase') ?? 1 };
}
