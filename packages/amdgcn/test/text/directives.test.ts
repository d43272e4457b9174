import { authoredLine } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { CODE_STEP, parseAssembly, printInstruction } from '../../src/index.ts';
import type { Program } from '../../src/index.ts';
import { rows } from '../../../../test/rows.ts';
import { compilerSample } from './kernels.ts';

function parse(text: string): { readonly program: Program; readonly codes: string[] } {
  const { program, diagnostics } = parseAssembly(text);
  return {
    program,
    codes: diagnostics.map(({ code }) => code).filter((code) => code !== 'amdgcn/no-descriptor'),
  };
}

const lines = (program: Program): string[] => program.instructions.map(printInstruction);

/** `file:line:column` of the source lines of each instruction, the innermost function first. */
const places = ({ instructions }: Program): string[] =>
  instructions.map(({ source = [] }) =>
    source.map(({ file, line, column }) => `${file}:${line}:${column}`).join(' in '),
  );

/** The data of the one section of a text in `.rodata`, in hexadecimal. */
function data(text: string): string {
  const { program, codes } = parse(`f: s_endpgm\n.rodata\n${text}\n`);
  expect(codes).toEqual([]);
  return Buffer.from(program.data[0]?.bytes ?? []).toString('hex');
}

describe('data', () => {
  it.each([
    ['.byte 1, -1, 0x1ff', '01ffff'],
    ['.short 0x1234', '3412'],
    ['.long 1\n.int 2', '0100000002000000'],
    ['.quad -2', 'feffffffffffffff'],
    ['.octa 0x0102', '02010000000000000000000000000000'],
    ['.octa 0x0102030405060708090a0b0c0d0e0f10', '100f0e0d0c0b0a090807060504030201'],
    ['.float 1.5, -2', '0000c03f000000c0'],
    ['.double 1.0', '000000000000f03f'],
    ['.ascii "a\\n\\"" "b"', '610a2262'],
    ['.asciz "ä"', 'c3a400'],
    ['.zero 3\n.skip 2, 7', '0000000707'],
    ['.fill 2, 2, 0x102', '02010201'],
    ['.fill 2, 8, -1', 'ffffffff00000000ffffffff00000000'],
    ['.byte 1\n.p2align 2\n.byte 2\n.balign 3', '010000000200'],
    ['.byte 1\n.org 4', '01000000'],
    ['.uleb128 624485\n.sleb128 -123456', 'e58e26c0bb78'],
    ['.uleb128 127, 128', '7f8001'],
    ['.sleb128 63, 64, -64, -65', '3fc00040bf7f'],
    ['.fill 1, 9, 0x1ff\n.fill 2, 3, 0x1020304', 'ff01000000000000040302040302'],
    ['.byte 1<2, 2<2, 2<=2, 3>2, 2>=3, 1==1, 1!=1', 'ff00ffff00ff00'],
    ['.byte 1<<3, 1<<63>>63, 1<<64, -1>>60, 7%4, -7/2', '0801000f03fd'],
    ['.byte 6&3, 6|1, 6^3, 4!3, !5, ~5, -(-5)', '020705fc00fa05'],
    ['.quad 0x7fffffffffffffff+1', '0000000000000080'],
    ['.byte max(1, 3, 2), or(1, 6), alignto(5, 4), alignto(8, 4)', '03070808'],
    ['.byte totalnumvgprs(0, 5), totalnumvgprs(3, 5), totalnumvgprs(1, 8)', '050b09'],
    ['.byte extrasgprs(0,0,0), extrasgprs(1,0,0), extrasgprs(1,0,1)', '000204'],
    ['.byte extrasgprs(0,0,1), extrasgprs(0,1,0), extrasgprs(1,1,1)', '040606'],
    ['a: .byte 1\nb: .byte b-a, .-a', '010102'],
    ['.set N, 4\n.byte N, later\n.set N, 5\n.byte N\nlater = 9', '040905'],
  ])('%s', (text, bytes) => expect(data(text)).toBe(bytes));

  it.each(['"a', '"a\\', '"a\\\n"', '"\n"'])('without the end of a string: %j', (text) => {
    const { codes } = parse(`f: s_endpgm\n.rodata\n.ascii ${text}\n`);
    expect(codes).toContain('syntax/unclosed-string');
  });

  it('keeps addresses as relocations, with labels', () => {
    const { program } = parse('.data\na: .quad b+8, f\nb: .long a-4\n.text\nf: s_endpgm\n');
    expect(program.data).toHaveLength(1);
    expect([...(program.data[0]?.symbols ?? [])]).toEqual([
      ['a', 0],
      ['b', 16],
    ]);
    expect(program.data[0]?.relocations).toEqual([
      { offset: 0, bytes: 8, symbol: 'b', addend: 8 },
      { offset: 8, bytes: 8, symbol: 'f', addend: 0 },
      { offset: 16, bytes: 4, symbol: 'a', addend: -4 },
    ]);
  });

  it('in code is data of its own, behind its label', () => {
    const { program, codes } = parse('f: s_nop 0\n s_endpgm\ntable:\n .long 7\nlast: s_nop 1\n');
    expect(codes).toEqual([]);
    expect(program.labels.get('last')).toBe(2);
    expect(program.labels.has('table')).toBe(false);
    expect(program.data[0]).toMatchObject({ name: '.text', symbols: new Map([['table', 0]]) });
  });
});

