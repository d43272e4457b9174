/** Code objects on the command line: the chip that they name, and disassemblers that are missing or fail. */
import { describe, expect, test } from 'vitest';
import { codeObject, disassembly } from '../../amdgcn/test/text/elf.ts';
import type { Disassembled } from '../src/io.ts';
import { ldscope } from './fake-io.ts';

const binaries = { 'k.co': codeObject() };

async function analyze(disassemble: (command: string) => Disassembled | undefined) {
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
  test('is analysed for the chip that its header names', async () => {
    const { report, codes } = await analyze(() => ({ text: disassembly }));
    expect(report.kernel.name).toBe('k');
    expect(report.machine).toBe('gfx942');
    expect(codes).toContain('usage/machine-of-kernel');
  });

  test('needs a disassembler', async () => {
    const { code, codes } = await analyze(() => undefined);
    expect(code).toBe(2);
    expect(codes).toEqual(['usage/no-disassembler']);
  });

  test('says what the disassembler that is there complains about', async () => {
    const { code, report, codes } = await analyze((command) =>
      command === 'llvm-objdump-22' ? { problem: 'it is cut off' } : undefined,
    );
    expect(code).toBe(2);
    expect(codes).toEqual(['usage/disassembler-failed']);
    expect(report.diagnostics[0]?.message).toContain('llvm-objdump-22 could not disassemble k.co');
  });
});
