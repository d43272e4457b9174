/**
 * Lists of numbers as Rust writes them, as bytes.
 *
 *     [1u32, 0xFF, -2]                  three u32 of 4 bytes: one suffix gives the type of all
 *     [f32::NAN, f32::from_bits(1)]     two f32
 *
 * LIMITATIONS. Numbers with suffixes, `-` and `/`, constants of types (`MAX`, `NAN`, `PI`), `from_bits`, `from_f32`, `to_bits`:
 * what tests of instructions give as inputs and outputs.
 */
import { bits32, halfTable, high64, low64, toHalf } from '@ldscope/core/arithmetic';

export interface RustList {
  /** `u32`, `f32`, `f16`; numbers without a suffix are `i32` and `f64`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** One number; integers have all their bits. */
interface Value {
  readonly type: string | undefined;
  readonly value: number | bigint;
}

/** Bytes of a type's numbers; `undefined` for a name that is none. */
const bytesOf = (type: string): number | undefined => {
  const bits = Number(/^[iuf](8|16|32|64)$/.exec(type)?.[1]);
  return Number.isNaN(bits) ? undefined : bits / 8;
};

/** Reads `[a, b, ...]`; `undefined` for a text that is something else. */
export function readRustList(text: string): RustList | undefined {
  const words =
    text.match(
      /0x[\da-fA-F_]+(?:[iu]\d+)?|0b[01_]+(?:[iu]\d+)?|\d[\d_]*(?:\.[\d_]+)?(?:e[+-]?\d+)?(?:[iuf]\d+)?|[A-Za-z_]\w*|::|\S/g,
    ) ?? [];
  const reader = new Reader(words);
  const values = reader.list();
  if (values === undefined || !reader.isAtEnd) return undefined;
  const isFloat = values.some(({ value }) => typeof value === 'number');
  const type =
    values.map((one) => one.type).find((one) => one !== undefined) ?? (isFloat ? 'f64' : 'i32');
  const size = bytesOf(type);
  if (size === undefined) return undefined;
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  for (const [index, { value }] of values.entries()) {
    const bits = bitsOf(type, value);
    for (let byte = 0; byte < size; byte++)
      view.setUint8(index * size + byte, Number((bits >> BigInt(8 * byte)) & 255n));
  }
  return { type, bytes };
}

/** The numbers of a list: floats as they are, integers too. */
export function numbersOf(type: string, bytes: Uint8Array): (number | bigint)[] {
  const size = bytesOf(type) ?? 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / size }, (_, index) => {
    const at = index * size;
    switch (type) {
      case 'f64':
        return view.getFloat64(at, true);
      case 'f32':
        return view.getFloat32(at, true);
      case 'f16':
        return halfTable()[view.getUint16(at, true)] ?? 0;
      default: {
        let bits = 0n;
        for (let byte = 0; byte < size; byte++)
          bits |= BigInt(view.getUint8(at + byte)) << BigInt(8 * byte);
        return type.startsWith('i') ? BigInt.asIntN(8 * size, bits) : bits;
      }
    }
  });
}

function bitsOf(type: string, value: number | bigint): bigint {
  if (!type.startsWith('f')) return BigInt.asUintN(64, BigInt(value));
  const number = Number(value);
  if (type === 'f16') return BigInt(toHalf(number));
  if (type === 'f32') return BigInt(bits32(number) >>> 0);
  return (BigInt(high64(number) >>> 0) << 32n) | BigInt(low64(number) >>> 0);
}

class Reader {
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#words.length;
  }

  #take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at++;
    return true;
  }

  list(): Value[] | undefined {
    if (!this.#take('[')) return undefined;
    const values: Value[] = [];
    while (!this.#take(']')) {
      const value = this.#quotient();
      if (value === undefined) return undefined;
      values.push(value);
      if (!this.#take(',') && this.#words[this.#at] !== ']') return undefined;
    }
    return values;
  }

  #quotient(): Value | undefined {
    let left = this.#signed();
    while (left !== undefined && this.#take('/')) {
      const right = this.#signed();
      if (right === undefined) return undefined;
      left = { type: left.type ?? right.type, value: Number(left.value) / Number(right.value) };
    }
    return left;
  }

  #signed(): Value | undefined {
    if (!this.#take('-')) return this.#named();
    const value = this.#signed();
    return value && { ...value, value: -value.value };
  }

  /** A number, `f32::NAN`, `half::f16::from_f64(1.5)`, any of them with `.to_bits()`. */
  #named(): Value | undefined {
    const word = this.#words[this.#at] ?? '';
    let value = numberOf(word);
    if (value !== undefined) this.#at++;
    else {
      const path: string[] = [];
      do path.push(this.#words[this.#at++] ?? '');
      while (this.#take('::'));
      const [name = '', type = ''] = path.toReversed();
      if (this.#take('(')) {
        const inner = this.#words[this.#at] === ')' ? undefined : this.#quotient();
        if (!this.#take(')')) return undefined;
        value = callOf(type, name, inner);
      } else value = constantOf(type, name);
    }
    if (value === undefined || !this.#take('.')) return value;
    if (!this.#take('to_bits') || !this.#take('(') || !this.#take(')')) return undefined;
    const { type = 'f64' } = value;
    return { type: type.replace('f', 'u'), value: bitsOf(type, value.value) };
  }
}

/** `0xFFu32`, `1_000`, `2.5f32`, `1f32`. */
function numberOf(word: string): Value | undefined {
  const [, digits = '', type] = /^(0x[\da-fA-F_]+|0b[01_]+|\d[^iuf]*)([iuf]\d+)?$/.exec(word) ?? [];
  if (digits === '') return undefined;
  const plain = digits.replaceAll('_', '');
  const isFloat = !/^0[xb]/.test(plain) && (/[.e]/.test(plain) || type?.startsWith('f') === true);
  return { type, value: isFloat ? Number(plain) : BigInt(plain) };
}

function constantOf(type: string, name: string): Value | undefined {
  switch (name) {
    case 'NAN':
      return { type, value: NaN };
    case 'INFINITY':
      return { type, value: Infinity };
    case 'NEG_INFINITY':
      return { type, value: -Infinity };
    case 'PI':
      return { type: 'f32', value: Math.fround(Math.PI) };
    case 'MAX':
    case 'MIN': {
      const bits = BigInt(8 * (bytesOf(type) ?? 4));
      const [low, high] = type.startsWith('i')
        ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
        : [0n, (1n << bits) - 1n];
      return { type, value: name === 'MAX' ? high : low };
    }
    default:
      return undefined;
  }
}

function callOf(type: string, name: string, inner: Value | undefined): Value | undefined {
  if (name === 'max_value' && inner === undefined) return constantOf(type, 'MAX');
  if (inner === undefined) return undefined;
  if (name === 'from_f32' || name === 'from_f64') return { type, value: Number(inner.value) };
  if (name !== 'from_bits' || (type !== 'f16' && type !== 'f32')) return undefined;
  const word = Uint32Array.of(Number(inner.value));
  const value =
    type === 'f16' ? halfTable()[Number(inner.value) & 65535] : new Float32Array(word.buffer)[0];
  return { type, value: value ?? 0 };
}
