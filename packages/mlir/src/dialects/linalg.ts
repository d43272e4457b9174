/**
 * `linalg`: operations on whole tensors and memrefs.
 *
 *     %r = linalg.matmul {cast = #linalg.type_fn<cast_signed>} ins(%a, %b : tensor<...>, tensor<...>) outs(%c : tensor<...>) -> tensor<...>
 *     linalg.generic {indexing_maps = [...], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) { ... }
 *
 * A named operation has a region that follows from its name: custom syntax leaves it out, and so does the object
 * that is read of either form. It is therefore always printed in the custom form.
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import type { Attribute } from '../ir/types.ts';
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Operation } from '../ir/ir.ts';
import { parseAttribute, parseDictionary } from '../text/attributes.ts';
import { casesCodec, commonCodecs } from '../text/codecs.ts';
import { Token } from '../text/lexer.ts';
import { printAttribute } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import type { TypeBuffer } from '../text/type-buffer.ts';
import { parseResultTypes } from '../text/types.ts';
import { parseParts, partsOf, printParts, setSegments } from './linalg-parts.ts';
import { bodied } from './linalg-payload.ts';
import { printArrow } from './scf-parallel.ts';
import { spread } from './spread.ts';

/** Attributes that some named operations spell in front of the dictionary. */
const leading = ['kind', 'indexing_maps'] as const;

const hiddenInNamed = new Set([...leading, 'operandSegmentSizes', 'linalg.memoized_indexing_maps']);

/** The usual maps of products: rows, columns and what is summed up. */
const products: ReadonlyMap<string, Attribute> = new Map(
  [
    [
      'linalg.matmul',
      3,
      [
        [0, 2],
        [2, 1],
        [0, 1],
      ],
    ] as const,
    [
      'linalg.batch_matmul',
      4,
      [
        [0, 1, 3],
        [0, 3, 2],
        [0, 1, 2],
      ],
    ] as const,
    [
      'linalg.batch_reduce_matmul',
      4,
      [
        [0, 1, 3],
        [0, 3, 2],
        [1, 2],
      ],
    ] as const,
  ].map(([name, dimensions, maps]) => {
    const elements = maps.map((indices): Attribute => {
      const results = indices.map((index) => ({ kind: 'dimension', index }) as const);
      return { kind: 'affine_map', map: { dimensions, symbols: 0, results } };
    });
    return [name, { kind: 'array', elements }];
  }),
);

/** Maps that go without saying: those of a product, identities of an elementwise operation. */
function usualMaps({ name, operands }: Operation): Attribute | undefined {
  const known = products.get(name);
  if (known !== undefined || name !== 'linalg.elementwise') return known;
  const last = operands.at(-1);
  const type = last === undefined ? undefined : resolveType(last.type);
  const rank = type !== undefined && 'shape' in type ? (type.shape?.length ?? 0) : 0;
  const results = Array.from(
    { length: rank },
    (_, index) => ({ kind: 'dimension', index }) as const,
  );
  const map: Attribute = { kind: 'affine_map', map: { dimensions: rank, symbols: 0, results } };
  return { kind: 'array', elements: operands.map(() => map) };
}

/** `linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [...] {...} ins(...) outs(...) -> type`. */
const named: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    for (const name of leading) {
      if (!state.eatWord(name)) continue;
      state.expect(Token.equal, "'='");
      if (!state.failed) attributes.set(name, parseAttribute(state));
    }
    setSegments(operation, parseParts(state, operation));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    const maps = attributes.has('indexing_maps') ? undefined : usualMaps(operation);
    if (maps !== undefined) attributes.set('indexing_maps', maps);
  },
  print: (writer, operation) => {
    const { attributes, results, regions } = operation;
    const parts = partsOf(operation);
    if (parts === undefined || regions.length > 0) return false;
    const kind = attributes.get('kind');
    const maps = attributes.get('indexing_maps');
    if (kind !== undefined) writer.write(` kind=${printAttribute(kind)}`);
    if (maps !== undefined) {
      const usual = usualMaps(operation);
      const text = printAttribute(maps, { expand: true });
      if (usual === undefined || printAttribute(usual) !== text) {
        writer.write(` indexing_maps = ${printAttribute(maps)}`);
      }
    }
    writer.dictionary(attributes, (name) => hiddenInNamed.has(name));
    printParts(writer, ...parts);
    writer.write(printArrow(results));
    return true;
  },
  properties: ['operandSegmentSizes', 'kind', 'indexing_maps', 'strides', 'dilations', 'cast'],
  impliedRegion: true,
};

