/**
 * Direct-to-LDS copies: hardware chooses the places, lane after lane, so the lanes exchange what they fetch.
 *
 *     before   lane 9 fetches column 8 of row 1 for place (1, 8)        element (1, 8)
 *     after    lane 9 fetches column 0 of row 1 for place (1, 8)        element (1, 0), whose place that is now
 *              lane 8 fetches column 8 of row 1 for place (1, 0)        element (1, 8)
 *
 * The claim is about the source as a function of the element: every element that a wave writes is fetched from where it
 * was fetched before. Work-items are all tried; block ids, loop variables and all else that a wave agrees on by one period
 * (`periods.ts`). Lanes may only exchange with lanes that take part under the same conditions: those are functions of
 * formulas which must have the same values in both lanes.
 *
 * A copy that depends on something that differs from lane to lane without a formula has to stay lane by lane as it was.
 */
import { operandSegments } from '../../ir/attribute-values.ts';
import type { Operation } from '../../ir/ir.ts';
import { add, type Expression, leavesOf, quotient, remainder, scale } from '../expression.ts';
import { elementColumn } from '../moved-column.ts';
import type { LocatedAccess } from '../rows.ts';
import { conditionsOf } from './conditions.ts';
import { type Budget, compile, domainsOf, everyValue } from './domains.ts';
import { type Decision, decideEqual, weakest } from './equations.ts';
import type { Origins } from './origins.ts';
import { decideInside, type Placing } from './placing.ts';
import type { ProofEnvironment, SideValues } from './values.ts';

/** A copy of one of the two kernels. */
interface CopySide {
  readonly located: LocatedAccess;
  readonly values: SideValues;
  readonly placing: Placing;
}

/** The copy of a lane, as formulas: the element that it writes, and its source. */
interface Transfer {
  readonly row: Expression;
  readonly column: Expression;
  /** The place in its row. */
  readonly place: Expression;
  /** Where the wave's first lane writes. */
  readonly start: Expression;
  readonly source: readonly Expression[];
}

export interface CopyQuestion {
  readonly before: CopySide;
  readonly after: CopySide;
  /** Elements that a lane transfers. */
  readonly slot: number;
  readonly bytes: number;
  readonly around: readonly Operation[];
  readonly origins: Origins;
  readonly environment: ProofEnvironment;
  readonly budget: Budget;
}

/** Whether a copy writes the elements that it wrote, from where they came. */
export function decideCopy(question: CopyQuestion): Decision {
  const { before, after, slot, bytes } = question;
  const [old, now] = [before, after].map((side) => transferOf(side, slot));
  if (old === undefined || now === undefined) return 'open';
  const same = decideLaneByLane(old, now, question);
  if (same === 'formula' || same === 'values') return same;
  // Other widths leave gaps between the lanes.
  if (bytes !== 4 && bytes !== 16) return 'open';
  const conditions = formulasAround(question);
  if (conditions === undefined) return 'open';
  const formulas = [old, now].flatMap(({ row, column, place, start, source }) => [
    row,
    column,
    place,
    start,
    ...source,
  ]);
  const all = [...formulas, ...conditions];
  const { origins } = question;
  const leaves = all.flatMap(leavesOf).filter(({ key }) => !isWorkItem(key));
  if (!leaves.every((leaf) => origins.isUniform(leaf))) return 'open';
  return exchange(question, old, now, conditions);
}

const isWorkItem = (key: string): boolean => /^thread\.[xyz]$/.test(key);

function transferOf({ located, values, placing }: CopySide, slot: number): Transfer | undefined {
  const { access, row, column } = located;
  const [, sourceIndices = []] = operandSegments(access.op);
  const start = add(scale(row, placing.pitch), column);
  const linear = add(start, scale(values.analysis.lane(), slot));
  const [slotRow, place] = [quotient(linear, placing.pitch), remainder(linear, placing.pitch)];
  const { move } = placing;
  return {
    row: slotRow,
    column: move === undefined ? place : elementColumn(move, slotRow, place),
    place,
    start,
    source: sourceIndices.map((index) => values.expressionOf(index)),
  };
}

/** Whether every lane writes the element that it wrote, from where it fetched it before. */
function decideLaneByLane(old: Transfer, now: Transfer, question: CopyQuestion): Decision {
  const { before, after, slot, origins, budget } = question;
  if (old.source.length !== now.source.length) return 'different';
  const pairs: readonly (readonly [Expression, Expression | undefined])[] = [
    [old.row, now.row],
    [old.column, now.column],
    ...old.source.map((index, i) => [index, now.source[i]] as const),
  ];
  const decided = pairs.map(([a, b]) => (b === undefined ? 'open' : decideEqual(a, b, budget)));
  const sides = [
    { placing: before.placing, ...old },
    { placing: after.placing, ...now },
  ];
  if (!sides.every(({ start }) => origins.isUniform(start))) return 'open';
  const inside = sides.map(({ placing, place }) => decideInside(place, slot, placing, budget));
  return weakest([...decided, ...inside]);
}

