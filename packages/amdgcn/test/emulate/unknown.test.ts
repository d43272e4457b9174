import { describe, expect, it } from 'vitest';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { type AccessTrace, copyTrace, machineNamed } from '@ldscope/core';
import { kernelText, metadataText } from './harness.ts';

const metadata = metadataText('x:8* n:4 pitch:4 hidden_block_count_x:4');

interface Seen {
  readonly messages: readonly string[];
  readonly codes: readonly string[];
  readonly traces: readonly AccessTrace[];
  readonly unknown: readonly string[];
  /** Texts of the sites with accesses, and how many each has. */
  readonly sites: Readonly<Record<string, number>>;
}

function analyse(
  body: string,
  scalars: Readonly<Record<string, number>> = {},
  isOutOfTime?: () => boolean,
  fields = '',
): Seen {
  const text = kernelText(body, `.amdhsa_private_segment_fixed_size 16\n${fields}`) + metadata;
  const { program } = parseAssembly(text);
  const traces: AccessTrace[] = [];
  const execution = executeProgram(program, text, {
    machine: machineNamed('gfx942'),
    launch: { block: [64, 1, 1], scalars: new Map(Object.entries(scalars)) },
    isOutOfTime,
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  const sites: Record<string, number> = {};
  for (const trace of traces) {
    for (const index of trace.site) {
      const name = trace.sites[index]?.text ?? '';
      sites[name] = (sites[name] ?? 0) + 1;
    }
  }
  return {
    messages: execution.diagnostics.map(({ message }) => message),
    codes: execution.diagnostics.map(({ code }) => code),
    unknown: execution.unknownArguments.map(({ name }) => name),
    traces,
    sites,
  };
}

const begin = `
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)`;

describe('without a launch', () => {
  it('counts accesses that depend on no argument', () => {
    const seen = analyse(`${begin}
      v_mov_b32 v2, s10
      ds_write_b32 v1, v2
      s_waitcnt lgkmcnt(0)
      ds_read_b32 v3, v1`);
    expect(seen.codes).toEqual(['emulate/no-arguments']);
    expect(seen.messages[0]).toContain('x, n, pitch');
    expect(seen.unknown).toEqual(['x', 'n', 'pitch', 'hidden_block_count_x']);
    expect(seen.traces[0]?.count).toBe(2);
  });

  it('knows the scalars of the launch', () => {
    const seen = analyse(
      `${begin}
      v_mul_lo_u32 v2, s11, v0
      ds_write_b32 v2, v0`,
      { pitch: 8 },
    );
    expect(seen.traces[0]?.addressBytes[5]).toBe(40);
    expect(seen.unknown).not.toContain('pitch');
  });

  it('knows all of the dispatch packet but the size of the grid', () => {
    const open = [0, 4, 8, 12, 16, 20, 24, 28].filter((offset) => {
      const body = `s_load_dword s8, s[0:1], ${offset}
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v1, s8
        ds_read_u8 v2, v1`;
      const { messages } = analyse(body, {}, undefined, '.amdhsa_user_sgpr_dispatch_ptr 1');
      return messages.some((message) => message.includes('depends on the size of the grid'));
    });
    expect(open).toEqual([12, 16, 20]);
  });

  it('looks at the clock now and then, and ends when time is up', () => {
    const body = `${begin}
      s_mov_b32 s12, 10000
    loop:
      ds_write_b32 v1, v0
      s_sub_u32 s12, s12, 1
      s_cmp_lg_u32 s12, 0
      s_cbranch_scc1 loop
      ds_read_b32 v2, v1`;
    let looks = 0;
    const inTime = analyse(body, {}, () => ++looks > 1e6);
    expect(inTime.sites).toEqual({ 'ds_write_b32 v1, v0': 10_000, 'ds_read_b32 v2, v1': 1 });
    expect([looks > 4, looks < 100]).toEqual([true, true]);
    looks = 0;
    const late = analyse(body, {}, () => ++looks > 3);
    // What was not reached is not said of a workgroup that did not end.
    expect(late.codes).toEqual(['emulate/no-arguments', 'execute/time-budget']);
    expect(late.traces).toEqual([]);
  });
});
