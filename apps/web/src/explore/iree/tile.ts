/**
 * A tile of 16 or 32 rows under one of IREE's swizzle attributes: where an element goes, and what the operand's read makes of it.
 *
 *     xor_shuffle<128, 4, 128, 1>, f16, element [3][8]    offset 392 -> 388, byte 776, bank 2 of 32
 *     16 x 128, 4 halves a lane on gfx942                  480 conflict cycles as it is, none in groups of 4
 *
 * Lane l holds row l mod 16 and a group of columns floor(l / 16) of every four: the operand of a 16-row matrix instruction. Of
 * 32 rows it is row l mod 32 and one of two groups.
 * The tile is written as IREE derives it for a copy. Reads and writes are cut where the attribute's groups end.
 */
import {
  type AccessExplanation,
  decideSwizzle,
  derivedWriterLayout,
  elementOffset,
  explainAccess,
  findIreeTarget,
  groupsOf,
  ireeLayout,
  type IreeSwizzle,
  machineNamed,
  makeProblem,
  type Mitigation,
  nestedAccesses,
  type NestedLayout,
  nestedTrace,
  paddedLayout,
  periodFault,
  permutationFault,
  plainLayout,
  printIreeSwizzle,
  range,
  type RoundTrip,
  type RoundTripCost,
  roundTripCounter,
  rowStrideOf,
  rowWidthFault,
  type SwizzleDecision,
  swizzleOffset,
  type Tile,
  type TileLayout,
  verifierFault,
} from '@ldscope/core';

export const chips = ['gfx942', 'gfx950'] as const;
export type Chip = (typeof chips)[number];

/** By their size: a byte is what IREE packs two elements of 4 bits into. */
export const elements = ['f16', 'f32', 'fp8'] as const;
export type Element = (typeof elements)[number];

export const bytesOf: Readonly<Record<Element, number>> = { f16: 2, f32: 4, fp8: 1 };

export const elementText = (element: Element): string =>
  ({ f16: 'f16, bf16', f32: 'f32', fp8: 'fp8, int8, fp4 pairs' })[element];

/** Rows of the operand of a matrix instruction. */
export const ROWS = 16;
export const operandRows = [ROWS, 32] as const;

/** Groups of columns that lanes of a row hold side by side. */
export const groupsBeside = (rows: number): number => LANES / rows;
const LANES = 64;
const COPY_BYTES = 16;
/** What the padding pass of IREE's pipelines adds to a row. */
const PADDING_BYTES = 8;

export interface TileParameters {
  readonly chip: Chip;
  readonly element: Element;
  readonly rows: number;
  readonly columns: number;
  /** Elements that a lane reads side by side. */
  readonly read: number;
  readonly swizzle: IreeSwizzle;
}

interface NestedTiles {
  /** Waves that share the rows; each has its own where there are several. */
  readonly waves?: number;
  readonly batch: readonly number[];
  readonly outer?: readonly number[];
  readonly threads: readonly number[];
  readonly element: readonly number[];
  readonly strides: readonly number[];
}

/** Who holds what of a tile of two dimensions, in the words of `nested_layout`. */
export const nestedLayout = ({
  waves = 1,
  batch,
  outer = [1, 1],
  threads,
  element,
  strides,
}: NestedTiles): NestedLayout => ({
  subgroup_tile: [waves, 1],
  batch_tile: batch,
  outer_tile: outer,
  thread_tile: threads,
  element_tile: element,
  subgroup_strides: [waves > 1 ? 1 : 0, 0],
  thread_strides: strides,
});

/** IREE's derived layout of a copy; throws for a tile that has none: all are ours. */
export function copyLayout(
  shape: readonly number[],
  threads: number,
  element: Element,
): NestedLayout {
  const layout = derivedWriterLayout(shape, threads, 8 * bytesOf[element]);
  if (layout === undefined) throw new RangeError(`${shape.join(' x ')} cannot be dealt`);
  return layout;
}

