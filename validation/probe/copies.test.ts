/**
 * `cp.async` of an H200, one copy of one warp at a time (`probe/copy.sh`): sectors of all, and bank conflicts of those whose cost is known;
 * the others have to be refused.
 */
import { readFileSync } from 'node:fs';
import { coalesce, findMachine, simulate } from '@ldscope/core';
import { executePtx, parsePtx } from '@ldscope/ptx';
import { describe, expect, test } from 'vitest';
import { dataFile } from '../base/paths.ts';
import { jsonLines } from '../base/read.ts';

interface Measured {
  readonly op: string;
  readonly mask: string;
  readonly address: readonly number[];
  readonly source: readonly number[];
  readonly size?: readonly number[];
  readonly conflicts: number;
  readonly sectors: number;
}

const records = jsonLines<Measured>(readFileSync(dataFile('hopper-sm90-copies.jsonl'), 'utf8'));
const machine = findMachine('sm_90');
const KERNEL = (copy: string): string => `.version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 table, .param .u64 memory, .param .u32 mask)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .shared .align 1024 .b8 tile[32768];
  ld.param.u64 %rd0, [table];
  ld.param.u64 %rd1, [memory];
  ld.param.u32 %r0, [mask];
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %rd2, %r1, 12, %rd0;
  ld.global.u32 %r2, [%rd2];
  ld.global.u32 %r3, [%rd2+4];
  ld.global.u32 %r4, [%rd2+8];
  mov.u32 %r5, tile;
  add.u32 %r2, %r2, %r5;
  cvt.u64.u32 %rd3, %r3;
  add.u64 %rd1, %rd1, %rd3;
  shr.u32 %r6, %r0, %r1;
  and.b32 %r6, %r6, 1;
  setp.eq.u32 %p0, %r6, 0;
  @%p0 bra $end;
  ${copy};
$end:
  ret;
}
`;

/** What we count for a copy; `conflicts` is absent where the cost is refused. */
function counted({ op, mask, address, source, size }: Measured): {
  readonly sectors: number;
  readonly conflicts: number | undefined;
} {
  if (machine === undefined) throw new Error('core knows no sm_90');
  const [, how = '', bits = ''] = /^cp\.async\.(c[ag])\.b(\d+)/.exec(op) ?? [];
  const sized = size === undefined ? '' : ', %r4';
  const text = KERNEL(`cp.async.${how}.shared.global [%r2], [%rd1], ${Number(bits) / 8}${sized}`);
  const table = new Uint32Array(96);
  for (let lane = 0; lane < 32; lane++)
    table.set([address[lane] ?? 0, source[lane] ?? 0, size?.[lane] ?? 0], 3 * lane);
  let [sectors, conflicts] = [0, 0];
  const { diagnostics } = executePtx(parsePtx(text).module, text, {
    machine,
    arguments: [
      { kind: 'buffer', data: new Uint8Array(table.buffer) },
      { kind: 'buffer', data: new Uint8Array(2 ** 20) },
      {
        kind: 'value',
        bytes: new Uint8Array(Uint32Array.of(Number.parseInt(mask, 16)).buffer),
      },
    ],
    launch: { grid: [1, 1, 1], block: [32, 1, 1], scalars: new Map() },
    onGlobal: (trace) => {
      const { transactions } = coalesce(trace, machine.coalescing[0]);
      for (let row = 0; row < trace.count; row++)
        if (trace.instructions[trace.instruction[row] ?? 0]?.name.startsWith('cp.') === true)
          sectors += transactions[row] ?? 0;
    },
    onWorkgroup: (trace) => {
      const { bankConflict } = simulate(trace, machine);
      for (const cost of bankConflict) conflicts += cost;
    },
  });
  const isRefused = diagnostics.some(({ code }) => code === 'ptx/not-counted');
  return { sectors, conflicts: isRefused ? undefined : conflicts };
}

describe.each([
  ['cp.async.ca.b32', 40],
  ['cp.async.ca.b64', 40],
  ['cp.async.ca.b128', 12],
  ['cp.async.cg.b128', 60],
  ['cp.async.cg.b128.sizes', 40],
])('%s', (op, count) => {
  const ours = records
    .filter((record) => record.op === op)
    .map((one) => ({ one, got: counted(one) }));

  test('has the measured sectors', () => {
    expect(ours).toHaveLength(60);
    for (const { one, got } of ours) expect([one, got.sectors]).toEqual([one, one.sectors]);
  });

  test('has the measured conflicts, or none that are claimed', () => {
    const known = ours.filter(({ got }) => got.conflicts !== undefined);
    expect(known).toHaveLength(count);
    for (const { one, got } of known) expect([one, got.conflicts]).toEqual([one, one.conflicts]);
  });
});
