/** Every operation that is given LDS accesses it, gives a view of it, or is named among what is not counted. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseModule } from '@ldscope/mlir';
import { walk } from '../../src/ir/walk.ts';
import { accessOf } from '../../src/interpret/unknown/accesses.ts';
import { run } from './harness.ts';

const files = [
  'everything.mlir',
  'everything-shared.mlir',
  'everything-vector.mlir',
  'everything-llvm.mlir',
];

const REDUCED = 'that compilers make of gpu.all_reduce';
const SPLIT = 'that compilers split by the elements of a mask';
const JOINED = 'that compilers join to wider ones, since its elements are at constant places';
const LOOP = 'that compilers make a loop of compare-and-swap of';
/** Reasons for what is named in a file. */
const NAMED = [
  [/memref\.generic_atomic_rmw/, LOOP],
  [/vector\.masked(?:load|store)|transfer_\w+ .*\], (?:%\w+, )?%mt? .*#lds/, SPLIT],
  [/gpu\.all_reduce/, REDUCED],
  [/vector\.(?:gather|scatter|expandload|compressstore)/, JOINED],
] as const;

describe('operations with LDS', () => {
  it.each(files)('are all counted or named in %s', (file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    const operations = [...walk(parseModule(text).module.operations)].filter((op) =>
      accessOf(op)?.places.some(({ space }) => space === 'lds'),
    );
    const { execution, traces } = run(text);
    const lines = new Set(traces.flatMap(({ sites }) => sites.map(({ line }) => line)));
    const reasons = execution.kernel.ldsInstructions?.missing.map(({ reason }) => reason) ?? [];
    const named = NAMED.filter(([pattern]) => pattern.test(text)).map(([, reason]) => reason);
    expect(new Set(reasons)).toEqual(new Set(named));
    const lineOf = (start: number): number => text.slice(0, start).split('\n').length;
    for (const op of operations) expect(lines, op.name).toContain(lineOf(op.span.start));
  });

  it('are named where compilers make them of something else', () => {
    const { execution } = run(`func.func @k(%in: memref<128xi32>)
      attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
        %x = gpu.thread_id x
        %c1 = arith.constant 1 : i32
        %lds = memref.alloc() : memref<128xi32, #gpu.address_space<workgroup>>
        memref.store %c1, %lds[%x] : memref<128xi32, #gpu.address_space<workgroup>>
        %s = gpu.all_reduce add %c1 uniform {} : (i32) -> i32
        return
      }`);
    expect(execution.kernel.ldsInstructions).toEqual({
      instructions: 2,
      counted: 1,
      missing: [{ reason: REDUCED, instructions: 1 }],
    });
  });
});
