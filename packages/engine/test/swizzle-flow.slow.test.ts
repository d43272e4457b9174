/**
 * A tile through IREE's flow, from vectors of the workgroup to resolved accesses and through LLVM to machine code: every state
 * leaves the same results, and the same conflicts until the swizzle is resolved and from there on.
 */
import { readFileSync } from 'node:fs';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { emptyLaunch, machineNamed, ReportBuilder } from '@ldscope/core';
import { executeKernel, parseModule, parsePassList, printModule, runPasses } from '@ldscope/mlir';
import { describe, expect, it, test } from 'vitest';
import { skips } from '../../../test/llvm.ts';
import { raise } from '../../../test/raise.ts';
import { compileMlir, mlirOpt } from './llvm.ts';
import { randomHalves } from './random-halves.ts';

const path = new URL('../../../examples/swizzle-flow/vector.mlir', import.meta.url);
const source = readFileSync(path, 'utf8');
const machine = machineNamed('gfx950');
const ELEMENTS = 16 * 128;

interface Outcome {
  readonly out: Uint8Array;
  readonly conflicts: number;
}

function outcome(run: (buffers: readonly Uint8Array[], report: ReportBuilder) => void): Outcome {
  const out = new Uint8Array(2 * ELEMENTS);
  const builder = new ReportBuilder(machine);
  run([randomHalves(ELEMENTS, 1), out], builder);
  const { report } = builder.finish({ name: 'tile', frontend: '', waves: 1, ldsBytes: 4096 });
  return { out, conflicts: report.totals.bankConflict };
}

const interpreted = (text: string): Outcome =>
  outcome((buffers, builder) => {
    const { diagnostics } = executeKernel(parseModule(text).module, text, {
      machine,
      launch: emptyLaunch,
      buffers: new Map(buffers.entries()),
      onWorkgroup: (trace) => builder.add(trace),
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

/** The text behind each pass of a list that changes it. */
function states(passes: string): { readonly pass: string; readonly text: string }[] {
  const steps = parsePassList(passes);
  if (!steps.ok) return raise('no passes');
  const { module } = parseModule(source);
  const found: { pass: string; text: string }[] = [];
  let before = printModule(module);
  for (const step of steps.value) {
    const { ok, diagnostics } = runPasses(module, [step], { machine, like: 'corrected' });
    expect(diagnostics).toEqual([]);
    expect(ok).toBe(true);
    const text = printModule(module);
    if (text !== before) found.push({ pass: step.pass.name, text });
    before = text;
  }
  return found;
}

const passes = 'iree-flow{writer-bits=0}';

describe('the flow of a tile', () => {
  const all = states(passes);
  const resolved = all.findIndex(({ pass }) => pass === 'resolve-swizzle-hints');

  it('goes through every state', () => {
    expect([...new Set(all.map(({ pass }) => pass))]).toEqual(
      expect.arrayContaining([
        'gpu-vector-alloc',
        'iree-comprehensive-bufferize',
        'llvmgpu-vector-distribute',
        'flatten-swizzle-hint-allocs',
        'resolve-swizzle-hints',
      ]),
    );
  });

  it('has one result, and one count on each side of the resolution', () => {
    const outcomes = all.map(({ text }) => interpreted(text));
    for (const { out } of outcomes) expect(out).toEqual(randomHalves(ELEMENTS, 1));
    const counts = outcomes.map(({ conflicts }) => conflicts);
    expect(new Set(counts.slice(0, resolved)).size).toBe(1);
    expect(counts[0]).toBeGreaterThan(0);
    expect(new Set(counts.slice(resolved))).toEqual(new Set([0]));
  });

  test.skipIf(skips(mlirOpt))(
    'is in machine code what it is in MLIR, in every state of lanes',
    () => {
      const distributed = all.findIndex(({ pass }) => pass === 'llvmgpu-vector-distribute');
      for (const { text } of all.slice(distributed)) {
        const here = interpreted(text);
        const there = outcome((buffers, builder) => {
          const assembly = compileMlir(asKernel(text));
          const { diagnostics } = executeProgram(parseAssembly(assembly).program, assembly, {
            machine,
            launch: { grid: [1, 1, 1], scalars: new Map() },
            arguments: buffers.map((data) => ({ kind: 'buffer' as const, data })),
            onWorkgroup: (trace) => builder.add(trace),
          });
          expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        });
        expect(there.out).toEqual(here.out);
        expect(there.conflicts).toBe(here.conflicts);
      }
    },
    120_000,
  );
});

/** The function as a kernel of LLVM's dialects: hints give their operand, and the tile is the memory of the kernel. */
function asKernel(text: string): string {
  const [, head = '', body = ''] =
    /func\.func @load_tile(\([^)]*\)) [^\n]*\{\n([\s\S]*)\n\}/.exec(text) ?? [];
  const space = '#gpu.address_space<workgroup>';
  const [, tile = '', type = ''] =
    /(%\w+) = memref\.alloc\(\)[^:\n]* : (memref<[^\n]*>)/.exec(body) ?? raise('no allocation');
  const [, hinted] = /(%\w+) = iree_codegen\.swizzle_hint/.exec(body) ?? [];
  const kept = body
    .split('\n')
    .filter((line) => !/memref\.alloc\(\)|iree_codegen\.swizzle_hint/.test(line))
    .map((line) =>
      line.replace(/gpu\.barrier.*/, 'gpu.barrier').replace(/\breturn\b/, 'gpu.return'),
    )
    .join('\n');
  const named =
    hinted === undefined ? kept : kept.replaceAll(new RegExp(`${hinted}\\b`, 'g'), tile);
  return `gpu.module @m {
  gpu.func @load_tile${head} workgroup(${tile} : ${type.replace(/, [^,]*$/, `, ${space}>`)}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
${named}
  }
}`;
}
