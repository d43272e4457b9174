/** What a run leaves and costs, by which changes are judged. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SuggestOptions } from '@ldscope/engine';
import { faultOf } from '../../src/tried/judge.ts';
import { measure } from '../../src/better/measured.ts';

const text = readFileSync(
  new URL('../../../../examples/cuda/transpose.ptx', import.meta.url),
  'utf8',
);

const given = (more: Partial<SuggestOptions> = {}): SuggestOptions => ({
  kernel: 'plain',
  launch: 'grid=2x2,block=32x8',
  arguments: [
    {
      kind: 'buffer',
      name: 'in',
      data: new Uint8Array(Float32Array.from({ length: 4096 }, (_, i) => i).buffer),
    },
    { kind: 'buffer', name: 'out', data: new Uint8Array(4 * 4096) },
    { kind: 'value', bytes: Uint8Array.of(64, 0, 0, 0) },
  ],
  ...more,
});

const measured = (options = given()) => {
  const one = measure(text, { options, machine: 'sm_90' });
  if (!one.ok) throw new Error(one.diagnostics[0]?.message);
  return one.value;
};

describe('a run', () => {
  it('leaves the memory of the whole launch, not in the buffers that are given', () => {
    const options = given();
    const { memory, workgroups, hazards } = measured(options);
    expect([memory.map(({ name }) => name), workgroups, hazards]).toEqual([['in', 'out'], 4, []]);
    expect(new Float32Array(memory[1]?.data.slice().buffer ?? new ArrayBuffer(0))[65]).toBe(65);
    const [, out] = options.arguments ?? [];
    expect(out?.kind === 'buffer' && out.data.some((byte) => byte !== 0)).toBe(false);
  });

  it('is compared by the first buffer that differs, and by how much', () => {
    const [before, after] = [measured(), measured()];
    expect(faultOf([before], [after])?.reason).toBe('not fewer conflicts');
    after.memory[1]?.data.fill(255, 0, 4);
    expect(faultOf([before], [after])).toEqual({
      reason: 'other results',
      detail: '4 of 16384 bytes of out differ',
    });
  });

  it.each([
    ['no grid', { launch: 'block=32x8' }, 'no grid or no arguments'],
    ['no arguments', { arguments: undefined }, 'no grid or no arguments'],
    ['too large a block', { launch: 'grid=1,block=2048' }, ''],
  ])('with %s is none', (_, more, words) => {
    const one = measure(text, { options: given(more), machine: 'sm_90' });
    expect(one.ok ? 'is executed' : one.diagnostics[0]?.message).toMatch(words);
    expect(one.ok).toBe(false);
  });
});
