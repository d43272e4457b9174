/** `ldscope opt --pass iree-flow`: a tile from a tensor to resolved accesses, state by state, and in the user's iree-opt. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMachine } from '@ldscope/core';
import { parseModule, parsePassList, printModule, runPasses } from '@ldscope/mlir';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../test/raise.ts';
import { ireeOpt } from '../src/compile/iree-opt.ts';
import { ldscope, type Outcome, type Surroundings } from './fake-io.ts';

/** A tile that changes from rows to fragments of a matrix instruction, through tensors; without aliases. */
function tile(name: string, { bounds = 'true, true', between = '' } = {}): string {
  const [memory, tensor, vector] = ['memref', 'tensor', 'vector'].map(
    (one) => `${one}<16x128xf16>`,
  );
  return `func.func @${name}(%in: ${memory}, %out: ${memory}) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %from = iree_codegen.load_from_buffer %in : ${memory} -> ${tensor}
  %into = iree_codegen.load_from_buffer %out : ${memory} -> ${tensor}
  %v = vector.transfer_read %from[%c0, %c0], %zero {in_bounds = [${bounds}]} : ${tensor}, ${vector}
  %to = iree_vector_ext.to_layout %v to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 8], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>) {shared_memory_conversion = #iree_gpu.derived_thread_config} : ${vector}
  %w = vector.transfer_write %to, %into[%c0, %c0] {in_bounds = [true, true]} : ${vector}, ${tensor}
${between}  iree_codegen.store_to_buffer %w, %out : ${tensor} into ${memory}
  return
}
`;
}

const opt = (text: string, argv: readonly string[], more: Surroundings = {}): Promise<Outcome> =>
  ldscope(['opt', 'k.mlir', '-m', 'gfx942', ...argv], { ...more, files: { 'k.mlir': text } });

interface FlowReport {
  readonly states: readonly {
    readonly pass?: string;
    readonly functions: readonly {
      readonly name: string;
      readonly conflictCycles?: number;
      readonly reason?: string;
      readonly difference?: string;
    }[];
  }[];
  readonly diagnostics: readonly { readonly code: string }[];
  readonly mlir: string;
}

const flow = async (
  text: string,
  argv: readonly string[] = [],
  more: Surroundings = {},
): Promise<FlowReport> => {
  const done = await opt(text, ['-p', 'iree-flow', '--states', '-f', 'json', ...argv], more);
  expect(done.code).toBe(0);
  return JSON.parse(done.stdout) as FlowReport;
};

/** A flow that several tests look at, run once. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};
const plain = once(() => flow(tile('k')));
const masked = tile('masked', { bounds: 'true, false' });
const partly = once(() => flow(tile('good') + masked));

/** The conflicts of a function in each state. */
const conflictsOf = ({ states }: FlowReport, name: string): (number | undefined)[] =>
  states.map(({ functions }) => functions.find((one) => one.name === name)?.conflictCycles);

const codesOf = ({ diagnostics }: FlowReport): string[] => diagnostics.map(({ code }) => code);

