/**
 * The tests of ZLUDA's compiler from PTX: each is a `.ptx` file, and in `mod.rs` beside it what it is given and has to give.
 *
 *     test_ptx!(mul_lo, [1u64], [2u64]);      mul_lo.ptx, one thread: pointers to an input and an output
 *     test_ptx_warp!(tid, [0u8, 1u8, ...]);   tid.ptx, 64 threads: a pointer to an output
 *     test_ptx!(trap);                        trap.ptx has to be read
 *
 * `test_ptx_with_32` names a second file, in `32/`, whose addresses have 32 bits.
 */
import { type ExecuteOptions, machineNamed, type KernelArgument } from '@ldscope/core';
import { executePtx, type Module, parsePtx } from '@ldscope/ptx';
import { numbersOf, readRustList, type RustList } from './rust.ts';

export interface ZludaTest {
  /** The file below the folder of `mod.rs`, without its ending. */
  readonly file: string;
  readonly input: RustList | undefined;
  /** Absent for tests that are only compiled. */
  readonly output: RustList | undefined;
  readonly threads: number;
  /** Why its values cannot be read. */
  readonly problem?: string;
}

/** Bytes of which a device gives memory: kernels may touch what is behind their values. */
const GRANULE = 256;
/** Dynamic shared memory of every launch. */
const SHARED_BYTES = 1024;

/** The tests that a `mod.rs` lists. */
export function readTests(text: string): ZludaTest[] {
  const plain = text.replaceAll(/\/\/.*/g, '').replaceAll(/macro_rules!\s*\w+\s*\{[^]*?\n\}/g, '');
  return [...plain.matchAll(/\b(test_ptx\w*)!\(([^;]*)\);/g)].flatMap(
    ([, macro = '', list = '']) => {
      const name = /^\s*(\w+)/.exec(list)?.[1];
      if (name === undefined || macro === 'test_ptx_llvm') return [];
      const written = list.match(/\[[^\]]*\]/g) ?? [];
      const values = written.map(readRustList);
      const problem = values.includes(undefined) ? { problem: 'its values cannot be read' } : {};
      const isWarp = macro === 'test_ptx_warp';
      const [input, output] = isWarp ? [undefined, values[0]] : values;
      const test = { input, output, threads: isWarp ? 64 : 1, ...problem };
      return macro === 'test_ptx_with_32'
        ? [
            { file: name, ...test },
            { file: `32/${name}`, ...test },
          ]
        : [{ file: name, ...test }];
    },
  );
}

/** Why a test fails; `undefined` when it passes. */
export function failureOf(test: ZludaTest, text: string): string | undefined {
  if (test.problem !== undefined) return test.problem;
  const { module, diagnostics } = parsePtx(text);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) return `${error.code}: ${error.message}`;
  if (test.output === undefined) return undefined;
  const { bytes: expected, type } = test.output;
  const out = rounded(new Uint8Array(expected.length));
  const execution = executePtx(module, text, launchOf(test, module, out));
  // Some kernels touch memory behind their variables, which hardware lets pass.
  const problem = execution.diagnostics.find(
    ({ severity, code }) => severity === 'error' && code !== 'ptx/out-of-bounds',
  );
  if (problem !== undefined) return `${problem.code}: ${problem.message}`;
  const ours = numbersOf(type, out.subarray(0, expected.length));
  const theirs = numbersOf(type, expected);
  // As Rust compares them: -0 equals 0.
  const wrong = ours.findIndex((value, index) => value !== theirs[index]);
  return wrong < 0 ? undefined : `result ${wrong} is ${ours[wrong]}, expected ${theirs[wrong]}`;
}

/** How a test is executed; `out` is where it leaves its results. */
export function launchOf(
  { file, input, threads, output }: ZludaTest,
  module: Module,
  out = rounded(new Uint8Array(output?.bytes.length ?? 0)),
): ExecuteOptions {
  const kernel = file.replace(/.*\//, '');
  // Without an input both pointers are that to the output; a kernel may take one.
  const wanted = module.functions.find(({ name }) => name === kernel)?.parameters.length;
  const given = [input === undefined ? out : rounded(input.bytes), out];
  const buffers = given.slice(0, wanted);
  return {
    machine: machineNamed('sm_90'),
    kernel,
    arguments: buffers.map((data): KernelArgument => ({ kind: 'buffer', data })),
    launch: {
      grid: [1, 1, 1],
      block: [threads, 1, 1],
      dynamicLdsBytes: SHARED_BYTES,
      scalars: new Map(),
    },
  };
}

function rounded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.max(1, Math.ceil(bytes.length / GRANULE)) * GRANULE);
  whole.set(bytes);
  return whole;
}
