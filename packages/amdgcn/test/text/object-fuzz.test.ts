/** Code objects that are damaged anywhere are read, joined with a disassembly and executed without an exception. */
import { machineNamed } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combine, executeProgram, readCodeObject } from '@ldscope/amdgcn';
import { forAll } from '../../../../test/for-all.ts';
import { codeObject, disassembly } from './elf.ts';

const whole = codeObject();

function execute(bytes: Uint8Array, text: string): readonly string[] {
  const read = readCodeObject(bytes, 'gfx942');
  const said = [...read.diagnostics];
  if (read.ok) {
    const { program, diagnostics } = combine(read.value, text);
    said.push(...diagnostics);
    for (const kernel of program.kernels) {
      const { diagnostics: executed } = executeProgram(program, text, {
        machine: machineNamed('gfx942'),
        kernel: kernel.name,
        maxSteps: 1000,
      });
      said.push(...executed);
    }
  } else expect(said.length).toBeGreaterThan(0);
  for (const { message, hint } of said) expect([message, hint]).not.toContain('');
  return said.map(({ code }) => code);
}

describe('a code object', () => {
  it('is executed when it is whole', () => {
    expect(execute(whole, disassembly)).toEqual([]);
  });

  it('is refused when it is cut off', () => {
    for (let length = 0; length < whole.length; length++) {
      expect(execute(whole.slice(0, length), disassembly)).not.toEqual([]);
    }
  });

  it('may have any bytes', () => {
    const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));
    const edits = fc.array(fc.tuple(fc.nat(whole.length - 1), byte), {
      minLength: 1,
      maxLength: 8,
    });
    const runs = 1500;
    forAll([edits, fc.integer({ min: 0, max: 400 })], { numRuns: runs, seed: 1 }, (list, cut) => {
      const broken = whole.slice();
      for (const [at, value] of list) broken[at] = value;
      const lines = disassembly.split('\n');
      // In most cases the disassembly is what the disassembler made of the sound file.
      const text = cut < 300 ? disassembly : lines.slice(cut % lines.length).join('\n');
      execute(broken, text);
    });
  }, 600_000);

  it('may have headers of the largest numbers', () => {
    const table = whole.length - 8 * 64;
    for (let at = 16; at < 64; at += 2) {
      const broken = whole.slice();
      broken.fill(0xff, at, at + 2);
      execute(broken, disassembly);
    }
    for (let at = table; at < whole.length; at += 8) {
      for (const value of [0xff, 0x7f, 0x00]) {
        const broken = whole.slice();
        broken.fill(value, at, at + 8);
        execute(broken, disassembly);
      }
    }
  });
});
