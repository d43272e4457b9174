/** The same operand by every read and layout, what documents state of three reads, and the tile for the playground. */
import { findRule, opcodeAt, opcodeNumber, printIreeSwizzle } from '@ldscope/core';
import type { DataTable, ShownMatrix } from '@ldscope/render';
import { counted } from '../../controls/words.ts';
import { tableOf } from '../../picture/table-of.ts';
import { formulasOf } from './formulas.ts';
import {
  columnsFor,
  elementsOf,
  type LayoutKind,
  operandRead,
  type OperandRead,
  presets,
  type ReadParameters,
  readsFor,
  type ReadSide,
} from './model.ts';
import {
  axes,
  nameOf,
  type OperandName,
  operandNames,
  operandTitles,
  registerCount,
  sizeOf,
} from './registers.ts';

const orderTitles = { along: 'along rows', down: 'down columns' } as const;

/** A line for each read of each order that the tile's rows have room for, in every layout. */
export function readTable({ parameters, matrix }: OperandRead): DataTable {
  const { chip, columns } = parameters;
  const lines = (['along', 'down'] as const).flatMap((order) =>
    readsFor(chip, matrix, order)
      .filter((read) => columnsFor(matrix, order, read).includes(columns))
      .flatMap((read) => linesOf({ ...parameters, order, read })),
  );
  return tableOf(
    `Operand A of ${parameters.instruction} on ${chip}, rows of ${columns} elements`,
    lines,
    [
      ['k', ({ order }) => orderTitles[order]],
      'read',
      ['tile', ({ side }) => side.title],
      ['reads', ({ side }) => side.reads.length],
      'instructions',
      ['ways', ({ side }) => side.worstWays],
      ['cycles', ({ side }) => side.cycles],
      ['of them conflict', ({ side }) => side.conflicts],
      [
        'cycles per instruction',
        ({ side, instructions }) => Number((side.cycles / instructions).toFixed(1)),
      ],
    ],
  );
}

/** The layouts of one read; the best XOR where it is another than that of the row. */
function linesOf(parameters: ReadParameters) {
  const { order, read } = parameters;
  const { plain, other, instructions } = operandRead({ ...parameters, layout: 'padded' });
  const xor = operandRead({ ...parameters, layout: 'xor' }).other;
  const best = operandRead({ ...parameters, layout: 'best' }).other;
  const sides = [plain, other, xor, ...(best.title === xor.title ? [] : [best])];
  return sides.map((side) => ({ order, read, instructions, side }));
}

/** How a read is served: `4 x 16 lanes, 32 banks; measured`. */
export function ruleText({ machine, parameters }: OperandRead): string {
  const number = opcodeNumber(parameters.read);
  const request = number === undefined ? undefined : opcodeAt(number).request;
  const rule = request === undefined ? undefined : findRule(machine.models[0], 64, request);
  if (rule === undefined) return '';
  return `${parameters.read} on ${parameters.chip}: ${rule.phases.title}; ${rule.banks} banks; ${rule.evidence}.`;
}

export const ruleTable = (matrix: ShownMatrix): DataTable =>
  tableOf(`${nameOf(matrix)}: element e of a lane, quotients rounded down`, operandNames, [
    ['operand', (name) => operandTitles[name]],
    ['type', (name) => matrix[name]],
    ['elements', (name) => matrix.operands[name].elements],
    ['registers', (name) => registerCount(matrix, name)],
    ['products of an element', (name) => usesOf(matrix, name)],
    ['first index', (name) => `${axes[name][0]} = ${formulasOf(matrix, name).row}`],
    ['second index', (name) => `${axes[name][1]} = ${formulasOf(matrix, name).column}`],
    ...(matrix.blocks > 1
      ? [['which product', (name: OperandName) => blockText(matrix, name)] as const]
      : []),
  ]);

/** In how many products an element takes part; for C and D, how many are summed in one. */
function usesOf(matrix: ShownMatrix, name: OperandName): number {
  const [a, b] = [sizeOf(matrix, 'a'), sizeOf(matrix, 'b')];
  return { a: b.columns, b: a.rows, d: a.columns }[name];
}

function blockText(matrix: ShownMatrix, name: OperandName): string {
  const { block } = formulasOf(matrix, name);
  return block === undefined ? '' : `block = ${block}`;
}

const F16_ON_GFX942 = 'v_mfma_f32_16x16x16_f16';

const { talk, wave, gemm } = presets;