interface Widths extends Pick<TileParameters, 'element' | 'rows' | 'columns'> {
  readonly chip: string;
  /** Elements per write and per read of a lane. */
  readonly writer: number;
  readonly reader: number;
}

/** The hint by the rules of IREE's pull request, or the rule that refuses it. */
export function hintFor({ chip, element, rows, columns, writer, reader }: Widths): SwizzleDecision {
  const banks = findIreeTarget(chip)?.banks;
  return decideSwizzle({
    shape: [rows, columns],
    elementBits: 8 * bytesOf[element],
    writerWidth: writer,
    readerWidth: reader,
    ...(banks === undefined ? {} : { banks }),
  });
}

interface Trip extends Pick<TileParameters, 'element' | 'rows' | 'columns'> {
  readonly chip: string;
  readonly writer: NestedLayout;
  readonly reader: NestedLayout;
  readonly threads?: number;
}

/** A tile on its way through LDS. */
export const tripOf = ({
  chip,
  element,
  rows,
  columns,
  threads = LANES,
  ...sides
}: Trip): RoundTrip => ({
  shape: [rows, columns],
  elementBits: 8 * bytesOf[element],
  ...sides,
  threads,
  subgroupSize: LANES,
  machine: machineNamed(chip),
});

/** What mitigations cost when it is written and read once; `undefined` where its accesses cannot be counted. */
export function costOfTrip(trip: Trip) {
  const counter = roundTripCounter(tripOf(trip));
  return counter.ok ? counter.value : undefined;
}

/** A mitigation in a word, of rows as long as this. */
export function mitigationText(mitigation: Mitigation, columns: number): string {
  switch (mitigation.kind) {
    case 'none':
      return `rows of ${columns}`;
    case 'padding':
      return `rows of ${columns + mitigation.elements}`;
    case 'swizzle':
      return printIreeSwizzle(mitigation.swizzle).replace('#iree_codegen.', '');
  }
}

/** The part of a wave's lanes in a tile: 16 rows, 4 groups of `read` elements, again and again along the row; or 32 rows, 2 groups. */
export function readerLayout(columns: number, read: number, rows: number = ROWS): NestedLayout {
  const beside = groupsBeside(rows);
  return nestedLayout({
    batch: [1, columns / (beside * read)],
    threads: [rows, beside],
    element: [1, read],
    strides: [1, rows],
  });
}

/** IREE's derived layout of a copy; where it has none, all rows at once like the reader, 16 bytes per lane. */
function writerLayout(rows: number, columns: number, elementBytes: number): NestedLayout {
  return (
    derivedWriterLayout([rows, columns], LANES, 8 * elementBytes) ??
    readerLayout(columns, COPY_BYTES / elementBytes, rows)
  );
}

export type TileModel = ReturnType<typeof tileModel>;

/** A layout of the tile. */
export type Side = TileModel['sides'][number];

export function tileModel(parameters: TileParameters) {
  const { chip, element, rows, columns, swizzle } = parameters;
  const machine = machineNamed(chip);
  const elementBytes = bytesOf[element];
  const tile = { rows, columns, elementBytes };
  const faults = faultsOf(swizzle, tile);
  const padding = PADDING_BYTES / elementBytes;
  const isPermutation =
    verifierFault(swizzle) === undefined &&
    permutationFault(swizzle, tile.rows * tile.columns) === undefined;
  const swizzled = isPermutation ? ireeLayout(swizzle, tile) : undefined;
  const side = (
    name: 'plain' | 'padded' | 'swizzled',
    layout: TileLayout,
    mitigation: Mitigation,
  ) => ({ name, layout, mitigation });
  return {
    parameters,
    machine,
    tile,
    problem: makeProblem(tile, [], [machine], LANES),
    attribute: printIreeSwizzle(swizzle),
    /** What is wrong with the attribute, or to be known about it. */
    faults,
    sides: [
      side('plain', plainLayout(tile), { kind: 'none' }),
      side('padded', paddedLayout(tile, (columns + padding) * elementBytes), {
        kind: 'padding',
        elements: padding,
      }),
      ...(swizzled?.ok === true
        ? [side('swizzled', swizzled.value, { kind: 'swizzle', swizzle })]
        : []),
    ],
  };
}

