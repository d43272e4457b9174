/** What instructions of textures and surfaces say of objects that are not theirs; results are in validation/textures. */
import type { KernelArgument } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import type { Texture } from '../src/index.ts';
import { kernel, run, textureArgument } from './harness.ts';

const texels = Float32Array.from({ length: 32 }, (_, i) => i);

const object = (change: Partial<Texture> = {}): KernelArgument =>
  textureArgument(texels, { size: [8, 4, 1], pitchBytes: 32, ...change });

const fetch = (instruction: string): string =>
  kernel(
    ['p0', 'p1'],
    `  ld.param.u64 %rd0, [p0];
  ld.param.u64 %rd1, [p1];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4;
  add.u64 %rd1, %rd1, %rd2;
  and.b32 %r1, %r0, 7;
  shr.u32 %r2, %r0, 3;
  cvt.rn.f32.u32 %f0, %r1;
  cvt.rn.f32.u32 %f1, %r2;
  ${instruction};
  st.global.f32 [%rd1], %f2;
  ret;`,
  );
const plain = 'tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%rd0, {%f0, %f1}]';

describe('texture objects', () => {
  test.each([
    [1, [5, 0, 0, 0]],
    [2, [5, 6, 0, 0]],
    [4, [5, 6, 7, 8]],
  ] as const)('of %i channels have a border of as many', (channels, border) => {
    const modes = { addressModes: ['border', 'border', 'border'], border: [5, 6, 7, 8] } as const;
    const beyond = `add.f32 %f0, %f0, 0f42000000; ${plain}; st.global.v4.f32 [%rd1], {%f2, %f3, %f4, %f5}`;
    const out = new Float32Array(64);
    run(
      fetch(beyond)
        .replace('%r0, 4;', '%r0, 16;')
        .replace(/st.global.f32.*\n/, ''),
      [object({ channels, ...modes }), out],
      { block: [1, 1, 1] },
    );
    expect(Array.from(out.slice(0, 4))).toEqual(border);
  });

  test.each([
    ['floats', plain],
    ['integers', 'tex.2d.v4.f32.s32 {%f2, %f3, %f4, %f5}, [%rd0, {%r1, %r2}]'],
  ])('a texel per thread, at %s', (_, instruction) => {
    const out = new Float32Array(32);
    const { codes } = run(fetch(instruction), [object(), out]);
    expect(codes).toEqual([]);
    expect([...out]).toEqual([...texels]);
  });

  test('a handle that is none is an error with the place of the fetch', () => {
    const value: KernelArgument = { kind: 'value', bytes: Uint8Array.of(1, 2, 3, 4, 5, 0, 0, 0) };
    const { codes, execution } = run(fetch(plain), [value, new Float32Array(32)]);
    expect(codes).toEqual(['ptx/texture-handle']);
    const [first] = execution.diagnostics;
    expect(first?.message).toContain('tex.2d.v4.f32.f32 has the handle 0x504030201');
    const buffer = run(fetch(plain), [new Float32Array(64), new Float32Array(32)]);
    expect(buffer.codes).toEqual(['ptx/texture-handle']);
  });

  test.each([
    [{ shape: '3d' } as const, 'a 3d object'],
    [{ layers: 2 }, 'an object with layers'],
    [{ isSurface: true }, 'a surface'],
  ])('%o is not what the fetch takes', (change, problem) => {
    const { codes, execution } = run(fetch(plain), [object(change), new Float32Array(32)]);
    expect(codes).toEqual(['ptx/texture-form']);
    expect(execution.diagnostics[0]?.message).toContain(problem);
  });

  test.each([
    'tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%rd0, %rd0, {%f0, %f1}]',
    'tex.2dms.v4.f32.s32 {%f2, %f3, %f4, %f5}, [%rd0, {%r1, %r1, %r2, %r2}]',
    'txq.channel_order.b32 %r5, [%rd0]',
  ])('%s is refused', (instruction) => {
    const { codes } = run(fetch(instruction), [object(), new Float32Array(32)]);
    expect(codes).toHaveLength(1);
    expect(codes[0]).toMatch(/^ptx\/(?:unsupported|operand)/);
  });

  test('a store that traps is an error', () => {
    const text = fetch('sust.b.2d.b32.trap [%rd0, {%r0, %r2}], {%r0}');
    expect(
      run(text, [object({ isSurface: true, size: [1, 4, 1] }), new Float32Array(32)]).codes,
    ).toEqual(['ptx/surface-outside']);
  });

  test('without arguments results are unknown, and nothing is said of handles', () => {
    const text = fetch(plain).replace('[p0]', '[p0]');
    expect(run(text, []).codes).not.toContain('ptx/texture-handle');
  });
});
