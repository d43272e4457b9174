/** Whatever the text: a result, with code and place, soon. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluateFormulas,
  notations,
  parseDescriptor,
  parseEncoding,
  parseFormulas,
  parseIreeSwizzle,
  parseLayout,
  parseNestedLayout,
  printLayout,
  type Diagnostic,
  type Tile,
} from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';

const tile: Tile = { rows: 8, columns: 16, elementBytes: 2 };

const seeds: readonly string[] = [
  'pitch = 20',
  'tile[8][18]',
  'swizzle_unit = 4, max_phase = 4',
  '#iree_codegen.xor_shuffle<16, 4, 16, 1>',
  '#iree_codegen.rotate_rows<16, 4>',
  '#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>',
  'row = lane % 16; col = (lane / 16) * 8; return row ^ col >> 2 & 7',
  '__shared__ half tile[128];\n__device__ inline unsigned offset(unsigned row, unsigned col) { const unsigned key[2] = {0, 1}; return row * 16 + (col ^ key[row % 2] * 4); }',
  'constexpr auto d = transform_tensor_descriptor(make_naive_tensor_descriptor(make_tuple(number<8>{}, number<16>{}), make_tuple(number<16>{}, number<1>{}), number<8>{}, number<1>{}), make_tuple(make_xor_transform(make_tuple(number<8>{}, number<16>{}))), make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));',
  'template <typename P> struct S { using T = half_t; static constexpr index_t a = 16 / sizeof(T), b = get_n_lds_banks(); template <typename Q> static constexpr auto M() { if constexpr (a == 8) { return make_naive_tensor_descriptor_packed(make_tuple(number<a>{}, number<16>{})); } else { static_assert(a, "no"); } } }; namespace n { return S::M<Q>(); }',
  'tile_distribution_encoding<sequence<1>, tuple<sequence<4, 2>>, tuple<sequence<1>>, tuple<sequence<0>>, sequence<1>, sequence<1>>{}',
];

const pieces = [
  ...seeds.flatMap((seed) => seed.match(/\w+|[^\w\s]/g) ?? []),
  ...'| |\n|(|)|<|>|{|}|[|]|?|:|>>|<<|/*|//|-1|0|4294967295|4294967296|99999999999999999999|0x|1e9|é|\0|"'.split(
    '|',
  ),
];

const parsers: Readonly<Record<string, (text: string) => readonly Diagnostic[]>> = {
  ...Object.fromEntries(
    notations.map(({ name }) => [
      name,
      (text: string) => {
        const layout = parseLayout(text, name, { tile });
        if (layout.ok) for (const to of notations) printLayout(layout.value, to.name);
        return layout.ok ? [] : layout.diagnostics;
      },
    ]),
  ),
  swizzle: (text) => faults(parseIreeSwizzle(text)),
  nested: (text) => faults(parseNestedLayout(text)),
  descriptor: (text) =>
    faults(parseDescriptor(text, { constants: { K: 8 }, elementBytes: 2, ldsBanks: 32 })),
  encoding: (text) => faults(parseEncoding(text)),
  formulas(text) {
    const program = parseFormulas(text, ['lane', 'row', 'col']);
    if (!program.ok) return program.diagnostics;
    return faults(evaluateFormulas(program.value, new Map([['lane', [0, 1, 63]]]), 3));
  },
};

function faults(result: { readonly ok: boolean; readonly diagnostics: readonly Diagnostic[] }) {
  if (!result.ok) expect(result.diagnostics.length).toBeGreaterThan(0);
  return result.ok ? [] : result.diagnostics;
}

/** A seed with some pieces put in, taken out or repeated. */
const mutated = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(fc.tuple(fc.nat(400), fc.nat(6), fc.constantFrom(...pieces)), { maxLength: 5 }),
  )
  .map(([seed, edits]) =>
    edits.reduce(
      (text, [at, cut, piece]) =>
        text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + cut),
      seed,
    ),
  );

const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((list) => list.join(' '));

const texts = fc.oneof({ weight: 5, arbitrary: mutated }, soup, fc.string({ unit: 'binary' }));

describe.each(Object.keys(parsers))('%s', (name) => {
  const parse = parsers[name];

  test('says what is wrong, inside of the text', () => {
    forAll([texts], 400, (text) => {
      for (const { code, message, hint, span } of parse?.(text) ?? []) {
        expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
        expect(message.length + hint.length).toBeLessThan(2000);
        if (span === undefined) continue;
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }
    });
  }, 60_000);

  test('does not sink in depth or length', () => {
    for (const piece of '( - [ number< make_tuple( tuple< 1? 1+( { ~'.split(' ')) {
      expect(parse?.(piece.repeat(20_000)).length).toBeGreaterThan(0);
    }
    expect(parse?.('1 + '.repeat(50_000) + '1')).toBeDefined();
    expect(parse?.(' '.repeat(2 ** 20 + 1)).length).toBeGreaterThan(0);
  });
});

test('tiles that are none', () => {
  for (const bad of [
    { rows: 0, columns: 4, elementBytes: 2 },
    { rows: 4, columns: 1.5, elementBytes: 2 },
    { rows: 2 ** 20, columns: 2 ** 20, elementBytes: 2 },
  ]) {
    const result = parseLayout('pitch = 64', 'padding', { tile: bad });
    expect(result.diagnostics[0]?.code).toBe('notation/tile');
  }
});