describe('sections', () => {
  it('keep code together', () => {
    const { program } = parse(
      '.text\nf: s_nop 0\n.pushsection .text.g,"ax"\ng: s_nop 7\n.popsection\ns_nop 1\n.section .text.g\ns_nop 8\n',
    );
    expect(lines(program)).toEqual(['s_nop 0', 's_nop 1', 's_nop 7', 's_nop 8']);
    expect(program.labels.get('g')).toBe(2);
  });

  it('without addresses are left out', () => {
    const text = 'f: s_endpgm\n.section .debug_info,"",@progbits\n.long nothing\n.text\n';
    expect(parse(text).program.data).toEqual([]);
  });

  it('go back by .previous', () => {
    expect(data('.byte 1\n.text\n.previous\n.byte 2')).toBe('0102');
  });
});

describe('symbols', () => {
  it('are numbers, labels and other names of labels', () => {
    const { program, codes } = parse(
      '.set A, 3\nB = A*2\n.set alias, f\nf: s_nop A\ng: s_nop B\n.set SIZE, g-f\n.amdgpu_lds x, 12, 4\n.amdgpu_lds y, 64, 16\n',
    );
    expect(codes).toEqual([]);
    expect(Object.fromEntries(program.constants)).toMatchObject({
      A: 3,
      B: 6,
      SIZE: CODE_STEP,
      x: 0,
      y: 16,
    });
    expect(program.labels.get('alias')).toBe(0);
    expect(program.ldsObjects).toEqual([
      { name: 'x', offsetBytes: 0, sizeBytes: 12, alignmentBytes: 4 },
      { name: 'y', offsetBytes: 16, sizeBytes: 64, alignmentBytes: 16 },
    ]);
  });

  it.each(rows`
    may be used before they are defined | f: s_mov_b32 s0, LATER+1\nds_read_b32 v0, v1 offset:LATER*4\n.set LATER, 5 | s_mov_b32 s0, 6\nds_read_b32 v0, v1 offset:20
    count registers | .amdgcn_target "amdgcn-amd-amdhsa--gfx90a"\n.set .amdgcn.next_free_vgpr, 0\nf: v_mov_b32 v7, s3\ns_nop .amdgcn.next_free_vgpr\ns_nop .amdgcn.next_free_sgpr\ns_nop .amdgcn.gfx_generation_stepping | v_mov_b32 v7, s3\ns_nop 8\ns_nop 4\ns_nop 10
  `)('%s', (_, text = '', printed) => {
    const { program, codes } = parse(text);
    expect([codes, lines(program).join('\n')]).toEqual([[], printed]);
  });

  it.each([
    ['9, 0, 10, "AMD", "AMDGPU"', 'gfx90a', 's_nop 10'],
    ['9,0,6,"AMD","AMDGPU"', 'gfx906', 's_nop 6'],
    ['10, 3, 0', 'gfx1030', 's_nop 0'],
    ['', undefined, undefined],
  ])('name the chip as code objects of version 2 do: %s', (version, chip, stepping) => {
    const { program, codes } = parse(
      `.hsa_code_object_isa ${version}\nf: s_nop .amdgcn.gfx_generation_stepping\n`,
    );
    expect(program.target).toBe(chip);
    if (stepping !== undefined) expect([codes, lines(program)]).toEqual([[], [stepping]]);
  });

  it.each([
    [64, ['s_nop 7'], []],
    [65, ['s_nop 0'], ['amdgcn/circular-symbol']],
  ])('may be defined by symbols, %i of them', (count, printed, codes) => {
    const chain = Array.from({ length: count }, (_, i) => `.set A${i}, A${i + 1}\n`).join('');
    const found = parse(`${chain}.set A${count}, 7\ns_nop A0\n`);
    expect([lines(found.program), found.codes]).toEqual([printed, codes]);
  });

  it('with numbers for names mean the nearest', () => {
    const { program } = parse('1: s_branch 1b\n s_branch 1f\n1: s_branch 1b\n');
    const targets = program.instructions.map(({ operands }) => {
      const [operand] = operands;
      return operand?.kind === 'symbol' ? program.labels.get(operand.name) : undefined;
    });
    expect(targets).toEqual([0, 2, 2]);
  });
});

