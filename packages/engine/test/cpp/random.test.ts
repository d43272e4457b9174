/**
 * Random sources in the forms that are read: an edit that is applied gives a source with the same array in the layout that was said, and
 * touches neither comments nor strings. Any text gives edits or none, and in time.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { authoredBuffers, changedText, type Edit, editsOf } from '@ldscope/engine';
import { forAll } from '../../../../test/for-all.ts';
import { leastCases } from '../../../../test/cases.ts';

const BYTES = { 'float': 4, 'double': 8, 'short': 2, 'unsigned char': 1, 'float4': 16 } as const;

interface Source {
  readonly form: (typeof FORMS)[number];
  readonly element: keyof typeof BYTES;
  readonly rows: number;
  readonly columns: number;
  readonly spelled: 'number' | 'macro' | 'constant' | 'list' | 'enum';
  readonly noise: readonly string[];
  readonly reads: readonly (readonly [row: string, column: string])[];
}

const FORMS = [
  'array',
  'alias',
  'member',
  'class',
  'reference',
  'function',
  'flat',
  'carved',
  'dynamic',
  'parameter',
] as const;

const INDICES = ['y', 'x', '(y + 1) % 8', 'threadIdx.y', 'x / 2', 'y % 4 * 2', 'i', 'f(x, y)', '0'];

const sources: fc.Arbitrary<Source> = fc.record({
  form: fc.constantFrom(...FORMS),
  element: fc.constantFrom<keyof typeof BYTES>(
    'float',
    'double',
    'short',
    'unsigned char',
    'float4',
  ),
  rows: fc.constantFrom(8, 16, 24),
  columns: fc.constantFrom(16, 32, 40, 64),
  spelled: fc.constantFrom<Source['spelled']>('number', 'macro', 'constant', 'list', 'enum'),
  noise: fc.array(
    fc.constantFrom(
      '// t[y][x] = 0; __shared__ float t[8][8];',
      '/* t[1] ** { ( */',
      'puts("t[y][x] // \\" /*");',
      "char q = '\"';",
      'const char *raw = R"x(t[1][2] ")x";',
      '#if 0 // t[0][0]\n#endif',
    ),
    { maxLength: 4 },
  ),
  reads: fc.array(fc.tuple(fc.constantFrom(...INDICES), fc.constantFrom(...INDICES)), {
    minLength: 1,
    maxLength: 4,
  }),
});

