/**
 * Random kernels that write a tile under a known layout and read it back, in the styles of several compilers.
 *
 * Written logically: every access computes its row and column, and `placed` turns the column into that of the layout.
 * What differs is the arithmetic (arith or affine, shifts or divisions), how the tile is filled (stores, direct-to-LDS
 * copies, computed values), how it is read, the shape of the allocation, and the layout.
 */
import { rowBytes, type RowKey, type RowLayout, type Tile } from '@ldscope/core';
import * as fc from 'fast-check';
import { kind } from '../arbitraries.ts';
import { powers } from '../../../../test/powers.ts';

export interface SwizzledKernel {
  readonly layout: RowLayout;
  readonly text: string;
  readonly buffer: string;
  /** Elements from row to row. */
  readonly pitch: number;
  readonly style: Style;
}

export interface Style {
  readonly element: 'i8' | 'f16' | 'f32';
  readonly fill: 'store' | 'copy' | 'computed';
  readonly arithmetic: 'arith' | 'shifts' | 'affine';
  /** XOR of units, or of the whole column with a multiple of the unit. */
  readonly bits: boolean;
  readonly flat: boolean;
  readonly flatSource: boolean;
  /** `operand`: 16 rows by 4 units of a wave; `linear`: row after row; `lanes`: a row for each lane. */
  readonly reader: 'operand' | 'linear' | 'lanes';
  readonly loops: boolean;
  readonly waves: number;
}

const bytesOf = { i8: 1, f16: 2, f32: 4 } as const;

/** Where readers and writers have a layout of their own: the kernel is wrong unless the two are equal. */
export interface Sides {
  readonly writer: RowLayout;
  readonly reader: RowLayout;
}

/** The text of a kernel. `width` elements are moved by each access. */
export function kernelText(tile: Tile, sides: Sides, style: Style, width: number): string {
  const { rows, columns } = tile;
  const { element, fill, flat, flatSource, reader, loops, waves } = style;
  const threads = 64 * waves;
  const pitch = pitchOf(sides.writer);
  const space = '#gpu.address_space<workgroup>';
  const lds = flat
    ? `memref<${rows * pitch}x${element}, ${space}>`
    : `memref<${rows}x${pitch}x${element}, ${space}>`;
  const global = flatSource
    ? `memref<${rows * columns}x${element}>`
    : `memref<${rows}x${columns}x${element}>`;
  const vec = `vector<${width}x${element}>`;
  const w = new Writer(style.arithmetic);
  const globalAt = (row: string, column: string): string =>
    flatSource ? w.add(w.multiply(row, columns), column) : `${row}, ${column}`;
  const ldsAt = (row: string, column: string): string =>
    flat ? w.add(w.multiply(row, pitch), column) : `${row}, ${column}`;
  const perPass = threads * width;
  const passes = (rows * columns) / perPass;
  // Each pass fills the next `perPass` elements.
  w.repeat(passes, loops, (pass) => {
    const linear = w.add(w.multiply('%t', width), w.multiply(pass, perPass));
    const [row, column] = [w.divide(linear, columns), w.modulo(linear, columns)];
    if (fill === 'copy') {
      const source = w.placed(sides.writer, row, column, style.bits, -1);
      const first = w.add(w.multiply(w.divide('%t', 64), 64 * width), w.multiply(pass, perPass));
      const uniform = w.op('gpu.subgroup_broadcast', `${first}, first_active_lane`);
      const target = flat
        ? uniform
        : `${w.divide(uniform, columns)}, ${w.modulo(uniform, columns)}`;
      w.line(
        `amdgpu.gather_to_lds %in[${globalAt(row, source)}], %tile[${target}] : ${vec}, ${global}, ${lds}`,
      );
      return;
    }
    const loaded = w.line(`vector.load %in[${globalAt(row, column)}] : ${global}, ${vec}`, true);
    const add = element === 'i8' ? 'arith.addi' : 'arith.addf';
    const value =
      fill === 'computed' ? w.line(`${add} ${loaded}, ${loaded} : ${vec}`, true) : loaded;
    const place = w.placed(sides.writer, row, column, style.bits, 1);
    w.line(`vector.store ${value}, %tile[${ldsAt(row, place)}] : ${lds}, ${vec}`);
  });
  if (fill === 'copy') w.line('amdgpu.memory_counter_wait load(0)');
  w.line('gpu.barrier');
  const read = (row: string, column: string): void => {
    const place = w.placed(sides.reader, row, column, style.bits, 1);
    const value = w.line(`vector.load %tile[${ldsAt(row, place)}] : ${lds}, ${vec}`, true);
    w.line(`vector.store ${value}, %out[${globalAt(row, column)}] : ${global}, ${vec}`);
  };
  const units = columns / width;
  if (reader === 'linear') {
    w.repeat(passes, loops, (pass) => {
      const linear = w.add(w.multiply('%t', width), w.multiply(pass, perPass));
      read(w.divide(linear, columns), w.modulo(linear, columns));
    });
  } else if (reader === 'lanes') {
    const row = w.modulo('%t', Math.min(threads, rows));
    w.repeat(units, loops, (unit) => read(row, w.multiply(unit, width)));
  } else {
    const lane = w.modulo('%t', 64);
    const across = Math.min(4, units);
    const wave = w.divide('%t', 64);
    const rowInWave = w.modulo(lane, 16);
    const unitInWave = across === 4 ? w.divide(lane, 16) : w.modulo(w.divide(lane, 16), across);
    w.repeat(Math.max(1, rows / (16 * waves)), loops, (block) => {
      const row = w.add(w.add(rowInWave, w.multiply(wave, 16)), w.multiply(block, 16 * waves));
      const inside = w.modulo(row, rows);
      w.repeat(units / across, loops, (step) => {
        read(inside, w.multiply(w.add(unitInWave, w.multiply(step, across)), width));
      });
    });
  }
  return `func.func @k(%in: ${global}, %out: ${global}) attributes {gpu.kernel, known_block_size = array<i32: ${threads}, 1, 1>} {
  %t = gpu.thread_id x
  %tile = memref.alloc() : ${lds}
${w.constants()}${w.text()}  return
}
`;
}

