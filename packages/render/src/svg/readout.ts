/**
 * The selection of a picture, in figures: for a line of text next to it that follows pointer and keyboard.
 *
 *     accessReadout(explanation, 0, { lane: 5 })
 *       lane 5 · address 0x0280 · bank 0 · phase 1 of 2 · 32 ways
 *
 * Phases are counted from 1, as steps are; lanes, banks and elements are the numbers that hardware and kernels have.
 */
import {
  type AccessExplanation,
  type BankRequest,
  type GlobalExplanation,
  laneRanges,
  type Tile,
} from '@ldscope/core';
import { hexAddress } from './bank-grid-frame.ts';
import type { Selection } from './selection.ts';
import type { TileCell, TileCells } from './tile-cells.ts';

/** `{ name: 'bank', value: '12' }`; without a name the value is a statement. */
export interface ReadoutField {
  readonly name: string;
  readonly value: string;
}

const field = (name: string, value: string | number): ReadoutField => ({
  name,
  value: String(value),
});
const statement = (value: string): ReadoutField => ({ name: '', value });

/** The first element that a lane moves, where the tile is known. */
export type ElementOf = (lane: number) => readonly [row: number, column: number] | undefined;

/** An access to shared memory: its lane, or its bank in the phase (from 0) that is shown; empty without a selection. */
export function accessReadout(
  explanation: AccessExplanation,
  shownPhase: number,
  { lane, bank }: Selection,
  elementOf: ElementOf = () => undefined,
): ReadoutField[] {
  if (lane !== undefined) return laneFields(explanation, lane, elementOf);
  if (bank !== undefined) return bankFields(explanation, shownPhase, bank);
  return [];
}

function laneFields(
  { addressBytes, phases, banksPerLane, rule }: AccessExplanation,
  lane: number,
  elementOf: ElementOf,
): ReadoutField[] {
  const address = addressBytes[lane];
  if (address === undefined) return [field('lane', lane), statement('takes no part')];
  const element = elementOf(lane);
  const phase = phases.find(({ lanes }) => lanes.includes(lane));
  const request = phase?.banks.find(({ words }) => words.some(({ lanes }) => lanes.includes(lane)));
  const word = request?.words.find(({ lanes }) => lanes.includes(lane));
  const first = request?.bank;
  const others = word?.lanes.filter((one) => one !== lane) ?? [];
  return [
    field('lane', lane),
    field('address', hexAddress(address)),
    ...(element === undefined ? [] : [field('element', `[${element.join(', ')}]`)]),
    ...(first === undefined ? [] : [bankField(first, banksPerLane, rule.banks)]),
    ...(phase === undefined ? [] : [phaseField(phase.index, phases.length)]),
    ...(request === undefined ? [] : [waysField(request.slots)]),
    ...(others.length === 0 ? [] : [statement(`same word as ${lanesText(others)}`)]),
  ];
}

function bankFields(
  { phases }: AccessExplanation,
  shownPhase: number,
  bank: number,
): ReadoutField[] {
  const request = phases[shownPhase]?.banks.find((one) => one.bank === bank);
  const head = [field('bank', bank), phaseField(shownPhase, phases.length)];
  if (request === undefined) return [...head, statement('no lane begins here')];
  return [...head, waysField(request.slots), ...wordsOf(request)];
}

const MOST_WORDS = 4;

function wordsOf({ words }: BankRequest): ReadoutField[] {
  const shown = words
    .slice(0, MOST_WORDS)
    .map(({ addressBytes, lanes }) => `${hexAddress(addressBytes)}: ${lanesText(lanes)}`);
  const rest = words.length - shown.length;
  return [field('words', `${shown.join('; ')}${rest > 0 ? `; ${rest} more` : ''}`)];
}

/** The cell of a tile that holds the element, or that the lane touches first; empty without a selection. */
export function tileReadout(
  { cells, banks, cellElements, service }: TileCells,
  { columns }: Pick<Tile, 'columns'>,
  { lane, bank, element }: Selection,
): ReadoutField[] {
  if (element === undefined && lane === undefined)
    return bank === undefined ? [] : [field('bank', bank)];
  const touched = (cell: TileCell): boolean => cell.lanes.some((one) => one.lane === lane);
  const cell =
    element === undefined
      ? cells.find(touched)
      : cells.find((one) => element >= one.element && element < one.element + cellElements);
  if (cell === undefined)
    return element === undefined
      ? [field('lane', lane ?? 0), statement('touches no cell here')]
      : [];
  const { row, column, addressBytes, lanes, slots } = cell;
  const shown = element === undefined ? column : element % columns;
  const own = lane === undefined ? lanes : lanes.filter((one) => one.lane === lane);
  const [first] = own;
  return [
    field('element', `[${row}, ${shown}]`),
    field('address', hexAddress(addressBytes)),
    bankField(cell.bank, cell.banks, banks),
    ...(first === undefined
      ? []
      : [
          field(own.length > 1 ? 'first of' : 'lane', lanesOfCell(own)),
          ...(first.phase === undefined ? [] : [field('phase', first.phase + 1)]),
        ]),
    ...(service === 'phases' && slots > 0 ? [waysField(slots)] : []),
  ];
}

function lanesOfCell(lanes: TileCell['lanes']): string {
  const [first] = lanes;
  const one = first === undefined ? '' : `${first.lane} of wave ${first.wave}`;
  return lanes.length > 1 ? `${lanes.length} lanes, lane ${one}` : one;
}

/** An access to global memory: its lane, with the lines that it fetches; empty without a selection. */
export function globalReadout(
  { addressBytes, blocks, instruction, model }: GlobalExplanation,
  { lane }: Selection,
): ReadoutField[] {
  if (lane === undefined) return [];
  const address = addressBytes[lane];
  if (address === undefined) return [field('lane', lane), statement('takes no part')];
  const own = blocks.flatMap(({ lanes }, index) => (lanes.includes(lane) ? [index + 1] : []));
  const [first] = own;
  const shared = new Set(
    blocks.flatMap(({ lanes }) =>
      lanes.includes(lane) ? lanes.filter((one) => one !== lane) : [],
    ),
  );
  return [
    field('lane', lane),
    field('address', hexAddress(address)),
    field('bytes', instruction.widthBytes),
    ...(first === undefined ? [] : [field(model.unit, `${own.join(', ')} of ${blocks.length}`)]),
    shared.size === 0
      ? statement('shared with no lane')
      : statement(`shared with ${lanesText([...shared].sort((a, b) => a - b))}`),
  ];
}

const phaseField = (index: number, count: number): ReadoutField =>
  field('phase', `${index + 1} of ${count}`);

const waysField = (slots: number): ReadoutField =>
  statement(slots === 1 ? '1 way: no conflict' : `${slots} ways`);

const bankField = (first: number, count: number, banks: number): ReadoutField =>
  count <= 1 ? field('bank', first) : field('banks', `${first}-${(first + count - 1) % banks}`);

const lanesText = (lanes: readonly number[]): string =>
  `lane${lanes.length > 1 ? 's' : ''} ${laneRanges(lanes)}`;
