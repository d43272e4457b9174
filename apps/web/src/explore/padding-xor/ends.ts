/** What limits padding and what limits an XOR, in sentences with the numbers of the tile. */
import { hintText, rowBytes } from '@ldscope/core';
import { termsFor } from '@ldscope/render';
import { grouped } from '../../controls/words.ts';
import type { CountedSide, PaddingModel } from './model.ts';
import { tileOf } from './controls.ts';
import { bestOf, conflictsOf, type PadPoint, type XorPoint } from './sweep.ts';

type Tag = Readonly<{ good: boolean; text: string }>;

const tag = (good: boolean, yes: string, no: string): Tag => ({ good, text: good ? yes : no });

export interface End {
  readonly title: string;
  readonly text: string;
  /** Whether the layout is within the limit, in a word; absent for what is not a limit. */
  readonly tag?: Tag;
}

function directText({ direct }: CountedSide): End[] {
  if (direct === undefined) return [];
  const [fault] = direct.faults;
  return [
    {
      title: 'Direct copies from global memory',
      tag: tag(fault === undefined, 'possible', 'not possible'),
      text:
        fault === undefined
          ? `${direct.instruction} can fill this layout: each instruction still writes one contiguous block.`
          : `${fault.message.replace(/^the copy: /, '')}.`,
    },
  ];
}

export function paddingEnds(model: PaddingModel, points: readonly PadPoint[]): End[] {
  const { machine, parameters, sides } = model;
  const [plain, side] = [sides.find(named('none')), sides.find(named('padding'))];
  const { counts } = side ?? {};
  if (plain?.counts === undefined || side === undefined || counts === undefined) return [];
  const { workgroup, sharedMemory, cycles } = termsFor(machine);
  const pitch = rowBytes(tileOf(parameters)) + parameters.padBytes;
  const { pieces } = counts.row;
  const before = plain.counts.row.pieces.text;
  const extra = side.bytes - plain.bytes;
  const [lost, had] = [counts.workgroups ?? 0, plain.counts.workgroups ?? 0];
  const whole = bestOf(points.filter((point) => point.whole));
  const any = bestOf(points);
  const size = (point: PadPoint | undefined): string =>
    point === undefined
      ? 'none'
      : `${point.padBytes} B (${grouped(conflictsOf(point))} conflict ${cycles})`;
  return [
    {
      title: 'Alignment',
      tag: tag(pieces.text === before, 'kept', 'lost'),
      text:
        pieces.text === before
          ? `Rows are ${pitch} B apart, aligned for ${before}: a vector along a row stays one instruction.`
          : `Rows are ${pitch} B apart and aligned to ${pieces.alignmentBytes} B only: ${before} becomes ${pieces.text}.`,
    },
    {
      title: 'Memory',
      tag: tag(lost === had, `still ${had}`, `${lost} instead of ${had}`),
      text: `${grouped(extra)} B more than ${grouped(plain.bytes)} (${((100 * extra) / plain.bytes).toFixed(1)} %): ${sharedMemory} holds ${lost} ${workgroup}s instead of ${had}${parameters.copies === 1 ? '' : `, ${parameters.copies} tiles each`}.`,
    },
    {
      title: 'Best amount',
      text: `The best padding up to ${points.at(-1)?.padBytes ?? 0} B that keeps vectors aligned is ${size(whole)}; the best at any alignment is ${size(any)}. It depends on the widths of both accesses and on the chip.`,
    },
    ...directText(side),
  ];
}

export function xorEnds(model: PaddingModel, points: readonly XorPoint[]): End[] {
  const { machine, parameters, sides, rowsOfTurn } = model;
  const { cycles } = termsFor(machine);
  const [plain, side] = [sides.find(named('none')), sides.find(named('xor'))];
  if (plain?.counts === undefined || side === undefined) return [];
  const { unitBytes, keys } = parameters;
  const units = rowBytes(side.layout.tile) / unitBytes;
  const before = [plain.counts.row.pieces.text, plain.counts.column.pieces.text];
  const now = [side.counts?.row.pieces.text, side.counts?.column.pieces.text];
  const torn = before.filter((text, i) => now[i] !== undefined && text !== now[i]);
  const [fault] = side.faults;
  const legal = points.flatMap(({ legal: one, ...point }) =>
    one === undefined ? [] : [{ ...one, ...point }],
  );
  const best = bestOf(legal.filter((point) => point.whole && point.keys > 1));
  const reached = banksOfColumn(model, side);
  const shared =
    rowsOfTurn === 1
      ? ''
      : ` ${rowsOfTurn} rows share a key because together they fill the banks once.`;
  return [
    {
      title: 'Powers of two',
      tag: tag(fault === undefined, 'legal', 'not legal'),
      text:
        fault === undefined
          ? `${units} units of ${unitBytes} B per ${rowsOfTurn === 1 ? 'row' : 'group of rows'}; ${keys} keys keep each unit inside it, so the tile needs the same ${grouped(side.bytes)} B.${shared}`
          : `${fault.message}. ${hintText(fault.hint)}.`,
    },
    {
      title: 'Units',
      tag: tag(torn.length === 0, 'whole', 'cut'),
      text:
        torn.length === 0
          ? `Each block of ${unitBytes} B stays together, so both accesses keep their instructions.`
          : `Units of ${unitBytes} B split wider vectors: ${torn.join(' and ')} ${torn.length === 1 ? 'becomes' : 'become'} ${now.filter((text, i) => text !== before[i]).join(' and ')}.`,
    },
    {
      title: 'Rows with different keys',
      text: `Rows that are ${keys * rowsOfTurn} apart have the same key: a column of ${parameters.columnWidth} B is spread over ${reached} ${reached === 1 ? 'bank' : 'banks'}.${best === undefined ? '' : ` The best XOR that keeps vectors whole has ${best.keys} keys and units of ${best.unitBytes} B, with ${grouped(conflictsOf(best))} conflict ${cycles}.`}`,
    },
    ...directText(side),
  ];
}

const named =
  (name: string) =>
  (side: CountedSide): boolean =>
    side.name === name;

/** Banks that hold something of the first column, as far as an access of it is wide. */
export function banksOfColumn(
  { machine, parameters }: PaddingModel,
  { offsets }: CountedSide,
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
