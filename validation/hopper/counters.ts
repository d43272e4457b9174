/**
 * Kernels that only copy or multiply, for counters and clocks: each repeats one instruction in one layout, and stores how long it took.
 *
 *     load128_swizzle0    64 boxes of 64 rows of 128 bytes      wgmma_swizzle128    64 products m64n256k16, 128-byte swizzle
 *
 * `counters.jsonl` has one per line.
 */
import type { TensorMap } from '@ldscope/ptx';
import { filledText, inputRows, inputText } from '../shared-inputs/input-file.ts';
import { descriptor, type Operand } from './descriptor.ts';

/** A copy that one thread starts 64 times, and waits for each time. */
interface CopyRow {
  readonly name: string;
  readonly instruction: string;
  /** What a copy reads or writes of shared memory; absent where it leaves a part out. */
  readonly bytes?: number;
  readonly map?: TensorMap;
  /** Blocks of a cluster, whose first loads for all. */
  readonly blocks?: number;
}

/** Products of 64 x N; in the instruction, `D` is the accumulators, `A` and `B` the operands. */
interface ProductRow {
  readonly name: string;
  readonly instruction: string;
  readonly n: number;
  readonly a: Operand;
  readonly b: Operand;
}

export interface CounterCase {
  readonly name: string;
  readonly text: string;
  readonly threads: number;
  readonly blocks: number;
  readonly bytes?: number | undefined;
  readonly map?: TensorMap | undefined;
}

export const REPEATS = 64;
const kernel = inputText('hopper/counter.ptx');

function copyCase({ name, instruction, bytes, map, blocks = 1 }: CopyRow): CounterCase {
  const together = ['  barrier.cluster.arrive.aligned;', '  barrier.cluster.wait.aligned;'];
  const load = [
    `  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], ${bytes};`,
    ...(blocks === 1 ? [] : together),
    `  @%p3 ${instruction};`,
    '  and.b32 %r3, %r2, 1;',
    '$wait:',
    '  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5], %r3;',
    '  @!%p2 bra $wait;',
  ];
  const store = [
    `  @%p1 ${instruction};`,
    '  cp.async.bulk.commit_group;',
    '  cp.async.bulk.wait_group.read 0;',
  ];
  const before = [
    '  mov.u32 %r4, %cluster_ctarank;',
    '  setp.eq.and.u32 %p3, %r4, 0, %p1;',
    '  @%p1 mbarrier.init.shared::cta.b64 [%r5], 1;',
    '  fence.proxy.async;',
    '  bar.sync 0;',
  ];
  const text = filledText(kernel, {
    name,
    cluster: blocks === 1 ? '' : `.explicitcluster\n.reqnctapercluster ${blocks}, 1, 1`,
    before: before.join('\n'),
    body: (instruction.includes('mbarrier') ? load : store).join('\n'),
    repeats: REPEATS,
    behind: '',
    stores: '',
  });
  return { name, text, threads: 32, blocks, bytes, map };
}

function productCase({ name, instruction, n, a, b }: ProductRow): CounterCase {
  const d = Array.from({ length: n / 2 }, (_, i) => `%r${i + 10}`);
  const before = [
    '  setp.eq.u32 %p3, %r1, %r1;',
    ...d.map((one) => `  mov.b32 ${one}, 0;`),
    '  mov.b32 %r144, 0x44444444;',
    '  cvt.u64.u32 %rd4, %r1;',
    '  shr.u64 %rd4, %rd4, 4;',
    `  add.u64 %rd6, %rd4, ${descriptor(a)};`,
    `  add.u64 %rd7, %rd4, ${descriptor(b)};`,
    '  fence.proxy.async;',
    '  bar.sync 0;',
    '  wgmma.fence.sync.aligned;',
  ];
  const operands: Readonly<Record<string, string>> = {
    A: '%rd6',
    B: '%rd7',
    D: `{${d.join(', ')}}`,
  };
  const text = filledText(kernel, {
    name,
    cluster: '',
    before: before.join('\n'),
    body: `  ${instruction.replace(/\b[ABD]\b/g, (one) => operands[one] ?? one)};`,
    repeats: REPEATS,
    behind: '  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;',
    stores: d.map((one, i) => `  @%p1 st.global.b32 [%rd1+${8 + 4 * i}], ${one};`).join('\n'),
  });
  return { name, text, threads: 128, blocks: 1 };
}

export const counterCases: readonly CounterCase[] = inputRows<CopyRow | ProductRow>(
  'hopper/counters.jsonl',
).map((row) => ('n' in row ? productCase(row) : copyCase(row)));
