/** Source lines of code objects, compared address by address with llvm-symbolizer. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { llvmTool, skips } from '../../../../test/llvm.ts';
import { authoredLine } from '@ldscope/core';
import { combine, readCodeObject } from '../../src/index.ts';
import { DebugLines } from '../../src/object/dwarf/debug-lines.ts';
import { type Elf, readElf } from '../../src/object/elf.ts';

const clang = llvmTool('clang', 'amdgcn');
const symbolizer = llvmTool('llvm-symbolizer');
const disassembler = llvmTool('llvm-objdump', 'amdgcn');

/** Two functions inlined twice, in one another, in two kernels; one of them from a header. */
const HEADER = `
static inline __attribute__((always_inline)) float twice(float x) {
  return x * 2.0f +
         1.0f;
}
`;
const SOURCE = readFileSync(new URL('debug-lines.hip', import.meta.url), 'utf8');

describe.skipIf(skips(clang, symbolizer, disassembler))('debug information', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ldscope-'));
    writeFileSync(join(folder, 'twice.h'), HEADER);
    writeFileSync(join(folder, 'kernel.c'), SOURCE);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function compiled(...flags: readonly string[]): Uint8Array {
    const output = join(folder, 'kernel.co');
    const target = '-target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O2'.split(' ');
    const given = [...target, ...flags, 'kernel.c', '-o', output];
    const { status, stderr } = spawnSync(clang.command, given, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return readFileSync(output);
  }

  function elfOf(bytes: Uint8Array): Elf {
    const elf = readElf(bytes);
    if ('code' in elf) throw new Error(elf.message);
    return elf;
  }

  test.each([
    ['-gdwarf-4', '-gline-tables-only'],
    ['-gdwarf-5', '-gline-tables-only'],
    ['-gdwarf-5', '-g'],
    ['-gdwarf-4', '-g'],
    ['-gdwarf64', '-g'],
  ])('of %s %s says of every address what llvm-symbolizer says', (...flags) => {
    const elf = elfOf(compiled(...flags));
    const lines = DebugLines.of(elf);
    const text = elf.sections.find(({ name }) => name === '.text');
    if (lines === undefined || text === undefined) throw new Error('no lines');
    const addresses = Array.from({ length: text.size / 4 }, (_, i) => text.address + 4 * i);
    const { stdout } = spawnSync(
      symbolizer.command,
      ['--inlines', '--output-style=JSON', '-e', join(folder, 'kernel.co')],
      { input: addresses.map((at) => `0x${at.toString(16)}\n`).join(''), encoding: 'utf8' },
    );
    const expected = stdout
      .trim()
      .split('\n')
      .map((line) => {
        const { Symbol: frames } = JSON.parse(line) as {
          Symbol: { FileName: string; Line: number; Column: number }[];
        };
        return frames
          .filter(({ FileName, Line }) => FileName !== '' && Line > 0)
          .map(({ FileName, Line, Column }) => `${FileName.replace('/./', '/')}:${Line}:${Column}`);
      });
    const found = addresses.map((at) =>
      lines.at(at).map(({ file, line, column }) => `${file}:${line}:${column}`),
    );
    expect(found).toEqual(expected);
    expect(found.filter((frames) => frames.length === 3).length).toBeGreaterThan(2);
  });

  test('instructions of a code object (two reads of lines 4 and 5 are one `ds_read2`) have the line of the kernel, not that of a header', () => {
    const read = readCodeObject(compiled('-gline-tables-only'));
    if (!read.ok) throw new Error('not read');
    const { stdout } = spawnSync(disassembler.command, ['-d', join(folder, 'kernel.co')], {
      encoding: 'utf8',
    });
    const { program } = combine(read.value, stdout);
    const shared = program.instructions.filter(({ mnemonic }) => mnemonic.startsWith('ds_'));
    const authored = shared.map(({ source = [] }) => authoredLine(source)?.line);
    expect(authored[0]).toBe(9);
    expect(new Set(authored)).toEqual(new Set([9, 4]));
  });

  test.each([
    ['numbers without end', 'debug_line', 0x80],
    ['forms that stand before themselves', 'debug_info', 0x16],
    ['entries of nothing', 'debug_line', 0x00],
    ['the largest numbers', 'debug_line_str', 0xff],
  ])('%s end', (_, name, byte) => {
    const elf = elfOf(compiled('-g'));
    const sections = elf.sections.map((section) => {
      if (section.name !== `.${name}`) return section;
      // Behind the header of the unit there is nothing else, and much of it.
      const bytes = new Uint8Array(1_000_000).fill(byte);
      bytes.set(section.bytes.subarray(0, 64));
      new DataView(bytes.buffer).setUint32(0, bytes.length - 4, true);
      return { ...section, bytes, size: bytes.length };
    });
    const lines = DebugLines.of({ ...elf, sections });
    for (let at = 0; at < 8192; at += 256) {
      for (const { line } of lines?.at(at) ?? []) expect(line).toBeGreaterThan(0);
    }
  });

  test('broken debug information gives fewer lines, and nothing worse', () => {
    const elf = elfOf(compiled('-g'));
    const names = elf.sections.map(({ name }) => name).filter((name) => name.startsWith('.debug'));
    forAll(
      [
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        fc.option(fc.nat(), { nil: undefined }),
      ],
      300,
      (name, changes, cut) => {
        const sections = elf.sections.map((section) => {
          if (section.name !== name) return section;
          const { length } = section.bytes;
          const bytes = section.bytes.slice(0, cut === undefined ? length : cut % (length + 1));
          for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
          return { ...section, bytes };
        });
        const lines = DebugLines.of({ ...elf, sections });
        for (let at = 0; at < 8192; at += 256) {
          for (const { line } of lines?.at(at) ?? []) expect(line).toBeGreaterThan(0);
        }
      },
    );
  });
});
