/** What LLVM's disassembler prints for words of code: the oracle of the decoder. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disassembler } from '../text/oracle.ts';

/** Numbers of the chips in ELF files; source: LLVM, "User Guide for AMDGPU Backend". */
const machines: Readonly<Record<string, number>> = {
  gfx90a: 0x3f,
  gfx942: 0x4c,
  gfx950: 0x4f,
  gfx1100: 0x41,
  gfx1151: 0x4a,
  gfx1201: 0x4e,
  gfx1250: 0x49,
};

/** A file whose only contents are code. */
function codeFile(code: Uint8Array, target: string): Uint8Array {
  const names = new TextEncoder().encode('\0.text\0.shstrtab\0');
  const namesAt = 64 + code.length;
  const headersAt = (namesAt + names.length + 7) & ~7;
  const bytes = new Uint8Array(headersAt + 3 * 64);
  const view = new DataView(bytes.buffer);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 64, 4]);
  view.setUint16(16, 1, true);
  view.setUint16(18, 224, true);
  view.setUint32(20, 1, true);
  view.setUint32(40, headersAt, true);
  view.setUint32(48, machines[target] ?? 0, true);
  for (const [at, value] of [
    [52, 64],
    [58, 64],
    [60, 3],
    [62, 2],
  ] as const)
    view.setUint16(at, value, true);
  bytes.set(code, 64);
  bytes.set(names, namesAt);
  const section = (index: number, fields: readonly number[]): void => {
    const at = headersAt + 64 * index;
    const [name = 0, type = 0, flags = 0, offset = 0, size = 0, alignment = 0] = fields;
    view.setUint32(at, name, true);
    view.setUint32(at + 4, type, true);
    view.setUint32(at + 8, flags, true);
    view.setUint32(at + 24, offset, true);
    view.setUint32(at + 32, size, true);
    view.setUint32(at + 48, alignment, true);
  };
  section(1, [1, 1, 6, 64, code.length, 4]);
  section(2, [7, 3, 0, namesAt, names.length, 1]);
  return bytes;
}

const line = /^\t(.*?) *\/\/ ([0-9A-F]{12}):((?: [0-9A-F]{8})*)/;
/** What LLVM adds where `s_set_vgpr_msb` before an instruction chooses registers above v255. */
const highRegister = / \/\*[va](?:\d+|\[[\d:]+\])\*\//g;
const registers = /\b[va](?:(\d+)|\[\d+:(\d+)\])/g;
/** Ranges of vector registers that CDNA does not have: from an odd number on. */
const oddRange = /\b[va]\[\d*[13579]:/;
/** Several registers inside of the bars of one. */
const bars = /\|[a-z\d[\]:]+, /;

interface Line {
  /** `.long` where LLVM finds no instruction, or one that it remarks on or that no chip has. */
  readonly text: string;
  readonly bytes: number;
}

function plainText(text: string, target: string): string {
  const bare = text.replace(highRegister, '').trim();
  const last = [...bare.matchAll(registers)].map(([, one, end]) => Number(end ?? one));
  // With tfe an access of RDNA has a register more than its name says; no compiler writes it.
  const odd =
    bare.includes('/*') ||
    bare.endsWith(' tfe') ||
    bars.test(bare) ||
    (target.startsWith('gfx9') && oddRange.test(bare));
  return odd ||
    bare.startsWith('.long') ||
    bare === 'v_illegal' ||
    last.some((number) => number > 255)
    ? '.long'
    : bare;
}

/** The instruction at each address; `undefined` when the disassembler fails. */
export function objdump(code: Uint8Array, target: string): ReadonlyMap<number, Line> | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-'));
  try {
    const path = join(folder, 'code.o');
    writeFileSync(path, codeFile(code, target));
    const { status, stdout } = spawnSync(disassembler.command, ['-d', '-z', path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: 60_000,
      env: { ...process.env, LLVM_DISABLE_SYMBOLIZATION: '1' },
    });
    if (status !== 0) return undefined;
    const texts = new Map<number, Line>();
    for (const one of stdout.split('\n')) {
      const found = line.exec(one);
      if (found === null) continue;
      const [, text = '', at = '', words = ''] = found;
      texts.set(Number.parseInt(at, 16), {
        text: plainText(text, target),
        bytes: (4 * words.length) / 9,
      });
    }
    return texts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
