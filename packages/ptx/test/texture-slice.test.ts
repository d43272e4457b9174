/** Textures where accesses alone are executed, and by classes of blocks: the accesses, diagnostics and totals of everything. */
import {
  type AccessTrace,
  copyTrace,
  type ExecuteOptions,
  type Execution,
  machineNamed,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { kernel, textureArgument } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

const machine = machineNamed('sm_90');
const BLOCKS = 12;

interface Seen {
  readonly execution: Execution;
  /** Accesses of blocks, as often as they are counted. */
  readonly accesses: readonly string[];
  readonly out: Uint8Array;
}

/** Executes a kernel over an object of 32 x 4 integers and a buffer. */
function see(
  text: string,
  texels: Uint32Array,
  options: Partial<ExecuteOptions>,
  isSurface = true,
): Seen {
  const { module } = parsePtx(text);
  const out = new Uint8Array(8192);
  const handle = textureArgument(texels, {
    isSurface,
    format: 'u32',
    size: [32, 4, 1],
    pitchBytes: 128,
  });
  const accesses: string[] = [];
  const execution = executePtx(module, text, {
    machine,
    arguments: [handle, { kind: 'buffer', data: out }],
    launch: { grid: [BLOCKS, 1, 1], block: [32, 1, 1], scalars: new Map() },
    onWorkgroup: (trace, _done, _all, times = 1) => {
      const block = textOf(copyTrace(trace));
      for (let i = 0; i < times; i++) accesses.push(block);
    },
    ...options,
  });
  return { execution, accesses: accesses.sort(), out };
}

const textOf = ({ count, addressBytes, activeMask, op, site, sites }: AccessTrace): string =>
  JSON.stringify([
    [...op.subarray(0, count)],
    [...site.subarray(0, count)].map((at) => sites[at]?.id),
    [...activeMask.subarray(0, 2 * count)],
    [...addressBytes.subarray(0, 32 * count)],
  ]);

const code = (body: string): string =>
  kernel(
    ['p0', 'p1'],
    `  .shared .align 16 .b8 tile[4096];
  ld.param.u64 %rd0, [p0];
  ld.param.u64 %rd1, [p1];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  and.b32 %r2, %r1, 3;
  shl.b32 %r3, %r0, 2;
  mov.u32 %r10, tile;
${body}
  ret;`,
  );
/** Stores to shared memory at a word that `%r4` has, of 1,024. */
const SCATTER = `
  and.b32 %r11, %r4, 1023;
  mad.lo.u32 %r12, %r11, 4, %r10;
  st.shared.u32 [%r12], %r0;`;
const STORE = `
  mad.wide.u32 %rd2, %r0, 4, %rd1;
  st.global.u32 [%rd2], %r4;
  st.shared.u32 [%r10], 0;`;
const FETCH = 'tex.2d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%rd0, {%r0, %r2}];';
const LOAD = 'suld.b.2d.b32.clamp {%r4}, [%rd0, {%r3, %r2}];';
const KEEP = 'sust.b.2d.b32.clamp [%rd0, {%r3, %r2}], {%r0};';

const texels = Uint32Array.from({ length: 128 }, (_, i) => (i * 37) & 1023);

function expectSame(text: string, isSurface: boolean): Seen {
  const sliced = see(text, texels, { accessesOnly: true }, isSurface);
  const whole = see(text, texels, {}, isSurface);
  expect(sliced.execution.isMissed).toBe(false);
  expect(sliced.accesses).toEqual(whole.accesses);
  expect(sliced.execution.diagnostics).toEqual(whole.execution.diagnostics);
  expect(sliced.execution.hazards).toEqual(whole.execution.hazards);
  return sliced;
}

describe('accesses alone', () => {
  test.each([
    [FETCH, false],
    [LOAD, true],
  ])('%s is not computed where it is only stored', (line, isSurface) => {
    const { out } = expectSame(code(line + STORE), isSurface);
    expect(out.every((byte) => byte === 0)).toBe(true);
  });

  test.each([
    [FETCH, false],
    [LOAD, true],
    ['txq.width.b32 %r4, [%rd0]; add.u32 %r4, %r4, %r0;', false],
    ['suq.height.b32 %r4, [%rd0]; mad.lo.u32 %r4, %r4, %r0, 1;', true],
  ])('%s is computed where an address depends on it', (line, isSurface) => {
    expectSame(code(line + SCATTER), isSurface);
  });

  test('stores to a surface are left out', () => {
    expectSame(code(`${KEEP} sured.b.add.2d.u32.clamp [%rd0, {%r3, %r2}], %r0; ${STORE}`), true);
  });

  test('everything is required where a surface passes an address on', () => {
    for (const change of [KEEP, 'sured.b.add.2d.u32.clamp [%rd0, {%r3, %r2}], %r0;'])
      expect(
        see(code(change + LOAD + SCATTER), texels, { accessesOnly: true }).execution.isMissed,
      ).toBe(true);
  });

  test.each([
    [LOAD + STORE, false, 'ptx/texture-form'],
    [
      `${KEEP.replace('clamp', 'trap').replace('%r3, %r2', '%r3, %r1')}${STORE}`,
      true,
      'ptx/surface-outside',
    ],
    [`mov.u64 %rd0, 77; ${FETCH}${STORE}`, false, 'ptx/texture-handle'],
  ])('what is wrong is found as before: %s', (line, isSurface, expected) => {
    const { execution } = expectSame(code(line), isSurface);
    expect(execution.diagnostics.map((one) => one.code)).toContain(expected);
  });
});

describe('classes', () => {
  const classes = { accessesOnly: true, classes: true, workgroups: BLOCKS - 1 };

  test.each([
    [FETCH, false],
    [LOAD, true],
  ])('of blocks whose texels differ: %s', (line, isSurface) => {
    const text = code(line + SCATTER);
    // Four rows: some are equal, some are not.
    const row = fc.constantFrom(1, 3, 5);
    forAll([fc.tuple(row, row, row, row)], 30, (rows) => {
      const content = Uint32Array.from({ length: 128 }, (_, i) => (i & 31) * (rows[i >> 5] ?? 1));
      const part = see(text, content, classes, isSurface);
      const whole = see(text, content, {}, isSurface);
      expect(part.execution.isMissed).toBe(false);
      expect(part.execution.workgroups.classes).toHaveLength(new Set(rows).size);
      expect(part.accesses).toEqual(whole.accesses);
    });
  });

  test('are not claimed where blocks change the surface that addresses come from', () => {
    const text = code(`${LOAD}${SCATTER}\n ${KEEP}`);
    const { execution } = see(text, texels, classes);
    const { classes: list = [], executed, launched } = execution.workgroups;
    expect(execution.isMissed === true || list.length === 0 || executed < launched).toBe(true);
  });
});