describe('opt --states', () => {
  it('prints, executes and counts every state from the tensor to the resolved access', async () => {
    const { states, mlir } = await plain();
    expect(states.map(({ pass }) => pass).slice(0, 5)).toEqual([
      undefined,
      'gpu-vector-alloc',
      'iree-comprehensive-bufferize',
      'llvmgpu-vector-distribute',
      'flatten-swizzle-hint-allocs',
    ]);
    const all = states.flatMap(({ functions }) => functions);
    expect(all.every(({ reason, difference }) => reason === difference)).toBe(true);
    const resolved = states.findIndex(({ pass }) => pass === 'resolve-swizzle-hints');
    const counts = all.map(({ conflictCycles }) => conflictCycles);
    expect(new Set(counts.slice(1, resolved))).toEqual(new Set([480]));
    expect(new Set(counts.slice(resolved))).toEqual(new Set([32]));

    // Each dump is what analyze and run read.
    const files = { 's.mlir': mlir, 'l.yaml': LAUNCH };
    const left = new Set<string>();
    for (const { pass = '' } of [states[1], states[4]].flatMap((one) => one ?? [])) {
      const { stdout } = await ldscope(['analyze', 's.mlir', '--after', pass, '-m', 'gfx942'], {
        files,
      });
      expect(stdout).toContain('480 of 544 LDS cycles');
      const run = ['run', 's.mlir', '--after', pass, '-m', 'gfx942', '-l', 'l.yaml'];
      const { bytes } = await ldscope([...run, '-d', 'out=out.npy'], { files });
      left.add(Buffer.from(bytes.get('out.npy') ?? []).toString('base64'));
    }
    expect(left.size).toBe(1);
  });

  it('keeps the states in front of a pass that fails', async () => {
    const failed = await opt(masked, ['-p', 'iree-flow', '--like', 'iree', '--states']);
    expect(failed.code).toBe(2);
    expect(failed.stderr).toMatch(/iree-comprehensive-bufferize +12 +544 +480 +the same/);
    expect(failed.stdout).toContain('IR Dump After iree-comprehensive-bufferize');
    expect(failed.stdout).not.toContain('After llvmgpu-vector-distribute');
  });
});

describe('what cannot follow', () => {
  it('stays behind by itself: the other functions go on, and its memory is padded', async () => {
    const report = await partly();
    expect(codesOf(report)).toEqual(['opt/function-kept']);
    expect(conflictsOf(report, '@good').at(-1)).toBe(32);
    expect(conflictsOf(report, '@masked')[1]).toBe(480);
    expect(conflictsOf(report, '@masked').at(-1)).toBe(32);
    expect(report.states.flatMap(({ functions }) => functions).every(isRight)).toBe(true);
  });

  it('is not bufferized where a tensor would need a copy', async () => {
    const again =
      '  %again = vector.transfer_read %into[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<16x128xf16>, vector<16x128xf16>\n';
    const report = await flow(tile('good') + tile('copied', { between: again }));
    expect(codesOf(report)).toContain('opt/function-kept');
    expect(conflictsOf(report, '@good').at(-1)).toBe(32);
    expect(report.mlir.slice(report.mlir.lastIndexOf('@copied'))).toContain('tensor<16x128xf16>');
  });

  it('takes a function of tensors to one of memory', async () => {
    const whole = tile('k')
      .replaceAll(/(%in|%out): memref/g, '$1: tensor')
      .replaceAll(/.*load_from_buffer.*\n|.*store_to_buffer.*\n/g, '')
      .replaceAll('%from', '%in')
      .replaceAll('%into', '%out')
      .replace(') attributes', ') -> tensor<16x128xf16> attributes')
      .replace('  return', '  return %w : tensor<16x128xf16>');
    const report = await flow(whole);
    expect(conflictsOf(report, '@k').at(-1)).toBe(32);
    expect(report.mlir.slice(report.mlir.lastIndexOf('@k'))).toMatch(/-> memref<16x128xf16>/);
  });
});

