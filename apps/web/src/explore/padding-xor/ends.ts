/** What limits padding and what limits an XOR, in sentences with the numbers of the tile. */
import { hintText, rowBytes } from '@ldscope/core';
import { termsFor } from '@ldscope/render';
import { grouped } from '../../controls/words.ts';
import { roomText } from '../parts/tile-cells.ts';
import { tileOf } from './controls.ts';
import {
  bestOf,
  conflictsOf,
  type CountedSide,
  type PaddingModel,
  type PadPoint,
  type XorPoint,
} from './model.ts';

export interface End {
  readonly title: string;
  readonly text: string;
  /** Whether the layout is within the limit, in a word; absent for what is not a limit. */
  readonly tag?: Readonly<{ good: boolean; text: string }>;
}

const end = (title: string, text: string, good?: boolean, yes = '', no = ''): End => ({
  title,
  text,
  ...(good === undefined ? {} : { tag: { good, text: good ? yes : no } }),
});

function directEnd({ direct }: CountedSide): End[] {
  if (direct === undefined) return [];
  const [fault] = direct.faults;
  const text =
    fault === undefined
      ? `${direct.instruction} can fill this layout: each instruction still writes one contiguous block.`
      : `${fault.message.replace(/^the copy: /, '')}.`;
  const title = 'Direct copies from global memory';
  return [end(title, text, fault === undefined, 'possible', 'not possible')];
}

export function paddingEnds(model: PaddingModel, points: readonly PadPoint[]): End[] {
  const { machine, parameters, sides } = model;
  const [plain, side] = sides;
  if (plain?.counts === undefined || side?.counts === undefined) return [];
  const { workgroup, sharedMemory, cycles } = termsFor(machine);
  const pitch = rowBytes(tileOf(parameters)) + parameters.padBytes;
  const { pieces } = side.counts.row;
  const before = plain.counts.row.pieces.text;
  const extra = side.bytes - plain.bytes;
  const [lost, had] = [side.counts.workgroups, plain.counts.workgroups];
  const size = (point: ReturnType<typeof bestOf<PadPoint>>): string =>
    point === undefined
      ? 'none'
      : `${point.padBytes} B (${grouped(conflictsOf(point))} conflict ${cycles})`;
  return [
    end(
      'Alignment',
      pieces.text === before
        ? `Rows are ${pitch} B apart, aligned for ${before}: a vector along a row stays one instruction.`
        : `Rows are ${pitch} B apart and aligned to ${pieces.alignmentBytes} B only: ${before} becomes ${pieces.text}.`,
      pieces.text === before,
      'kept',
      'lost',
    ),
    end(
      'Memory',
      `${grouped(extra)} B more than ${grouped(plain.bytes)} (${((100 * extra) / plain.bytes).toFixed(1)} %): ${sharedMemory} holds ${lost} ${workgroup}s instead of ${had}${parameters.copies === 1 ? '' : `, ${parameters.copies} tiles each`}.`,
      lost === had,
      `still ${had}`,
      `${lost} instead of ${had}`,
    ),
    end(
      'Best amount',
      `The best padding up to ${points.at(-1)?.padBytes ?? 0} B that keeps vectors aligned is ${size(bestOf(points, ({ whole }) => whole))}; the best at any alignment is ${size(bestOf(points))}. It depends on the widths of both accesses and on the chip.`,
    ),
    ...directEnd(side),
  ];
}

export function xorEnds(model: PaddingModel, points: readonly XorPoint[]): End[] {
  const { machine, parameters, sides, rowsOfTurn } = model;
  const { cycles } = termsFor(machine);
  const [plain, , side] = sides;
  if (plain?.counts === undefined || side === undefined) return [];
  const { unitBytes, keys } = parameters;
  const units = rowBytes(side.layout.tile) / unitBytes;
  const textsOf = ({ counts }: CountedSide) => [
    counts?.row.pieces.text,
    counts?.column.pieces.text,
  ];
  const [before, now] = [textsOf(plain), textsOf(side)];
  const torn = before.filter((text, i) => now[i] !== undefined && text !== now[i]);
  const [fault] = side.faults;
  const best = bestOf(points, ({ whole }, point) => whole && point.keys > 1);
  const reached = banksOfColumn(model, side);
  const shared =
    rowsOfTurn === 1
      ? ''
      : ` ${rowsOfTurn} rows share a key because together they fill the banks once.`;
  return [
    end(
      'Powers of two',
      fault === undefined
        ? `${units} units of ${unitBytes} B per ${rowsOfTurn === 1 ? 'row' : 'group of rows'}; ${keys} keys keep each unit inside it, so the tile needs the same ${grouped(side.bytes)} B.${shared}`
        : `${fault.message}. ${hintText(fault.hint)}.`,
      fault === undefined,
      'legal',
      'not legal',
    ),
    end(
      'Units',
      torn.length === 0
        ? `Each block of ${unitBytes} B stays together, so both accesses keep their instructions.`
        : `Units of ${unitBytes} B split wider vectors: ${torn.join(' and ')} ${torn.length === 1 ? 'becomes' : 'become'} ${now.filter((text, i) => text !== before[i]).join(' and ')}.`,
      torn.length === 0,
      'whole',
      'cut',
    ),
    end(
      'Rows with different keys',
      `Rows that are ${keys * rowsOfTurn} apart have the same key: a column of ${parameters.columnWidth} B is spread over ${reached} ${reached === 1 ? 'bank' : 'banks'}.${best === undefined ? '' : ` The best XOR that keeps vectors whole has ${best.keys} keys and units of ${best.unitBytes} B, with ${grouped(conflictsOf(best))} conflict ${cycles}.`}`,
    ),
    ...directEnd(side),
  ];
}

/** Why a layout is not offered: it is illegal, or its tiles have no room. */
export function faultOf(
  { machine, parameters }: PaddingModel,
  { faults, fits, ldsBytes }: CountedSide,
): string | undefined {
  const [fault] = faults;
  if (fault !== undefined) return `Not legal: ${fault.message}.`;
  if (fits) return undefined;
  const text = roomText(ldsBytes, machine);
  return parameters.copies === 1
    ? text
    : text.replace('The tile has', `The ${parameters.copies} tiles have`).replace('does', 'do');
}

/** Banks that hold something of the first column, as far as an access of it is wide. */
export function banksOfColumn(
  { machine, parameters }: PaddingModel,
  { offsets }: Pick<CountedSide, 'offsets'>,
): number {
  const { rows, columns, elementBytes, columnWidth } = parameters;
  const banks = new Set<number>();
  for (let row = 0; row < rows; row++) {
    for (let element = 0; element < columnWidth / elementBytes; element++) {
      const word = Math.floor((offsets[row * columns + element] ?? 0) / 4);
      banks.add(word % machine.sharedMemory.banks.value);
    }
  }
  return banks.size;
}
