/**
 * Why accesses conflict under a layout that was meant to prevent it, in the words of the layout.
 *
 *     xor, 4 phases, 16 B units, gfx942 ds_read_b128 of 16 rows of 128 B
 *     period   rows 0 and 4 are moved the same way: the key repeats after 4 rows, and the phase takes rows 0 to 7
 *
 * The words on the fullest bank of the worst phase go back to their rows and units. Two of them are of one row; or of
 * rows with the same key, or the pitch brings to the same bank; or of rows that are moved apart, but onto each
 * other. Each finding is one of these, with the numbers that make it so. What the whole layout does is added: units of
 * another width than the accesses, keys that serve another number of banks, one access served and another not.
 */
import { opcodeAt } from '../access/opcodes.ts';
import { type AccessTrace, singleAccess } from '../access/trace.ts';
import { explainAccess } from '../conflict/explain.ts';
import type { AccessExplanation, PhaseExplanation } from '../conflict/explanation.ts';
import { simulate } from '../conflict/simulate.ts';
import {
  movedUnit,
  type Padding,
  rowBytes,
  type RowKey,
  type RowLayout,
  type Tile,
  type TileLayout,
} from '../layout/tile/tile-layout.ts';
import type { ConflictModel } from '../machine/machine.ts';
import { laneRanges } from '../machine/phases.ts';
import { columnText } from '../layout/tile/packed-tile.ts';
import { makeCounter } from './count.ts';
import { placeElements } from './placement.ts';
import { type Problem, type ProblemAccess, type Target, unitOf } from './problem.ts';

export type CauseKind =
  /** Nothing moves the rows apart. */
  | 'no-swizzle'
  /** Row pitch or its multiples are whole bank periods. */
  | 'padding-period'
  /** Words of one row, which a row key moves together. */
  | 'one-row'
  /** The key repeats before the rows of a phase end. */
  | 'period'
  /** Rows of a phase differ in row bits that the key does not see. */
  | 'row-bits'
  /** The key moves by whole bank periods. */
  | 'key-above-banks'
  /** Different keys, but different units as well: they land on one place. */
  | 'moved-together'
  /** Units are not as wide as the widest access. */
  | 'unit'
  /** It would be free of conflicts with another number of banks. */
  | 'banks'
  /** Other accesses are served. */
  | 'one-served';

interface Cause {
  readonly kind: CauseKind;
  readonly text: string;
}

/** One access that conflicts on one target. */
export interface Finding {
  readonly target: string;
  readonly access: string;
  readonly conflicts: number;
  readonly ways: number;
  /** Lanes and elements that meet. */
  readonly example: string;
  readonly causes: readonly Cause[];
}

/** Findings for each access that conflicts; empty when none does. The layout is legal for the problem. */
export function explainLayout(problem: Problem, layout: TileLayout): Finding[] {
  const counter = makeCounter(problem);
  const counts = counter.count(placeElements(layout));
  return problem.targets.flatMap((target, t) => {
    const list = counts[t] ?? [];
    const served = problem.accesses.filter((_, a) => list[a]?.conflicts === 0);
    let first = 0;
    return problem.accesses.flatMap((access, a) => {
      const rows = [first, (first += access.instances)] as const;
      const count = list[a];
      if (count === undefined || count.conflicts === 0) return [];
      const worst = worstRow(counter.trace, rows, target);
      const explained = worst === undefined ? undefined : explain(counter.trace, worst, target);
      if (worst === undefined || explained === undefined) return [];
      const meeting = meetingOf(problem, access, worst - rows[0], explained);
      if (meeting === undefined) return [];
      const subject: Subject = { problem, access, target, layout, explained, ...meeting };
      return [
        {
          target: target.machine.name,
          access: access.name,
          conflicts: count.conflicts,
          ways: count.ways,
          example: exampleOf(problem.tile, subject),
          causes: [
            ...placeCauses(subject),
            ...unitCause(subject),
            ...banksCause(subject, counter.trace, worst),
            ...servedCause(subject, served),
          ],
        },
      ];
    });
  });
}

/** A word that competes, by the element at which one of its lanes begins. */
interface Word {
  readonly lanes: readonly number[];
  readonly row: number;
  readonly column: number;
}

interface Meeting {
  readonly phase: PhaseExplanation;
  readonly bank: number;
  readonly words: readonly Word[];
  /** Rows of the tile that the phase takes. */
  readonly rows: readonly number[];
}