describe('compiler output', () => {
  const { program, diagnostics } = parseAssembly(compilerSample.text);

  it('has no problems and knows its target', () => {
    expect(diagnostics).toEqual([]);
    expect(program.target).toBe('gfx942');
  });

  it('has a kernel with descriptor and metadata, beside functions', () => {
    expect(program.kernels).toHaveLength(1);
    const [kernel] = program.kernels;
    expect(kernel?.entry).toBe(program.labels.get('copy'));
    expect(Object.fromEntries(kernel?.descriptor ?? [])).toEqual({
      group_segment_fixed_size: 320,
      kernarg_size: 8,
      user_sgpr_count: 2,
      user_sgpr_kernarg_segment_ptr: 1,
      next_free_vgpr: 4,
      next_free_sgpr: 34,
      accum_offset: 4,
    });
    expect(kernel?.metadata).toEqual({
      name: 'copy',
      symbol: 'copy.kd',
      arguments: [{ name: 'out.coerce', offset: 0, size: 8, valueKind: 'global_buffer' }],
      kernargSegmentSize: 8,
      groupSegmentSize: 320,
      privateSegmentSize: 0,
      maxFlatWorkgroupSize: 1024,
      requiredWorkgroupSize: [64, 2, 1],
      wavefrontSize: 64,
      dynamicStack: false,
    });
  });

  it('has source lines, none for line 0', () => {
    const found = places(program);
    const inner = '/src/pick.hip:4:12';
    expect(found.slice(0, 5)).toEqual(['/src/pick.hip:3:0', inner, inner, inner, '']);
    expect(found[8]).toBe('/src/pick.hip:9:3');
  });

  it('has the lines that a function is inlined at, from the comment; line 0 is left out', () => {
    const text = `.file 0 "." "k.hip"
.file 1 "inc" "h.h"
.loc 1 30 26 is_stmt 0 ; inc/h.h:30:26 @[ k.hip:9:11 @[ k.hip:20:3 ] ]
s_nop 0
.loc 0 0 0 ; k.hip:0:0 @[ k.hip:7:1 ]
s_nop 0
.loc 0 4 1 ; k.hip:4:1
s_nop 0`;
    const { program } = parseAssembly(text);
    const inlined = 'inc/h.h:30:26 in k.hip:9:11 in k.hip:20:3';
    expect(places(program)).toEqual([inlined, 'k.hip:7:1', 'k.hip:4:1']);
    const authored = program.instructions.map(({ source = [] }) => authoredLine(source)?.line);
    expect(authored).toEqual([9, 7, 4]);
  });

  it('has its data', () => {
    expect(program.data.map(({ name }) => name)).toEqual(['.data']);
    expect(program.data[0]?.relocations).toEqual([
      { offset: 8, bytes: 8, symbol: 'table', addend: 4 },
    ]);
    expect(program.data[0]?.bytes[4]).toBe(16);
  });
});

