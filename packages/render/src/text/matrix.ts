/** The matrix instructions of a chip, and which lane and register of one holds which element. */
import {
  elementsPerLane,
  type Evidence,
  type Machine,
  matrixChipOf,
  type MatrixInstruction,
  matrixInstructions,
  matrixNames,
  operandPosition,
  type OperandPosition,
  type ResultPosition,
  resultPosition,
  wmmaElements,
  type WmmaInstruction,
  wmmaOf,
  wmmaOperand,
  wmmaResult,
} from '@ldscope/core';
import { hang } from './measure.ts';
import { counted } from './numbers.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';
import { table } from './table.ts';

/** What is shown of an instruction, whichever family it is of. */
export interface ShownMatrix {
  readonly names: readonly string[];
  readonly m: number;
  readonly k: number;
  readonly blocks: number;
  readonly a: string;
  readonly b: string;
  readonly d: string;
  readonly sparse: boolean;
  /** Cycles of a matrix core by 4; absent where they are not known. */
  readonly passes?: number;
  readonly evidence: Evidence;
  readonly source: string;
  readonly lanes: number;
  /** Elements of A, B and D that a lane holds, and which. */
  readonly operands: {
    readonly a: Operand<OperandPosition>;
    readonly b: Operand<OperandPosition>;
    readonly d: Operand<ResultPosition>;
  };
}

interface Operand<T> {
  readonly elements: number;
  readonly at: (lane: number, element: number) => T;
}

/** The matrix instructions of a machine, with their layouts; empty where it has none that we know. */
export function matricesOf({ name }: Machine): ShownMatrix[] {
  const chip = matrixChipOf(name);
  if (chip === undefined) return wmmaOf(name).map((row) => shownWmma(name, row));
  return matrixInstructions.flatMap((row) => {
    const names = matrixNames(row, chip);
    return names.length === 0 ? [] : [shownMfma(row, names, row.passes[chip])];
  });
}

/** Bytes of consecutive k that a lane holds before the next group of lanes goes on. */
const CHUNK_BYTES = 16;
const BYTES: Readonly<Record<string, number>> = { f64: 8, f32: 4, xf32: 4, f16: 2, bf16: 2 };

function shownMfma(
  row: MatrixInstruction,
  names: readonly string[],
  passes: number | undefined,
): ShownMatrix {
  const { m, k, blocks, a, b, d, sparse, evidence, source, chunkB } = row;
  const shape = { m, k, blocks };
  const kept = sparse ? { ...shape, k: k / 2 } : shape;
  const operand = (type: string, of: typeof shape, chunk?: number): Operand<OperandPosition> => {
    const elements = elementsPerLane(of).operand;
    const whole = Math.min(elements, chunk ?? CHUNK_BYTES / (BYTES[type] ?? 1));
    return { elements, at: (lane, element) => operandPosition(of, lane, element, whole) };
  };
  return {
    names,
    ...shape,
    a,
    b,
    d,
    sparse,
    ...(passes === undefined ? {} : { passes }),
    evidence,
    source,
    lanes: 64,
    operands: {
      a: operand(a, kept),
      b: operand(b, shape, chunkB),
      d: {
        elements: elementsPerLane(shape).result,
        at: (lane, element) => resultPosition(shape, lane, element, d === 'f64' ? 1 : 4),
      },
    },
  };
}

function shownWmma(chip: string, row: WmmaInstruction): ShownMatrix {
  const { name, k, a, b, d, evidence, source } = row;
  const { operand, result } = wmmaElements(chip, row);
  const input: Operand<OperandPosition> = {
    elements: operand,
    at: (lane, element) => wmmaOperand(chip, row, lane, element),
  };
  return {
    names: [name],
    m: 16,
    k,
    blocks: 1,
    a,
    b,
    d,
    sparse: false,
    evidence,
    source,
    lanes: 32,
    operands: {
      a: input,
      b: input,
      d: { elements: result, at: (lane, element) => wmmaResult(chip, lane, element) },
    },
  };
}

