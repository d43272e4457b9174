/** What the reader makes of PTX, and of texts that are not. */
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parsePtx } from '../src/index.ts';
import { run } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

const transpose = readFileSync(
  fileURLToPath(new URL('../../../examples/cuda/transpose.ptx', import.meta.url)),
  'utf8',
);

describe('a module of nvcc', () => {
  const { module, diagnostics } = parsePtx(transpose);
  const [plain] = module.functions;

  test('has its kernels, with bounds, registers and shared memory', () => {
    expect(diagnostics).toEqual([]);
    expect(module).toMatchObject({ version: '9.0', target: 'sm_90', addressBits: 64 });
    expect(module.functions.map(({ name }) => name)).toEqual(['plain', 'padded']);
    expect(plain?.mostThreads).toBe(256);
    expect(plain?.variables.map(({ space, bytes }) => [space, bytes])).toEqual([['shared', 4096]]);
    expect(plain?.registers.every(({ name }) => name.startsWith('%'))).toBe(true);
  });

  test('has the lines of its source, inlined calls innermost first', () => {
    const store = plain?.instructions.find(({ modifiers }) => modifiers.includes('shared'));
    expect(store?.source?.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'transpose.cu:8',
      'transpose.cu:15',
    ]);
  });
});

const body = (text: string): string =>
  `.version 8.0\n.target sm_90\n.visible .entry k()\n{\n${text}\n}\n`;

test.each([
  ['a register that is not declared', '  add.s32 %r1, %r1, 1;', 'ptx/unknown-register'],
  [
    'an element of a register that is not a vector',
    '  .reg .b32 %r<2>;\n  mov.u32 %r1.x, 1;',
    'ptx/unknown-register',
  ],
  ['an operand that is missing', '  .reg .b32 %r<2>;\n  add.s32 %r1, ;', 'syntax/expected'],
  ['a label that stands twice', '$a:\n$a:\n  ret;', 'ptx/duplicate'],
  ['braces that do not close', '  { ret;', 'syntax/unclosed'],
  ['a type that does not exist', '  .reg .b31 %r<2>;', 'ptx/unknown-type'],
])('%s is reported with its place', (_, text, code) => {
  const { diagnostics } = parsePtx(body(text));
  expect(diagnostics.map((one) => one.code)).toContain(code);
  for (const { span } of diagnostics) expect(span).toBeDefined();
});

test('what follows a wrong statement is read', () => {
  const { module, diagnostics } = parsePtx(
    body('  .reg .b32 %r<4>;\n  add.s32 %q, 1;\n  mov.u32 %r1, 7;\n  ret;'),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(['ptx/unknown-register']);
  expect(module.functions[0]?.instructions.map(({ opcode }) => opcode)).toEqual(['mov', 'ret']);
});

test('registers and labels between inner braces are their own', () => {
  const { module, diagnostics } = parsePtx(
    body(`  .reg .b32 %r<2>;
  { .reg .pred p; setp.eq.u32 p, %r1, 0; @p bra DONE; mov.u32 %r1, 1; DONE: }
  { .reg .pred p; setp.ne.u32 p, %r1, 0; @p bra DONE; mov.u32 %r1, 2; DONE: }
  ret;`),
  );
  expect(diagnostics).toEqual([]);
  const [of] = module.functions;
  expect(of?.registers.filter(({ name }) => name === 'p')).toHaveLength(2);
  expect([...(of?.labels ?? [])].map(([, number]) => number)).toEqual([3, 6]);
});

describe('whatever the text is', () => {
  const words = transpose.split(/(?=[^\w.%$])|(?<=[^\w.%$])/);
  const mangled = fc
    .tuple(
      fc.array(fc.tuple(fc.nat(words.length - 1), fc.nat(words.length - 1)), { maxLength: 6 }),
      fc.nat(words.length),
    )
    .map(([swaps, end]) => {
      const list = [...words];
      for (const [a, b] of swaps) list[a] = words[b] ?? '';
      return list.slice(0, Math.max(40, end)).join('');
    });

  test('reading ends, and places are inside', () => {
    forAll([fc.oneof(mangled, fc.string(), fc.string({ unit: 'binary' }))], 200, (text) => {
      for (const { span } of parsePtx(text).diagnostics) {
        expect(span?.start ?? 0).toBeLessThanOrEqual(text.length);
      }
    });
  });

  test('executing ends', () => {
    forAll([mangled], 100, (text) => {
      const buffers = [new Float32Array(64), new Float32Array(64), 8];
      run(text, buffers, { kernel: 'plain', block: [32, 2, 1], maxSteps: 20_000 });
    });
  });
});

test.each([
  ['a variable that no memory holds', '.global .b8 x[99999999999];'],
  ['a content that is larger than any module', '.global .b8 x[4000000000] = {1};'],
  ['private memory beyond what a thread has', '  .local .align 8 .b8 depot[600000];'],
  ['an alignment that is not a power of two', '  .shared .align 3 .b8 tile[64];'],
  ['an alignment above 1 MiB', '  .shared .align 2097152 .b8 tile[64];'],
])('%s is refused', (_, text) => {
  const module = text.startsWith('  ') ? body(text) : `.version 8.0\n.target sm_90\n${text}\n`;
  expect(parsePtx(module).diagnostics.map(({ code }) => code)).toEqual(['ptx/too-large']);
});

test.each([1, 1024, 1_048_576])('an alignment of %i is read', (alignment) => {
  const { diagnostics } = parsePtx(body(`  .shared .align ${alignment} .b8 tile[64];`));
  expect(diagnostics).toEqual([]);
});

test('variables of a frame are aligned as they say', () => {
  const text = `.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{
  .local .align 1 .b8 a[3]; .local .align 8 .b8 b[8]; .reg .b64 %rd<4>; .reg .b32 %r<2>;
  ld.param.u64 %rd1, [p]; mov.u64 %rd2, b; cvt.u32.u64 %r1, %rd2; and.b32 %r1, %r1, 7;
  st.global.u32 [%rd1], %r1; st.local.u64 [b], %rd2; ld.local.u64 %rd3, [b]; ret;\n}\n`;
  const out = Int32Array.of(-1);
  expect([run(text, [out]).codes, out[0]]).toEqual([[], 0]);
});

test('a large variable without a content takes memory where it is touched', () => {
  const text = `.version 8.0\n.target sm_90\n.global .align 4 .b8 x[4000000000];
.visible .entry k()\n{\n  .reg .b32 %r<3>;\n  ld.global.u32 %r1, [x+3000000000];\n  st.global.u32 [x+16], %r1;\n  ret;\n}\n`;
  expect(run(text, []).codes).toEqual([]);
});

test('`.ptr` has the alignment of what a parameter points to, not its own', () => {
  const { module } = parsePtx(
    '.version 8.0\n.target sm_90\n.visible .entry k(.param .u32 n, .param .u64 .ptr .global .align 1 p, .param .align 64 .b8 m[128])\n{ ret; }\n',
  );
  const [first] = module.functions;
  expect(first?.parameters.map(({ alignment, isPointer }) => [alignment, isPointer])).toEqual([
    [4, false],
    [8, true],
    [64, false],
  ]);
});