const iterator = /^#linalg\.iterator_type<(\w+)>$/;

/** The iterators as `change` has them. */
function respell(
  attribute: Attribute | undefined,
  change: (element: Attribute) => Attribute,
): Attribute | undefined {
  const list = attribute === undefined ? undefined : resolveAttribute(attribute);
  return list?.kind === 'array'
    ? { kind: 'array', elements: list.elements.map(change) }
    : undefined;
}

const fromString = (element: Attribute): Attribute =>
  element.kind === 'string'
    ? { kind: 'opaque', text: `#linalg.iterator_type<${element.value}>` }
    : element;

const toString = (element: Attribute): Attribute => {
  const value = element.kind === 'opaque' ? iterator.exec(element.text)?.[1] : undefined;
  return value === undefined ? element : { kind: 'string', value };
};

const traits = ['doc', 'indexing_maps', 'library_call', 'iterator_types'];

/** `linalg.generic {traits} ins(...) outs(...) attrs = {...} { ... } -> type`; `#alias` may stand for the traits. */
const generic: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    if (state.lexer.kind === Token.attribute) {
      const alias = resolveAttribute(parseAttribute(state));
      if (alias.kind !== 'dictionary') state.fail('a dictionary');
      else for (const [name, attribute] of alias.entries) attributes.set(name, attribute);
    } else if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    setSegments(operation, parseParts(state, operation));
    const iterators = respell(attributes.get('iterator_types'), fromString);
    if (iterators !== undefined) attributes.set('iterator_types', iterators);
    if (state.eatWord('attrs')) {
      state.expect(Token.equal, "'='");
      parseDictionary(state, attributes);
    }
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, {}));
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
  },
  print: (writer, operation) => {
    const { attributes, results, regions } = operation;
    const parts = partsOf(operation);
    const [body] = regions;
    if (parts === undefined || body === undefined) return false;
    const shown = new AttributeMap(attributes);
    const iterators = respell(attributes.get('iterator_types'), toString);
    if (iterators !== undefined) shown.set('iterator_types', iterators);
    writer.dictionary(shown, (name) => !traits.includes(name));
    printParts(writer, ...parts);
    writer.dictionary(
      attributes,
      (name) => traits.includes(name) || name === 'operandSegmentSizes',
      ' attrs = ',
    );
    writer.write(' ');
    writer.region(operation, body);
    writer.write(printArrow(results));
    return true;
  },
  properties: [...traits, 'operandSegmentSizes'],
};

/** `linalg.transpose ins(%a : ...) outs(%b : ...) permutation = [1, 0]`; the result is the output when it is a tensor. */
function arranged(keyword: string): OperationSyntax {
  const list = commonCodecs.get('i64s');
  return {
    parse: (state, operation, results: TypeBuffer) => {
      const [inputs] = parseParts(state, operation);
      for (const { type } of operation.operands.slice(inputs)) {
        if (resolveType(type).kind === 'tensor') results.push(type);
      }
      state.expectWord(keyword);
      state.expect(Token.equal, "'='");
      if (list !== undefined) operation.attributes.set(keyword, list.parse(state));
      if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    },
    print: (writer, { operands, attributes, regions }) => {
      const [input, output] = operands;
      const attribute = attributes.get(keyword);
      const text = attribute === undefined ? undefined : list?.print(attribute);
      if (input === undefined || output === undefined || text === undefined) return false;
      if (regions.length > 0 || operands.length !== 2) return false;
      printParts(writer, [input], [output]);
      writer.write(` ${keyword} = ${text}`);
      writer.dictionary(attributes, (name) => name === keyword);
      return true;
    },
    properties: [keyword],
    impliedRegion: true,
  };
}