describe('kernels', () => {
  it.each(rows`
    global labels in a snippet | g      | .globl g\nf: s_nop 0\ng: s_endpgm
    functions                  | k      | .type f,@function\n.type k,@function\nf: s_setpc_b64 s[30:31]\nk: s_endpgm
    its first label            | first  | first: s_nop 0\nsecond: s_endpgm
    code without a label       | kernel | s_endpgm
    nothing of no code         |        |
  `)('are %s: %s', (_, names, text = '') => {
    expect(
      parse(text)
        .program.kernels.map(({ name }) => name)
        .join(' '),
    ).toBe(names);
  });

  it('may be several', () => {
    const { program } = parse(
      '.amdhsa_kernel b\n.amdhsa_kernarg_size 8\n.end_amdhsa_kernel\n.amdhsa_kernel a\n.amdhsa_kernarg_size 16\n.end_amdhsa_kernel\na: s_endpgm\nb: s_endpgm\n',
    );
    expect(
      program.kernels.map(({ name, entry, descriptor }) => [
        name,
        entry,
        descriptor?.get('kernarg_size'),
      ]),
    ).toEqual([
      ['a', 0, 16],
      ['b', 1, 8],
    ]);
  });
});

/** Sums of sums, of which each is written twice as long as the one before. */
const sums = Array.from({ length: 60 }, (_, i) => `.set A${i + 1}, A${i}+A${i}\n`).join('');
/** A kernel beside what is said to be wrong. */
const KERNEL = 'f: s_endpgm\n.amdhsa_kernel f\n.end_amdhsa_kernel\n';

describe('what is said', () => {
  it.each(rows`
    data in code without a label       | data-in-code                            | ${KERNEL}s_nop 0\n.long 0xbf800000
    more data than memory has          | data-size                               | ${KERNEL}.data\n.zero 0x7fffffffffff
    more data by repeats               | data-size                               | ${KERNEL}.data\n.rept 4\n.zero 0x8000000\n.endr
    nothing to go back to              | misplaced-directive                     | ${KERNEL}.popsection
    symbols in a circle                | circular-symbol                         | ${KERNEL}.set A, B\n.set B, A\ns_nop A
    a label twice                      | redefined-symbol                        | ${KERNEL}g: s_nop 0\ng: s_nop 1
    sums of sums                       | not-absolute                            | ${KERNEL}${sums}s_nop A60
    no descriptor                      | no-descriptor                           | f: s_endpgm
    a descriptor without code          | no-code no-descriptor                   | f: s_endpgm\n.amdhsa_kernel g\n.end_amdhsa_kernel
    a field outside of a descriptor    | misplaced-directive                     | ${KERNEL}.amdhsa_next_free_vgpr 4
    metadata that do not end           | syntax/unclosed                         | ${KERNEL}.amdgpu_metadata
    metadata that are not YAML         | yaml                                    | ${KERNEL}.amdgpu_metadata\na: [\n.end_amdgpu_metadata
    an argument without a kind         | metadata                                | ${KERNEL}.amdgpu_metadata\namdhsa.kernels:\n  - .name: f\n    .args:\n      - .size: 1\n.end_amdgpu_metadata
    nothing at all                     | syntax/empty                            |
    what does not matter here          |                                         | ${KERNEL}.ident "x"\n.cfi_def_cfa 1, 2\n.addrsig\n.size f, .-f\n.hidden f
    what matters and what is not known | unsupported-directive unknown-directive | ${KERNEL}.include "x"\n.nonsense 1
    what the text says itself          | said warned                             | ${KERNEL}.error "too old"\n.warning "hm"
    what is behind the end             |                                         | # 1 "file.s"\n${KERNEL}.end\nnonsense , ,
  `)('%s: %s', (_, said, text = '') => {
    const codes = parseAssembly(text).diagnostics.map(({ code }) => code.replace('amdgcn/', ''));
    expect(codes.join(' ')).toBe(said);
  });
});
