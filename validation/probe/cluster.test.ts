/**
 * Accesses of a warp to shared memory of its own block and of another one, by addresses of `mapa`: wavefronts and conflicts as an H100 counted them
 * (data/cluster-sm90.jsonl; probe/cluster.sh), and as the executed PTX has them.
 */
import { readFileSync } from 'node:fs';
import { machineNamed, simulate } from '@ldscope/core';
import { executePtx, parsePtx } from '@ldscope/ptx';
import { describe, expect, test } from 'vitest';
import { dataFile } from '../base/paths.ts';
import { jsonLines } from '../base/read.ts';

/** Wavefronts, and those that are conflicts. */
type Counts = readonly [wavefronts: number, conflicts: number];

interface Measured {
  readonly op: string;
  readonly mask: string;
  readonly address: readonly number[];
  /** All lanes in the own block, all in the other one, and those of `toOther` there. */
  readonly own: Counts;
  readonly remote: Counts;
  readonly mixed: Counts;
  readonly toOther: string;
}

const records = jsonLines<Measured>(readFileSync(dataFile('cluster-sm90.jsonl'), 'utf8'));

const async = 'async.weak.shared::cluster.mbarrier::complete_tx::bytes';
/** By the operation of `probe/cluster.cu`: `%r5` is the place, `%rd5` its generic address, `%r6` the barrier beside it. */
const instructions: Readonly<Record<string, string>> = {
  ld8: 'ld.shared::cluster.u8 %r10, [%r5]',
  ld32: 'ld.shared::cluster.b32 %r10, [%r5]',
  ld64: 'ld.shared::cluster.v2.b32 {%r10, %r11}, [%r5]',
  ld128: 'ld.shared::cluster.v4.b32 {%r10, %r11, %r12, %r13}, [%r5]',
  genericld32: 'ld.b32 %r10, [%rd5]',
  genericld128: 'ld.v4.b32 {%r10, %r11, %r12, %r13}, [%rd5]',
  st8: 'st.shared::cluster.u8 [%r5], %r0',
  st32: 'st.shared::cluster.b32 [%r5], %r0',
  st64: 'st.shared::cluster.v2.b32 [%r5], {%r0, %r0}',
  st128: 'st.shared::cluster.v4.b32 [%r5], {%r0, %r0, %r0, %r0}',
  genericst32: 'st.b32 [%rd5], %r0',
  add32: 'atom.shared::cluster.add.u32 %r10, [%r5], %r0',
  red32: 'red.shared::cluster.add.u32 [%r5], %r0',
  exch32: 'atom.shared::cluster.exch.b32 %r10, [%r5], %r0',
  exch64: 'atom.shared::cluster.exch.b64 %rd6, [%r5], %rd7',
  cas32: 'atom.shared::cluster.cas.b32 %r10, [%r5], 0, %r0',
  cas64: 'atom.shared::cluster.cas.b64 %rd6, [%r5], 0, %rd7',
  add64: 'atom.shared::cluster.add.u64 %rd6, [%r5], %rd7',
  async32: `st.${async}.b32 [%r5], %r0, [%r6]`,
  async64: `st.${async}.v2.b32 [%r5], {%r0, %r0}, [%r6]`,
  async128: `st.${async}.v4.b32 [%r5], {%r0, %r0, %r0, %r0}, [%r6]`,
  redasync32: `red.${async.replace('weak', 'relaxed.cluster')}.add.u32 [%r5], %r0, [%r6]`,
};

