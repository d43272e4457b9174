/** Shapes of `__shared__` arrays in CUDA sources, for the variables of PTX: the right one, or none. */
import * as fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { compileSource } from '../src/compile/compile.ts';
import { sharedNotesOf } from '../src/compile/shared-names.ts';
import { ldscope } from './fake-io.ts';
import { compileFolder, installedNvcc, patched } from './compiling.ts';
import { leastCases } from '../../../test/cases.ts';
import { caseText } from './case-text.ts';
import { rows } from '../../../test/rows.ts';

const variable = (symbol: string, bytes: number): string =>
  `\t.shared .align 4 .b8 ${symbol}[${bytes}];\n`;

/** `4x5 of 4 B at line 2` of each variable; `none` where nothing is said. */
function shapesIn(source: string, sizes: Readonly<Record<string, number>>): string[] {
  const ptx = Object.entries(sizes).map(([symbol, bytes]) => variable(symbol, bytes));
  const notes = sharedNotesOf(ptx.join(''), [{ file: 'k.cu', text: source }]).split('\n');
  return Object.keys(sizes).map((symbol) => {
    const head = `// ldscope.shared ${symbol} `;
    const note = notes.find((line) => line.startsWith(head));
    if (note === undefined) return 'none';
    const { shape, elementBytes, declared } = JSON.parse(note.slice(head.length)) as {
      readonly shape: readonly number[];
      readonly elementBytes: number;
      readonly declared?: { readonly line: number; readonly column: number };
    };
    const place = declared === undefined ? '' : ` at ${declared.line}:${declared.column}`;
    return `${shape.join('x')} of ${elementBytes}${place}`;
  });
}

/** In `__global__ void k()`. */
const inKernel = (body: string, bytes: number, before = ''): string | undefined =>
  shapesIn(`${before}\n__global__ void k() {\n${body}\n}`, { _ZZ1kvE1a: bytes })[0];

describe('lengths', () => {
  // Macros that may be given to the compiler, two of them, leave the product as it is and not the lengths.
  test.each(rows`
    __shared__ float a[4][5]; | 80 |  | 4x5 of 4 at 3:18
    __shared__ float a[0x4][1'0u]; | 160 |  | 4x10 of 4 at 3:18
    __shared__ float a[N][N + 1]; | 4224 | #define N 32 | 32x33 of 4 at 3:18
    __shared__ float a[N][P]; | 4224 | constexpr int N = 32, M = 1;\nconst int P = N + 1; | 32x33 of 4 at 3:18
    __shared__ float a[N][P]; | 4224 | constexpr int N = 32; const int P = (N << 1) / 2 + 1; | 32x33 of 4 at 3:18
    __shared__ float a[4][UNKNOWN]; | 80 |  | 4x5 of 4 at 3:18
    __shared__ float a[4][UNKNOWN]; | 84 |  | none
    __shared__ float a[ONE][OTHER]; | 80 |  | none
    __shared__ float a[4][5]; | 84 |  | none
    __shared__ float a[N][M]; | 512 | #ifndef N\n#define N 8\n#endif\n#define M 16 | 8x16 of 4 at 3:18
    __shared__ float a[N][M]; | 512 | #ifndef N\n#define N 8\n#endif\n#ifndef M\n#define M 16\n#endif | none
    __shared__ float a[N][M]; | 512 | #ifdef SMALL\n#define N 8\n#endif | none
    __shared__ float a[N][M]; | 512 | #ifndef K_H\n#define K_H\n#define N 8\n#endif | 8x16 of 4 at 3:18
    __shared__ float a[N][M]; | 512 | #define N 8\n#define N 4\n#define M g() | none
    __shared__ float a[N][M]; | 512 | enum { N = 8, M = 16 }; | 8x16 of 4 at 3:18
    const int N = f(); __shared__ float a[N][M]; | 512 | #define M 16\nconst int N = 9; | 8x16 of 4 at 3:37
    __shared__ float a[-4][-5]; | 80 |  | none
    __shared__ float a[N][5]; | 80 | #define N N | 4x5 of 4 at 3:18
    extern __shared__ float a[4][5]; | 80 |  | none
    extern __shared__ float a[]; | 80 |  | none
    __shared__ float a; | 4 |  | none
  `)('%s of %s bytes', (body = '', bytes = '', before = '', wanted = '') => {
    const lines = before.split('\n').length;
    const found = inKernel(body, Number(bytes), before);
    expect(found?.replace(/ at (\d+)/, (_, line) => ` at ${Number(line) - lines + 1}`)).toBe(
      wanted,
    );
  });
});