describe('options of the decision', () => {
  it('chooses the width of a write, which a pipeline hands on to its pass', async () => {
    const done = await opt(tile('k'), ['-p', 'iree-flow{writer-bits=0}']);
    expect(done.stderr).toMatch(/xor_shuffle<128, 4>: 480 conflict cycles become 0/);
    expect(done.stderr.replaceAll(/\s+/g, ' ')).toContain('writer bits 64');
    const wrong = await opt(tile('k'), ['-p', 'iree-flow{writer-bit=0}']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("iree-flow has no option 'writer-bit'");
  });

  it('writes narrower where threads and tile do not divide', async () => {
    const small = tile('k')
      .replaceAll('16x128xf16', '8x32xf16')
      .replace('batch_tile = [1, 8]', 'batch_tile = [1, 1]')
      .replace('thread_tile = [16, 4]', 'thread_tile = [8, 8]')
      .replace('thread_strides = [1, 16]', 'thread_strides = [1, 8]');
    const report = await flow(small);
    expect(codesOf(report)).toEqual([]);
    expect(conflictsOf(report, '@k').at(-1)).toBe(0);
  });

  it('hints only what IREE resolves when asked to', async () => {
    expect((await plain()).mlir).toContain('xor_shuffle<128, 8>');
    const theirs = await opt(tile('k'), ['-p', 'iree-flow', '--resolvable-by', 'iree']);
    expect(theirs.stderr).toContain('padding by 64 bits');
    expect(theirs.stdout).not.toContain('arith.xori');
  });
});

describe('opt --through', () => {
  /** Stands for iree-opt: the pass of ldscope, on the text alone. */
  const asked: string[] = [];
  const standIn: Surroundings['ireeOpt'] = (command, pipeline, text) => {
    if (command !== 'iree-opt') return undefined;
    const [, name = ''] = /func\.func\(iree-(?:codegen-)?(.*)\)\)/.exec(pipeline) ?? [];
    const steps = parsePassList(name);
    if (!steps.ok) return { text };
    asked.push(`${name} ${/@\w+/.exec(text)?.[0] ?? ''}`);
    if (text.includes('[true, false]')) return { problem: 'it is masked' };
    const { module } = parseModule(text);
    runPasses(module, steps.value, { machine: MACHINE, like: 'corrected' });
    return { text: printModule(module) };
  };

  it('runs bufferization and distribution there, and the rest here', async () => {
    const there = await flow(tile('k'), ['--through', 'iree-opt'], { ireeOpt: standIn });
    expect(asked).toEqual(['iree-comprehensive-bufferize @k', 'llvmgpu-vector-distribute @k']);
    expect(codesOf(there)).toEqual(['opt/iree-opt-ran', 'opt/iree-opt-ran']);
    expect(there.states).toEqual((await plain()).states);
  });

  it('leaves a function that iree-opt refuses to the passes here', async () => {
    const text = tile('good') + masked;
    const report = await flow(text, ['--through', 'iree-opt'], { ireeOpt: standIn });
    expect(codesOf(report).filter((code) => code === 'opt/iree-opt-refused').length).toBe(2);
    expect(report.states).toEqual((await partly()).states);
  });

  it('says so where there is no such program', async () => {
    const done = await opt(tile('k'), ['-p', 'iree-flow', '--through', 'nothing'], {
      ireeOpt: standIn,
    });
    expect(done.code).toBe(2);
    expect(done.stderr).toContain("there is no program 'nothing'");
  });

  it('calls a program with the pipeline and the text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ldscope-'));
    try {
      const program = join(folder, 'iree-opt');
      const script = `#!/bin/sh\necho "$@" > ${folder}/given\ncase "$1" in *refused*) echo "-:1:1: error: no such pass" >&2; exit 1;; esac\ncat\n`;
      await writeFile(program, script);
      await chmod(program, 0o755);
      expect(ireeOpt(program, 'builtin.module(cse)', 'module {}\n')).toEqual({
        text: 'module {}\n',
      });
      expect(await readFile(join(folder, 'given'), 'utf8')).toBe(
        '--pass-pipeline=builtin.module(cse) --mlir-print-local-scope\n',
      );
      expect(ireeOpt(program, 'refused', '')).toEqual({ problem: 'no such pass' });
      expect(ireeOpt(join(folder, 'absent'), 'cse', '')).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

const MACHINE = findMachine('gfx942') ?? raise('no gfx942');

const isRight = ({ difference }: { readonly difference?: string }): boolean =>
  difference === undefined;

const LAUNCH = `grid: [1]
args:
  - { name: in, dtype: f16, shape: [16, 128], fill: random }
  - { name: out, dtype: f16, shape: [16, 128], fill: zeros }
`;
