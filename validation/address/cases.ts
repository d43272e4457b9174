/**
 * Tiles with what touches them, and layouts of each: what address instructions are counted for.
 *
 * Rows and columns are formulas of the lane `t` and the instance `i` that are at once C and what the model evaluates, so
 * that both see the same kernel. An access is unrolled, as compilers unroll loops over registers.
 */
import {
  accessFromLanes,
  evaluateFormulas,
  machineNamed,
  makeProblem,
  opcodeNumber,
  paddedLayout,
  parseFormulas,
  plainLayout,
  type Problem,
  type RowKey,
  type Tile,
  type TileLayout,
} from '@ldscope/core';

export interface Walk {
  readonly isWrite: boolean;
  readonly bytes: 4 | 8 | 16;
  readonly instances: number;
  readonly row: string;
  readonly column: string;
}

export interface AddressCase {
  readonly name: string;
  readonly tile: Tile;
  readonly walks: readonly Walk[];
  /** Instances are rounds of loops that stay loops; by default they are unrolled. */
  readonly keepsLoops?: boolean;
}

/** What a walk touches, whether it reads or writes. */
export type Places = Omit<Walk, 'isWrite'>;

/** Lanes along the rows, `bytes` each, then down. */
export function rowsOf({ rows, columns, elementBytes }: Tile, bytes: Walk['bytes']): Places {
  const width = bytes / elementBytes;
  const perRow = columns / width;
  return {
    bytes,
    instances: (rows * perRow) / 64,
    row: perRow >= 64 ? `i / ${perRow / 64}` : `t / ${perRow} + i * ${64 / perRow}`,
    column: perRow > 64 ? `(i % ${perRow / 64} * 64 + t) * ${width}` : `t % ${perRow} * ${width}`,
  };
}

/** The operand of a matrix instruction with `m` rows: along the columns, then down. */
export function operandOf(
  { rows, columns, elementBytes }: Tile,
  bytes: Walk['bytes'],
  m: 16 | 32,
): Places {
  const width = bytes / elementBytes;
  const step = (64 / m) * width;
  const steps = columns / step;
  return {
    bytes,
    instances: (steps * rows) / m,
    row: `t % ${m} + i / ${steps} * ${m}`,
    column: `t / ${m} * ${width} + i % ${steps} * ${step}`,
  };
}

/** One column after the other, a row per lane. */
const columns = ({ columns: count }: Tile): Walk => ({
  isWrite: false,
  bytes: 4,
  instances: count,
  row: 't',
  column: 'i',
});

function gemm(
  rows: number,
  count: number,
  elementBytes: 1 | 2 | 4,
  write: 8 | 16,
  read: 4 | 8 | 16,
  m: 16 | 32,
): AddressCase {
  const tile = { rows, columns: count, elementBytes };
  const name = `${rows} x ${count}, ${elementBytes} B: rows of ${write} B, operand of ${m} rows by ${read} B`;
  return {
    name,
    tile,
    walks: [
      { isWrite: true, ...rowsOf(tile, write) },
      { isWrite: false, ...operandOf(tile, read, m) },
    ],
  };
}

const transposed: Tile = { rows: 64, columns: 32, elementBytes: 4 };

export const addressCases: readonly AddressCase[] = [
  gemm(16, 128, 2, 16, 8, 16),
  gemm(32, 64, 2, 16, 16, 16),
  gemm(64, 64, 2, 16, 16, 16),
  gemm(64, 64, 2, 8, 8, 32),
  gemm(64, 32, 2, 16, 16, 32),
  gemm(128, 32, 2, 16, 16, 32),
  gemm(32, 128, 1, 16, 8, 32),
  gemm(32, 32, 4, 16, 4, 32),
  gemm(64, 32, 4, 16, 4, 32),
  {
    name: '64 x 32, 4 B: rows of 16 B, columns of 4 B',
    tile: transposed,
    walks: [{ isWrite: true, ...rowsOf(transposed, 16) }, columns(transposed)],
  },
];

/** The problem that the model is asked. */
export function problemOf({ tile, walks, keepsLoops }: AddressCase, chip = 'gfx942'): Problem {
  const machine = machineNamed(chip);
  const accesses = walks.map((walk, index) => {
    const places = placesOf(walk);
    return accessFromLanes({
      name: `access ${index}`,
      op: opcodeNumber(`ds_${walk.isWrite ? 'write' : 'read'}_b${8 * walk.bytes}`) ?? 0,
      waveSize: 64,
      instances: walk.instances,
      ...(keepsLoops === true ? { round: (instance: number) => instance } : {}),
      place: (lane, instance) => ({
        row: places.rows[64 * instance + lane] ?? 0,
        column: places.columns[64 * instance + lane] ?? 0,
      }),
    });
  });
  return makeProblem(tile, accesses, [machine], 64);
}