describe('types and places', () => {
  test.each(rows`
    __shared__ volatile float a[4][5]; | volatile float
    volatile __shared__ float a[4][5]; | volatile float
    __shared__ alignas(16) float a[4][5]; | alignas(16) float
    alignas(8 * 2)\n __shared__ float a[4][5]; | alignas(8 * 2) float
    __shared__ __align__(sizeof(float) * 4) volatile unsigned int b, a[4][5]; | __align__(sizeof(float) * 4) volatile unsigned int
    __shared__ float b[4] __attribute__((aligned(64))), a[4][5] __attribute__((aligned(16))); | __attribute__((aligned(16))) float
    int x = (1); __shared__ static const float a[4][5]; | float
    { volatile int y; } __shared__ float a[4][5]; | float
  `)('keeps what another layout has to be declared with: %s', (body = '', type = '') => {
    const source = `__global__ void k() {\n${body}\n}`;
    const notes = sharedNotesOf(variable('_ZZ1kvE1a', 80), [{ file: 'k.cu', text: source }]);
    expect(notes).toContain(`"type":${JSON.stringify(type)}`);
  });

  // Of two of the same name one that has the size, or none.
  test.each(rows`
    static __shared__ __align__(16) const volatile unsigned short a[4][5]; | 40 | 4x5 of 2
    __shared__ __attribute__((aligned(16))) float a[4][5]; | 80 | 4x5 of 4
    __shared__ alignas(alignof(float4)) float4 a[4][5]; | 320 | 4x5 of 16
    float __shared__ a[4][5]; | 80 | 4x5 of 4
    __attribute__((shared)) int z; [[maybe_unused]] __shared__ __nv_bfloat162 a[4][5]; | 80 | 4x5 of 4
    __shared__ float x, a[4][5], y[2]; | 80 | 4x5 of 4
    __shared__ float *a[4][5]; | 160 | 4x5 of 8
    __shared__ unsigned long long int a[4][5]; | 160 | 4x5 of 8
    __shared__ Unknown a[4][5]; | 240 | 4x5 of 12
    __shared__ Pair<int, float> a[4][5]; | 160 | 4x5 of 8
    __shared__ Unknown a[4][M]; | 240 | none
    __shared__ long a[4][M]; | 160 | none
    typedef double half; __shared__ half a[4][M]; | 160 | none
    for (int i = 0; i < 4; i++) { if (i) { __shared__ float a[4][5]; } } | 80 | 4x5 of 4
    auto f = [&](int i) { __shared__ float a[4][5]; }; | 80 | none
    f([=] { __shared__ float a[4][5]; }); | 80 | none
    struct S { static void go() { __shared__ float a[4][5]; } }; | 80 | none
    // __shared__ float a[4][5]; | 80 | none
    puts("__shared__ float a[4][5];"); char c = '"'; | 80 | none
    puts(R"x(" { __shared__ float a[5][4]; )x"); __shared__ float a[4][5]; | 80 | 4x5 of 4
    { __shared__ float a[4][5]; } { __shared__ float a[4][6]; } | 96 | 4x6 of 4
    { __shared__ float a[4][5]; } { __shared__ float a[5][4]; } | 80 | none
    { __shared__ float a[4][5]; } { __shared__ float a[N][M]; } | 80 | none
  `)('%s', (body = '', bytes = '', wanted = '') => {
    expect(inKernel(body, Number(bytes))?.replace(/ at .*/, '')).toBe(wanted);
  });

  test('templates, classes and namespaces, as their symbols have them', () => {
    const source = caseText('templates.cu');
    expect(
      shapesIn(source, {
        _ZN2ns5wholeE: 256,
        _ZZN2ns1KIfLi32EE2goEPfE1t: 4224,
        _ZZN2ns1KIdLi16EE2goEPdE1t: 2176,
        _ZZN2ns2tkIfLi32EEEvPT_iE1a: 4096,
        _ZZN2ns2tkINS_1SELi4EEEvPT_iE1a: 128,
        _ZZN2ns2tkIfLi32EEEvPT_iE1b: 64,
        _ZZN2ns2tkIfLi32EEEvPT_iE1b_0: 16,
        _ZZN2ns1OIfLi4EE2goEvE1t: 48,
        _ZZZ1qENKUliE_clEiE1a: 80,
        _ZZ5otherE1a: 80,
      }),
    ).toEqual([
      '8x8 of 4 at 3:18',
      '32x33 of 4 at 2:88',
      '16x17 of 8 at 2:88',
      '32x32 of 4 at 5:16',
      '4x4 of 8 at 5:16',
      '4x4 of 4 at 5:42',
      '2x2 of 4 at 5:70',
      '4x3 of 4 at 8:64',
      'none',
      'none',
    ]);
  });
});

