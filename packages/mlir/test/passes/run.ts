/** Rewrites a kernel and executes both on the same data. */
import { findMachine, plainLayout, type TileLayout } from '@ldscope/core';
import { describeKernel, executeKernel, parseModule, rewriteBuffer } from '@ldscope/mlir';
import { raise } from '../../../../test/raise.ts';
import { generator } from '../table.ts';

export const machine = findMachine('gfx950') ?? raise('no gfx950');

/** The text with a buffer in another layout, or the codes of what stands against it. */
export function rewrite(
  text: string,
  buffer: string,
  to: TileLayout,
  from: TileLayout = plainLayout(to.tile),
):
  | { readonly text: string; readonly changed: number }
  | { readonly codes: readonly string[]; readonly messages: readonly string[] } {
  const { module, diagnostics } = parseModule(text);
  if (diagnostics.length > 0)
    return {
      codes: diagnostics.map(({ code }) => code),
      messages: diagnostics.map(({ message }) => message),
    };
  const described = describeKernel(module, machine);
  if (!described.ok) return raise(described.diagnostics[0]?.message ?? '');
  const { op, block, waveSize } = described.value;
  const result = rewriteBuffer({ module, text, kernel: op, buffer, from, to, block, waveSize });
  return result.ok
    ? result.value
    : {
        codes: result.diagnostics.map(({ code }) => code),
        messages: result.diagnostics.map(({ message }) => message),
      };
}

/** The text with a buffer in another layout, where nothing stands against it. */
export function rewritten(
  text: string,
  to: TileLayout,
  from?: TileLayout,
  buffer = '%tile',
): string {
  const result = rewrite(text, buffer, to, from);
  return 'text' in result ? result.text : raise(result.messages[0] ?? '');
}

/** Bytes of the buffers after the kernel ran, and what it complained of. */
export function memoryAfter(
  text: string,
  bytes: readonly number[],
): { readonly memory: string; readonly codes: readonly string[] } {
  const { module, diagnostics } = parseModule(text);
  const random = generator(1);
  // Halves of moderate size, so that none is a NaN.
  const data = bytes.map((count) =>
    Uint8Array.from({ length: count }, (_, i) => random(i % 2 === 1 ? 64 : 256)),
  );
  const buffers = new Map(data.entries());
  const execution = executeKernel(module, text, { machine, buffers });
  const codes = [...diagnostics, ...execution.diagnostics, ...execution.hazards].map(
    ({ code }) => code,
  );
  return {
    memory: [...buffers.values()].map((data) => Buffer.from(data).toString('base64')).join(' '),
    codes,
  };
}
