/**
 * A public CUDA program as data: its source, how it is compiled, and launches of its kernels.
 *
 *     { kernel: 'transposeCoalesced', grid: [2, 2], block: [16, 16], args: [out(floats), in(floats), 64, 64], ... }
 *
 * A kernel is named by a part of its symbol. Arguments are pointers to arrays of their own, or numbers of 32 bits: `1.5` as a
 * float where it is written `f(1.5)`.
 */
import type { Check } from './results.ts';

/** What an array has before the launch; `bytes` are small numbers of 8 bits. */
export type Fill =
  'floats' | 'halves' | 'bfloats' | 'doubles' | 'bytes' | 'words' | 'zero' | 'constant';

export type Argument =
  | {
      readonly kind: 'buffer';
      readonly bytes: number;
      readonly fill: Fill | ArrayBufferView;
      /** Bytes into the array that the pointer goes. */
      readonly into?: number;
      /** Arguments of a launch with one name are pointers to one array. */
      readonly name?: string;
    }
  /** A value; pointers to arrays are in it at bytes of their own. */
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly pointers?: readonly { readonly at: number; readonly to: Argument }[];
    };

export interface KernelLaunch {
  /** A part of the symbol that no other kernel of the file has. */
  readonly kernel: string;
  /** What tells it apart in the table, where its own name is that of others. */
  readonly title?: string;
  readonly grid?: readonly number[];
  readonly block: readonly number[];
  readonly sharedBytes?: number;
  readonly args: readonly Argument[];
  /** Variables of the module by their names; their arrays come behind those of the arguments. */
  readonly globals?: Readonly<Record<string, Argument>>;
  /** Kernels that are executed before, over arrays of the same names. */
  readonly first?: readonly KernelLaunch[];
  readonly check?: Check;
}

export interface ProgramFile {
  /** Below the folder with the three repositories. */
  readonly source: string;
  /** Of the compiler, behind `-O3 -std=c++17`; `@` stands for the folder. */
  readonly flags: readonly string[];
  /** What is compiled instead of the source: it includes it. */
  readonly wrapper?: string;
  /** Smaller values of its `#define`s than the program has. */
  readonly sizes?: Readonly<Record<string, number>>;
  readonly launches: readonly KernelLaunch[];
}

export const buffer = (bytes: number, fill: Fill = 'floats'): Argument => ({
  kind: 'buffer',
  bytes,
  fill,
});
/** A pointer to a copy of some numbers. */
export const data = (numbers: ArrayBufferView, into = 0): Argument => ({
  kind: 'buffer',
  bytes: numbers.byteLength,
  fill: numbers,
  into,
});
/** A pointer to an array that other arguments point to as well. */
export const shared = (name: string, bytes: number, fill: Fill = 'zero'): Argument => ({
  kind: 'buffer',
  bytes,
  fill,
  name,
});
const valueOf = (numbers: ArrayBufferView): Argument => ({
  kind: 'bytes',
  bytes: new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).slice(),
});
/** A struct of some numbers, by value. */
export const value = valueOf;
export const i = (number: number): Argument => valueOf(Int32Array.of(number));
export const f = (number: number): Argument => valueOf(Float32Array.of(number));
export const d = (number: number): Argument => valueOf(Float64Array.of(number));
export const long = (number: number): Argument => valueOf(BigInt64Array.of(BigInt(number)));
export const KB = 1024;
export const many = buffer(256 * KB);
export const words = buffer(256 * KB, 'words');

const SAMPLES = 'cuda-samples/Samples';

/** A source of NVIDIA's samples. */
export const sample = (
  path: string,
  launches: readonly KernelLaunch[],
  sizes?: ProgramFile['sizes'],
): ProgramFile => {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const flags = [
    '-I@/cuda-samples/Common',
    `-I@/${SAMPLES}/${folder}`,
    `-I@/${SAMPLES}/${folder}/inc`,
    // Of sources in a folder of their own.
    `-I@/${SAMPLES}/${folder.replace(/\/src$/, '')}/inc`,
  ];
  const source = `${SAMPLES}/${path}`;
  return sizes === undefined ? { source, flags, launches } : { source, flags, launches, sizes };
};