test('any text gives notes or none, and in time', () => {
  const word = fc.constantFrom(
    ...'__shared__,float,a,k,[4],[N],[,],(,),{,},<,>,;, ,\n,template,int N,__global__ void k(),#define N 4,/*,*/,//,",\',\\,R"(,=,:,struct,const,extern,*,alignas(,[]'.split(
      ',',
    ),
    ',',
  );
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
  forAll([text, fc.integer({ min: 1, max: 64 })], { seed: 7, numRuns: 1500 }, (source, bytes) => {
    for (const found of shapesIn(source, { _ZZ1kvE1a: bytes, a: bytes })) {
      if (found === 'none') continue;
      const [shape = '', element = ''] = found.split(' of ');
      const product = shape.split('x').reduce((all, one) => all * Number(one), 1);
      expect(product * parseInt(element, 10)).toBe(bytes);
    }
  });
  for (const one of [
    '/*',
    '{',
    '(',
    '__shared__ ',
    'template <',
    '[',
    ' ',
    '__shared__ float a[',
    '#define N N\n',
    'a ',
  ])
    expect(shapesIn(one.repeat(20_000), { _ZZ1kvE1a: 80 })).toEqual(['none']);
});

test('what is said of random arrays is their shape', () => {
  const length = fc.record({
    value: fc.integer({ min: 1, max: 40 }),
    way: fc.constantFrom('number', 'macro', 'guarded', 'constant', 'template', 'unknown'),
  });
  let said = 0;
  forAll(
    [
      fc.array(length, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(['float', 4], ['double', 8], ['__half', 2], ['uchar4', 4], ['Mine', 24]),
    ],
    { seed: 3, numRuns: 400 },
    (lengths, [type, bytes]) => {
      const before: string[] = [];
      const parameters: string[] = [];
      const written = lengths.map(({ value, way }, index) => {
        const name = `L${index}`;
        // A guarded macro, and a default, has another value here.
        if (way === 'macro') before.push(`#define ${name} ${value}`);
        if (way === 'guarded') before.push(`#ifndef ${name}\n#define ${name} ${value + 1}\n#endif`);
        if (way === 'constant') before.push(`constexpr int ${name} = ${value};`);
        if (way === 'template') parameters.push(name);
        return way === 'number' ? `[${value}]` : `[${name}]`;
      });
      const given = lengths.filter(({ way }) => way === 'template');
      const header =
        parameters.length === 0
          ? ''
          : `template <${parameters.map((name) => `int ${name} = 3`).join(', ')}>`;
      const source = `${before.join('\n')}\n${header} __device__ void f() { __shared__ ${type} a${written.join('')}; }`;
      const symbol =
        given.length === 0
          ? '_ZZ1fvE1a'
          : `_ZZ1fI${given.map(({ value }) => `Li${value}E`).join('')}EvvE1a`;
      const size = lengths.reduce((all, { value }) => all * value, Number(bytes));
      const [found = ''] = shapesIn(source, { [symbol]: size });
      const open = lengths.filter(({ way }) => way === 'guarded' || way === 'unknown').length;
      const wanted = `${lengths.map(({ value }) => value).join('x')} of ${bytes}`;
      const isSaid = open + (type === 'Mine' ? 1 : 0) <= 1;
      if (isSaid) said++;
      expect(found.replace(/ at .*/, '')).toBe(isSaid ? wanted : 'none');
    },
  );
  expect(said).toBeGreaterThan(leastCases(100));
});

const example = fileURLToPath(new URL('../../../examples/cuda/transpose', import.meta.url));
const note = (shape: string): string =>
  `// ldscope.shared _ZZ9transposeILi32EEvPKfPfiE4tile {"shape":${shape},"elementBytes":4,"declared":{"file":"transpose.cu","line":5,"column":20}}\n`;

test('PTX with notes needs no tile, and one without, or with a note of another size, does', async () => {
  const ptx = readFileSync(`${example}.ptx`, 'utf8').replace(/^\/\/ ldscope\.shared.*\n/gm, '');
  const argv = ['suggest', 'k.ptx', '-k', 'plain', '-l', 'block=32x8', '-m', 'sm_90'];
  const suggested = (notes: string): ReturnType<typeof ldscope> =>
    ldscope(argv, { files: { 'k.ptx': `${ptx}\n${notes}` } });
  const found = await suggested(note('[32,32]'));
  expect(found.code).toBe(0);
  expect(found.stdout).toContain('rows of 132 B (128 + 4)');
  expect(found.stdout).toContain('tile[32][33];');
  for (const other of [
    '',
    note('[32,33]'),
    note('[32,"32"]'),
    note('[0,0]'),
    note('[[]]'),
    note('{'),
  ]) {
    const { code, stderr } = await suggested(other);
    expect([code, stderr.includes('suggest/no-tile')]).toEqual([2, true]);
  }
});

const nvcc = installedNvcc();

describe.skipIf(nvcc === undefined)('with nvcc', () => {
  const folder = compileFolder();

  const launch = `${example}.yaml`;
  const files = { [launch]: readFileSync(launch, 'utf8') };
  const run = (command: string, path: string): ReturnType<typeof ldscope> =>
    ldscope([command, path, '-m', 'sm_90', '-k', 'plain', '-l', launch], {
      compile: compileSource,
      files,
    });

  test('the declaration that fix writes has no conflicts', async () => {
    const before = await run('analyze', `${example}.cu`);
    expect(before.stdout).toContain('3,968 of 4,224 shared-memory wavefronts');
    const found = await run('fix', `${example}.cu`);
    expect([found.code, found.stdout]).toEqual([
      0,
      expect.stringContaining('+  __shared__ float tile[32][PITCH + 1];'),
    ]);
    const path = join(folder(), 'edited.cu');
    writeFileSync(path, patched(readFileSync(`${example}.cu`, 'utf8'), found.stdout));
    const after = await run('analyze', path);
    expect(after.stdout).toContain('No bank conflicts');
    const again = await run('suggest', path);
    expect(again.stdout).toContain('nothing to do: the launch has no conflicts');
  }, 120_000);
});
