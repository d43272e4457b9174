/** Reports of launches that are spread over threads beside those of one thread: the same texts of JSON. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyzeKernels, type AnalyzeOptions, RangeExecutor, type Threads } from '@ldscope/engine';
import { helpersOf } from '../../../test/ranges.ts';
import { rows } from '../../../test/rows.ts';

/** Threads that are this one; `given`: ranges of others that gave something. */
function threadsOf(count: number): Threads & { readonly given: () => number } {
  let [given, time] = [0, 0];
  return {
    count,
    now: () => (time += 1000),
    leastMs: 1,
    given: () => given,
    begin: (job, ranges) => {
      // As a thread gets it.
      const executor = new RangeExecutor(structuredClone(job));
      const helpers = helpersOf(count, (range) => {
        const executed = executor.execute(range);
        if (executed !== undefined) given++;
        return executed;
      });
      return helpers.begin(ranges);
    },
  };
}

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    ArrayBuffer.isView(part) ? Array.from(part as Uint8Array) : part,
  );

/** The ranges that others executed, of two, three and five threads. */
function expectSame(text: string, options: AnalyzeOptions): readonly number[] {
  let seen = 0;
  const one = plain(analyzeKernels(text, { ...options, onProgress: (done) => (seen = done) }));
  return [2, 3, 5].map((count) => {
    const threads = threadsOf(count);
    let last = 0;
    const onProgress = (done: number): void => void (last = done);
    expect(plain(analyzeKernels(text, { ...options, threads, onProgress }))).toBe(one);
    expect(last).toBe(seen);
    return threads.given();
  });
}

const file = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const int32 = (value: number) =>
  ({ kind: 'value', bytes: new Uint8Array(Int32Array.of(value).buffer) }) as const;
const buffer = (bytes: number) => ({ kind: 'buffer', data: new Uint8Array(bytes) }) as const;

/** Addresses that go through LDS: no two workgroups are known to be alike. */
const THROUGH_LDS = (body: string, arguments_ = ''): string => `
gpu.module @m { gpu.func @k(${arguments_}) workgroup(%t : memref<256xi32, #gpu.address_space<workgroup>>) kernel {
  %x = gpu.thread_id x
  %b = gpu.block_id x
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %i = arith.index_cast %b : index to i32
  memref.store %i, %t[%x] : memref<256xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  %v = memref.load %t[%x] : memref<256xi32, #gpu.address_space<workgroup>>
  %j = arith.index_cast %v : i32 to index
  %w = memref.load %t[%j] : memref<256xi32, #gpu.address_space<workgroup>>
  ${body}
  gpu.return
} }`;

describe('reports of several threads', () => {
  it.each(rows`
    addresses through LDS           | yes |
    a race                          | yes | memref.store %w, %t[%b] : memref<256xi32, #gpu.address_space<workgroup>>
    a race in the last workgroup    | yes | %p = arith.cmpi eq, %b, %c12 : index \n scf.if %p { memref.store %w, %t[%c0] : memref<256xi32, #gpu.address_space<workgroup>> }
    stores to a buffer              | yes | memref.store %w, %m[%b] : memref<64xi32>
    loads of a buffer               | yes | %y = memref.load %m[%x] : memref<64xi32> \n %z = arith.index_cast %y : i32 to index \n %u = memref.load %t[%z] : memref<256xi32, #gpu.address_space<workgroup>>
    loads of what is stored         | no  | %y = memref.load %m[%c0] : memref<64xi32> \n %z = arith.index_cast %y : i32 to index \n %u = memref.load %t[%z] : memref<256xi32, #gpu.address_space<workgroup>> \n memref.store %v, %m[%c0] : memref<64xi32>
    a store beyond LDS, in the last | yes | %p = arith.cmpi eq, %b, %c12 : index \n scf.if %p { %o = arith.constant 4096 : index \n memref.store %w, %t[%o] : memref<256xi32, #gpu.address_space<workgroup>> }
  `)('MLIR, %s: the same, others help: %s', (_, helps, body) => {
    const text = THROUGH_LDS(body, '%m : memref<64xi32>');
    for (const machine of ['gfx950', 'sm_90']) {
      const given = expectSame(text, {
        machine,
        launch: 'grid=13,block=64',
        arguments: [buffer(256)],
        workgroups: 'all',
      });
      expect(given.every((one) => one > 0) ? 'yes' : 'no').toBe(helps);
    }
  });

  it('NVIDIA: global accesses are cut as the alignment of all workgroups before allows', () => {
    // Workgroups from the sixth on are not aligned.
    const text = THROUGH_LDS(
      `%c6 = arith.constant 6 : index
       %late = arith.cmpi uge, %b, %c6 : index
       %c1 = arith.constant 1 : index
       %s = arith.select %late, %c1, %c0 : index
       %c4 = arith.constant 4 : index
       %r = arith.muli %x, %c4 : index
       %q = arith.addi %r, %s : index
       %y = vector.load %m[%q] : memref<4096xi32>, vector<4xi32>`,
      '%m : memref<4096xi32>',
    );
    expectSame(text, { machine: 'sm_90', launch: 'grid=13,block=64', workgroups: 'all' });
  });

  it.each([
    ['examples/compiled-transpose/kernel.s', 'gfx942', [buffer(2 ** 16), buffer(2 ** 16)], true],
    ['examples/compiled-transpose/kernel.s', 'gfx942', undefined, false],
    ['examples/cuda/transpose.ptx', 'sm_90', [buffer(2 ** 16), buffer(2 ** 16), int32(64)], true],
    ['examples/cuda/transpose.ptx', 'sm_90', undefined, false],
    ['examples/transpose-plain/kernel.mlir', 'gfx950', undefined, false],
    ['examples/triton-matmul/kernel.ttgir', 'gfx942', undefined, false],
    ['examples/ck-tile-transpose/spec.yaml', 'gfx950', undefined, false],
  ])('%s on %s', (path, machine, list, helps) => {
    const launch = machine === 'sm_90' ? 'grid=5x3,block=32x8' : 'grid=5x3';
    const options = { machine, launch, arguments: list, workgroups: 'all' } as const;
    expect(expectSame(file(path), options).every((given) => given > 0)).toBe(helps);
  });

  const programs = readdirSync(new URL('hazard-programs', import.meta.url)).filter((name) =>
    name.endsWith('.mlir'),
  );
  it.each(programs)('%s', (name) => {
    expectSame(file(`packages/engine/test/hazard-programs/${name}`), { launch: 'grid=5' });
  });
});