const BARRIER = 65536;
const kernel = (instruction: string): string => `.version 8.5
.target sm_90
.address_size 64
.extern .shared .align 1024 .b8 tile[];
.visible .entry k(.param .u64 places)
.explicitcluster
.reqnctapercluster 2, 1, 1
{
  .reg .pred %p<4>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %cluster_ctarank;
  mov.b64 %rd7, 1;
  ld.param.u64 %rd0, [places];
  mad.wide.u32 %rd0, %r0, 12, %rd0;
  ld.global.u32 %r2, [%rd0];
  ld.global.u32 %r3, [%rd0+4];
  ld.global.u32 %r4, [%rd0+8];
  mov.u32 %r7, tile;
  setp.eq.u32 %p0, %r0, 0;
  @%p0 mbarrier.init.shared::cta.b64 [%r7+${BARRIER}], 1;
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
  add.u32 %r8, %r7, %r4;
  mapa.shared::cluster.u32 %r5, %r8, %r3;
  add.u32 %r9, %r7, ${BARRIER};
  mapa.shared::cluster.u32 %r6, %r9, %r3;
  cvt.u64.u32 %rd5, %r5;
  cvta.shared::cluster.u64 %rd5, %rd5;
  setp.eq.and.u32 %p1, %r1, 0, %p2;
  setp.ne.u32 %p2, %r2, 0;
  setp.eq.and.u32 %p1, %r1, 0, %p2;
  @%p1 ${instruction};
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
  ret;
}
`;

/**
 * Lanes that go to both blocks: one conflict more than those that stay have; and wide loads whose lanes would pair up on one address if all stayed.
 */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ld64: ['mixed 0,0: 1,0 not 2,0'],
  ld128: ['mixed 0,0: 2,0 not 4,0', 'mixed 272,992: 4,2 not 6,2'],
  st128: ['mixed 128,256: 15,11 not 16,12'],
  cas32: [
    'mixed 32,64: 12,5 not 13,6',
    'mixed 64,128: 16,7 not 17,8',
    'mixed 128,256: 34,16 not 35,17',
    'mixed 0,0: 34,16 not 35,17',
  ],
};

const machine = machineNamed('sm_90');

/** What the executed instruction has; `undefined` where its cost is not known. */
function countsOf({ op, mask, address }: Measured, toOther: string): Counts | undefined {
  const text = kernel(instructions[op] ?? op);
  const bit = (bits: string, lane: number): number => (Number.parseInt(bits, 16) >>> lane) & 1;
  const places = Uint32Array.from({ length: 96 }, (_, i) => {
    const lane = Math.floor(i / 3);
    return [bit(mask, lane), bit(toOther, lane), address[lane] ?? 0][i % 3] ?? 0;
  });
  let [wavefronts, conflicts] = [0, 0];
  const { diagnostics } = executePtx(parsePtx(text).module, text, {
    machine,
    arguments: [{ kind: 'buffer', data: new Uint8Array(places.buffer) }],
    launch: {
      grid: [2, 1, 1],
      block: [32, 1, 1],
      dynamicLdsBytes: BARRIER + 64,
      scalars: new Map(),
    },
    onWorkgroup: (trace) => {
      const { idxActive, bankConflict } = simulate(trace, machine);
      for (let row = 0; row < trace.count; row++) {
        wavefronts += idxActive[row] ?? 0;
        conflicts += bankConflict[row] ?? 0;
      }
    },
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.some(({ code }) => code === 'ptx/not-counted')
    ? undefined
    : [wavefronts, conflicts];
}

describe('shared memory of a cluster', () => {
  test.each(Object.keys(instructions))('%s', (op) => {
    const own = records.filter((record) => record.op === op);
    expect(own).toHaveLength(13);
    const differs: string[] = [];
    for (const record of own) {
      const cases = [
        ['own', '0', record.own],
        ['remote', record.mask, record.remote],
        ['mixed', record.toOther, record.mixed],
      ] as const;
      for (const [name, toOther, measured] of cases) {
        const ours = countsOf(record, toOther);
        if (ours?.join() !== measured.join())
          differs.push(`${name} ${record.address.slice(1, 3).join()}: ${ours} not ${measured}`);
      }
    }
    expect(differs.filter((one) => !one.includes('undefined'))).toEqual(KNOWN[op] ?? []);
    // 64-bit additions are loops in the own block, which have a cost as SASS only.
    expect(differs.filter((one) => one.includes('undefined'))).toHaveLength(
      op === 'add64' ? 26 : 0,
    );
  });
});
