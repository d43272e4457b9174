/** A text as the kernel that is to be rewritten: parsed, with its launch and its buffers. */
import {
  type Diagnostic,
  type ExecuteOptions,
  hasErrors,
  type Machine,
  type TileLayout,
} from '@ldscope/core';
import {
  describeKernel,
  findBuffers,
  type KernelDescription,
  type Module,
  type ParseResult,
  parseModule,
  rewriteBuffer,
  type WorkgroupBuffer,
} from '@ldscope/mlir';

/** A buffer with the layout that it had and the one that it has. */
export interface ChangedBuffer {
  readonly name: string;
  readonly from: TileLayout;
  readonly to: TileLayout;
}

/** A parsed text with its kernel. */
export interface ReadKernel {
  readonly text: string;
  readonly module: Module;
  readonly description: KernelDescription;
  readonly buffers: readonly WorkgroupBuffer[];
}

/** Finds the kernel of a text, which is parsed here unless the caller has done so. */
export function readKernel(
  text: string,
  machine: Machine,
  options: Pick<ExecuteOptions, 'kernel' | 'launch'>,
  { module, diagnostics }: ParseResult = parseModule(text),
): ReadKernel | readonly Diagnostic[] {
  if (hasErrors(diagnostics)) return diagnostics;
  const description = describeKernel(module, machine, options);
  if (!description.ok) return description.diagnostics;
  const buffers = findBuffers(description.value.op);
  return { text, module, description: description.value, buffers };
}

/** The text with a buffer in another layout; uses up what was read. */
export function moveBuffer(
  { module, text, description }: ReadKernel,
  { names }: WorkgroupBuffer,
  layouts: Pick<Parameters<typeof rewriteBuffer>[0], 'from' | 'to' | 'only'>,
): ReturnType<typeof rewriteBuffer> {
  const { op: kernel, block, waveSize } = description;
  return rewriteBuffer({
    module,
    text,
    kernel,
    buffer: names[0] ?? '',
    block,
    waveSize,
    ...layouts,
  });
}
