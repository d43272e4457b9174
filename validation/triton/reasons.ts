/**
 * Why an access of a buffer is not conflict-free, from what meets on a bank: which rows and columns of the tile, and by
 * how much the encoding moved them.
 *
 *     phase 1: lanes 0, 6, 24, 30 access 4 different words of bank 0, 4 ways: k 0, n 0; k 1, n 8; k 2, n 16; k 3, n 24
 *     A phase reads 64 B of each of 4 rows, 256 B in all, on 16 of 64 banks. Rows 0, 1, 2, 3 are moved by 0, 16, 32,
 *     48 B, but what the phase takes of each is as wide as the same 16 banks, ...
 *
 * A word of the fullest bank is in a row of memory at `column ^ moved`. Two such words are of one row; or of rows that
 * are moved the same way; or of rows that are moved apart, but not to other banks. Each sentence is one of these, with the
 * numbers that make it so; nothing is said that is not computed from the access.
 */
import {
  type AccessExplanation,
  type AccessTrace,
  applyLayout,
  columnsOf,
  distributedToLinear,
  explainAccess,
  laneRanges,
  type Machine,
  opcodeAt,
  phaseOf,
  type PhaseExplanation,
} from '@ldscope/core';
import { type Placed, tileBytes } from './attribute.ts';
import { ENOUGH_LDS_BYTES } from './kernels.ts';
import type { SharedBuffer } from './ttgir.ts';

export interface Reason {
  /** Which lanes meet, in this one access. */
  readonly example: string;
  /** How much a phase moves, and on which banks it falls. */
  readonly coverage: string;
  /** Why, in terms of the encoding; accesses of one kind have the same. */
  readonly causes: readonly Cause[];
}

interface Cause {
  readonly title: string;
  readonly text: string;
}

/** A place in the tile; `column` is before the XOR with `moved`, both in bytes. */
interface Place {
  readonly row: number;
  readonly column: number;
  readonly moved: number;
}

/** What a phase moves of a row of memory. */
interface RowPart {
  readonly moved: number;
  /** Where the lanes begin, ascending. */
  readonly columns: readonly number[];
  /** The banks that their vectors cover. */
  readonly banks: ReadonlySet<number>;
}

interface Subject {
  readonly buffer: SharedBuffer;
  /** Bytes of a row that a lane holds one after the other. */
  readonly heldBytes: number;
  /** Banks of the chip: an access may see fewer. */
  readonly chipBanks: number;
  readonly rowBytes: number;
  readonly periodBytes: number;
  readonly banks: number;
  readonly widthBytes: number;
  readonly verb: string;
  /** The rows of the worst phase. */
  readonly parts: ReadonlyMap<number, RowPart>;
  /** The words that meet on its fullest bank. */
  readonly words: readonly Place[];
}

/** What makes a row of the trace conflict; `undefined` when nothing does. */
export function reasonOf(
  trace: AccessTrace,
  row: number,
  machine: Machine,
  placed: Placed,
): Reason | undefined {
  const explanation = explainAccess(trace, row, machine, undefined, ENOUGH_LDS_BYTES);
  if (explanation === undefined || explanation.bankConflict === 0) return undefined;
  const worst = explanation.phases.reduce((a, b) => (b.ways > a.ways ? b : a));
  const bank = worst.banks.find(({ slots }) => slots === worst.ways);
  if (bank === undefined || bank.words.length < worst.ways)
    throw new Error('lanes on one word are served one by one: there is no sentence for that');
  const words = bank.words.map(({ addressBytes }) => placeIn(placed, addressBytes));
  const { direction, name, widthBytes } = opcodeAt(trace.op[row] ?? 0);
  const { buffer } = placed;
  const subject: Subject = {
    buffer,
    heldBytes: name.includes('_tr_') ? widthBytes : heldBytes(buffer, direction === 'write'),
    chipBanks: machine.sharedMemory.banks.value,
    rowBytes: buffer.elementBytes * rowLength(buffer),
    periodBytes: 4 * explanation.rule.banks,
    banks: explanation.rule.banks,
    widthBytes,
    verb: direction === 'write' ? 'writes' : 'reads',
    parts: partsOf(worst, explanation, placed, widthBytes),
    words,
  };
  return {
    example: `${explanation.reasons[0] ?? ''}: ${words.map((word) => elementAt(buffer, word)).join('; ')}`,
    coverage: coverage(subject),
    causes: [
      ...narrowed(subject),
      ...ofOneRow(subject),
      ...movedAlike(subject),
      ...movedApart(subject),
    ],
  };
}

/** `m 16, k 4`. */
function elementAt({ operand, encoding, elementBytes }: SharedBuffer, place: Place): string {
  const [column, row] = encoding.order.map((d) => (operand === 'A' ? 'mk' : 'kn').charAt(d));
  return `${row} ${place.row}, ${column} ${place.column / elementBytes}`;
}

