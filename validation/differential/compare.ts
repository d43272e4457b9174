/** A unit of kernels on the host and on the emulator, word by word. */
import { executeProgram } from '@ldscope/amdgcn';
import { type KernelArgument, type Launch, machineNamed, roundUp } from '@ldscope/core';
import { type Compiled, compileForChip, outputWords, runOnHost, type Way } from './compile.ts';
import {
  COUNTERS,
  generateKernel,
  type GeneratedKernel,
  INPUT_WORDS,
  type Parameter,
} from './kernels.ts';
import { type Hardware, WAVE64 } from './hardware.ts';
import { type Cause, knownCause } from './known.ts';
import { choices } from './random.ts';
import { bitsOf, isFloat, type Type } from './types.ts';

/** Kernels that are compiled together, with their input. */
export interface Unit {
  readonly seed: number;
  readonly kernels: readonly GeneratedKernel[];
  readonly input: Uint8Array;
  readonly hardware: Hardware;
  /** By kernel and parameter. */
  readonly given: readonly (readonly Uint8Array[])[];
}

interface Difference {
  readonly kernel: string;
  readonly problem: string;
  /** The compiler's fault, where that is known. */
  readonly cause: Cause | undefined;
}

export interface Comparison {
  /** Kernels executed: without those that crash the compiler. */
  readonly kernels: number;
  readonly words: number;
  /** Mnemonics of the instructions that waves executed. */
  readonly mnemonics: ReadonlySet<string>;
  readonly differences: readonly Difference[];
}

const SPECIAL_WORDS = [
  0, 1, 0x80000000, 0x7fffffff, 0xffffffff, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000,
  0x00800000, 0x007fffff, 0x00010001, 0x3c003c00, 0x7bff0001,
];

function randomBytes(size: number, seed: number): Uint8Array {
  const { word, once, pick, below } = choices(seed);
  const words = Uint32Array.from({ length: (size + 3) >> 2 }, () =>
    once(8) ? pick(SPECIAL_WORDS) : word() >>> (once(2) ? below(32) : 0),
  );
  return new Uint8Array(words.buffer).subarray(0, size);
}

const bytesOf = (type: Type): number => bitsOf(type) / 8;

/** Bytes and alignment of a parameter: a struct has its members at multiples of their sizes. */
export function parameterLayout({ type, members }: Parameter): {
  readonly bytes: number;
  readonly alignment: number;
} {
  if (members === undefined) return { bytes: bytesOf(type), alignment: bytesOf(type) };
  let end = 0;
  let alignment = 1;
  for (const member of members) {
    const bytes = bytesOf(member.type);
    alignment = Math.max(alignment, bytes);
    end = roundUp(end, bytes) + bytes;
  }
  return { bytes: roundUp(end, alignment), alignment };
}

export function makeUnit(seed: number, count: number, hardware: Hardware = WAVE64): Unit {
  const kernels = Array.from({ length: count }, (_, n) =>
    generateKernel(`k${n}`, seed * 1000 + n, hardware),
  );
  const given = kernels.map(({ parameters }, kernel) =>
    parameters.map((parameter, n) =>
      quiet(
        parameter,
        randomBytes(parameterLayout(parameter).bytes, seed * 7919 + kernel * 31 + n),
      ),
    ),
  );
  return { seed, kernels, input: randomBytes(4 * INPUT_WORDS, seed), given, hardware };
}

/** Signalling NaNs as arguments would be quiet on one side and not on the other. */
function quiet({ type }: Parameter, bytes: Uint8Array): Uint8Array {
  if (isFloat(type)) bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) & 0xbf;
  return bytes;
}

export function hostResults(unit: Unit, level?: string): Uint32Array {
  const list = unit.given.flat();
  const all = new Uint8Array(list.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const bytes of list) {
    all.set(bytes, end);
    end += bytes.length;
  }
  return runOnHost(unit.kernels, unit.input, all, level);
}

