/**
 * Kernels of asynchronous instructions that a GPU and this repository execute on the same data: products of `wgmma` in each type and
 * layout (`products.jsonl`, a case per line), and boxes that the copy unit loads (`boxes.jsonl`).
 *
 *     image -> shared memory -> one wgmma, or one copy -> accumulators, or shared memory -> out
 */
import type { TensorMap } from '@ldscope/ptx';
import { inputRows, inputText } from '../base/inputs.ts';
import { filled } from '../base/template.ts';
import { descriptor, type Operand } from './descriptor.ts';

export interface Case {
  readonly name: string;
  readonly text: string;
  /** What shared memory begins with. */
  readonly image: Uint8Array;
  readonly outBytes: number;
  readonly threads: number;
  /** A tensor map, and the tensor that it is of. */
  readonly map?: TensorMap;
  readonly tensor?: Uint8Array;
  /** Products: how accumulators are read. */
  readonly result?: 'f32' | 'f16' | 's32';
}

interface ProductRow {
  readonly name: string;
  readonly type: string;
  readonly result: 'f32' | 'f16' | 's32';
  readonly n: number;
  readonly a: Operand | 'registers';
  readonly b: Operand;
  /** Of operands that go along M and N. */
  readonly turned?: readonly [number, number];
  /** Of sparse products: which lanes hold the metadata. */
  readonly selector?: number;
}

interface BoxRow {
  readonly name: string;
  readonly map: TensorMap;
  readonly at: readonly number[];
  readonly moved: number;
  /** Of pixels. */
  readonly offsets?: readonly number[];
}

const SHARED_BYTES = 40960;
/** A word per thread, before the registers of A. */
const METADATA = SHARED_BYTES - 2048 - 512;

/** The same words on every machine. */
function* words(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

type Draw = (word: number) => number;

/** Random bits of a float with exponents around 0: sign, three bits of exponent, the whole fraction. */
const float =
  (bits: number, fraction: number, bias: number): Draw =>
  (word) => {
    const sign = (word >>> 31) << (bits - 1);
    const exponent = (bias - 2 + ((word >>> 28) & 3)) << fraction;
    return (sign | exponent | ((word >>> 2) & (2 ** fraction - 1))) >>> 0;
  };

const TYPES: Readonly<Record<string, { readonly bits: number; readonly draw: Draw }>> = {
  f16: { bits: 16, draw: float(16, 10, 15) },
  bf16: { bits: 16, draw: float(16, 7, 127) },
  tf32: { bits: 32, draw: float(32, 23, 127) },
  e4m3: { bits: 8, draw: float(8, 3, 7) },
  e5m2: { bits: 8, draw: float(8, 2, 15) },
};
const BYTES = { bits: 8, draw: (word: number): number => word >>> 24 };

/** One product of 64 x N, with accumulators from the image behind the operands. */
function productCase(row: ProductRow): Case {
  const { name, type, result, n, a, b, turned = [0, 0], selector } = row;
  const { bits, draw } = TYPES[type] ?? BYTES;
  const registers = result === 'f16' ? n / 4 : n / 2;
  const d = Array.from({ length: registers }, (_, i) => `%r${i + 10}`);
  const image = new Uint8Array(SHARED_BYTES);
  const view = new DataView(image.buffer);
  const random = words(name.length * 7919 + n);
  for (let at = 0; at < SHARED_BYTES; at += bits / 8) {
    const value = draw(random.next().value);
    if (bits === 8) view.setUint8(at, value);
    else if (bits === 16) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  if (selector !== undefined) putMetadata(view, bits, random);
  const isInteger = result === 's32';
  const sides = turned.slice(a === 'registers' ? 1 : 0);
  const signs = isInteger ? [] : [1, 1, ...(bits === 16 ? sides : [])];
  const k = (type === 'b1' ? 256 : 256 / bits) * (selector === undefined ? 1 : 2);
  const start = isInteger ? '5' : result === 'f16' ? '0x3c003c00' : '0x3f800000';
  const operands = [
    `{${d.join(', ')}}`,
    a === 'registers' ? '{%a0, %a1, %a2, %a3}' : '%rd5',
    '%rd6',
    ...(selector === undefined ? [] : ['%r5', selector]),
    '%p1',
    ...signs,
  ];
  const opcode = `wgmma.mma_async${selector === undefined ? '' : '.sp'}.sync.aligned`;
  const types = `${result}.${type}.${type}${type === 'b1' ? '.and.popc' : ''}`;
  const text = filled(inputText('hopper/product.ptx'), {
    used: registers + 10,
    starts: d.map((one) => `  mov.b32 ${one}, ${start};`).join('\n'),
    a: a === 'registers' ? '' : `add.u64 %rd5, %rd4, ${descriptor(a)};`,
    b: descriptor(b),
    instruction: `${opcode}.m64n${n}k${k}.${types} ${operands.join(', ')}`,
    bytes: 4 * registers,
    stores: d.map((one, i) => `  st.global.b32 [%rd3+${4 * i}], ${one};`).join('\n'),
  });
  return { name, text, image, outBytes: 512 * registers, threads: 128, result };
}

/** Which two of four elements a chunk has: indices that rise. Of tf32, which of two. */
const PAIRS = [0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110];
const HALVES = [0b0100, 0b1110];

function putMetadata(view: DataView, bits: number, random: Iterator<number, never>): void {
  const codes = bits === 32 ? HALVES : PAIRS;
  for (let at = METADATA; at < METADATA + 512; at++) {
    const code = (): number => codes[(random.next().value >>> 8) % codes.length] ?? 0;
    view.setUint8(at, code() | (code() << 4));
  }
}

const BOX_BYTES = 8192;

/** One box, loaded into the beginning of shared memory, which is stored to `out`. */
function boxCase({ name, map, at: corner, moved, offsets }: BoxRow): Case {
  const image = new Uint8Array(SHARED_BYTES).fill(0xa5);
  const rank = map.sizes.length;
  const bytes =
    rank === 1 ? (map.sizes[0] ?? 0) * 8 : (map.strides.at(-1) ?? 0) * (map.sizes.at(-1) ?? 0);
  const tensor = new Uint8Array(bytes);
  const random = words(rank * 31 + bytes);
  for (let at = 0; at < bytes; at++) tensor[at] = random.next().value >>> 24;
  // Small numbers, and halves between two of tf32.
  if (map.type >= 8)
    for (let at = 0; at + 8 <= bytes; at += 32)
      tensor.set([1, 2, 3, at & 128, 0, 0x10 + (at & 32), 0x80, 0x3f], at);
  const mode = offsets === undefined ? 'tile' : 'im2col';
  const behind = offsets === undefined ? '' : `, {${offsets.join(', ')}}`;
  const opcode = `cp.async.bulk.tensor.${rank}d.shared::cluster.global.${mode}.mbarrier::complete_tx::bytes`;
  const instruction = `${opcode} [%r1], [%rd5, {${corner.join(', ')}}], [%r5]${behind}`;
  const text = filled(inputText('hopper/box.ptx'), { moved, instruction });
  return { name, text, image, outBytes: BOX_BYTES, threads: 32, map, tensor };
}

export const cases: readonly Case[] = [
  ...inputRows<ProductRow>('hopper/products.jsonl').map(productCase),
  ...inputRows<BoxRow>('hopper/boxes.jsonl').map(boxCase),
];