/** Elements in a row of memory. */
function rowLength({ encoding, shape }: SharedBuffer): number {
  return encoding.order[0] === 1 ? shape[1] : shape[0];
}

/** Bytes that neighbouring registers of a lane hold along a row of memory. */
function heldBytes(buffer: SharedBuffer, write: boolean): number {
  const layout = distributedToLinear(write ? buffer.stored : buffer.loaded, buffer.shape);
  if (!layout.ok) throw new Error('a layout that has no meaning');
  const along = buffer.encoding.order[0] ?? 0;
  const steps = new Set<number>();
  for (const bit of columnsOf(layout.value, 'register').keys()) {
    const element = applyLayout(layout.value, [2 ** bit, 0, 0, 0]);
    if (element[1 - along] === 0) steps.add(element[along] ?? 0);
  }
  let held = 1;
  while (steps.has(held)) held *= 2;
  return held * buffer.elementBytes;
}

/** Where an address is in the tile: XOR undoes itself. */
function placeIn({ buffer, baseBytes }: Placed, address: number): Place {
  const { encoding, elementBytes } = buffer;
  const length = rowLength(buffer);
  const offset = Math.floor(((address - baseBytes) % tileBytes(buffer)) / elementBytes);
  const row = Math.floor(offset / length);
  const moved = (encoding.vec * phaseOf(encoding, row)) % length;
  return {
    row,
    column: ((offset % length) ^ moved) * elementBytes,
    moved: moved * elementBytes,
  };
}

function partsOf(
  { lanes }: PhaseExplanation,
  { addressBytes, rule }: AccessExplanation,
  placed: Placed,
  widthBytes: number,
): Map<number, RowPart> {
  const parts = new Map<number, { moved: number; columns: Set<number>; banks: Set<number> }>();
  for (const lane of lanes) {
    const address = addressBytes[lane] ?? 0;
    const { row, column, moved } = placeIn(placed, address);
    const part = parts.get(row) ?? { moved, columns: new Set(), banks: new Set() };
    parts.set(row, part);
    part.columns.add(column);
    for (let byte = 0; byte < widthBytes; byte += 4)
      part.banks.add(Math.floor((address + byte) / 4) % rule.banks);
  }
  return new Map(
    [...parts]
      .sort(([a], [b]) => a - b)
      .map(([row, { moved, columns, banks }]) => [
        row,
        { moved, columns: [...columns].sort((a, b) => a - b), banks },
      ]),
  );
}

const list = (rows: readonly number[]): string =>
  rows.length > 4
    ? laneRanges([...rows].sort((a, b) => a - b)).replaceAll(',', ', ')
    : rows.join(', ');

const different = <T>(values: Iterable<T>): T[] => [...new Set(values)];

/** How often a length goes around the banks. */
function around(bytes: number, { periodBytes, banks }: Subject): string {
  const turns = bytes / periodBytes;
  return `${turns === 1 ? 'once' : `${turns} times`} around ${banks} banks (${periodBytes} B)`;
}

/** How much the worst phase moves of how many rows, and the banks that this falls on. */
function coverage(subject: Subject): string {
  const { parts, rowBytes, widthBytes, verb, banks } = subject;
  const shapes = different([...parts.values()].map(({ columns }) => shapeOf(columns, widthBytes)));
  const used = different([...parts.values()].flatMap((part) => [...part.banks])).length;
  const starts = [...parts.values()].reduce((total, { columns }) => total + columns.length, 0);
  const rows = parts.size === 1 ? 'one row' : `each of ${parts.size} rows`;
  return (
    `A phase ${verb} ${shapes.join(' or ')} of ${rows} (${list([...parts.keys()])}; a row is ${rowBytes} B), ` +
    `${starts * widthBytes} B in all, on ${used} of ${banks} banks.`
  );
}

/** An access that the XOR makes narrower than what a lane holds leaves gaps between lanes. */
function narrowed({ buffer, heldBytes: held, widthBytes }: Subject): Cause[] {
  const { vec, maxPhase } = buffer.encoding;
  if (maxPhase === 1 || held <= widthBytes || vec * buffer.elementBytes !== widthBytes) return [];
  return [
    {
      title: 'accesses are narrower than what a lane holds',
      text:
        `A lane holds ${held} B of a row, but the XOR moves units of vec = ${vec} x ${buffer.elementBytes} B, so an ` +
        `access is no wider than ${widthBytes} B, and lanes that are neighbours in a row are ${held} B apart.`,
    },
  ];
}

/** `64 B`, or `8 B at 16 places 16 B apart`. */
function shapeOf(columns: readonly number[], width: number): string {
  const [first = 0, second = first] = columns;
  const step = second - first;
  const regular = columns.every((column, i) => column === first + i * step);
  if (columns.length === 1 || (regular && step === width)) return `${columns.length * width} B`;
  return regular
    ? `${width} B at ${columns.length} places ${step} B apart`
    : `${width} B at ${columns.length} places`;
}