const claims: readonly (readonly [
  document: string,
  claim: string,
  parameters: ReadParameters,
  layout: LayoutKind,
  /** The instruction of the same rows and as wide a read on gfx942, where it lacks the document's own. */
  instead?: string,
])[] = [
  ['IREE talk', '16x16x16 f16, LD 128, b64: 16 ways', talk, 'plain'],
  ['IREE talk', 'LD 132: no conflict', talk, 'padded'],
  ['IREE talk', 'LD 64: advance 0 as well, so 16 ways', { ...talk, columns: 64 }, 'plain'],
  ['Wave', '16x16x32 f16, LD 64, b128: 4 ways', wave, 'plain', F16_ON_GFX942],
  ['Wave', 'XOR of 8 halves with row mod 8: no conflict', wave, 'xor', F16_ON_GFX942],
  ['GEMM notes', '32x32x8 f16, LD 32, b128: conflicts are not counted', gemm, 'plain'],
];

export function claimCounts() {
  return claims.map(([document, claim, parameters, layout, instead]) => ({
    document,
    claim,
    /** Ways and cycles by chip. */
    counts: (['gfx942', 'gfx950'] as const).map((chip) => {
      const read = operandRead({
        ...parameters,
        chip,
        instruction: (chip === 'gfx942' ? instead : undefined) ?? parameters.instruction,
        layout: layout === 'plain' ? parameters.layout : layout,
      });
      const { worstWays, cycles } = layout === 'plain' ? read.plain : read.other;
      return { ways: worstWays, cycles };
    }),
  }));
}

/** Statements of the documents on three reads, beside the counts for both chips. */
export function documentTable(): DataTable {
  const countText = ({ counts }: ReturnType<typeof claimCounts>[number], index: number): string =>
    `${counted(counts[index]?.ways ?? 0, 'way')}, ${counts[index]?.cycles ?? 0} cycles`;
  return tableOf('Three reads on two chips: ways, and cycles of the read', claimCounts(), [
    'document',
    ['statement', 'claim'],
    ['gfx942', (row) => countText(row, 0)],
    ['gfx950', (row) => countText(row, 1)],
  ]);
}

const elementNames: Readonly<Record<string, string>> = { xf32: 'f32', fp8: 'f8', f8f6f4: 'f8' };

/** The whole tile is written along its rows and read once. */
export function specificationOf(read: OperandRead, { layout, kind }: ReadSide): string {
  const { matrix, tile, parameters } = read;
  return [
    `name: operand A, ${{ plain: 'plain', padded: 'padded', xor: 'swizzled', best: 'swizzled' }[kind]}`,
    `element: ${elementNames[matrix.a] ?? matrix.a}`,
    `tile: ${tile.rows}x${tile.columns}`,
    ...layoutLine(layout, tile.columns, tile.elementBytes),
    'accesses:',
    '  - write: row-copy b64',
    ...(parameters.order === 'along'
      ? [
          `  - read: mfma-a ${nameOf(matrix)} b${8 * elementsOf(matrix, parameters.read) * tile.elementBytes}`,
        ]
      : downLines(read)),
    '',
  ].join('\n');
}

function layoutLine(
  { key, paddings, unitBytes }: ReadSide['layout'],
  columns: number,
  elementBytes: number,
): string[] {
  const [padding] = paddings;
  if (padding !== undefined) return [`layout: pad ${columns + padding.padBytes / elementBytes}`];
  if (key?.kind !== 'xor') return [];
  const text = printIreeSwizzle({
    kind: 'xor_shuffle',
    rowWidth: columns,
    accessWidth: unitBytes / elementBytes,
    ...(key.rowsPerPhase === 1 ? {} : { perPhase: key.rowsPerPhase }),
  });
  return [`layout: "${text}"`];
}

/** k down: blocks of M columns, each with the reads of the operand. */
function downLines({ matrix, parameters, tile, places }: OperandRead): string[] {
  const { m } = matrix;
  const { read } = parameters;
  const count = places.length;
  const block = count === 1 ? 'i' : `(i / ${count})`;
  const isTransposed = read.includes('_tr_');
  const step = isTransposed ? elementsOf(matrix, read) : 1;
  const piece = count === 1 ? '0' : step === 1 ? `(i % ${count})` : `(i % ${count} * ${step})`;
  const k = formulasOf(matrix, 'a').column.replaceAll(/\be\b/g, piece);
  const within = isTransposed
    ? {
        row: ' + (lane % 16) / 4',
        column: m === 16 ? 'lane % 4 * 4' : `lane / 16 % ${m / 16} * 16 + lane % 4 * 4`,
      }
    : { row: '', column: `lane % ${m}` };
  return [
    '  - name: operand',
    `    read: ${read}`,
    `    row: ${k}${within.row}`,
    `    column: ${block} * ${m} + ${within.column}`,
    `    repeat: ${(count * tile.columns) / m}`,
  ];
}