/** The source, and the name of its array. */
function textOf({
  form,
  element,
  rows,
  columns,
  spelled,
  noise,
  reads,
}: Source): readonly [text: string, name: string] {
  const [r, c] = spelled === 'number' ? [`${rows}`, `${columns}`] : ['R', 'C'];
  const before = {
    number: '',
    macro: `#define R ${rows} /* rows */\n#define C ${columns}\n`,
    constant: `constexpr int R = ${rows};\nconst int C = ${columns}; // t[R][C]\n`,
    list: `constexpr int R = ${rows}, C = ${columns};\n`,
    enum: `enum { R = ${rows}, C = ${columns} };\n`,
  }[spelled];
  const isFlat = ['flat', 'carved', 'dynamic', 'parameter'].includes(form);
  const at = (name: string, [row, column]: readonly [string, string]): string =>
    form === 'class'
      ? `t(${row}, ${column})`
      : isFlat
        ? `${name}[(${row}) * ${c} + ${column}]`
        : `${name}[${row}][${column}]`;
  const used = {
    array: 't',
    alias: 't',
    member: 's.t',
    class: 't',
    reference: 'u',
    function: 't',
    flat: 't',
    carved: 't',
    dynamic: 't',
    parameter: 't',
  }[form];
  const declared = {
    array: `__shared__ ${element} t[${r}][${c}];`,
    alias: `__shared__ Row t[${r}];`,
    member: `__shared__ Smem s;`,
    class: `__shared__ Tile<${element}, ${r}, ${c}> t;`,
    reference: `__shared__ ${element} t[${r}][${c}];\n  auto &u = t;`,
    function: `__shared__ ${element} t[${r}][${c}];\n  put(t, y, x);`,
    flat: `__shared__ ${element} t[${r} * ${c}];`,
    carved: `__shared__ ${element} raw[${r} * ${c} + 64];\n  ${element} *t = raw, *w = raw + ${r} * ${c};\n  w[x] = in[x];`,
    dynamic: `extern __shared__ ${element} t[];`,
    parameter: `__shared__ ${element} t[${r} * ${c}];\n  put(t, ${c}, y, x);`,
  }[form];
  const above: Readonly<Record<string, string>> = {
    alias: `typedef ${element} Row[${c}];\n`,
    member: `struct Smem { ${element} head[4]; ${element} t[${r}][${c}]; ${element} tail; };\n`,
    class: `template <class T, int H, int W> struct Tile {\n  T data[H][W];\n  __device__ T &operator()(int r, int c) { return data[r][c]; }\n};\n`,
    function: `__device__ void put(${element} (*t)[${c}], int r, int c) { t[r][c] = ${element}{}; }\n`,
    parameter: `__device__ void put(${element} *p, int ld, int r, int c) { p[r * ld + c] = ${element}{}; }\n`,
  };
  const body = reads.map((read, index) => `  out[${index}] = ${at(used, read)};`);
  const lines = [
    ...noise.flatMap((one, index) => [one, body[index] ?? '']),
    ...body.slice(noise.length),
  ];
  const text = `${before}__device__ int f(int a, int b);\n${above[form] ?? ''}__global__ void k(${element} *out, const ${element} *in, int i) {
  int x = threadIdx.x, y = threadIdx.y;
  ${declared}
  ${at(used, ['y', 'x'])} = in[y * ${columns} + x];
${lines.join('\n')}
}
`;
  const names: Readonly<Record<string, string>> = { member: 's.t', class: 't.data' };
  return [text, names[form] ?? 't'];
}

/** Where an edit says that a row and a column go, from the beginning of the array, in elements. */
function placeAfter(
  { kind, says, paddingBytes = NaN }: Edit,
  row: number,
  column: number,
  columns: number,
  bytes: number,
): number {
  const flat = /\[i \+ i \/ (\d+)(?: \* (\d+))?\]/.exec(says);
  const element = row * columns + column;
  if (kind === 'flat')
    return element + Math.floor(element / Number(flat?.[1])) * Number(flat?.[2] ?? 1);
  if (kind !== 'index') return row * (columns + paddingBytes / bytes) + column;
  const [, period = 1, rows = NaN, unit = 1] =
    /row(?: \/ (\d+))? % (\d+)(?: \* (\d+))?/.exec(says) ?? [];
  return (
    row * columns + (column ^ ((Math.floor(row / Number(period)) % Number(rows)) * Number(unit)))
  );
}

