/**
 * The gcd rule on a tile, beside what the machine model counts for the instructions that read its columns.
 *
 *     LD = 128 f16    256 B = 64 words    64 mod 32 = 0    gcd 32    1 bank      16 rows, 16 ways
 *     LD = 132 f16    264 B = 66 words    66 mod 32 = 2    gcd  2    16 banks    16 rows, 1 way
 *
 * Lane l reads at row `l mod rows`, and groups of `rows` lanes are next to each other: how a wave reads an operand of a
 * matrix instruction from a tile that is contiguous along k.
 */
import {
  type AccessExplanation,
  type CommonTile,
  commonTiles,
  type Machine,
  machineNamed,
  type RequestClass,
  rowAdvance,
  type RowAdvance,
} from '@ldscope/core';
import { instructionOf, lanes, serve, waveOf } from '../parts/one-access.ts';
import { type Chip, elements, type GcdParameters } from './controls.ts';

export interface GcdView {
  readonly machine: Machine;
  readonly pitchBytes: number;
  readonly banks: number;
  /** The rule; `undefined` where rows do not begin at a word, so that it does not apply. */
  readonly rule: RowAdvance | undefined;
  /** Bank of the first word of each row. */
  readonly bankOfRow: readonly number[];
  /** Rows on each bank. */
  readonly rowsOnBank: readonly number[];
}

export function gcdView({ element, ld, rows, chip }: GcdParameters): GcdView {
  const machine = machineNamed(chip);
  const banks = machine.sharedMemory.banks.value;
  const pitchBytes = ld * elements[element];
  const bankOfRow = lanes(rows, (row) => Math.floor((row * pitchBytes) / 4) % banks);
  const rowsOnBank = lanes(banks, (bank) => bankOfRow.filter((one) => one === bank).length);
  return {
    machine,
    pitchBytes,
    banks,
    rule: rowAdvance(pitchBytes, banks, rows),
    bankOfRow,
    rowsOnBank,
  };
}

const requests: readonly RequestClass[] = [
  'read.b16',
  'read.b32',
  'read.b64',
  'read.b128',
  'write.b32',
  'write.b64',
  'write.b128',
];

/** One instruction on the columns of the tile: what the rule says of its rows, and what the machine makes of it. */
export interface Compared {
  readonly request: RequestClass;
  readonly instruction: string;
  readonly explanation: AccessExplanation;
  readonly ruleWays: number | undefined;
  readonly agrees: boolean;
  /** Why the two differ, or what they agree on. */
  readonly because: string;
}

/** All instructions that move whole elements. */
export function compared(parameters: GcdParameters): readonly Compared[] {
  const view = gcdView(parameters);
  const { machine, pitchBytes, rule, banks } = view;
  const { rows, element } = parameters;
  return requests.flatMap((request) => {
    const opcode = instructionOf(machine, request);
    if (opcode === undefined || opcode.widthBytes < elements[element]) return [];
    const { widthBytes } = opcode;
    const addresses = lanes(
      waveOf(machine),
      (lane) => (lane % rows) * pitchBytes + Math.floor(lane / rows) * widthBytes,
    );
    const explanation = serve(machine, request, addresses);
    const ruleWays = rule?.ways;
    const aligned = addresses.every((address) => address % explanation.rule.alignmentBytes === 0);
    return [
      {
        request,
        instruction: opcode.name,
        explanation,
        ruleWays,
        agrees: aligned && ruleWays === Math.max(1, explanation.worstWays),
        because: because(explanation, { aligned, banks, rows, widthBytes }),
      },
    ];
  });
}

interface Circumstances {
  readonly aligned: boolean;
  readonly banks: number;
  readonly rows: number;
  readonly widthBytes: number;
}

function because(
  { rule, phases }: AccessExplanation,
  { aligned, banks, rows, widthBytes }: Circumstances,
): string {
  if (!aligned) {
    return `rows are not ${rule.alignmentBytes}-byte aligned: the chip serves one lane after another, without phases`;
  }
  const most = (of: (lane: number) => number): number =>
    Math.max(...phases.map(({ lanes: own }) => new Set(own.map(of)).size));
  const together = most((lane) => lane % rows);
  const groups = most((lane) => Math.floor(lane / rows));
  const parts = [
    `${together} of ${rows} rows are in one phase${groups > 1 ? `, at ${groups} columns` : ''}`,
    ...(widthBytes > 4 ? [`a lane covers ${widthBytes / 4} banks`] : []),
    ...(rule.banks === banks ? [] : [`it sees ${rule.banks} of the ${banks} banks`]),
  ];
  return parts.join('; ');
}

/** Common tiles, and their padded forms, with `rows` rows on the banks of a chip. */
export type TileRow = Readonly<{ tile: CommonTile; rule: RowAdvance | undefined }>;

export function tileRows(chip: Chip, rows: number): readonly TileRow[] {
  const banks = machineNamed(chip).sharedMemory.banks.value;
  return commonTiles.map((tile) => ({ tile, rule: rowAdvance(tile.pitchBytes, banks, rows) }));
}

/** The widest read of the columns that the playground can open. */
export function openedRead(
  parameters: GcdParameters,
): { readonly bits: number; readonly text: string } | undefined {
  for (const bits of [64, 32, 16, 8]) {
    const text = tileText(parameters, bits / 8);
    if (text !== undefined) return { bits, text };
  }
  return undefined;
}

/** The column read as a tile specification; `undefined` when it is misaligned or its columns leave the row. */
export function tileText(
  { element, ld, rows, chip }: GcdParameters,
  widthBytes: number,
): string | undefined {
  const size = elements[element];
  const count = widthBytes / size;
  const groups = waveOf(machineNamed(chip)) / rows;
  if (count < 1 || groups * count > ld || (ld * size) % widthBytes !== 0) return undefined;
  return [
    `name: ${rows} rows of ${ld} ${element}, read down a column`,
    `element: ${element}`,
    `tile: ${rows}x${ld}`,
    'accesses:',
    `  - { name: column, read: b${8 * widthBytes}, row: lane % ${rows}, column: (lane / ${rows}) * ${count} }`,
    '',
  ].join('\n');
}