interface Subject extends Meeting {
  readonly problem: Problem;
  readonly access: ProblemAccess;
  readonly target: Target;
  readonly layout: TileLayout;
  readonly explained: AccessExplanation;
}

const LDS_BYTES = 2 ** 22;

/** The row of the trace with most ways. */
function worstRow(
  trace: AccessTrace,
  [first, end]: readonly [number, number],
  { machine, model }: Target,
): number | undefined {
  const { worstWays } = simulate(trace, machine, model, { ldsBytes: LDS_BYTES });
  let worst: number | undefined;
  for (let row = first; row < end; row++) {
    if ((worstWays[row] ?? 0) > (worst === undefined ? 1 : (worstWays[worst] ?? 0))) worst = row;
  }
  return worst;
}

function explain(
  trace: AccessTrace,
  row: number,
  { machine, model }: Target,
): AccessExplanation | undefined {
  return explainAccess(trace, row, machine, model, LDS_BYTES);
}

function meetingOf(
  { waveSize }: Problem,
  access: ProblemAccess,
  instance: number,
  { phases }: AccessExplanation,
): Meeting | undefined {
  const phase = phases.reduce<PhaseExplanation | undefined>(
    (best, one) => (one.ways > (best?.ways ?? 1) ? one : best),
    undefined,
  );
  const bank = phase?.banks.find(({ slots }) => slots === phase.ways);
  if (phase === undefined || bank === undefined) return undefined;
  const place = (lane: number): { row: number; column: number } => {
    const at = instance * waveSize + lane;
    return { row: access.rows[at] ?? 0, column: access.columns[at] ?? 0 };
  };
  const words = bank.words.map(({ lanes }) => ({ lanes, ...place(lanes[0] ?? 0) }));
  const rows = [...new Set(phase.lanes.map((lane) => place(lane).row))].sort((a, b) => a - b);
  return { phase, bank: bank.bank, words, rows };
}

function exampleOf(tile: Tile, { phase, bank, words }: Meeting): string {
  const lanes = words.map(({ lanes: list }) => list[0] ?? 0).sort((a, b) => a - b);
  const shown = words.slice(0, 4).map(({ row, column }) => `(${row}, ${columnText(tile, column)})`);
  const more = words.length > shown.length ? ' and so on' : '';
  return `phase ${phase.index + 1}: lanes ${laneRanges(lanes)} access ${words.length} words of bank ${bank}: ${shown.join(', ')}${more}`;
}

const periodBytes = ({ explained }: Subject): number => 4 * explained.rule.banks;

function placeCauses(subject: Subject): Cause[] {
  const { words, layout } = subject;
  const causes = new Map<CauseKind, Cause>();
  const add = (cause: Cause): void => {
    if (!causes.has(cause.kind)) causes.set(cause.kind, cause);
  };
  for (let i = 0; i < words.length; i++) {
    for (let j = 0; j < i; j++) {
      const [one, other] = [words[j], words[i]];
      if (one === undefined || other === undefined) continue;
      if (one.row === other.row) add(oneRow(subject, one, other));
      else if (layout.kind === 'rows') add(twoRows(subject, layout, one, other));
      else add(linearCause(subject.problem.tile, one, other));
    }
  }
  if (causes.has('moved-together') && layout.kind === 'rows') {
    for (const cause of repeatedKey(subject, layout)) add(cause);
  }
  return [...causes.values()];
}

/** Rows of the phase with one key, where no two of them meet: others take the places that they leave out. */
function repeatedKey(subject: Subject, layout: RowLayout): Cause[] {
  const { rows } = subject;
  const { key } = layout;
  if (key === undefined) return [];
  for (const [i, high] of rows.entries()) {
    const low = rows.slice(0, i).find((row) => movesAlike(layout, key, row, high));
    if (low !== undefined) return [alikeCause(subject, key, low, high)];
  }
  return [];
}

function movesAlike(
  { tile, unitBytes }: RowLayout,
  key: RowKey,
  one: number,
  other: number,
): boolean {
  const units = Math.floor(rowBytes(tile) / unitBytes);
  for (let unit = 0; unit < units; unit++) {
    if (movedUnit(key, one, unit, units) !== movedUnit(key, other, unit, units)) return false;
  }
  return true;
}

