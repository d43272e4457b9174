/**
 * Constructs of PTX outside of its instructions: directives, declarations, constants, operands, control flow. A case is a body, or a
 * body with what stands before its kernel, and the word that it stores.
 *
 *     { body: 'mov.u32 %r1, 0b101;', result: 5 }        ptxas takes it: it is executed, and gives 5
 *     { before: '.tex .u64 t;', refused: 'ptx/...' }    ptxas takes it: it is refused by a name
 *
 * Sections are those of the PTX ISA 9.0.
 */

export interface Construct {
  /** Section and name. */
  readonly name: string;
  /** Of module scope, before the kernel. */
  readonly before?: string;
  /** Behind the parameters of the kernel. */
  readonly bounds?: string;
  /** Leaves its result in `%r1`. */
  readonly body?: string;
  /** What thread 0 stores; it is 7 where nothing else is said. */
  readonly result?: number;
  /** The code by which it is refused, when it is read or when it is executed. */
  readonly refused?: string;
  /** The header; for what is of another version or chip. */
  readonly target?: string;
  /** The assembler does not take it for this target: it is of an older version, or is linked from elsewhere. */
  readonly isNotAssembled?: true;
}

const SEVEN = 'mov.u32 %r1, 7;';
const constant = (name: string, text: string, result: number): Construct => ({
  name: `4.5 ${name}`,
  body: `mov.u32 %r1, ${text};`,
  result,
});
const bound = (text: string): Construct => ({ name: `11.4 ${text}`, bounds: text });
const variable = (name: string, before: string, load: string, result: number): Construct => ({
  name: `5 ${name}`,
  before,
  body: load,
  result,
});
const func = (name: string, before: string, call: string, result: number): Construct => ({
  name: `7, 9.7.12 ${name}`,
  before,
  body: call,
  result,
});
const flow = (name: string, body: string, result: number): Construct => ({
  name: `9.7.12 ${name}`,
  body,
  result,
});
const operand = (name: string, body: string, result: number, before?: string): Construct => ({
  name: `6 ${name}`,
  body,
  result,
  ...(before === undefined ? {} : { before }),
});

const TWICE = `.func (.param .b32 r) twice(.param .b32 a)
{
  .reg .b32 %x<3>;
  ld.param.u32 %x1, [a];
  add.u32 %x2, %x1, %x1;
  st.param.b32 [r], %x2;
  ret;
}
.func (.param .b32 r) thrice(.param .b32 a)
{
  .reg .b32 %x<3>;
  ld.param.u32 %x1, [a];
  mul.lo.u32 %x2, %x1, 3;
  st.param.b32 [r], %x2;
  ret;
}`;
const called = (call: string): string => `{
  .param .b32 in; .param .b32 out;
  st.param.b32 [in], 5;
  ${call}
  ld.param.b32 %r1, [out];
}`;

