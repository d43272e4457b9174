/**
 * Launches of Triton's kernels for NVIDIA's chips: the PTX that was measured, what it was launched with, and what an H100 counted.
 *
 *     data/triton-sm90.jsonl.br      a line per launch: launch.json, PTX and TTGIR of what compile.py wrote
 *     data/triton-sm90.jsonl         the counters of each
 *
 * A folder of compile.py has the same in files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { dataFile } from '../../base/paths.ts';
import type { ElementType, LaunchBuffer } from './inputs.ts';

/** A tensor map as Triton's launcher fills it: rows first, as in the kernel. */
interface TensorMap {
  readonly buffer: string;
  readonly dtype: ElementType;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly block: readonly number[];
  /** 0 for none; 1, 2, 3: of 32, 64, 128 bytes. */
  readonly swizzle: number;
  /** Its number in tensormap.replace. */
  readonly elementType: number;
  readonly elementBytes: number;
}

export interface Parameter {
  readonly name: string;
  readonly buffer?: string;
  readonly tensorMap?: TensorMap;
  /** Bytes of memory per block; 0 for a null pointer. */
  readonly scratch?: number;
  readonly i32?: number;
  readonly i64?: number;
  readonly f32?: number;
}

export interface TritonLaunch {
  readonly name: string;
  readonly triton: string;
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly shared: number;
  readonly buffers: Readonly<Record<string, LaunchBuffer>>;
  readonly parameters: readonly Parameter[];
  /** SHA-256 of each output that is computed exactly. */
  readonly digests?: Readonly<Record<string, string>>;
  readonly ptx: string;
  readonly ttgir: string;
  /** What ptxas made of the PTX, as nvdisasm prints it: of launches whose conflicts are others in SASS. */
  readonly sass?: string;
}

/** An instruction of SASS: offset, line, name, executions by warps, lanes, wavefronts, ideal wavefronts. */
export type MeasuredInstruction = readonly [
  offset: number,
  line: number,
  name: string,
  executed: number,
  lanes: number,
  wavefronts: number,
  ideal: number,
];

/** What Nsight Compute counted of a launch. */
export interface Measured {
  readonly name: string;
  readonly triton: string;
  /** Bank conflicts of the hardware by kind of access, a value per run. */
  readonly conflicts: Readonly<
    Record<'all' | 'load' | 'store' | 'atomic' | 'copy' | 'tensorCore' | 'other', readonly number[]>
  >;
  readonly instructions: readonly MeasuredInstruction[];
}

const ARCHIVE = dataFile('triton-sm90.jsonl.br');

/** The launches of a folder of compile.py, or without one of the archive. */
export function readLaunches(folder?: string): readonly TritonLaunch[] {
  if (folder === undefined) {
    const text = brotliDecompressSync(readFileSync(ARCHIVE)).toString();
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as TritonLaunch);
  }
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'launch.json')))
    .sort()
    .map((name) => {
      const read = (file: string): string => readFileSync(join(folder, name, file), 'utf8');
      return {
        ...(JSON.parse(read('launch.json')) as Omit<TritonLaunch, 'ptx' | 'ttgir'>),
        ptx: read('kernel.ptx'),
        ttgir: read('kernel.ttgir'),
        ...(existsSync(join(folder, name, 'kernel.sass')) && { sass: read('kernel.sass') }),
      };
    });
}

/** The launches as the archive has them; kernels that are the same are beside each other, which packs best. */
export function packLaunches(launches: readonly TritonLaunch[]): Uint8Array {
  const text = launches.map((launch) => `${JSON.stringify(launch)}\n`).join('');
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** What was measured of a launch by the version of Triton and the name; the order is that of the file. */
export function readMeasured(
  file: string = dataFile('triton-sm90.jsonl'),
): ReadonlyMap<string, Measured> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as Measured).map((one) => [keyOf(one), one]));
}

/** Names are the same for every version of Triton. */
export const keyOf = ({ name, triton }: Pick<TritonLaunch, 'name' | 'triton'>): string =>
  `${triton} ${name}`;