test('an edit that is applied gives the layout that it says', () => {
  const counts = new Map<string, number>();
  forAll([sources, fc.nat(), fc.nat()], { seed: 11, numRuns: 400 }, (source, chosen, place) => {
    const { form, element, rows, columns } = source;
    const [text, name] = textOf(source);
    const file = 'k.hip';
    const buffers = authoredBuffers([{ file, text }], 'hip');
    const buffer = buffers.find((one) => one.name === name);
    expect(buffer?.name).toBe(name);
    if (buffer === undefined) return;
    const bytes = BYTES[element];
    const size = rows * columns * bytes;
    const object = {
      name: buffer.object,
      offset: 0,
      bytes: form === 'dynamic' ? size : 0,
      declared: buffer.declared,
    };
    const observed = { object, widestBytes: bytes, pitchBytes: columns * bytes };
    const { edits } = editsOf(buffer, observed);
    const edit = edits[chosen % Math.max(1, edits.length)];
    if (edit === undefined) return;
    counts.set(edit.kind, (counts.get(edit.kind) ?? 0) + 1);
    const changed = changedText(text, edit.changes);
    for (const aside of source.noise) expect(changed).toContain(aside);
    const again = authoredBuffers([{ file, text: changed }], 'hip').find(
      (one) => one.name === name,
    );
    expect(again?.uses.length).toBe(buffer.uses.length);
    const lengths = again?.dimensions.map(({ value }) => value) ?? [];
    const { kind, paddingBytes = NaN, says } = edit;
    const more = paddingBytes / bytes;
    const isFlat = lengths.length === 1;
    if (kind === 'index' || (isFlat && form !== 'flat' && form !== 'parameter'))
      expect(lengths).toEqual(buffer.dimensions.map(({ value }) => value));
    else if (kind === 'flat')
      expect(lengths).toEqual([
        rows * columns + Math.floor((rows * columns) / Number(/\/ (\d+)/.exec(says)?.[1])) * more,
      ]);
    else expect(lengths).toEqual(isFlat ? [rows * (columns + more)] : [rows, columns + more]);
    const [row, column] = [place % rows, Math.floor(place / rows) % columns];
    const begin = form === 'member' ? Math.max(4 * bytes) : 0;
    const to = edit.moves?.(begin + (row * columns + column) * bytes);
    expect(to).toBe(begin + placeAfter(edit, row, column, columns, bytes) * bytes);
  });
  expect([...counts.keys()].toSorted()).toEqual(
    leastCases(1) < 0 ? expect.anything() : ['bound', 'definition', 'flat', 'index', 'pitch'],
  );
});

const WORDS = [
  ...'__shared__ extern float int a t k s [ ] ( ) { } < > ; , = * & . -> :: + - / % << ? : # define struct class union template'.split(
    ' ',
  ),
  ...'typename auto using typedef enum constexpr const for if return operator sizeof reinterpret_cast __global__ __device__ 4 32'.split(
    ' ',
  ),
  '[32]',
  '[N]',
  'T data[R][C];',
  '\n',
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '\\',
  'R"(',
  '<<<',
  'static_cast<float *>(',
];

test('any text gives edits or none', () => {
  const text = fc
    .array(fc.constantFrom(...WORDS), { maxLength: 80 })
    .map((words) => words.join(' '));
  forAll([text, text], { seed: 5, numRuns: 1500 }, (before, inside) => {
    const source = `${before}\n__global__ void k() { __shared__ float t[32][32]; ${inside} t[1][2] = t[3][4]; }`;
    for (const language of ['hip', 'opencl'] as const)
      for (const buffer of authoredBuffers([{ file: 'k', text: source }], language)) {
        const object = { name: buffer.object, offset: 0, bytes: 4096, elementBytes: 4 };
        for (const { changes } of editsOf(buffer, { object }).edits) changedText(source, changes);
      }
  });
});

test('a long text is read in a time that grows as it does', () => {
  const parts = [
    '__shared__ float a[4];',
    'a[',
    '{',
    '(',
    '}',
    'f(',
    '[]{',
    'template <',
    'struct A {',
    'struct A {};',
    'int a = ',
    'a<',
    'a,',
    'f(){f();}',
    '#define N N\n',
    'R"(',
    'a.',
    'using A = ',
    'enum {',
    'a::',
    'a * b + ',
    'for (;;)',
    'case 1:',
    'x = a[1];',
  ];
  for (const part of parts)
    for (const head of ['', '__global__ void k() { __shared__ float a[4]; '])
      for (const buffer of authoredBuffers(
        [{ file: 'k', text: head + part.repeat(20_000) }],
        'hip',
      ).slice(0, 1)) {
        const object = { name: buffer.object, offset: 0, bytes: 16, elementBytes: 4 };
        editsOf(buffer, { object });
      }
}, 120_000);
