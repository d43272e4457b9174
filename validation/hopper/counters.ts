/**
 * Kernels that only copy or multiply, for counters and clocks: each repeats one instruction in one layout, and stores how long it took.
 *
 *     load128_swizzle0    64 boxes of 64 rows of 128 bytes      wgmma_swizzle128    64 products m64n256k16, 128-byte swizzle
 *
 * `counters.jsonl` has one per line.
 */
import type { TensorMap } from '@ldscope/ptx';
import { inputRows, inputText } from '../base/inputs.ts';
import { filled } from '../base/template.ts';
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

function copyCase({ name, instruction, bytes, map, blocks = 1 }: CopyRow): CounterCase {
  const isLoad = instruction.includes('mbarrier');
  const isAlone = blocks === 1;
  const values = { name, instruction, repeats: REPEATS };
  const text = isLoad
    ? filled(inputText('hopper/counter-load.ptx'), {
        ...values,
        bytes: bytes ?? 0,
        cluster: isAlone ? '' : `.explicitcluster\n.reqnctapercluster ${blocks}, 1, 1`,
        together: isAlone
          ? ''
          : '  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;',
      })
    : filled(inputText('hopper/counter-store.ptx'), values);
  return { name, text, threads: 32, blocks, bytes, map };
}

function productCase({ name, instruction, n, a, b }: ProductRow): CounterCase {
  const d = Array.from({ length: n / 2 }, (_, i) => `%r${i + 10}`);
  const operands = new Map([
    ['A', '%rd6'],
    ['B', '%rd7'],
    ['D', `{${d.join(', ')}}`],
  ]);
  const text = filled(inputText('hopper/counter-product.ptx'), {
    name,
    zeros: d.map((one) => `  mov.b32 ${one}, 0;`).join('\n'),
    a: descriptor(a),
    b: descriptor(b),
    instruction: instruction.replace(/\b[ABD]\b/g, (one) => operands.get(one) ?? one),
    repeats: REPEATS,
    stores: d.map((one, i) => `  @%p1 st.global.b32 [%rd1+${8 + 4 * i}], ${one};`).join('\n'),
  });
  return { name, text, threads: 128, blocks: 1 };
}

export const counterCases: readonly CounterCase[] = inputRows<CopyRow | ProductRow>(
  'hopper/counters.jsonl',
).map((row) => ('n' in row ? productCase(row) : copyCase(row)));
