/** An execution of accesses alone beside one of everything: the same accesses, hazards and diagnostics, or a repeat is requested. */
import { isDeepStrictEqual } from 'node:util';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type AccessTrace,
  copyTrace,
  type ExecuteOptions,
  type Execution,
  type Extent,
  type GlobalTrace,
  type KernelArgument,
  machineNamed,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { kernel } from './harness.ts';
import { changed, changes, texts } from './menagerie.ts';
import { leastCases } from '../../../test/cases.ts';
import { rows } from '../../../test/rows.ts';
import { forAll } from '../../../test/for-all.ts';

const RUNS = Number(process.env['SLICE_RUNS'] ?? 40);
const machine = machineNamed('sm_90');

interface Seen {
  readonly execution: Execution;
  readonly traces: readonly AccessTrace[];
  readonly globals: readonly GlobalTrace[];
  readonly memory: readonly Uint8Array[];
}

function see(text: string, options: Partial<ExecuteOptions>, block: Extent = [64, 1, 1]): Seen {
  const { module } = parsePtx(text);
  const chosen = module.functions.find(({ isEntry, hasBody }) => isEntry && hasBody);
  const memory: Uint8Array[] = [];
  const list = chosen?.parameters.map(({ bytes }, seed): KernelArgument => {
    if (bytes !== 8) return { kind: 'value', bytes: new Uint8Array(Math.min(bytes, 64)).fill(1) };
    const data = Uint8Array.from({ length: 4096 }, (_, i) => (i * 37 * (seed + 1)) & 63);
    memory.push(data);
    return { kind: 'buffer', data };
  });
  const traces: AccessTrace[] = [];
  const globals: GlobalTrace[] = [];
  const execution = executePtx(module, text, {
    machine,
    kernel: chosen?.name,
    arguments: list,
    maxSteps: 2000,
    launch: { block, grid: [2, 1, 1], dynamicLdsBytes: 1024, scalars: new Map() },
    onWorkgroup: (trace) => void traces.push(copyTrace(trace)),
    onGlobal: (trace) => void globals.push(structuredClone(trace)),
    ...options,
  });
  return { execution, traces, globals, memory };
}

/** All that a report is made of. */
function reportedOf({ traces, globals, execution }: Seen): unknown {
  const { kernel: summary, hazards, diagnostics, workgroups, exceedsLds } = execution;
  return { traces, globals, summary, hazards, diagnostics, workgroups, exceedsLds };
}

function expectSame(text: string, block?: Extent): boolean {
  const sliced = see(text, { accessesOnly: true }, block);
  if (sliced.execution.isMissed === true) return false;
  const [part, whole] = [reportedOf(sliced), reportedOf(see(text, {}, block))];
  // Comparing typed arrays for a message is slow.
  if (!isDeepStrictEqual(part, whole)) expect(part).toEqual(whole);
  return true;
}

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../examples/cuda/${name}`, import.meta.url)), 'utf8');

describe('a slice of kernels with random changes', () => {
  it('has the accesses of the whole', () => {
    let answered = 0;
    forAll(
      [
        fc.constantFrom(...texts, example('pipeline.ptx')),
        changes,
        fc.constantFrom<Extent>([64, 1, 1], [128, 1, 1], [40, 1, 1]),
      ],
      RUNS,
      (text, list, block) => {
        if (expectSame(changed(text, list), block)) answered++;
      },
    );
    expect(answered).toBeGreaterThan(leastCases(RUNS / 3));
  });
});

describe('a slice', () => {
  const begin =
    '.shared .align 16 .b8 tile[4096]; ld.param.u64 %rd1, [p0]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd2, %r1, 4, %rd1; shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.u32 %r3, %r3, %r2;';
  const store = 'ld.global.u32 %r4, [%rd2]; mul.lo.u32 %r5, %r4, 3; st.global.u32 [%rd2+512], %r5;';
  const textOf = (body: string): string => kernel(['p0'], `${begin}\n${body}\n  ret;`);

  it('does not compute what is only stored', () => {
    const text = textOf(store);
    expect(expectSame(text)).toBe(true);
    const [whole, sliced] = [see(text, {}), see(text, { accessesOnly: true })];
    expect(whole.memory[0]?.subarray(512, 516)).not.toEqual(sliced.memory[0]?.subarray(512, 516));
  });

  it.each(rows`
    true  | an address goes through shared memory      | ld.global.u32 %r4, [%rd2]; and.b32 %r4, %r4, 60; st.shared.u32 [%r3], %r4; bar.sync 0; ld.shared.u32 %r6, [%r3]; mov.u32 %r7, tile; add.u32 %r6, %r6, %r7; ld.shared.u32 %r8, [%r6];
    false | an address goes through global memory      | ${store} bar.sync 0; ld.global.u32 %r6, [%rd2+512]; and.b32 %r6, %r6, 252; mov.u32 %r7, tile; add.u32 %r6, %r6, %r7; st.shared.u32 [%r6], %r1;
    false | values decide whether stores race          | st.shared.u32 [tile], %r1;
  `)('answers (%s) where %s', (isAnswered, _, body) => {
    expect(expectSame(textOf(body))).toBe(isAnswered === 'true');
  });

  it('ends where a wait is for what was left out', () => {
    const text = textOf(
      'setp.eq.u32 %p1, %r1, 0; mov.u32 %r9, 77777; @%p1 st.global.u32 [%rd1+512], %r9; LOOP: ld.volatile.global.u32 %r4, [%rd1+512]; setp.ne.u32 %p2, %r4, %r9; @%p2 bra LOOP;',
    );
    expect(see(text, { accessesOnly: true, maxSteps: 1e9 }).execution.isMissed).toBe(true);
  });
});
