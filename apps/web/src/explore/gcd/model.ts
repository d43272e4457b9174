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
  commonTiles,
  type CommonTile,
  type Machine,
  machineNamed,
  type RequestClass,
  rowAdvance,
  type RowAdvance,
} from '@ldscope/core';
import { instructionOf, lanes, serve, waveOf } from '../parts/one-access.ts';
import { elements, type GcdParameters } from './controls.ts';

export type GcdView = ReturnType<typeof gcdView>;

export function gcdView({ element, ld, rows, chip }: GcdParameters) {
  const machine = machineNamed(chip);
  const banks = machine.sharedMemory.banks.value;
  const pitchBytes = ld * elements[element];
  /** Of the first word of each row. */
  const bankOfRow = lanes(rows, (row) => Math.floor((row * pitchBytes) / 4) % banks);
  const rowsOnBank = lanes(banks, (bank) => bankOfRow.filter((one) => one === bank).length);
  /** `undefined` where rows do not begin at a word, so that the rule does not apply. */
  const rule: RowAdvance | undefined = rowAdvance(pitchBytes, banks, rows);
  return { machine, pitchBytes, banks, rule, bankOfRow, rowsOnBank };
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

/**
 * All instructions that move whole elements on the columns of the tile: what the rule says of its rows, what the machine makes of
 * it, and why the two differ.
 */
export function compared(parameters: GcdParameters) {
  const { machine, pitchBytes, rule, banks } = gcdView(parameters);
  const { rows, element } = parameters;
  return requests.flatMap((request) => {
    const opcode = instructionOf(machine, request);
    if (opcode === undefined || opcode.widthBytes < elements[element]) return [];
    const { widthBytes, name: instruction } = opcode;
    const addresses = lanes(
      waveOf(machine),
      (lane) => (lane % rows) * pitchBytes + Math.floor(lane / rows) * widthBytes,
    );
    const explanation = serve(machine, request, addresses);
    const ruleWays = rule?.ways;
    const aligned = addresses.every((address) => address % explanation.rule.alignmentBytes === 0);
    const agrees = aligned && ruleWays === Math.max(1, explanation.worstWays);
    const why = because(explanation, aligned, { banks, rows, widthBytes });
    return [{ request, instruction, explanation, ruleWays, agrees, because: why }];
  });
}

function because(
  { rule, phases }: AccessExplanation,
  aligned: boolean,
  { banks, rows, widthBytes }: Readonly<Record<'banks' | 'rows' | 'widthBytes', number>>,
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

/** Common tiles, and their padded forms, with as many rows on the banks of the chip. */
export function tileRows({ chip, rows }: Pick<GcdParameters, 'chip' | 'rows'>) {
  const banks = machineNamed(chip).sharedMemory.banks.value;
  return commonTiles.map((tile: CommonTile) => ({
    tile,
    rule: rowAdvance(tile.pitchBytes, banks, rows),
  }));
}

/** A tile of f32 along a row, lane after lane on the next bank, and down a column, by the same instruction. */
export const rowAndColumn = (machine: Machine, columns: number) =>
  (
    [
      ['row', 'tile[row][lane]', 4],
      ['column', 'tile[lane][col]', 4 * columns],
    ] as const
  ).map(([name, code, stride]) => {
    const addresses = lanes(waveOf(machine), (lane) => lane * stride);
    return { name, code, served: serve(machine, 'read.b32', addresses) };
  });

/** The widest read of the columns that the playground can open. */
export const openedRead = (parameters: GcdParameters) =>
  [64, 32, 16, 8].flatMap((bits) => {
    const text = tileText(parameters, bits / 8);
    return text === undefined ? [] : [{ bits, text }];
  })[0];

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
