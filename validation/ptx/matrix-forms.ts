/** Forms of `mma`, dense and sparse. */
import { type Form, repeat, tableOf } from './form.ts';

/** Products of matrices: small numbers, whose sums are exact. Two of the results of a lane are a form. */
export const matrices: Form[] = [
  ...['halves f16', 'bfloats bf16'].flatMap((one) => {
    const [table = '', type = ''] = one.split(' ');
    return [
      ...product(`m16n8k8`, 'f32', type, type, [2, 1], table),
      ...product(`m16n8k16`, 'f32', type, type, [4, 2], table),
      ...[0, 1, 2, 3].flatMap((s) => sparse('m16n8k16', 'f32', type, type, [2, 2], table, s)),
      ...[0, 1].flatMap((s) => sparse('m16n8k32', 'f32', type, type, [4, 4], table, s)),
    ];
  }),
  ...product('m16n8k16', 'f16', 'f16', 'f16', [4, 2], 'halves'),
  ...sparse('m16n8k16', 'f16', 'f16', 'f16', [2, 2], 'halves', 2),
  ...sparse('m16n8k32', 'f16', 'f16', 'f16', [4, 4], 'halves', 1),
  ...['row.col', 'row.row', 'col.row', 'col.col'].flatMap((layout) => [
    ...product('m8n8k4', 'f32', 'f16', 'f16', [2, 2], 'halves', layout),
    ...product('m8n8k4', 'f16', 'f16', 'f16', [2, 2], 'halves', layout),
  ]),
  ...product('m16n8k4', 'f32', 'tf32', 'tf32', [2, 1], 'whole'),
  ...product('m16n8k8', 'f32', 'tf32', 'tf32', [4, 2], 'whole'),
  ...[0, 1, 2, 3].flatMap((s) => sparse('m16n8k8', 'f32', 'tf32', 'tf32', [2, 2], 'whole', s)),
  ...[0, 1].flatMap((s) => sparse('m16n8k16', 'f32', 'tf32', 'tf32', [4, 4], 'whole', s)),
  ...['s8.s8', 'u8.s8', 'u8.u8'].flatMap((types) => {
    const [a = '', b = ''] = types.split('.');
    return [
      ...product('m8n8k16', 's32', a, b, [1, 1], 'b32'),
      ...product('m16n8k16', 's32', a, b, [2, 1], 'b32'),
      ...product('m16n8k32', 's32', a, b, [4, 2], 'b32'),
      ...[0, 1].flatMap((s) => sparse('m16n8k32', 's32', a, b, [2, 2], 'b32', s)),
      ...sparse('m16n8k64', 's32', a, b, [4, 4], 'b32', 0),
    ];
  }),
  ...['s4.s4', 'u4.s4'].flatMap((types) => {
    const [a = '', b = ''] = types.split('.');
    return [
      ...product('m8n8k32', 's32', a, b, [1, 1], 'b32'),
      ...product('m16n8k32', 's32', a, b, [2, 1], 'b32'),
      ...product('m16n8k64', 's32', a, b, [4, 2], 'b32'),
      ...[0, 1].flatMap((s) => sparse('m16n8k64', 's32', a, b, [2, 2], 'b32', s)),
      ...sparse('m16n8k128', 's32', a, b, [4, 4], 'b32', 0),
    ];
  }),
  ...['xor', 'and'].flatMap((op) => [
    ...product('m8n8k128', 's32', 'b1', 'b1', [1, 1], 'b32', 'row.col', `.${op}.popc`),
    ...product('m16n8k128', 's32', 'b1', 'b1', [2, 1], 'b32', 'row.col', `.${op}.popc`),
    ...product('m16n8k256', 's32', 'b1', 'b1', [4, 2], 'b32', 'row.col', `.${op}.popc`),
  ]),
  ...['e4m3.e4m3', 'e5m2.e4m3'].flatMap((types) => {
    const [a = '', b = ''] = types.split('.');
    return [
      ...product('m16n8k32', 'f32', a, b, [4, 2], 'minifloats'),
      ...sparse('m16n8k64', 'f32', a, b, [4, 4], 'minifloats', 0),
    ];
  }),
];

/** Registers of C and D by shape and type. */
function accumulators(shape: string, type: string): number {
  if (shape === 'm8n8k4') return type === 'f16' ? 4 : 8;
  const words = shape.startsWith('m16') ? 4 : 2;
  return type === 'f16' ? words / 2 : words;
}

function product(
  shape: string,
  to: string,
  a: string,
  b: string,
  counts: readonly [number, number],
  table: string,
  layout = 'row.col',
  more = '',
): Form[] {
  const name = `mma.sync.aligned.${shape}.${layout}.${to}.${a}.${b}.${to}${more}`;
  return matrixForms(name, shape, to, counts, table, []);
}

function sparse(
  shape: string,
  to: string,
  a: string,
  b: string,
  counts: readonly [number, number],
  table: string,
  selector: number,
): Form[] {
  const name = `mma.sp::ordered_metadata.sync.aligned.${shape}.row.col.${to}.${a}.${b}.${to}`;
  const metadata = a === 'tf32' ? 'metadata1of2' : 'metadata';
  return matrixForms(name, shape, to, counts, table, [metadata, `${selector}`]);
}

function matrixForms(
  name: string,
  shape: string,
  to: string,
  [countA, countB]: readonly [number, number],
  table: string,
  [metadata, selector]: readonly string[],
): Form[] {
  const results = accumulators(shape, to);
  const ins = repeat('b32', countA + countB + results + (metadata === undefined ? 0 : 1));
  const list = (from: number, count: number, prefix: string): string =>
    `{${Array.from({ length: count }, (_, i) => `${prefix}${from + i}`).join(', ')}}`;
  const tables = ins.map((_, index) =>
    tableOf(
      index < countA + countB
        ? table
        : index === countA + countB + results
          ? (metadata ?? '')
          : to === 'f32'
            ? 'whole'
            : to === 'f16'
              ? 'halves'
              : 'b32',
    ),
  );
  const operands = [
    list(0, results, '%r'),
    list(0, countA, '%a'),
    list(countA, countB, '%a'),
    list(countA + countB, results, '%a'),
    ...(metadata === undefined ? [] : [`%a${countA + countB + results}`, selector]),
  ].join(', ');
  return Array.from({ length: results / 2 }, (_, pair) => ({
    name: `${name} ${selector === undefined ? '' : `selector ${selector} `}results ${2 * pair}`,
    text: `{ .reg .b32 %r<${results}>; ${name} ${operands}; mov.b64 %d, {%r${2 * pair}, %r${2 * pair + 1}}; }`,
    out: 'b64' as const,
    ins: ins.map(() => 'b32' as const),
    tables,
  }));
}