/** `ins(%x : type) outs(%y : type)` in a line. */
const single = (input: string): string =>
  `ins ( %${input} : type(${input}) ) outs ( %output : type(output) )`;

const packing =
  '{ outer_dims_perm = $outer_dims_perm:i64s }? inner_dims_pos = $inner_dims_pos:i64s inner_tiles = indices(%inner_tiles,$static_inner_tiles) into %dest dict : type(source) -> type(dest) => dest';

export const linalg: DialectSyntax = {
  name: 'linalg',
  codecs: { winograd: casesCodec('i32', 'F_2_3 F_4_3 F_2_5') },
  operations: {
    generic,
    map: bodied(false),
    reduce: bodied(true),
    transpose: arranged('permutation'),
    broadcast: arranged('dimensions'),
    index: '$dim:i64 dict : type(result)',
    yield: '{ %values* : types(values) }? dict',
    pack: `%source { padding_value ( %padding_value?^ : type(padding_value) ) }? ${packing} ; segments order source dest padding_value inner_tiles`,
    unpack: `%source ${packing} ; order source dest inner_tiles`,
    softmax: `dict dimension ( $dimension:i64 ) ${single('input')} { -> type(result)^ }?`,
    winograd_filter_transform: `dict fmr ( $fmr:winograd ) ${single('filter')} -> type(result)`,
    winograd_input_transform: `dict fmr ( $fmr:winograd ) ${single('input')} -> type(result)`,
    winograd_output_transform: `dict fmr ( $fmr:winograd ) ${single('value')} -> type(result)`,
    ...spread(
      'matmul batch_matmul batch_reduce_matmul contract elementwise copy exp log abs ceil floor negf reciprocal round sqrt rsqrt square tanh erf add sub mul div div_unsigned max min powf select quantized_matmul mmt4d batch_mmt4d quantized_batch_matmul matvec vecmat batch_matvec batch_vecmat dot fill fill_rng_2d matmul_transpose_a matmul_transpose_b batch_matmul_transpose_a batch_matmul_transpose_b',
      named,
    ),
    ...spread(
      'conv_1d conv_2d conv_3d conv_1d_nwc_wcf conv_1d_ncw_fcw conv_2d_nhwc_hwcf conv_2d_nhwc_fhwc conv_2d_nhwc_hwcf_q conv_2d_nhwc_fhwc_q conv_2d_nchw_fchw_q conv_2d_nchw_fchw conv_2d_ngchw_fgchw conv_2d_ngchw_gfchw conv_2d_nhwgc_gfhwc conv_2d_nhwgc_gfhwc_q conv_2d_ngchw_gfchw_q conv_3d_ndhwc_dhwcf conv_3d_ndhwc_dhwcf_q conv_3d_ncdhw_fcdhw',
      named,
    ),
    ...spread(
      'depthwise_conv_1d_nwc_wc depthwise_conv_1d_ncw_cw depthwise_conv_1d_nwc_wcm depthwise_conv_2d_nhwc_hwc depthwise_conv_2d_nchw_chw depthwise_conv_2d_nhwc_hwc_q depthwise_conv_2d_nhwc_hwcm depthwise_conv_2d_nhwc_hwcm_q depthwise_conv_3d_ndhwc_dhwc depthwise_conv_3d_ncdhw_cdhw depthwise_conv_3d_ndhwc_dhwcm',
      named,
    ),
    ...spread(
      'pooling_nhwc_sum pooling_nchw_sum pooling_nhwc_max pooling_nhwc_max_unsigned pooling_nchw_max pooling_nhwc_min pooling_nhwc_min_unsigned pooling_nwc_sum pooling_ncw_sum pooling_nwc_max pooling_nwc_max_unsigned pooling_ncw_max pooling_nwc_min pooling_nwc_min_unsigned pooling_ndhwc_sum pooling_ndhwc_max pooling_ndhwc_min',
      named,
    ),
  },
};