function oneRow(subject: Subject, one: Word, other: Word): Cause {
  const { tile } = subject.problem;
  const apart = Math.abs(other.column - one.column) * tile.elementBytes;
  return {
    kind: 'one-row',
    text:
      `${tile.elementBits === undefined ? 'Columns' : 'Bytes'} ${one.column} and ${other.column} of row ${one.row} are ${apart} B apart and conflict: the bank period is ` +
      `${periodBytes(subject)} B, a row has ${rowBytes(tile)} B, and a key moves a whole row.`,
  };
}

function linearCause(tile: Tile, one: Word, other: Word): Cause {
  const at = ({ row, column }: Word): string => `(${row}, ${columnText(tile, column)})`;
  return {
    kind: 'row-bits',
    text:
      `Elements ${at(one)} and ${at(other)} differ in row bits ${bits(one.row ^ other.row)} and ` +
      `column bits ${bits(one.column ^ other.column)}, and no bank bit of the layout depends on the difference.`,
  };
}

/** `0, 3` for 9; `none` for 0. */
function bits(mask: number): string {
  const set = Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => (mask >>> bit) & 1);
  return set.length === 0 ? 'none' : set.join(', ');
}

/** Words of two rows: what the key and the pitch do to them. */
function twoRows(subject: Subject, layout: RowLayout, one: Word, other: Word): Cause {
  const { tile, key, unitBytes, paddings } = layout;
  const units = Math.floor(rowBytes(tile) / unitBytes);
  const [low, high] = one.row < other.row ? [one, other] : [other, one];
  if (key === undefined) return pitchCause(subject, paddings, low.row, high.row);
  if (movesAlike(layout, key, low.row, high.row)) {
    return alikeCause(subject, key, low.row, high.row);
  }
  const unitOfWord = ({ column }: Word): number =>
    Math.floor((column * tile.elementBytes) / unitBytes);
  const [from, to] = [low, high].map((word) => {
    const unit = unitOfWord(word);
    return { unit, place: movedUnit(key, word.row, unit, units) };
  });
  const period = periodBytes(subject);
  const apart = ((to?.place ?? 0) - (from?.place ?? 0)) * unitBytes;
  if (from?.unit === to?.unit && apart !== 0 && apart % period === 0) {
    return {
      kind: 'key-above-banks',
      text:
        `The key moves rows ${low.row} and ${high.row} ${Math.abs(apart)} B apart, ${periodsText(Math.abs(apart) / period, period)}: ` +
        'those bits of the key do not change the bank.',
    };
  }
  return {
    kind: 'moved-together',
    text:
      `Unit ${from?.unit} of row ${low.row} goes to place ${from?.place}, unit ${to?.unit} of row ${high.row} to place ` +
      `${to?.place}: different keys, but on the same banks (period ${period} B, rows of ${rowBytes(tile)} B).`,
  };
}

/** `one bank period`, or `4 bank periods of 128 B`. */
function periodsText(count: number, periodBytes: number): string {
  return count === 1 ? 'one bank period' : `${count} bank periods of ${periodBytes} B`;
}

/** Rows that only their pitch separates. */
function pitchCause(
  subject: Subject,
  paddings: readonly Padding[],
  low: number,
  high: number,
): Cause {
  const { tile } = subject.problem;
  const row = rowBytes(tile);
  const period = periodBytes(subject);
  const distance = paddings.reduce(
    (sum, { intervalBytes, padBytes }) =>
      sum +
      padBytes *
        (Math.floor((high * row) / intervalBytes) - Math.floor((low * row) / intervalBytes)),
    (high - low) * row,
  );
  const turns = distance / period;
  const amount = Number.isInteger(turns)
    ? `exactly ${periodsText(turns, period)}`
    : `${distance % period} B more than whole bank periods of ${period} B, and their columns cancel the rest`;
  return {
    kind: paddings.length > 0 ? 'padding-period' : 'no-swizzle',
    text:
      `Rows ${low} and ${high} are ${distance} B apart, ${amount}` +
      (paddings.length > 0
        ? `: ${paddingText(paddings, row, distance - (high - low) * row)}.`
        : `, so their words are in the same bank.`),
  };
}

/** What padding does to two rows, with `between` bytes of it between them. Only pads after each row make a pitch. */
function paddingText(paddings: readonly Padding[], row: number, between: number): string {
  const [first, ...others] = paddings;
  if (first?.intervalBytes === row && others.length === 0)
    return `the padding (a pitch of ${row + first.padBytes} B) does not separate them`;
  const words = paddings.map((one) => `${one.padBytes} B after each ${one.intervalBytes} B`);
  const padding = `the padding (${words.join(', ')})`;
  return between === 0
    ? `${padding} has no pad between them`
    : `${padding} puts ${between} B between them, which does not separate them`;
}