/** Every matrix instruction of a machine on a line. */
export function renderMatrices(
  { name }: Machine,
  matrices: readonly ShownMatrix[],
  options: TextOptions = {},
): string {
  const page = pageFor(options);
  const timed = matrices.some(({ passes }) => passes !== undefined);
  const lines = [
    page.paint('strong', `${name}: ${counted(matrices.length, 'matrix instruction')}`),
    ...table(
      [
        { title: 'instruction', least: 24, spared: true },
        { title: 'M x N x K', align: 'right' },
        { title: 'blocks', align: 'right' },
        { title: 'A', align: 'left' },
        { title: 'B', align: 'left' },
        { title: 'D', align: 'left' },
        ...(timed ? [{ title: 'passes', align: 'right', leaves: 2 } as const] : []),
        { title: 'a lane: A, B, D', align: 'right', leaves: 1 },
        { title: 'layout', align: 'left', leaves: 3 },
      ],
      matrices.map(({ names, m, k, blocks, a, b, d, passes, operands, evidence }) => ({
        cells: [
          { text: names[0] ?? '', style: 'strong' },
          { text: `${m} x ${m} x ${k}` },
          { text: String(blocks) },
          { text: a },
          { text: b },
          { text: d },
          ...(timed ? [{ text: passes === undefined ? '-' : String(passes) }] : []),
          { text: [operands.a, operands.b, operands.d].map(({ elements }) => elements).join(', ') },
          { text: evidence },
        ],
      })),
      page,
    ),
    ...hang(
      '  ',
      `${timed ? 'passes: 4 cycles of a matrix core each; ' : ''}a lane: elements that one lane holds. ` +
        `ldscope machine ${name} --matrix INSTRUCTION shows which.`,
      page.width,
    ).map((line) => page.paint('faint', line)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The lanes of one instruction. */
export function renderMatrix(
  { name }: Machine,
  matrix: ShownMatrix,
  options: TextOptions = {},
): string {
  const page = pageFor(options);
  const { names, m, k, blocks, sparse, passes, evidence, source, operands } = matrix;
  const [first = '', ...others] = names;
  const lines = [
    page.paint('strong', `${first} on ${name}`),
    ...hang(
      '  ',
      `D[${m}][${m}] (${matrix.d}) = A[${m}][${k}] (${matrix.a}) * B[${k}][${m}] (${matrix.b}) + C` +
        (blocks > 1 ? `, ${blocks} independent blocks` : '') +
        (passes === undefined ? '' : `, ${passes} passes`),
      page.width,
    ),
    ...(others.length === 0 ? [] : hang('  ', `also ${others.join(', ')}`, page.width)),
    ...(sparse
      ? hang('  ', 'sparse: A keeps two of each four k, here counted as they are kept', page.width)
      : []),
    ...(matrix.a === 'f8f6f4'
      ? hang('  ', 'shown for 8-bit data; narrower data lie in one run of k', page.width)
      : []),
    ...operandLines('A', operands.a, matrix, page),
    ...operandLines('B', operands.b, matrix, page),
    ...resultLines(matrix, page),
    ...hang('  ', `${evidence}: ${source}`, page.width).map((line) => page.paint('faint', line)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function operandLines(
  side: 'A' | 'B',
  { elements, at }: Operand<OperandPosition>,
  { lanes, blocks }: ShownMatrix,
  page: Page,
): string[] {
  const over = side === 'A' ? 'row' : 'column';
  return runLines(`${side}: ${elements} a lane`, lanes, page, (lane) => ({
    moving: at(lane, 0).row,
    moves: over,
    fixed: [
      ...(blocks > 1 ? [`block ${at(lane, 0).block}`] : []),
      `k ${ranges(elements, (element) => at(lane, element).k)}`,
    ],
  }));
}

function resultLines({ lanes, blocks, operands }: ShownMatrix, page: Page): string[] {
  const { elements, at } = operands.d;
  return runLines(`C, D: ${elements} a lane`, lanes, page, (lane) => {
    const rows = ranges(elements, (element) => at(lane, element).row);
    const held = new Set(Array.from({ length: elements }, (_, element) => at(lane, element).block));
    return {
      moving: at(lane, 0).column,
      moves: 'column',
      fixed: [...(blocks > 1 ? [`block ${[...held].join(', ')}`] : []), `row ${rows}`],
    };
  });
}

interface LaneText {
  /** What grows by one from lane to lane. */
  readonly moving: number;
  readonly moves: string;
  readonly fixed: readonly string[];
}

/** Blocks of many lanes are alike: of more runs than these the first and the last are shown. */
const MOST_RUNS = 8;
const FIRST_RUNS = 3;

/** Lanes that follow each other on a line: `lanes 0-15    row 0-15    k 0-3`. */
function runLines(
  title: string,
  lanes: number,
  page: Page,
  of: (lane: number) => LaneText,
): string[] {
  const lines: string[] = [];
  for (let first = 0; first < lanes;) {
    const start = of(first);
    let end = first + 1;
    for (; end < lanes; end++) {
      const { moving, fixed } = of(end);
      if (moving !== start.moving + end - first || fixed.join() !== start.fixed.join()) break;
    }
    const last = start.moving + end - first - 1;
    const span = `${start.moves} ${start.moving === last ? last : `${start.moving}-${last}`}`;
    const which = `lanes ${first}-${end - 1}`;
    lines.push(`  ${which.padEnd(13)} ${span.padEnd(14)} ${start.fixed.join('   ')}`);
    first = end;
  }
  const folded =
    lines.length > MOST_RUNS
      ? [...lines.slice(0, FIRST_RUNS), '  and so on, to', ...lines.slice(-1)]
      : lines;
  return [page.paint('strong', title), ...folded];
}

/** `0-3, 8-11` of what the elements are, in their order. */
function ranges(elements: number, of: (element: number) => number): string {
  const parts: string[] = [];
  for (let first = 0; first < elements;) {
    let end = first + 1;
    while (end < elements && of(end) === of(first) + end - first) end++;
    const [low, high] = [of(first), of(end - 1)];
    parts.push(low === high ? String(low) : `${low}-${high}`);
    first = end;
  }
  return parts.join(', ');
}