export function pitchOf({ tile, paddings }: RowLayout): number {
  return tile.columns + (paddings[0]?.padBytes ?? 0) / tile.elementBytes;
}

/** Longer loops stay loops, so that kernels stay small. */
const MOST_UNROLLED = 8;

/** Emits index arithmetic in a style. */
class Writer {
  readonly #lines: string[] = [];
  readonly #constants = new Set<number>([0, 1]);
  readonly #arithmetic: Style['arithmetic'];
  #next = 0;
  #indent = '  ';

  constructor(arithmetic: Style['arithmetic']) {
    this.#arithmetic = arithmetic;
  }

  text(): string {
    return this.#lines.join('');
  }

  constants(): string {
    return [...this.#constants].map((c) => `  %c${c} = arith.constant ${c} : index\n`).join('');
  }

  line(text: string, named = false): string {
    const name = named ? `%v${this.#next++}` : '';
    this.#lines.push(`${this.#indent}${named ? `${name} = ` : ''}${text}\n`);
    return name;
  }

  op(name: string, operands: string): string {
    return this.line(`${name} ${operands} : index`, true);
  }

  constant(value: number): string {
    this.#constants.add(value);
    return `%c${value}`;
  }

  apply(expression: string, ...operands: readonly string[]): string {
    const symbols = operands.map((_, i) => `s${i}`).join(', ');
    return this.line(
      `affine.apply affine_map<()[${symbols}] -> (${expression})>()[${operands.join(', ')}]`,
      true,
    );
  }

  add(a: string, b: string): string {
    return this.#arithmetic === 'affine'
      ? this.apply('s0 + s1', a, b)
      : this.op('arith.addi', `${a}, ${b}`);
  }

  multiply(a: string, factor: number): string {
    if (this.#arithmetic === 'affine') return this.apply(`s0 * ${factor}`, a);
    const shift = Math.log2(factor);
    return this.#arithmetic === 'shifts' && Number.isInteger(shift)
      ? this.op('arith.shli', `${a}, ${this.constant(shift)}`)
      : this.op('arith.muli', `${a}, ${this.constant(factor)}`);
  }

  divide(a: string, by: number): string {
    if (this.#arithmetic === 'affine') return this.apply(`s0 floordiv ${by}`, a);
    const shift = Math.log2(by);
    return this.#arithmetic === 'shifts' && Number.isInteger(shift)
      ? this.op('arith.shrui', `${a}, ${this.constant(shift)}`)
      : this.op('arith.divui', `${a}, ${this.constant(by)}`);
  }

  modulo(a: string, by: number): string {
    if (this.#arithmetic === 'affine') return this.apply(`s0 mod ${by}`, a);
    return this.#arithmetic === 'shifts' && Number.isInteger(Math.log2(by))
      ? this.op('arith.andi', `${a}, ${this.constant(by - 1)}`)
      : this.op('arith.remui', `${a}, ${this.constant(by)}`);
  }

  /** A loop, or its body as often. */
  repeat(count: number, loop: boolean, body: (index: string) => void): void {
    if ((!loop && count <= MOST_UNROLLED) || count === 1) {
      for (let i = 0; i < count; i++) body(this.constant(i));
      return;
    }
    const index = `%i${this.#next++}`;
    this.line(`scf.for ${index} = %c0 to ${this.constant(count)} step %c1 {`);
    this.#indent += '  ';
    body(index);
    this.#indent = this.#indent.slice(2);
    this.line('}');
  }

  /** The column at which the layout has an element, or (`sign` -1) the element that is at a column. */
  placed(layout: RowLayout, row: string, column: string, bits: boolean, sign: 1 | -1): string {
    const { key, unitBytes, tile } = layout;
    if (key === undefined) return column;
    const unit = unitBytes / tile.elementBytes;
    const units = rowBytes(tile) / unitBytes;
    const from = this.divide(column, unit);
    const rest = this.modulo(column, unit);
    if (key.kind === 'rotate') {
      const steps = this.modulo(this.multiply(this.divide(row, key.rowsPerPhase), key.step), units);
      const turn = sign === 1 ? steps : this.op('arith.subi', `${this.constant(units)}, ${steps}`);
      return this.add(this.multiply(this.modulo(this.add(from, turn), units), unit), rest);
    }
    const value = this.key(key, row);
    if (bits) return this.op('arith.xori', `${column}, ${this.multiply(value, unit)}`);
    return this.add(this.multiply(this.op('arith.xori', `${from}, ${value}`), unit), rest);
  }

  key(key: RowKey, row: string): string {
    switch (key.kind) {
      case 'xor':
        return this.modulo(this.divide(row, key.rowsPerPhase), key.phases);
      case 'xor-bits':
        return key.columns
          .map((column, bit) => this.multiply(this.modulo(this.divide(row, 2 ** bit), 2), column))
          .reduce((a, b) => this.op('arith.xori', `${a}, ${b}`));
      case 'xor-table': {
        // Tables of these kernels are an XOR of the row with a constant.
        const [flip = 0] = key.keys;
        return this.op(
          'arith.xori',
          `${this.modulo(row, key.keys.length)}, ${this.constant(flip)}`,
        );
      }
      case 'rotate':
        return '%c0';
    }
  }
}

function keysOf(units: number): fc.Arbitrary<RowKey | undefined> {
  if (units < 2) return fc.constant(undefined);
  const most = Math.log2(units);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(undefined) },
    {
      weight: 5,
      arbitrary: kind('xor', {
        phases: powers(1, most),
        rowsPerPhase: powers(0, 2),
      }),
    },
    {
      weight: 2,
      arbitrary: kind('rotate', {
        step: fc.integer({ min: 1, max: units - 1 }),
        rowsPerPhase: powers(0, 2),
      }),
    },
    {
      weight: 1,
      arbitrary: kind('xor-bits', {
        columns: fc.array(fc.integer({ min: 1, max: units - 1 }), { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(powers(1, most), fc.nat(units - 1)).map(([phases, flip]) => ({
        kind: 'xor-table' as const,
        keys: Array.from({ length: phases }, (_, row) => row ^ flip),
      })),
    },
  );
}

const styles: fc.Arbitrary<Style> = fc.record({
  element: fc.constantFrom('i8', 'f16', 'f32'),
  fill: fc.constantFrom('store', 'store', 'copy', 'computed'),
  arithmetic: fc.constantFrom('arith', 'shifts', 'affine'),
  bits: fc.boolean(),
  flat: fc.boolean(),
  flatSource: fc.boolean(),
  reader: fc.constantFrom('operand', 'linear', 'lanes'),
  loops: fc.boolean(),
  waves: fc.constantFrom(1, 2),
});

/** Kernels whose both sides have one layout. */
export const swizzledKernels: fc.Arbitrary<SwizzledKernel> = styles.chain((style) =>
  fc
    .record({
      rows: powers(4, 6),
      rowLength: powers(6, 8),
      vectorBytes: style.fill === 'copy' ? fc.constant(16) : fc.constantFrom(4, 8, 16),
      unitFactor: powers(0, 1),
      pad: style.fill === 'copy' ? fc.constant(0) : fc.constantFrom(0, 0, 8, 16, 32),
    })
    .chain(({ rows, rowLength, vectorBytes, unitFactor, pad }) => {
      const elementBytes = bytesOf[style.element];
      const tile: Tile = { rows, columns: rowLength / elementBytes, elementBytes };
      const unitBytes = Math.max(vectorBytes, 4) * unitFactor;
      return keysOf(rowLength / unitBytes).map((key): SwizzledKernel => {
        const paddings = pad === 0 ? [] : [{ intervalBytes: rowLength, padBytes: pad }];
        const plain: RowLayout = { kind: 'rows', tile, unitBytes: elementBytes, paddings };
        const layout: RowLayout = key === undefined ? plain : { ...plain, unitBytes, key };
        // Every work-item takes part in every pass.
        const waves = rows * rowLength >= 64 * style.waves * vectorBytes ? style.waves : 1;
        const own = { ...style, waves };
        const text = kernelText(
          tile,
          { writer: layout, reader: layout },
          own,
          vectorBytes / elementBytes,
        );
        return { layout, text, buffer: '%tile', pitch: pitchOf(layout), style: own };
      });
    }),
);