/** Rows with one key: it repeats, or does not look at what makes them differ. */
function alikeCause({ rows }: Subject, key: RowKey, low: number, high: number): Cause {
  const span = `the phase takes ${rows.length} rows (${laneRanges(rows)})`;
  const meet = `Rows ${low} and ${high} have the same key`;
  switch (key.kind) {
    case 'xor': {
      const { phases, rowsPerPhase } = key;
      const sameGroup = Math.floor(low / rowsPerPhase) === Math.floor(high / rowsPerPhase);
      return sameGroup
        ? {
            kind: 'row-bits',
            text: `${meet}: ${rowsPerPhase} neighbouring rows share a key, and ${span}.`,
          }
        : {
            kind: 'period',
            text: `${meet}: the key repeats after ${phases} x ${rowsPerPhase} = ${phases * rowsPerPhase} rows, and ${span}.`,
          };
    }
    case 'xor-bits':
      return {
        kind: 'row-bits',
        text: `${meet}: they differ in row bits ${bits(low ^ high)}, which cancel in the key, and ${span}.`,
      };
    case 'xor-table': {
      const { length } = key.keys;
      const repeats = low % length === high % length;
      return repeats
        ? { kind: 'period', text: `${meet}: the table repeats after ${length} rows, and ${span}.` }
        : { kind: 'row-bits', text: `${meet}: the table has one key for both, and ${span}.` };
    }
    case 'rotate': {
      const sameGroup = Math.floor(low / key.rowsPerPhase) === Math.floor(high / key.rowsPerPhase);
      return sameGroup
        ? {
            kind: 'row-bits',
            text: `${meet}: ${key.rowsPerPhase} neighbouring rows have the same rotation, and ${span}.`,
          }
        : {
            kind: 'period',
            text: `${meet}: a rotation by ${key.step} per ${key.rowsPerPhase} rows repeats, and ${span}.`,
          };
    }
  }
}

/** Units wider or narrower than what the widest access moves. */
function unitCause({ problem, layout, access }: Subject): Cause[] {
  if (layout.kind !== 'rows' || layout.key === undefined) return [];
  const wanted = unitOf(problem);
  const { unitBytes } = layout;
  if (unitBytes === wanted) return [];
  const { name, widthBytes } = opcodeAt(access.op);
  return [
    {
      kind: 'unit',
      text:
        `Units are ${unitBytes} B, but the widest access moves ${wanted} B (${name} of ${access.name}: ${widthBytes} B): ` +
        (unitBytes > wanted
          ? `the ${unitBytes / wanted} vectors of a unit stay together.`
          : 'vectors are split, so accesses must be narrower.'),
    },
  ];
}

/** Whether the same addresses would do with the banks of another chip. */
function banksCause(
  { explained, target, access }: Subject,
  trace: AccessTrace,
  row: number,
): Cause[] {
  const { rule } = explained;
  const { waveSize } = trace;
  const addresses = trace.addressBytes.subarray(row * waveSize, (row + 1) * waveSize);
  const { op } = access;
  const request = opcodeAt(op).request;
  if (request === undefined) return [];
  const single = singleAccess(op, addresses, {
    waveSize,
    maskLow: trace.activeMask[2 * row] ?? 0,
    maskHigh: trace.activeMask[2 * row + 1] ?? 0,
  });
  const other = rule.banks === 64 ? 32 : 64;
  const table = { ...target.model.rules[waveSize], [request]: { ...rule, banks: other } };
  const model: ConflictModel = { ...target.model, rules: { [waveSize]: table } };
  const { bankConflict } = simulate(single, target.machine, model, { ldsBytes: LDS_BYTES });
  if (bankConflict[0] !== 0) return [];
  return [
    {
      kind: 'banks',
      text: `The layout is conflict-free with ${other} banks, but ${explained.opcode} on ${target.machine.name} uses ${rule.banks}.`,
    },
  ];
}

/** The other accesses to the buffer, which have no conflict. */
function servedCause({ access, target }: Subject, served: readonly ProblemAccess[]): Cause[] {
  if (served.length === 0) return [];
  const names = served.map(({ name, op }) => `${name} (${opcodeAt(op).name})`).join(', ');
  return [
    {
      kind: 'one-served',
      text: `On ${target.machine.name} the layout suits ${names} but not ${access.name} (${opcodeAt(access.op).name}).`,
    },
  ];
}
