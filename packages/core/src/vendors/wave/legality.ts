/**
 * When Wave's swizzle is right. Upstream checks none of these conditions: the check of phases that there was has been
 * removed (iree-org/wave #699, #773, #836), and the others never existed.
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { log2 } from '../../layout/index/linear-forms.ts';
import type { Tile } from '../../layout/tile/tile-layout.ts';
import { waveColumn, type WaveSwizzle } from './swizzle.ts';

/**
 * Why a swizzle does not permute the chunks of a row; Wave does not check it. The XOR stays in the row when the number
 * of phases is a power of two that divides the number of chunks.
 */
export function waveFault(swizzle: WaveSwizzle, tile: Tile): Diagnostic | undefined {
  const { swizzleUnit, maxPhase } = swizzle;
  const { rows, columns } = tile;
  const chunks = Math.floor(columns / swizzleUnit);
  if (maxPhase < 2) return undefined;
  if (chunks * swizzleUnit === columns && log2(maxPhase) !== undefined && chunks % maxPhase === 0) {
    return undefined;
  }
  const owner = new Map<number, number>();
  for (let row = 0; row < Math.min(rows, maxPhase); row++) {
    owner.clear();
    for (let column = 0; column < columns; column++) {
      const place = waveColumn(swizzle, row, column);
      const element = `element [${row}][${column}]`;
      if (place >= columns) {
        const limit = `the row of ${columns} elements`;
        return diagnose(messages.notation.outside(element, `column ${place}`, limit));
      }
      const other = owner.get(place);
      if (other !== undefined) {
        const place0 = `column ${place} of row ${row}`;
        return diagnose(messages.notation.collision(`[${row}][${other}]`, element, place0));
      }
      owner.set(place, column);
    }
  }
  return undefined;
}

/** One access to the tile, as far as it matters to the swizzle. */
export interface WaveUse {
  readonly kind: 'read' | 'gather' | 'other';
  /** Its name in a message. */
  readonly name: string;
  /** Column of its first element, at least modulo swizzle_unit, and the elements that it takes. */
  readonly column: number;
  readonly elements: number;
  /** For slot (row of LDS) the row whose phase the access uses; absent: the same row. */
  readonly phaseRow?: (row: number) => number;
}

/** A condition that a swizzle of Wave has to meet, and the first fault against it. */
export interface WaveCondition {
  readonly name: 'bijection' | 'one-unit' | 'same-phase' | 'only-reads';
  readonly title: string;
  /** False for what the pass leaves to luck at @ceaa2b57. */
  readonly checkedUpstream: boolean;
  /** The first thing that breaks it. */
  readonly fault?: Diagnostic | undefined;
}

/** The legality of Wave's swizzle for all uses of a tile: four conditions, none of which upstream checks. */
export function waveConditions(
  swizzle: WaveSwizzle,
  tile: Tile,
  uses: readonly WaveUse[],
): WaveCondition[] {
  const condition = (
    name: WaveCondition['name'],
    title: string,
    fault: Diagnostic | undefined,
  ): WaveCondition => ({ name, title, checkedUpstream: false, fault });
  return [
    condition('bijection', 'the XOR permutes the chunks of a row', waveFault(swizzle, tile)),
    condition('one-unit', 'each access stays inside one unit', splitUse(swizzle, uses)),
    condition(
      'same-phase',
      'gathers and reads use one phase per row',
      otherPhase(swizzle, tile, uses),
    ),
    condition('only-reads', 'all other users are rewritten as well', otherUse(uses)),
  ];
}

function splitUse({ swizzleUnit }: WaveSwizzle, uses: readonly WaveUse[]): Diagnostic | undefined {
  const split = uses.find(
    ({ column, elements }) => (column % swizzleUnit) + elements > swizzleUnit,
  );
  if (split === undefined) return undefined;
  const what = `${split.name} takes ${split.elements} elements from column ${split.column}: they are not in one unit of ${swizzleUnit}`;
  return diagnose(messages.notation.unaligned(what, 'choose a unit large enough for every access'));
}

function otherPhase(
  { maxPhase }: WaveSwizzle,
  tile: Tile,
  uses: readonly WaveUse[],
): Diagnostic | undefined {
  for (const { name, phaseRow } of uses) {
    if (phaseRow === undefined) continue;
    for (let row = 0; row < tile.rows; row++) {
      const phase = phaseRow(row) % maxPhase;
      if (phase === row % maxPhase) continue;
      const what = `${name} uses phase ${phase} in row ${row}, whose phase is ${row % maxPhase}`;
      const hint = 'compute the phase from the row of LDS in both gathers and reads';
      return diagnose(messages.notation.parameter(what, hint));
    }
  }
  return undefined;
}

function otherUse(uses: readonly WaveUse[]): Diagnostic | undefined {
  const other = uses.find(({ kind }) => kind === 'other');
  if (other === undefined) return undefined;
  const what = `${other.name} is neither a read nor a gather: it keeps the columns without the swizzle`;
  return diagnose(messages.notation.parameter(what, 'swizzle its column too, or leave the tile'));
}