/** What a layout costs, written and read once by a wave; `undefined` where the accesses cannot follow it. */
export function sideCost({ parameters }: TileModel, side: Side): RoundTripCost | undefined {
  const { element, rows, columns, read } = parameters;
  const writer = writerLayout(rows, columns, bytesOf[element]);
  const cost = costOfTrip({ ...parameters, writer, reader: readerLayout(columns, read, rows) });
  return cost?.(side.mitigation);
}

/** The read of the operand under a layout, instruction by instruction. */
export function sideReads(
  { parameters, machine, tile }: TileModel,
  { layout, mitigation }: Side,
): AccessExplanation[] {
  const { rows, columns, elementBytes } = tile;
  const accesses = nestedAccesses(readerLayout(columns, parameters.read, rows), {
    shape: [rows, columns],
    subgroupSize: LANES,
    threads: LANES,
    direction: 'read',
    ...(mitigation.kind === 'swizzle' ? { mostElements: mitigation.swizzle.accessWidth } : {}),
  });
  if (!accesses.ok) return [];
  const trace = nestedTrace(accesses.value, {
    isa: machine.isa,
    waveSize: LANES,
    direction: 'read',
    elementBytes,
    addressOf: ([row = 0, column = 0]) => elementOffset(layout, row, column),
    name: 'read',
  });
  return range(trace.count)
    .map((row) => explainAccess(trace, row, machine, machine.models[0], Infinity))
    .filter((one) => one !== undefined);
}

function faultsOf(swizzle: IreeSwizzle, { rows, columns }: Tile): string[] {
  const count = rows * columns;
  const verifier = verifierFault(swizzle);
  if (verifier !== undefined) return [`IREE's verifier rejects it: ${verifier}`];
  return [
    permutationFault(swizzle, count),
    periodFault(swizzle, count),
    rowWidthFault(swizzle, columns),
  ].flatMap((fault) => (fault === undefined ? [] : [fault.message]));
}

/** A line of the arithmetic from an element to its bank. */
type AddressStep = Readonly<{ name: string; formula: string; value: number }>;

/** How the attribute takes an element to its bank; the last three lines are the hardware's. */
export function addressSteps(
  { element, columns, swizzle, chip }: TileParameters,
  row: number,
  column: number,
): AddressStep[] {
  const { rowWidth, accessWidth } = swizzle;
  const offset = row * columns + column;
  const start = offset - (offset % accessWidth);
  const group = Math.floor((start % rowWidth) / accessWidth);
  const swizzled = swizzleOffset(swizzle, offset);
  const bytes = bytesOf[element];
  const banks = machineNamed(chip).sharedMemory.banks.value;
  const moved = group + (swizzled - offset) / accessWidth;
  const word = Math.floor((swizzled * bytes) / 4);
  const lines: readonly (readonly [string, string, number])[] = [
    ['offset', `${row} * ${columns} + ${column}`, offset],
    ['start of its group', `${offset} - ${offset} mod ${accessWidth}`, start],
    ['group', `floor((${start} mod ${rowWidth}) / ${accessWidth})`, group],
    ...keySteps(swizzle, start, group, moved),
    ['offset, swizzled', `${offset} + (${moved} - ${group}) * ${accessWidth}`, swizzled],
    ['byte', `${swizzled} * ${bytes}`, swizzled * bytes],
    ['word', `floor(${swizzled * bytes} / 4)`, word],
    ['bank', `${word} mod ${banks}`, word % banks],
  ];
  return lines.map(([name, formula, value]) => ({ name, formula, value }));
}