/** Words of one row: its XOR is the same for them, so they meet because their columns do. */
function ofOneRow(subject: Subject): Cause[] {
  const { words, rowBytes } = subject;
  const columns = different(words.map(({ row }) => row))
    .map((row) => words.filter((word) => word.row === row).map(({ column }) => column))
    .find((list) => list.length > 1);
  if (columns === undefined) return [];
  const apart = Math.abs((columns[1] ?? 0) - (columns[0] ?? 0));
  return [
    {
      title: 'columns of one row meet',
      text:
        `Columns ${apart} B apart in a row meet: a row goes ${around(rowBytes, subject)}, and all of it is moved ` +
        'by one XOR.',
    },
  ];
}

/** Rows with the same XOR whose words meet. */
function movedAlike(subject: Subject): Cause[] {
  const { words, buffer, rowBytes } = subject;
  const { perPhase, maxPhase } = buffer.encoding;
  const alike = different(words.map(({ moved }) => moved))
    .map((moved) => different(words.filter((word) => word.moved === moved).map(({ row }) => row)))
    .find((rows) => rows.length > 1);
  if (alike === undefined) return [];
  const columns = words.filter(({ row }) => alike.includes(row)).map(({ column }) => column);
  if (different(columns).length > 1 || (maxPhase === 1 && rowBytes % subject.periodBytes !== 0))
    throw new Error('rows with the same key conflict in different columns: no sentence for that');
  if (maxPhase === 1) {
    return [
      {
        title: 'no swizzle',
        text:
          `maxPhase = 1: no row is moved. A row goes ${around(rowBytes, subject)}, so a column is on the same ` +
          `bank in each of the rows ${list(alike)}.`,
      },
    ];
  }
  const groups = different(alike.map((row) => Math.floor(row / perPhase)));
  return [
    ...(groups.length < alike.length ? [withinGroup(subject)] : []),
    ...(groups.length > 1 ? [betweenGroups(subject, alike)] : []),
  ];
}

/** Rows of one `perPhase` group go around the banks more than once. */
function withinGroup(subject: Subject): Cause {
  const { buffer, rowBytes, periodBytes, banks, chipBanks } = subject;
  const { perPhase } = buffer.encoding;
  const group = perPhase * rowBytes;
  if (group <= periodBytes)
    throw new Error('rows of one group meet without going around the banks');
  const whole =
    chipBanks > banks && group === 4 * chipBanks
      ? `: once around all ${chipBanks} banks of the chip, but this access sees ${banks}`
      : '';
  return {
    title: 'rows of one perPhase wrap around the banks',
    text: `perPhase = ${perPhase} neighbouring rows have the same key and go ${around(group, subject)}${whole}.`,
  };
}

/** Rows of different groups with one XOR. */
function betweenGroups({ buffer, parts }: Subject, alike: readonly number[]): Cause {
  const { perPhase, maxPhase, kind } = buffer.encoding;
  const values = different([...parts.values()].map(({ moved }) => moved)).length;
  const counted = `the ${parts.size} rows of the phase have ${values} different XORs`;
  const title = 'more rows than XORs';
  const meet = `Rows ${list(alike)} begin on one bank and have the same key`;
  if (kind === 'swizzled_shared') {
    const repeats = perPhase * maxPhase;
    return {
      title,
      text: `${meet}: the XOR repeats after perPhase x maxPhase = ${repeats} rows; ${counted}.`,
    };
  }
  const terms = alike.map((row) => {
    const turn = Math.floor(row / perPhase);
    return `${turn % maxPhase} ^ ${Math.floor(turn / maxPhase) % maxPhase}`;
  });
  return {
    title,
    text: `${meet}: phase ^ block is ${terms.join(' and ')}; maxPhase = ${maxPhase}, and ${counted}.`,
  };
}

/** Rows with different XORs whose words meet all the same. */
function movedApart({ words, parts }: Subject): Cause[] {
  if (different(words.map(({ moved }) => moved)).length === 1) return [];
  const meeting = different(words.map(({ row }) => row)).sort((a, b) => a - b);
  const banks = meeting.map((row) => [...(parts.get(row)?.banks ?? [])].sort((a, b) => a - b));
  const moves = meeting.map((row) => parts.get(row)?.moved ?? 0);
  const rows = `Rows ${list(meeting)} are moved by ${moves.join(', ')} B`;
  const [span = []] = banks;
  const [lowest = 0] = moves;
  if (
    new Set(banks.map(String)).size > 1 ||
    moves.some((moved) => (moved ^ lowest) >= 4 * span.length)
  )
    throw new Error('rows that are moved apart meet in part only: no sentence for that');
  return [
    {
      title: 'the XOR stays within what a phase takes of a row',
      text:
        `${rows}, but what the phase takes of each is as wide as the same ${span.length} banks (${list(span)}), and these XORs ` +
        'differ only within that width.',
    },
  ];
}