function placesOf({ row, column, instances }: Walk): {
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
} {
  const count = 64 * instances;
  const program = parseFormulas(`row = ${row}; column = ${column};`, ['t', 'i']);
  const lanes = Array.from({ length: count }, (_, k) => k);
  const inputs = new Map([
    ['t', lanes.map((k) => k % 64)],
    ['i', lanes.map((k) => Math.floor(k / 64))],
  ]);
  const made = program.ok ? evaluateFormulas(program.value, inputs, count) : program;
  if (!made.ok) throw new Error(made.diagnostics[0]?.message);
  const { values } = made.value;
  const [rows, list] = [values.get('row'), values.get('column')];
  if (rows === undefined || list === undefined) throw new Error('both are defined');
  return { rows, columns: list };
}

export interface NamedLayout {
  readonly name: string;
  readonly layout: TileLayout;
}

/** Layouts of every kind that the search knows, the plain one first. */
export function layoutsOf({ tile }: AddressCase): NamedLayout[] {
  const row = tile.columns * tile.elementBytes;
  const keyed = (unitBytes: number, key: RowKey): TileLayout => ({
    kind: 'rows',
    tile,
    unitBytes,
    key,
    paddings: [],
  });
  const xors = [8, 16].flatMap((unit) =>
    [4, 8].flatMap((phases) =>
      [1, 2].map((rowsPerPhase) => ({
        name: `XOR of ${unit} B units with row / ${rowsPerPhase} mod ${phases}`,
        fits: row / unit >= phases,
        layout: keyed(unit, { kind: 'xor', phases, rowsPerPhase }),
      })),
    ),
  );
  const bits = Array.from({ length: Math.log2(tile.rows) }, (_, b) => [1, 2, 3][b] ?? 0);
  return [
    { name: 'plain', layout: plainLayout(tile) },
    ...[8, 16, 32].map((pad) => ({
      name: `pad of ${pad} B per row`,
      layout: paddedLayout(tile, row + pad),
    })),
    {
      name: 'pad of 16 B per two rows',
      layout: { ...plainLayout(tile), paddings: [{ intervalBytes: 2 * row, padBytes: 16 }] },
    },
    ...xors.filter(({ fits }) => fits).map(({ name, layout }) => ({ name, layout })),
    {
      name: 'XOR of 16 B units with row bits 1, 2, 3',
      layout: keyed(16, { kind: 'xor-bits', columns: bits }),
    },
    {
      name: 'XOR of 16 B units with a table of 4 rows',
      layout: keyed(16, { kind: 'xor-table', keys: [0, 3, 1, 2] }),
    },
    {
      name: '16 B units rotated by row',
      layout: keyed(16, { kind: 'rotate', step: 1, rowsPerPhase: 1 }),
    },
    { name: 'linear over GF(2)', layout: twisted(tile) },
  ];
}

/** Each bit of the row is XORed into two bits of the unit; the lowest bits of unit and row change places. */
function twisted(tile: Tile): TileLayout {
  const { rows, columns: count, elementBytes } = tile;
  const [columnBits, rowBits] = [Math.log2(count), Math.log2(rows)];
  const low = Math.log2(16 / elementBytes);
  const units = columnBits - low;
  const ofColumn = Array.from({ length: columnBits }, (_, b) => elementBytes * 2 ** b);
  const ofRow = Array.from({ length: rowBits }, (_, b) => {
    const own = elementBytes * 2 ** (columnBits + b);
    return b === 0 ? own : own ^ (16 * 2 ** (b % units)) ^ (16 * 2 ** ((b + 1) % units));
  });
  [ofColumn[low], ofRow[0]] = [ofRow[0] ?? 0, ofColumn[low] ?? 0];
  return linearTile(tile, [...ofColumn, ...ofRow]);
}

/** The layout with these bytes per bit of the column, then of the row. */
export function linearTile(tile: Tile, columnBytes: readonly number[]): TileLayout {
  const [columnBits, rowBits] = [Math.log2(tile.columns), Math.log2(tile.rows)];
  const inputs = [
    { name: 'column', bits: columnBits },
    { name: 'row', bits: rowBits },
  ];
  const bits = columnBits + rowBits + Math.log2(tile.elementBytes);
  const layout = { inputs, outputs: [{ name: 'offset', bits }], columns: columnBytes, origin: 0 };
  return { kind: 'linear', tile, layout };
}