export const constructs: readonly Construct[] = [
  // Constants and constant expressions.
  constant('decimal', '42', 42),
  constant('hexadecimal', '0x2a', 42),
  constant('octal', '052', 42),
  constant('binary', '0b101010', 42),
  constant('with U', '42U', 42),
  constant('hexadecimal with U', '0x2aU', 42),
  constant('negative', '-1', 0xffffffff),
  constant('complement', '~5', 0xfffffffa),
  constant('logical negation', '!0', 1),
  constant('in brackets', '(42)', 42),
  {
    name: '4.5 a NaN with its bits',
    body: 'mov.f32 %f1, 0f7fffffff; mov.b32 %r1, %f1;',
    result: 0x7fffffff,
  },
  constant('a difference without blanks', '45-3', 42),
  constant('signs', '- -42', 42),
  constant('a right shift', '-84>>1', 0xffffffd6),
  constant('a right shift of an unsigned number', '0x8000000000000000>>60', 8),
  constant('unsigned comparison', '-1 > 1U', 1),
  constant('inequality', '(3!=4)+(3<=3)*41', 42),
  constant('a sum', '40+2', 42),
  constant('a product before a sum', '2+5*8', 42),
  constant('brackets', '(2+5)*6', 42),
  constant('shifts', '1<<5|2+8', 42),
  constant('a quotient and a remainder', '85/2 % 43', 42),
  constant('a comparison', '3<4', 1),
  constant('equality', '3==4', 0),
  constant('bits', '0xff&0x2a^0', 42),
  constant('logical', '1&&0||1', 1),
  constant('a choice', '1 ? 42 : 3', 42),
  constant('a cast', '(.s64)42', 42),
  constant('WARP_SZ', 'WARP_SZ', 32),
  constant('WARP_SZ in a sum', 'WARP_SZ+10', 42),
  {
    name: '4.5 a float by its bits',
    body: 'mov.f32 %f1, 0f3f800000; mov.b32 %r1, %f1;',
    result: 0x3f800000,
  },
  {
    name: '4.5 a double for a float',
    body: 'mov.f32 %f1, 0d3ff0000000000000; mov.b32 %r1, %f1;',
    result: 0x3f800000,
  },
  { name: '4.5 a decimal float', body: 'mov.f32 %f1, 1.5; mov.b32 %r1, %f1;', result: 0x3fc00000 },
  {
    name: '4.5 a float with an exponent',
    body: 'mov.f32 %f1, 15.0e-1; mov.b32 %r1, %f1;',
    result: 0x3fc00000,
  },
  {
    name: '4.5 a negative float',
    body: 'mov.f32 %f1, -1.5; mov.b32 %r1, %f1;',
    result: 0xbfc00000,
  },
  {
    name: '4.5 a sum of floats',
    body: 'mov.f32 %f1, 1.0+0.5; mov.b32 %r1, %f1;',
    result: 0x3fc00000,
  },

  // Directives of a kernel.
  bound('.maxnreg 32'),
  bound('.maxntid 64'),
  bound('.maxntid 16, 2, 1'),
  bound('.reqntid 32'),
  bound('.reqntid 32, 1'),
  bound('.maxntid 64 .minnctapersm 2'),
  bound('.maxntid 64\n.minnctapersm 2\n.maxnreg 64'),
  bound('.explicitcluster'),
  bound('.explicitcluster .maxclusterrank 4'),
  bound('.reqnctapercluster 1'),
  bound('.reqnctapercluster 1, 1, 1 .reqntid 32'),
  bound('.pragma "nounroll";'),
  { name: '12 .pragma "enable_smem_spilling"', body: `.pragma "enable_smem_spilling"; ${SEVEN}` },
  { name: '11.4 .pragma in a module', before: '.pragma "nounroll";' },
  { name: '11.4 .pragma in a body', body: `.pragma "nounroll"; ${SEVEN}` },
  {
    name: '11.4 several strings of a .pragma',
    body: `.pragma "nounroll", "used_bytes_mask 0xffff"; ${SEVEN}`,
  },
  { name: '12 .pragma "frequency"', body: `bra L;\nL: .pragma "frequency 10"; ${SEVEN}` },
  {
    name: '12 .pragma "used_bytes_mask"',
    body: `.pragma "used_bytes_mask 0xf"; ld.shared.u32 %r1, [s]; ${SEVEN}`,
    before: '.shared .b32 s;',
  },
  {
    name: '11.4 .blocksareclusters',
    bounds: '.reqntid 32 .reqnctapercluster 1 .blocksareclusters',
  },
  {
    name: '11.4 .noreturn',
    before: '.func stop() .noreturn\n{\n  trap;\n}',
    body: `setp.ne.u32 %p1, %r0, %r0; @!%p1 bra GO; call stop; GO: ${SEVEN}`,
  },
  {
    name: '11.4 .abi_preserve',
    before: '.func f() .abi_preserve 4\n{\n  ret;\n}',
    body: `call f; ${SEVEN}`,
  },
  {
    name: '11.4 .abi_preserve_control',
    before: '.func f() .abi_preserve_control 4\n{\n  ret;\n}',
    body: `call f; ${SEVEN}`,
  },

  // Linking.
  { name: '11.6 .extern func that is not called', before: '.extern .func away(.param .b32 a);' },
  {
    name: '11.6 .extern func with a result',
    before: '.extern .func (.param .b32 r) away(.param .b32 a, .param .b64 b);',
  },
  {
    name: '11.6 .extern .func that is called',
    before: '.extern .func away();',
    body: `call away; ${SEVEN}`,
    refused: 'ptx/unknown-symbol',
  },
  {
    name: '11.6 .visible func',
    before: '.visible .func f()\n{\n  ret;\n}',
    body: `call f; ${SEVEN}`,
  },
  { name: '11.6 .weak func', before: '.weak .func f()\n{\n  ret;\n}', body: `call f; ${SEVEN}` },
  {
    name: '11.6 declared before it is defined',
    before: '.func f();\n.func f()\n{\n  ret;\n}',
    body: `call f; ${SEVEN}`,
  },
  {
    name: '11.6 .weak global',
    before: '.weak .global .u32 g = 7;',
    body: 'ld.global.u32 %r1, [g];',
  },
  {
    name: '11.6 .visible global',
    before: '.visible .global .u32 g = 7;',
    body: 'ld.global.u32 %r1, [g];',
  },
  {
    name: '11.6 .common global',
    before: '.common .global .u32 g;',
    body: 'ld.global.u32 %r1, [g];',
    result: 0,
  },
  {
    name: '11.6 .visible const',
    before: '.visible .const .u32 g = 7;',
    body: 'ld.const.u32 %r1, [g];',
  },
  { name: '11.6 .weak .const', before: '.weak .const .u32 g = 7;', body: 'ld.const.u32 %r1, [g];' },
  {
    name: '11.6 .weak .shared',
    before: '.weak .shared .u32 g;',
    body: 'st.shared.u32 [g], 7; ld.shared.u32 %r1, [g];',
  },
  { name: '11.6 .extern global that is not read', before: '.extern .global .u32 g;' },
  { name: '11.6 .extern const that is not read', before: '.extern .const .align 4 .b8 g[16];' },
  {
    name: '11.6 .extern shared',
    before: '.extern .shared .align 16 .b8 g[];',
    body: 'st.shared.u32 [g], 7; ld.shared.u32 %r1, [g];',
  },
  {
    name: '11.2 .alias',
    before: `${TWICE}\n.visible .func (.param .b32 r) same(.param .b32 a);\n.alias same, twice;`,
    body: called('call (out), same, (in);'),
    result: 10,
  },
  {
    name: '11.2 .weak .alias',
    before: `${TWICE}\n.weak .func (.param .b32 r) same(.param .b32 a);\n.alias same, twice;`,
    body: called('call (out), same, (in);'),
    result: 10,
  },

  // Debugging.
  { name: '11.5 .file and .loc', before: '.file 1 "a.cu"', body: `.loc 1 3 5\n${SEVEN}` },
  {
    name: '11.5 .file with time and size',
    before: '.file 1 "a.cu", 1118946393, 12',
    body: `.loc 1 3 5\n${SEVEN}`,
  },
  {
    name: '11.5 .loc with a function',
    before: '.file 1 "a.cu"',
    body: `.loc 1 3 5\n.loc 1 4 6, function_name $L__info0, inlined_at 1 3 5\n${SEVEN}\n`,
    isNotAssembled: true,
  },
  { name: '11.5 a .section', before: '.section .debug_str\n{\n$L__a:\n.b8 110, 118, 0\n}' },
  { name: '4.1 # of the preprocessor', before: '#line 3 "a.cu"' },
  { name: '4.2 comments', body: `/* a ; } */ mov.u32 /* b */ %r1, // c\n 7;` },

  // State spaces, variables, initializers, attributes.
  variable(
    'an array of numbers',
    '.global .u32 g[4] = {1, 2, 7, 4};',
    'ld.global.u32 %r1, [g+8];',
    7,
  ),
  variable(
    'an array without its length',
    '.global .u32 g[] = {1, 2, 7, 4};',
    'ld.global.u32 %r1, [g+8];',
    7,
  ),
  variable(
    'nested initializers',
    '.global .u32 g[2][2] = {{1, 2}, {7, 4}};',
    'ld.global.u32 %r1, [g+8];',
    7,
  ),
  variable(
    'fewer initializers than rows',
    '.global .u32 g[2][2] = {{1}, {7}};',
    'ld.global.u32 %r1, [g+8];',
    7,
  ),
  variable(
    'two dimensions, the first open',
    '.global .u32 g[][2] = {{1, 2}, {7, 4}};',
    'ld.global.u32 %r1, [g+8];',
    7,
  ),
  variable(
    'an initializer that is computed',
    '.global .u32 g[2] = {1<<3, 3+4};',
    'ld.global.u32 %r1, [g+4];',
    7,
  ),
  variable('a vector', '.global .v4 .u32 g = {1, 2, 7, 4};', 'ld.global.u32 %r1, [g+8];', 7),
  variable('vectors', '.global .v2 .u32 g[2] = {{1, 2}, {7, 4}};', 'ld.global.u32 %r1, [g+8];', 7),
  variable('bytes', '.global .align 4 .b8 g[4] = {7, 0, 0, 0};', 'ld.global.u32 %r1, [g];', 7),
  variable('a float', '.global .f32 g = 0f3f800000;', 'ld.global.u32 %r1, [g];', 0x3f800000),
  variable('a decimal float', '.global .f32 g = 1.5;', 'ld.global.u32 %r1, [g];', 0x3fc00000),
  variable(
    'negative numbers',
    '.global .s32 g[2] = {-1, -2};',
    'ld.global.u32 %r1, [g+4];',
    0xfffffffe,
  ),
  variable(
    'an address',
    '.global .u32 g = 7;\n.global .u64 h = g;',
    'ld.global.u64 %rd1, [h]; ld.global.u32 %r1, [%rd1];',
    7,
  ),
  variable(
    'an address and an offset',
    '.global .u32 g[2] = {3, 7};\n.global .u64 h = g+4;',
    'ld.global.u64 %rd1, [h]; ld.global.u32 %r1, [%rd1];',
    7,
  ),
  variable(
    'a generic address',
    '.global .u32 g = 7;\n.global .u64 h = generic(g);',
    'ld.global.u64 %rd1, [h]; ld.u32 %r1, [%rd1];',
    7,
  ),
  variable(
    'a generic address and an offset',
    '.const .u32 g[2] = {3, 7};\n.global .u64 h[1] = {generic(g)+4};',
    'ld.global.u64 %rd1, [h]; ld.u32 %r1, [%rd1];',
    7,
  ),
  variable(
    'bytes of an address',
    '.global .u32 g = 7;\n.global .u8 h[8] = {0xff(g), 0xff00(g), 0xff0000(g), 0xff000000(g), 0xff00000000(g), 0xff0000000000(g), 0xff000000000000(g), 0xff00000000000000(g)};',
    'ld.global.u8 %r1, [h]; mov.u64 %rd1, g; cvt.u32.u64 %r2, %rd1; and.b32 %r2, %r2, 255; sub.u32 %r1, %r1, %r2;',
    0,
  ),
  variable('.managed', '.global .attribute(.managed) .u32 g = 7;', 'ld.global.u32 %r1, [g];', 7),
  variable(
    '.unified',
    '.global .attribute(.unified(19, 95)) .align 4 .u32 g = 7;',
    'ld.global.u32 %r1, [g];',
    7,
  ),
  variable('several in a declaration', '.global .u32 g = 3, h = 7;', 'ld.global.u32 %r1, [h];', 7),
  variable('.align', '.global .align 128 .u32 g = 7;', 'ld.global.u32 %r1, [g];', 7),
  variable(
    'a shared array of two dimensions',
    '.shared .align 16 .b32 s[4][8];',
    'st.shared.u32 [s+100], 7; ld.shared.u32 %r1, [s+100];',
    7,
  ),
  variable('.f16', '.global .f16 g;', 'ld.global.u16 %r1, [g];', 0),
  variable('.b128', '.global .align 16 .b128 g;', 'ld.global.u32 %r1, [g];', 0),
  {
    name: '5 .local in a body',
    body: '.local .align 8 .b8 l[16]; st.local.u32 [l+4], 7; ld.local.u32 %r1, [l+4];',
  },
  {
    name: '5 .shared in a body',
    body: '.shared .align 8 .b8 l[16]; st.shared.u32 [l+4], 7; ld.shared.u32 %r1, [l+4];',
  },
  { name: '5 .global in a body', body: '.global .u32 l = 7; ld.global.u32 %r1, [l];' },
  {
    name: '5 .reg vectors',
    body: '.reg .v4 .b32 v; mov.u32 v.x, 1; mov.u32 v.y, 7; mov.u32 %r1, v.y;',
  },
  {
    name: '5 .reg vectors by colours',
    body: '.reg .v4 .f32 v; mov.f32 v.g, 0f3f800000; mov.b32 %r1, v.g;',
    result: 0x3f800000,
  },
  {
    name: '5 .reg vectors as a whole',
    body: '.reg .v2 .b32 v; mov.u32 v.x, 3; mov.u32 v.y, 7; .reg .b64 w; mov.b64 w, v; shr.u64 w, w, 32; cvt.u32.u64 %r1, w;',
  },
  { name: '5 .reg in inner braces', body: '{ .reg .b32 %r1; mov.u32 %r1, 3; } mov.u32 %r1, 7;' },
  {
    name: '5 several .reg',
    body: '.reg .b32 a, b<4>, c; mov.u32 a, 3; mov.u32 b3, 4; add.u32 c, a, b3; mov.u32 %r1, c;',
  },
  {
    name: '5 names with $ and _',
    body: '.reg .b32 $a, _b1, %c$d; mov.u32 $a, 3; mov.u32 _b1, 4; add.u32 %c$d, $a, _b1; mov.u32 %r1, %c$d;',
  },
  { name: '5.3 .texref', before: '.global .texref t;' },
  {
    name: '5.3 .samplerref',
    before: '.global .samplerref t;',
    target: '.version 9.0\n.target sm_90, texmode_independent\n.address_size 64',
  },
  { name: '5.3 .surfref', before: '.global .surfref t;' },
  {
    name: '5.3 .samplerref with fields',
    before: '.global .samplerref t = { addr_mode_0 = wrap, filter_mode = nearest };',
    target: '.version 9.0\n.target sm_90, texmode_independent\n.address_size 64',
  },

  // Operands.
  operand(
    'an address of a variable',
    'st.shared.u32 [s], 7; mov.u32 %r2, s; ld.shared.u32 %r1, [%r2];',
    7,
    '.shared .b32 s[4];',
  ),
  operand(
    'an address and an offset',
    'st.shared.u32 [s+4], 7; mov.u32 %r2, s+4; ld.shared.u32 %r1, [%r2];',
    7,
    '.shared .b32 s[4];',
  ),
  operand(
    'a negative offset',
    'st.shared.u32 [s], 7; mov.u32 %r2, s; add.u32 %r2, %r2, 8; ld.shared.u32 %r1, [%r2+-8];',
    7,
    '.shared .b32 s[4];',
  ),
  operand(
    'an immediate address',
    '.local .b32 l[4]; st.local.u32 [0], 7; ld.local.u32 %r1, [0];',
    7,
  ),
  operand(
    'an element of an array',
    'st.shared.u32 [s+8], 7; ld.shared.u32 %r1, s[2];',
    7,
    '.shared .b32 s[4];',
  ),
  operand(
    'the address of an element',
    'st.shared.u32 [s+12], 7; mov.u32 %r2, s[3]; ld.shared.u32 %r1, [%r2];',
    7,
    '.shared .b32 s[4];',
  ),
  operand(
    'an element of an array of a function',
    '.shared .b64 s[4]; st.shared.u32 [s+8], 7; ld.shared.u32 %r1, s[1];',
    7,
  ),
  operand(
    'an offset that is computed',
    'st.shared.u32 [s+2*4], 7; ld.shared.u32 %r1, [s+(4+4)];',
    7,
    '.shared .b32 s[4];',
  ),
  operand(
    'a vector in braces',
    'mov.b64 %rd1, {3, 7}; shr.u64 %rd1, %rd1, 32; cvt.u32.u64 %r1, %rd1;',
    7,
  ),
  operand(
    'halves taken apart',
    'mov.u32 %r2, 0x70003; mov.b32 {%h1, %h2}, %r2; cvt.u32.u16 %r1, %h2;',
    7,
  ),
  operand('_ in a vector', 'mov.u32 %r2, 0x70003; mov.b32 {_, %h2}, %r2; cvt.u32.u16 %r1, %h2;', 7),
  operand('four bytes', '.reg .b8 b<4>; mov.u32 %r1, 7;', 7),
  operand('p|q', 'setp.eq.u32 %p1|%p2, %r0, %r0; selp.u32 %r1, 3, 7, %p2;', 7),
  operand('_|q', 'setp.eq.u32 _|%p2, %r0, %r0; selp.u32 %r1, 3, 7, %p2;', 7),
  operand(
    '!p of setp',
    'setp.eq.u32 %p1, %r0, %r0; setp.eq.and.u32 %p2, %r0, %r0, !%p1; selp.u32 %r1, 3, 7, %p2;',
    7,
  ),
  operand(
    'a predicate that is given',
    'setp.eq.and.u32 %p2, %r0, %r0, 1; selp.u32 %r1, 7, 3, %p2;',
    7,
  ),
  operand('guards', 'setp.eq.u32 %p1, %r0, %r0; @%p1 mov.u32 %r1, 7; @!%p1 mov.u32 %r1, 3;', 7),
  operand('%tid', 'mov.u32 %r1, %tid.y; add.u32 %r1, %r1, 7;', 7),
  operand(
    '%clock',
    'mov.u32 %r2, %clock; mov.u64 %rd1, %clock64; mov.u32 %r2, %clock_hi; mov.u32 %r1, 7;',
    7,
  ),
  operand('%pm', 'mov.u32 %r2, %pm0; mov.u64 %rd1, %pm0_64; mov.u32 %r1, 7;', 7),
  operand('%envreg', 'mov.b32 %r2, %envreg3; mov.u32 %r1, 7;', 7),
  operand(
    '%globaltimer',
    'mov.u64 %rd1, %globaltimer; mov.u32 %r2, %globaltimer_lo; mov.u32 %r2, %globaltimer_hi; mov.u32 %r1, 7;',
    7,
  ),
  operand(
    '%reserved_smem_offset',
    'mov.b32 %r2, %reserved_smem_offset_begin; mov.b32 %r2, %reserved_smem_offset_end; mov.b32 %r2, %reserved_smem_offset_cap; mov.b32 %r2, %reserved_smem_offset_0; mov.u32 %r1, 7;',
    7,
  ),
  operand(
    'sizes of shared memory',
    'mov.u32 %r2, %total_smem_size; mov.u32 %r2, %dynamic_smem_size; mov.u32 %r2, %aggr_smem_size; mov.u32 %r1, 7;',
    7,
  ),
  operand(
    'clusters',
    'mov.u32 %r2, %clusterid.x; mov.u32 %r2, %cluster_ctarank; mov.u32 %r2, %cluster_nctarank; mov.pred %p1, %is_explicit_cluster; mov.u32 %r1, 7;',
    7,
  ),
  operand('%current_graph_exec', 'mov.u64 %rd1, %current_graph_exec; mov.u32 %r1, 7;', 7),
  operand(
    'lanes and warps',
    'mov.u32 %r2, %laneid; mov.u32 %r3, %warpid; mov.u32 %r4, %nwarpid; mov.u32 %r5, %smid; mov.u32 %r6, %nsmid; mov.u64 %rd1, %gridid; mov.u32 %r1, %lanemask_le;',
    1,
  ),
  operand('mov.v4 of %tid', '.reg .v4 .u32 v; mov.v4.u32 v, %ntid; add.u32 %r1, v.x, 0;', 32),

  // Control flow.
  flow('bra', 'bra L; mov.u32 %r1, 3; L: mov.u32 %r1, 7;', 7),
  flow('bra.uni', 'bra.uni L; mov.u32 %r1, 3; L: mov.u32 %r1, 7;', 7),
  flow('a loop', 'mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 7; @%p1 bra L;', 7),
  flow(
    'labels of inner braces',
    'mov.u32 %r1, 5; { bra L; L: add.u32 %r1, %r1, 1; } { bra L; L: add.u32 %r1, %r1, 1; }',
    7,
  ),
  flow('a label alone', 'bra L;\nL:\nM:\n  mov.u32 %r1, 7;', 7),
  flow(
    'a label before a declaration',
    'bra L;\nL: { .reg .b32 x; mov.u32 x, 7; mov.u32 %r1, x; }',
    7,
  ),
  flow(
    'brx.idx',
    'T: .branchtargets A, B, C; mov.u32 %r2, 1; brx.idx %r2, T; A: mov.u32 %r1, 1; bra E; B: mov.u32 %r1, 7; bra E; C: mov.u32 %r1, 3; E:',
    7,
  ),
  flow(
    'brx.idx.uni',
    'T: .branchtargets A, B; mov.u32 %r2, 1; brx.idx.uni %r2, T; A: mov.u32 %r1, 1; bra E; B: mov.u32 %r1, 7; E:',
    7,
  ),
  flow(
    'a guarded brx',
    'T: .branchtargets A, A; setp.eq.u32 %p1, %r0, %r0; mov.u32 %r2, 0; mov.u32 %r1, 3; @%p1 brx.idx %r2, T; A: mov.u32 %r1, 7;',
    7,
  ),
  flow(
    'exit and trap behind guards',
    `setp.ne.u32 %p1, %r0, %r0; @%p1 exit; @%p1 trap; @%p1 brkpt; ${SEVEN}`,
    7,
  ),
  flow('ret.uni', `setp.ne.u32 %p1, %r0, %r0; @%p1 ret.uni; ${SEVEN}`, 7),
  flow('pmevent, nanosleep', `pmevent 3; pmevent.mask 5; nanosleep.u32 20; ${SEVEN}`, 7),
  func('without arguments', '.func f()\n{\n  ret;\n}', `call f; ${SEVEN}`, 7),
  func('without brackets', '.func f\n{\n  ret;\n}', `call f; ${SEVEN}`, 7),
  func('call.uni', TWICE, called('call.uni (out), twice, (in);'), 10),
  func(
    'a result in a register',
    '.func (.reg .b32 r) f(.reg .b32 a)\n{\n  add.u32 r, a, a;\n  ret;\n}',
    'mov.u32 %r2, 4; call (%r1), f, (%r2);',
    8,
  ),
  func(
    'constants as arguments',
    '.func (.reg .b32 r) f(.reg .b32 a)\n{\n  add.u32 r, a, a;\n  ret;\n}',
    'call (%r1), f, (4);',
    8,
  ),
  func(
    'through a prototype',
    TWICE,
    called(
      'mov.u64 %rd1, thrice; P: .callprototype (.param .b32 _) _ (.param .b32 _); call (out), %rd1, (in), P;',
    ),
    15,
  ),
  func(
    'a prototype without results',
    '.func f(.param .b32 a)\n{\n  ret;\n}',
    `{ .param .b32 in; st.param.b32 [in], 1; mov.u64 %rd1, f; P: .callprototype _ (.param .b32 _); call %rd1, (in), P; } ${SEVEN}`,
    7,
  ),
  func(
    'a prototype that does not return',
    '.func f() .noreturn\n{\n  trap;\n}',
    `setp.ne.u32 %p1, %r0, %r0; mov.u64 %rd1, f; P: .callprototype _ () .noreturn; @%p1 call %rd1, (), P; ${SEVEN}`,
    7,
  ),
  func(
    'a prototype that preserves registers',
    '.func f() .abi_preserve 4\n{\n  ret;\n}',
    `mov.u64 %rd1, f; P: .callprototype _ () .abi_preserve 4; call %rd1, (), P; ${SEVEN}`,
    7,
  ),
  func(
    'one of several targets',
    TWICE,
    called('mov.u64 %rd1, twice; F: .calltargets twice, thrice; call (out), %rd1, (in), F;'),
    10,
  ),
  func(
    'a table of functions',
    `${TWICE}\n.global .u64 table[2] = {twice, thrice};`,
    called(
      'ld.global.u64 %rd1, [table+8]; P: .callprototype (.param .b32 _) _ (.param .b32 _); call (out), %rd1, (in), P;',
    ),
    15,
  ),
  func(
    'arrays by value',
    '.func (.param .align 4 .b8 r[8]) f(.param .align 4 .b8 a[8])\n{\n  .reg .b32 %x<3>;\n  ld.param.b32 %x1, [a+4];\n  st.param.b32 [r+4], %x1;\n  ret;\n}',
    '{ .param .align 4 .b8 in[8]; .param .align 4 .b8 out[8]; st.param.b32 [in+0], 3; st.param.b32 [in+4], 7; call (out), f, (in); ld.param.b32 %r1, [out+4]; }',
    7,
  ),
  func(
    'further arguments',
    '.func (.param .b32 r) f(.param .b32 n, .param .align 8 .b8 rest[])\n{\n  .reg .b32 %x<3>;\n  ld.param.b32 %x1, [rest+4];\n  st.param.b32 [r], %x1;\n  ret;\n}',
    '{ .param .b32 n; .param .align 8 .b8 rest[8]; .param .b32 out; st.param.b32 [n], 2; st.param.b32 [rest], 3; st.param.b32 [rest+4], 7; call (out), f, (n, rest); ld.param.b32 %r1, [out]; }',
    7,
  ),
  func(
    'recursion',
    '.func (.param .b32 r) f(.param .b32 n);\n.func (.param .b32 r) f(.param .b32 n)\n{\n  .reg .b32 %x<5>;\n  .reg .pred %q;\n  ld.param.b32 %x1, [n];\n  mov.u32 %x4, 0;\n  setp.eq.u32 %q, %x1, 0;\n  @%q bra E;\n  sub.u32 %x2, %x1, 1;\n  { .param .b32 i; .param .b32 o; st.param.b32 [i], %x2; call (o), f, (i); ld.param.b32 %x3, [o]; }\n  add.u32 %x4, %x3, %x1;\nE:\n  st.param.b32 [r], %x4;\n  ret;\n}',
    '{ .param .b32 i; .param .b32 o; st.param.b32 [i], 4; call (o), f, (i); ld.param.b32 %r1, [o]; }',
    10,
  ),
  func(
    'a kernel as a symbol',
    '.visible .entry other()\n{\n  ret;\n}',
    `mov.u64 %rd1, other; ${SEVEN}`,
    7,
  ),
  func(
    '.ptr parameters',
    '.visible .entry other(.param .u64 .ptr .global .align 16 a, .param .u64 .ptr .shared b)\n{\n  ret;\n}',
    SEVEN,
    7,
  ),
  func(
    'alloca',
    '',
    'stacksave.u64 %rd2; alloca.u64 %rd1, 16, 8; st.local.u32 [%rd1+4], 7; ld.local.u32 %r1, [%rd1+4]; stackrestore.u64 %rd2;',
    7,
  ),

  // Inline assembly as nvcc prints it.
  {
    name: '13 // begin inline asm',
    body: '// begin inline asm\n{ .reg .pred p; setp.eq.u32 p, %r0, %r0;\n\tselp.b32 %r1, 7, 3, p; }\n\t// end inline asm',
  },
  { name: '13 a statement over lines', body: 'mov\n.u32\n %r1\n ,\n 7\n ;' },
  {
    name: '13 the same label in two statements',
    body: 'mov.u32 %r1, 5;\n{\nWAIT:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 6;\n@%p1 bra WAIT;\n}\n{\nWAIT:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 7;\n@%p1 bra.uni WAIT;\n}',
  },
  { name: '13 no white space', body: 'mov.u32 %r2,3;add.u32 %r1,%r2,4;' },

  // Modules.
  {
    name: '11.1 several targets',
    target: '.version 9.0\n.target sm_90, texmode_unified\n.address_size 64',
  },
  {
    name: '11.1 texmode',
    target: '.version 9.0\n.target sm_90, texmode_independent\n.address_size 64',
  },
  { name: '11.1 sm_90a', target: '.version 9.0\n.target sm_90a\n.address_size 64' },
  { name: '11.1 sm_80', target: '.version 7.0\n.target sm_80\n.address_size 64' },
  { name: '11.1 sm_100f', target: '.version 9.0\n.target sm_100f\n.address_size 64' },
  { name: '11.1 without an address size', target: '.version 9.0\n.target sm_90' },
];

/** The module of a construct: `k` stores `%r1` of thread 0 where its parameter points. */
export function moduleOf({ before = '', bounds = '', body = SEVEN, target }: Construct): string {
  return `${target ?? '.version 9.0\n.target sm_90\n.address_size 64'}
${before}
.visible .entry k(.param .u64 .ptr .global .align 8 to)
${bounds}
{
  .reg .pred %p<8>;
  .reg .b16 %h<8>;
  .reg .b32 %r<16>;
  .reg .f32 %f<8>;
  .reg .b64 %rd<8>;
  mov.u32 %r0, %tid.x;
  setp.ne.u32 %p7, %r0, 0;
  ${body}
  ld.param.u64 %rd7, [to];
  @!%p7 st.global.u32 [%rd7], %r1;
  ret;
}
`;
}