/** What the attribute makes of the number of a group, which it moves to `moved`. */
function keySteps(
  swizzle: IreeSwizzle,
  start: number,
  group: number,
  moved: number,
): readonly (readonly [string, string, number])[] {
  const groups = groupsOf(swizzle);
  if (swizzle.kind === 'rotate_rows') {
    const { rowWidth } = swizzle;
    const key = Math.floor(start / rowWidth);
    return [
      ['row', `floor(${start} / ${rowWidth})`, key],
      ['group, moved', `(${key} + ${group}) mod ${groups}`, moved],
    ];
  }
  const [stride, perPhase] = [rowStrideOf(swizzle), swizzle.perPhase ?? 1];
  const key = Math.floor(Math.floor(start / stride) / perPhase) % groups;
  const quotient = `floor(${start} / ${stride}${perPhase === 1 ? '' : ` / ${perPhase}`})`;
  return [
    ['key', `${quotient} mod ${groups}`, key],
    ['group, moved', `${group} xor ${key}`, moved],
  ];
}

/** The tile as a specification for the playground, with accesses as wide as the layout allows. */
export function specificationOf(
  { element, rows, columns, read, swizzle }: TileParameters,
  name: Side['name'],
): string {
  const bytes = bytesOf[element];
  const layouts: Readonly<Record<Side['name'], string>> = {
    plain: '',
    padded: `layout: "pad ${columns + PADDING_BYTES / bytes}"\n`,
    swizzled: `layout: "${printIreeSwizzle(swizzle)}"\n`,
  };
  const most = {
    plain: COPY_BYTES / bytes,
    padded: PADDING_BYTES / bytes,
    swizzled: swizzle.accessWidth,
  }[name];
  const layoutLine = (what: string, verb: string, layout: NestedLayout): string => {
    const { width, row, column, repeat } = formulas(layout, most);
    const bits = 8 * bytes * width;
    return `  - { name: ${what}, ${verb}: b${bits}, row: ${row}, column: ${column}, repeat: ${repeat} }`;
  };
  return `name: operand, ${name}
element: ${element}
tile: ${rows}x${columns}
${layouts[name]}accesses:
${layoutLine('copy', 'write', writerLayout(rows, columns, bytes))}
${layoutLine('operand', 'read', readerLayout(columns, read, rows))}
`;
}

/** A layout of one wave as formulas of lane and instance, in pieces of at most a given number of elements. */
function formulas(
  { batch_tile, thread_tile, element_tile, thread_strides }: NestedLayout,
  most: number,
) {
  const [batchRows = 1, batchColumns = 1] = batch_tile;
  const [down = 1, along = 1] = thread_tile;
  const whole = element_tile.at(-1) ?? 1;
  const width = Math.min(whole, most);
  const pieces = whole / width;
  const thread = (d: 0 | 1, size: number): string => {
    const stride = thread_strides[d] ?? 1;
    if (size === 1) return '0';
    // The slowest of a wave needs no remainder.
    if (stride === 1) return `lane % ${size}`;
    return `lane / ${stride}`;
  };
  const sum = (...terms: readonly (string | undefined)[]): string =>
    terms.filter((term) => term !== undefined && term !== '0').join(' + ') || '0';
  const step = pieces === 1 ? 'i' : `(i / ${pieces})`;
  return {
    width,
    row: sum(
      thread(0, down),
      batchRows === 1
        ? undefined
        : `${batchColumns === 1 ? step : `(i / ${pieces * batchColumns})`} * ${down}`,
    ),
    column: sum(
      along === 1 ? undefined : `(${thread(1, along)}) * ${whole}`,
      batchColumns === 1
        ? undefined
        : `${batchRows === 1 ? step : `(${step} % ${batchColumns})`} * ${along * whole}`,
      pieces === 1 ? undefined : `(i % ${pieces}) * ${width}`,
    ),
    repeat: batchRows * batchColumns * pieces,
  };
}