/** The formulas that decide which lanes take part, except for those that a wave agrees on; `undefined` for unknown ones. */
function formulasAround({ around, origins }: CopyQuestion): readonly Expression[] | undefined {
  const formulas = conditionsOf(around)?.map((value) => origins.formulasOf(value));
  if (formulas?.every((part) => part !== undefined) !== true) return undefined;
  return formulas.flat().filter((formula) => !origins.isUniform(formula));
}

/** Tries every work-item, and every value that a wave can agree on. */
function exchange(
  { before, after, slot, environment, budget }: CopyQuestion,
  old: Transfer,
  now: Transfer,
  conditions: readonly Expression[],
): Decision {
  const own = ({ row, column, place, start, source }: Transfer): readonly Expression[] => [
    row,
    column,
    place,
    start,
    ...source,
  ];
  const width = own(old).length;
  const formulas = [...own(old), ...own(now), ...conditions];
  const domains = domainsOf(formulas, budget);
  if (domains === undefined) return 'open';
  // Rows and sources have to grow in the same way; places and columns do not grow.
  for (const { leaf, growths } of domains) {
    if (isWorkItem(leaf.key) || growths === undefined) continue;
    for (let i = 0; i < width; i++) {
      const grows = growths[i] ?? 0;
      if (i === 3 ? false : grows !== growths[i + width]) return 'different';
      if ((i === 1 || i === 2) && grows !== 0) return 'open';
    }
  }
  const shared = domains.filter(({ leaf }) => !isWorkItem(leaf.key));
  const order = domains.map(({ leaf }) => leaf.key);
  const compiled = formulas.map((formula) => compile(formula, order));
  const wave = new WaveTable(environment, width, conditions.length);
  let decision: Decision = 'values';
  const positions = shared.map(({ leaf }) => order.indexOf(leaf.key));
  const values = new Float64Array(order.length);
  everyValue(shared, (chosen) => {
    for (const [i, position] of positions.entries()) values[position] = chosen[i] ?? 0;
    decision = wave.compare(compiled, order, values, { before, after, slot });
    return decision === 'values';
  });
  return decision;
}

interface Sides {
  readonly before: CopySide;
  readonly after: CopySide;
  readonly slot: number;
}

/** The formulas of the lanes of a wave, evaluated. */
class WaveTable {
  readonly #environment: ProofEnvironment;
  readonly #width: number;
  readonly #conditions: number;

  constructor(environment: ProofEnvironment, width: number, conditions: number) {
    this.#environment = environment;
    this.#width = width;
    this.#conditions = conditions;
  }

  /** Compares all waves of a workgroup for one choice of everything else. */
  compare(
    compiled: readonly ((values: Float64Array) => number)[],
    order: readonly string[],
    values: Float64Array,
    sides: Sides,
  ): Decision {
    const { block, waveSize } = this.#environment;
    const items = block[0] * block[1] * block[2];
    const ids = (['thread.x', 'thread.y', 'thread.z'] as const).map((key) => order.indexOf(key));
    const rows: Float64Array[] = [];
    for (let item = 0; item < items; item++) {
      const place = [
        item % block[0],
        Math.floor(item / block[0]) % block[1],
        Math.floor(item / (block[0] * block[1])),
      ];
      for (const [axis, at] of ids.entries()) if (at >= 0) values[at] = place[axis] ?? 0;
      const row = Float64Array.from(compiled, (formula) => formula(values));
      if (row.some(Number.isNaN)) return 'open';
      rows.push(row);
      if (rows.length < waveSize && item + 1 < items) continue;
      if (!this.#sameWave(rows, sides)) return 'different';
      rows.length = 0;
    }
    return 'values';
  }

  #sameWave(rows: readonly Float64Array[], { before, after, slot }: Sides): boolean {
    const width = this.#width;
    const [first] = rows;
    if (first === undefined) return true;
    const fetched = new Map<string, Float64Array>();
    for (const row of rows) {
      const start = row[3] === first[3] && row[3 + width] === first[3 + width];
      if (!start || !fits(row[2], before, slot) || !fits(row[2 + width], after, slot)) return false;
      fetched.set(`${row[0]} ${row[1]}`, row);
    }
    return rows.every((row) => {
      const other = fetched.get(`${row[width]} ${row[width + 1]}`);
      if (other === undefined) return false;
      for (let i = 4; i < width; i++) if (other[i] !== row[i + width]) return false;
      for (let i = 2 * width; i < 2 * width + this.#conditions; i++) {
        if (other[i] !== row[i]) return false;
      }
      return true;
    });
  }
}

/** True when what a lane writes at a place of a row is in one unit of the tile. */
function fits(place: number | undefined, { placing }: CopySide, slot: number): boolean {
  if (place === undefined || place < 0 || place + slot > placing.columns) return false;
  const unit = placing.move?.unit;
  return unit === undefined || (place % unit) + slot <= unit;
}
