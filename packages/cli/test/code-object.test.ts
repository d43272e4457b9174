/** Code objects on the command line: decoded here, or by disassemblers that are missing or fail. */
import { describe, expect, test } from 'vitest';
import { codeObject } from '../../amdgcn/test/text/elf.ts';
import type { Disassembled } from '../src/io/io.ts';
import { ldscope } from './fake-io.ts';

/** The same object for a chip whose code is not decoded here: its number is in the header. */
function ofOtherChip(): Uint8Array {
  const bytes = codeObject();
  bytes[48] = 0x30;
  return bytes;
}

async function analyze(
  object: Uint8Array,
  disassemble: (command: string) => Disassembled | undefined,
) {
  const binaries = { 'k.co': object };
  const argv = ['analyze', 'k.co', '--format', 'json'];
  const { code, stdout } = await ldscope(argv, { binaries, disassemble });
  const report = JSON.parse(stdout) as {
    readonly machine: string;
    readonly kernel: { readonly name: string };
    readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
  };
  return { code, report, codes: report.diagnostics.map((diagnostic) => diagnostic.code) };
}

describe('a code object', () => {
  test('is analyzed for the chip that its header names', async () => {
    const { report, codes } = await analyze(codeObject(), () => undefined);
    expect(report.kernel.name).toBe('k');
    expect(report.machine).toBe('gfx942');
    expect(codes).toContain('usage/machine-of-kernel');
  });

  test('of a chip that is not decoded needs a disassembler', async () => {
    const { code, codes } = await analyze(ofOtherChip(), () => undefined);
    expect(code).toBe(2);
    expect(codes).toEqual(['usage/no-disassembler']);
  });

  test('says what the disassembler that is there complains about', async () => {
    const { code, report, codes } = await analyze(ofOtherChip(), (command) =>
      command === 'llvm-objdump-22' ? { problem: 'it is cut off' } : undefined,
    );
    expect(code).toBe(2);
    expect(codes).toEqual(['usage/disassembler-failed']);
    expect(report.diagnostics[0]?.message).toContain('llvm-objdump-22 could not disassemble k.co');
  });
});
