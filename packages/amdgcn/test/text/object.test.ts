import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  combine,
  disassemble as decode,
  isCodeObject,
  parseAssembly,
  printInstruction,
  readCodeObject,
} from '../../src/index.ts';
import type { CodeObject, Program } from '../../src/index.ts';
import { decodeMessagePack } from '../../src/object/messagepack.ts';
import { noShared, sharedKernels } from './kernels.ts';
import { casesOf, firstCase } from '../../../../test/cases.ts';
import { skips } from '../../../../test/llvm.ts';
import { assemble, assembler, clang, compile, disassemble, disassembler } from './oracle.ts';
import { randomNumbers } from './random.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('object.s', import.meta.url));

const noLlvm = skips(assembler, disassembler);

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

describe('MessagePack', () => {
  it.each<readonly [Uint8Array, unknown]>([
    [bytes(0x07), 7],
    [bytes(0xff), -1],
    [bytes(0xc0), undefined],
    [bytes(0xc3), true],
    [bytes(0xcc, 200), 200],
    [bytes(0xcd, 1, 0), 256],
    [bytes(0xce, 0xff, 0xff, 0xff, 0xff), 0xffffffff],
    [bytes(0xcf, 0xff, 0, 0, 0, 0, 0, 0, 0), 0xff00000000000000n],
    [bytes(0xd0, 0x80), -128],
    [bytes(0xd3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe), -2],
    [bytes(0xca, 0x3f, 0x80, 0, 0), 1],
    [bytes(0xcb, 0x40, 0, 0, 0, 0, 0, 0, 0), 2],
    [bytes(0xa2, 0xc3, 0xa4), 'ä'],
    [bytes(0xd9, 1, 0x61), 'a'],
    [bytes(0xc4, 1, 0x62), 'b'],
    [bytes(0x92, 1, 0xa1, 0x61), [1, 'a']],
    [bytes(0xdc, 0, 1, 5), [5]],
    [bytes(0x81, 0xa1, 0x61, 0x01), new Map([['a', 1]])],
    [bytes(0xde, 0, 1, 0xa1, 0x61, 0x90), new Map([['a', []]])],
  ])('%j', (encoded, value) => expect(decodeMessagePack(encoded)).toEqual({ document: value }));

  it.each([
    [bytes()],
    [bytes(0xa5, 0x61)],
    [bytes(0x93, 1)],
    [bytes(0xdd, 0xff, 0xff, 0xff, 0xff)],
    [bytes(0xdb, 0xff, 0xff, 0xff, 0xff)],
    [bytes(0x81, 0x90, 1)],
    [bytes(0xc1)],
    [new Uint8Array(1000).fill(0x91)],
  ])('%j is wrong', (encoded) => expect(decodeMessagePack(encoded)).toBeUndefined());
});

/** The code object of bytes, which must be one. */
function read(file: Uint8Array, target?: string): CodeObject {
  const result = readCodeObject(file, target);
  const chips = target === undefined ? ['amdgcn/several-chips'] : [];
  expect(
    result.diagnostics.map(({ code }) => code).filter((code) => !chips.includes(code)),
  ).toEqual([]);
  if (!result.ok) throw new Error('no code object');
  return result.value;
}

/** What the compiler adds to a count of registers, or rounds it to, is not kept in the descriptor. */
const rounded: ReadonlySet<string> = new Set([
  'next_free_vgpr',
  'next_free_sgpr',
  'accum_offset',
  'reserve_vcc',
  'reserve_xnack_mask',
  'reserve_flat_scratch',
]);

