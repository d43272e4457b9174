/**
 * A pipeline in the two forms that people use: as a schedule of `ldscope timeline`, and as the calls by which a HIP or Triton kernel
 * asks LLVM for this order.
 *
 *     loop 100:                                   // 4 x (1 MFMA, 1 LDS read)
 *       MFMA A[0,0], B[0,0], C[0,0]               __builtin_amdgcn_sched_group_barrier(0x008, 1, 0);
 *       ds_read_b128 A[0,2:3] from tile[0:7]      __builtin_amdgcn_sched_group_barrier(0x100, 1, 0);
 */
import type { Pipeline, PipelineOperation, PipelineOperationKind } from './pipeline.ts';

/** The schedule, with a description in its first lines. */
export function scheduleText(pipeline: Pipeline, comments: readonly string[] = []): string {
  const { request, step, machine, prologue, loop, iterations, tail } = pipeline;
  const [m, n] = request.waves;
  const sections: readonly (readonly [string, readonly PipelineOperation[]])[] = [
    ['prologue:', prologue],
    [`loop ${iterations}:`, loop],
    ['tail:', tail],
  ];
  return [
    ...comments.map((comment) => `// ${comment}`),
    `machine ${machine}`,
    `waves ${m * n}`,
    `mfma ${step.instruction}${step.instruction.endsWith('_f8f6f4') ? ` ${step.element}` : ''}`,
    ...sections.flatMap(([name, operations]) =>
      operations.length === 0 ? [] : ['', name, ...operations.map(({ text }) => `  ${text}`)],
    ),
    '',
  ].join('\n');
}

/**
 * Masks of `llvm.amdgcn.sched.group.barrier` (AMDGPU usage guide of LLVM): MFMA, VMEM reads, LDS reads, LDS writes. Waits are the
 * compiler's own.
 */
const masks: Readonly<
  Partial<Record<PipelineOperationKind, readonly [mask: number, name: string]>>
> = {
  product: [0x008, 'MFMA'],
  load: [0x020, 'global load'],
  read: [0x100, 'LDS read'],
  write: [0x200, 'LDS write'],
};

/** The calls for one body of the loop, behind it; barriers of the kernel are comments. */
export function groupBarriers({ loop }: Pipeline): string {
  const lines: string[] = [];
  let run: { readonly kind: PipelineOperationKind; count: number } | undefined;
  const flush = (): void => {
    const [mask, name] = (run && masks[run.kind]) ?? [];
    if (run !== undefined && mask !== undefined) {
      const hex = `0x${mask.toString(16).padStart(3, '0')}`;
      const call = `__builtin_amdgcn_sched_group_barrier(${hex}, ${run.count}, 0);`;
      lines.push(`${call} // ${run.count} ${name}${run.count === 1 || name === 'MFMA' ? '' : 's'}`);
    }
    run = undefined;
  };
  for (const { kind } of loop) {
    if (kind === 'wait') continue;
    if (kind === 'barrier') {
      flush();
      lines.push('// __syncthreads();');
    } else if (run?.kind === kind) {
      run.count++;
    } else {
      flush();
      run = { kind, count: 1 };
    }
  }
  flush();
  return lines.map((line) => `${line}\n`).join('');
}