/**
 * The amdhsa ABI allows accesses that are not aligned, and the compiler makes them where they are fast enough. What is not counted of
 * loops that may wait has results all the same.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'hazard/misaligned',
  'emulate/spin',
  'emulate/scheduled',
]);

/** How a kernel of a unit is executed, and where it leaves results and counters. */
export function launchOf({ kernels, input, given }: Unit, n: number) {
  const kernel = kernels[n];
  if (kernel === undefined) throw new Error(`the unit has no kernel ${n}`);
  const out = new Uint8Array(4 * outputWords(kernel));
  const global = new Uint8Array(4 * COUNTERS);
  const list: readonly KernelArgument[] = [
    { kind: 'buffer', name: 'in', data: input.slice() },
    { kind: 'buffer', name: 'out', data: out },
    { kind: 'buffer', name: 'global', data: global },
    ...(given[n] ?? []).map((bytes): KernelArgument => ({ kind: 'value', bytes })),
  ];
  const { name, items, groups } = kernel;
  const launch: Launch = { block: [items, 1, 1], grid: [groups, 1, 1], scalars: new Map() };
  return { kernel: name, launch, arguments: list, out, global };
}

/** Executes a unit that is compiled one way, and compares every word that it leaves with the host's. */
export function compareUnit(
  unit: Unit,
  way: Way,
  asyncCompletion: 'early' | 'late',
  wanted: Uint32Array,
  compiled: Compiled = compileForChip(unit.kernels, way),
  only?: string,
): Comparison {
  const machine = machineNamed(way.chip);
  const differences: Difference[] = [];
  const mnemonics = new Set<string>();
  let words = 0;
  let executed = 0;
  let start = 0;
  for (const [n, kernel] of unit.kernels.entries()) {
    const count = outputWords(kernel);
    const expected = wanted.subarray(start, (start += count + COUNTERS));
    if ((only !== undefined && kernel.name !== only) || compiled.left.includes(kernel.name))
      continue;
    executed++;
    const { out, global, ...options } = launchOf(unit, n);
    const { diagnostics, hazards, executions } = executeProgram(compiled.program, compiled.text, {
      machine,
      ...options,
      asyncCompletion,
    });
    for (const [number, { mnemonic, paired }] of compiled.program.instructions.entries()) {
      if (executions[number] === 0) continue;
      mnemonics.add(mnemonic);
      if (paired !== undefined) mnemonics.add(paired.mnemonic);
    }
    const found = new Uint32Array(count + COUNTERS);
    found.set(new Uint32Array(out.buffer));
    found.set(new Uint32Array(global.buffer), count);
    words += found.length;
    const said = [...diagnostics, ...hazards]
      .filter(({ code }) => !HARMLESS.has(code))
      .map(({ code, message }) => `${code}: ${message}`);
    const problems = [firstDifference(kernel, found, expected), said[0]];
    const problem = problems.filter((text) => text !== undefined).join('; ');
    if (problem === '') continue;
    const trapped = compiled.trapsInFunctions && said[0]?.startsWith('emulate/trap') === true;
    const cause = trapped ? 'lds-in-function' : knownCause(unit.seed, kernel.name, way);
    differences.push({ kernel: kernel.name, problem, cause });
  }
  return { kernels: executed, words, mnemonics, differences };
}

const hex = (word: number | undefined): string => `0x${(word ?? 0).toString(16)}`;

/** How many words differ, and where the first one is; `undefined` when all are equal. */
export function firstDifference(
  { wordsPerItem }: GeneratedKernel,
  found: Uint32Array,
  wanted: Uint32Array,
): string | undefined {
  const different = [...found.keys()].filter((at) => found[at] !== wanted[at]);
  const [at] = different;
  if (at === undefined) return undefined;
  const place =
    at < found.length - COUNTERS
      ? `word ${at % wordsPerItem} of item ${Math.floor(at / wordsPerItem)}`
      : `counter ${at - found.length + COUNTERS}`;
  return `${different.length} of ${found.length} words differ; ${place}: ${hex(found[at])}, host ${hex(wanted[at])}`;
}