const exact = (entries: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries([...entries].filter(([name]) => !rounded.has(name)));

const objects = sharedKernels.filter((_, index) => index % 5 === 0);

/** A listing without its head, which names the file. */
const codeOf = (listing: string): string =>
  listing.slice(listing.indexOf('Disassembly of section')).trimEnd();

describe.skipIf(noLlvm || objects.length === 0)(
  `code objects say what their assembly says (${noShared})`,
  () => {
    it.each(objects)('$name', ({ text }) => {
      const { program } = parseAssembly(text);
      const file = assemble(text, program.target ?? 'gfx942');
      expect(isCodeObject(file)).toBe(true);
      const object = read(file);
      expect(object.target).toBe(program.target);
      const [kernel] = program.kernels;
      expect(object.metadata).toEqual([kernel?.metadata]);
      const descriptor = object.kernels[0]?.descriptor;
      expect(exact(descriptor ?? [])).toEqual(exact(kernel?.descriptor ?? []));
      expect(descriptor?.get('accum_offset')).toBe(kernel?.descriptor?.get('accum_offset'));
      const listing = decode(object) ?? '';
      expect(codeOf(listing)).toBe(codeOf(disassemble(object.bytes) ?? ''));
      const combined = combine(object, listing);
      expect(combined.diagnostics).toEqual([]);
      const plain = ({ instructions }: Program): string[] =>
        instructions.map(({ mnemonic }) => mnemonic).filter((mnemonic) => mnemonic !== 's_nop');
      expect(plain(combined.program)).toEqual(plain(program));
      expect(combined.program.kernels.map(({ name }) => name)).toEqual([kernel?.name]);
    });
  },
);

describe.skipIf(noLlvm)('descriptors of RDNA', () => {
  const fields: readonly (readonly [name: string, value: number])[] = [
    ['group_segment_fixed_size', 1024],
    ['private_segment_fixed_size', 16],
    ['user_sgpr_count', 15],
    ['user_sgpr_dispatch_ptr', 1],
    ['user_sgpr_kernarg_segment_ptr', 1],
    ['enable_private_segment', 1],
    ['system_sgpr_workgroup_id_y', 1],
    ['system_vgpr_workitem_id', 2],
    ['float_round_mode_32', 2],
    ['float_denorm_mode_32', 3],
    ['workgroup_processor_mode', 0],
    ['memory_ordered', 1],
    ['forward_progress', 1],
  ];
  const older = ['dx10_clamp', 'ieee_mode'] as const;
  it.each([
    ['gfx1100', 1],
    ['gfx1100', 0],
    ['gfx1151', 1],
    ['gfx1201', 1],
    ['gfx1201', 0],
  ] as const)('say what their assembly says: %s, wavefront_size32 %i', (chip, narrow) => {
    const given = [
      ...fields,
      ['wavefront_size32', narrow] as const,
      ...(chip === 'gfx1201' ? [] : older.map((name) => [name, 0] as const)),
    ];
    const size =
      narrow === 1 ? '+wavefrontsize32,-wavefrontsize64' : '+wavefrontsize64,-wavefrontsize32';
    const text = `.amdgcn_target "amdgcn-amd-amdhsa--${chip}"
.text
k:
 s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
${given.map(([name, value]) => `.amdhsa_${name} ${value}`).join('\n')}
.amdhsa_next_free_vgpr 96
.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
`;
    const { descriptor } = read(assemble(text, chip, `-mattr=${size}`)).kernels[0] ?? {};
    const found = given.map(([name]) => [name, descriptor?.get(name)]);
    expect(found).toEqual(given.map(([name, value]) => [name, value]));
    expect(descriptor?.get('next_free_vgpr')).toBe(96);
    expect(descriptor?.has('accum_offset')).toBe(false);
    expect(descriptor?.has('ieee_mode')).toBe(chip !== 'gfx1201');
  });

  it('count up to 32 user registers on gfx1250', () => {
    const text = textOf('count up to 32 user registers on gfx1250');
    const { descriptor } = read(assemble(text, 'gfx1250')).kernels[0] ?? {};
    expect(descriptor?.get('user_sgpr_count')).toBe(32);
    expect(descriptor?.get('user_sgpr_kernarg_preload_length')).toBe(30);
  });
});

it.skipIf(noLlvm)('are listed as llvm-objdump lists them', () => {
  const text =
    'k:\n s_cbranch_scc1 b\n s_nop 0\na:\nb:\n"ä":\n s_branch k\n s_branch 7\n .zero 12\n s_endpgm\n';
  const object = read(assemble(text, 'gfx942'));
  expect(codeOf(decode(object) ?? '')).toBe(codeOf(disassemble(object.bytes) ?? ''));
});

const source = readFileSync(new URL('object.hip', import.meta.url), 'utf8');

const noClang = skips(clang, disassembler);

describe.skipIf(noClang)('linked code objects', () => {
  const chips = ['gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1151', 'gfx1201', 'gfx1250'];
  const bundle = noClang ? bytes() : compile(source, ...chips);

  it('come in bundles, one for each chip, also inside other files', () => {
    // Compilers sort the chips of a bundle.
    expect(read(bundle).target).toBe('gfx1100');
    expect(read(bundle, 'gfx950').target).toBe('gfx950');
    const { ok, diagnostics } = readCodeObject(bundle, 'gfx1030');
    expect(ok).toBe(false);
    expect(diagnostics[0]).toMatchObject({
      code: 'amdgcn/no-code-object',
      hint: `choose one of: ${[...chips].sort().join(', ')}`,
    });
    // A host program that holds the bundle.
    const host = new Uint8Array(bundle.length + 64);
    host.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
    host[18] = 62;
    host[58] = 64;
    host.set(bundle, 64);
    expect(read(host, 'gfx942').target).toBe('gfx942');
  });

  it.each(chips)('are decoded as LLVM does, of %s', (target) => {
    const object = read(bundle, target);
    const listing = decode(object) ?? '';
    expect(codeOf(listing)).toBe(codeOf(disassemble(object.bytes) ?? ''));
    const { program, diagnostics } = combine(object, listing);
    expect(diagnostics).toEqual([]);
    expect(program.kernels.map(({ name }) => name)).toEqual(['_Z5firstPii', '_Z6secondPi']);
  });

  // Code of gfx12 makes them with instructions that are not followed.
  it.each(chips.filter((chip) => !chip.startsWith('gfx12')))(
    'have symbols where %s code makes addresses',
    (target) => {
      const object = read(bundle, target);
      const { program } = combine(object, decode(object) ?? '');
      const named = program.instructions
        .flatMap(({ operands }) => operands)
        .flatMap((operand) =>
          operand.kind === 'symbol' && operand.relocation === 'rel32@lo'
            ? [`${operand.name}+${operand.addend}`]
            : [],
        );
      expect(new Set(named)).toEqual(
        new Set(['_Z4pickiPi+4', 'table+4', '_ZL5fixed+4', 'pointers+4', 'zeros+4']),
      );
      const pointers = program.data.find(({ symbols }) => symbols.has('pointers'));
      const at = pointers?.symbols.get('pointers') ?? -1;
      expect(
        pointers?.relocations.filter(({ offset }) => offset >= at && offset < at + 16),
      ).toEqual([
        { offset: at, bytes: 8, symbol: 'table', addend: 4 },
        { offset: at + 8, bytes: 8, symbol: 'table', addend: 12 },
      ]);
      const zeros = program.data.find(({ symbols }) => symbols.has('zeros'));
      expect(zeros?.bytes.length).toBeGreaterThanOrEqual(400);
      expect(program.instructions.map(printInstruction).join()).toContain('s_barrier');
    },
  );

  it('that are damaged are reported, never thrown', () => {
    const { bytes: whole } = read(bundle, 'gfx942');
    const text = disassemble(whole) ?? '';
    const random = randomNumbers(firstCase(42));
    for (let round = 0; round < casesOf(1500); round++) {
      const broken = whole.slice(0, random(4) === 0 ? random(whole.length) : whole.length);
      for (let i = random(12); i >= 0; i--) {
        // Headers and tables are where it hurts.
        const near = [64, 1024, broken.length][random(3)] ?? 64;
        const at = random(2) === 0 ? random(near) : broken.length - 1 - random(near);
        if (at >= 0 && at < broken.length) broken[at] = random(256);
      }
      const result = readCodeObject(broken);
      if (result.ok) combine(result.value, text);
      else expect(result.diagnostics.length).toBeGreaterThan(0);
    }
    for (let round = 0; round < casesOf(300); round++) {
      const broken = bundle.slice();
      for (let i = random(8); i >= 0; i--) broken[random(200)] = random(256);
      readCodeObject(broken, 'gfx942');
    }
  });
});

describe('files that are not code objects', () => {
  it.each([
    [bytes(), 'amdgcn/not-elf'],
    [bytes(0x7f, 0x45, 0x4c, 0x46, 1, 1), 'amdgcn/not-elf'],
    [bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1), 'amdgcn/truncated'],
    [bytes(0x43, 0x43, 0x4f, 0x42, 2, 0), 'amdgcn/damaged-container'],
    [new TextEncoder().encode('__CLANG_OFFLOAD_BUNDLE__'), 'amdgcn/no-code-object'],
    [new TextEncoder().encode('hello'), 'amdgcn/not-elf'],
  ])('%#', (file, code) => {
    expect(readCodeObject(file).diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });
});
