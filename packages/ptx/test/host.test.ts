/** What a kernel has of its host: a grid whose blocks wait for each other, a heap, and variables that the host fills. */
import { machineNamed } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { kernel, run } from './harness.ts';
import { textsIn } from '../../../test/texts.ts';

const textOf = textsIn(new URL('host.ptx', import.meta.url));
/** Blocks that meet at a counter, which some instructions find. */
const meetsAt = (counter: string, find: string): string =>
  kernel(
    ['counter', 'out'],
    textOf('a grid that meets').replace('// FIND', find).replaceAll('COUNTER', counter),
    '.shared .align 4 .b8 word[4];',
  );
const inWorkspace = meetsAt('%rd8', textOf('the workspace of cooperative groups'));
const given = meetsAt('%rd1', '');

describe('blocks that wait for all others of the grid', () => {
  const expected = [7, 17, 27, 37, 17, 27, 37, 7];

  test('run together where the kernel uses the barrier of cooperative groups', () => {
    const out = new Int32Array(8);
    const { codes, execution, traces } = run(inWorkspace, [new Int32Array(1), out], {
      grid: [4, 1, 1],
      block: [64, 1, 1],
    });
    expect(codes).toEqual([]);
    expect([...out]).toEqual(expected);
    // A store by each of the two warps of four blocks, in shared memory of their own.
    expect(traces.map(({ count }) => count)).toEqual([2, 2, 2, 2]);
    expect(execution.workgroups).toEqual({ executed: 4, launched: 4 });
  });

  test('run together where the launch says so', () => {
    const out = new Int32Array(8);
    const shape = { grid: [4, 1, 1], cluster: [2, 1, 1], cooperative: true } as const;
    const { codes } = run(given, [new Int32Array(1), out], shape);
    expect(codes).toEqual([]);
    expect([...out]).toEqual(expected);
  });

  test('never end where nothing says so', () => {
    const args = [new Int32Array(1), new Int32Array(8)];
    const { codes } = run(given, args, { grid: [4, 1, 1], maxSteps: 100_000 });
    expect(codes).toEqual(['execute/too-many-steps']);
  });

  test('are refused beyond what runs together', () => {
    const args = [new Int32Array(1), new Int32Array(8)];
    expect(run(inWorkspace, args, { grid: [5000, 1, 1] }).codes).toEqual(['launch/grid-together']);
  });
});

describe('the heap', () => {
  const declared = `.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);`;

  test('has 8 MiB, and uses again what was given back', () => {
    const text = kernel(['out'], textOf('allocations'), declared);
    const out = new BigInt64Array(32);
    expect(run(text, [out]).codes).toEqual([]);
    expect(out.filter((one) => one === 1n)).toHaveLength(8);
  });

  test('refuses what it did not give', () => {
    const text = kernel(['out'], textOf('what was not allocated'), declared);
    expect(run(text, [new Int32Array(64)]).codes).toEqual(['ptx/not-allocated']);
  });
});

describe('variables of the module', () => {
  const text = kernel(
    ['out'],
    textOf('variables'),
    `.const .align 4 .b8 _ZL7factors[16];
.global .align 8 .u64 table;
.global .align 4 .b8 sums[4];`,
  );
  const bytes = (...words: number[]): Uint8Array => new Uint8Array(Int32Array.from(words).buffer);
  const squares = Int32Array.from({ length: 32 }, (_, i) => i * i);
  const table = {
    kind: 'value' as const,
    key: 'table',
    bytes: new Uint8Array(8),
    pointers: [{ offset: 0, name: 'squares', data: new Uint8Array(squares.buffer) }],
  };

  test('have what the host gives, with pointers, and what the kernel stores', () => {
    const [out, sums] = [new Int32Array(32), new Int32Array(1)];
    const globals = [
      { kind: 'value' as const, key: 'factors', bytes: bytes(1, 10, 100, 1000) },
      table,
      { kind: 'buffer' as const, key: 'sums', data: new Uint8Array(sums.buffer) },
    ];
    expect(run(text, [out], { globals }).codes).toEqual([]);
    const expected = [...squares].map((square, i) => square * 10 ** (i % 4));
    expect([...out]).toEqual(expected);
    expect(sums[0]).toBe(expected.reduce((sum, one) => sum + one, 0));
  });

  test('are zeros where only arguments are given, and unknown where nothing is', () => {
    const out = new Int32Array(32);
    const { execution } = run(text, [out], { globals: [table] });
    expect(execution.diagnostics.map(({ code }) => code)).toContain('ptx/zero-constants');
    expect([...out]).toEqual(Array.from({ length: 32 }, () => 0));
    const shared = kernel(
      [],
      `
  mov.u32 %r1, %tid.x;
  ld.const.u32 %r2, [pitch];
  mul.lo.u32 %r3, %r1, %r2;
  st.shared.u32 [%r3], %r1;
  ret;`,
      '.const .align 4 .u32 pitch;\n.shared .align 4 .b8 tile[1024];',
    );
    const { module } = parsePtx(shared);
    const machine = machineNamed('sm_90');
    const launch = { block: [32, 1, 1], scalars: new Map() } as const;
    const { kernel: summary, diagnostics } = executePtx(module, shared, { machine, launch });
    expect(summary.hasUnknownValues).toBe(true);
    expect(summary.ldsInstructions?.counted).toBe(0);
    expect(diagnostics.map(({ message }) => message)).toContain(
      'no values for kernel arguments: constant pitch',
    );
  });

  test('are given whole, by a name that the module has', () => {
    const wrong = (key: string, count: number): readonly string[] => {
      const globals = [{ kind: 'value' as const, key, bytes: new Uint8Array(count) }];
      return run(text, [new Int32Array(32)], { globals }).codes;
    };
    expect(wrong('factors', 12)).toEqual(['launch/global-size']);
    expect(wrong('factor5', 16)).toEqual(['launch/unknown-global']);
  });
});
