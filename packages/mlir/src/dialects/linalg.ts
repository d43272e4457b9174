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
import type { Attribute, Type } from '../ir/types.ts';
import { resolveType } from '../ir/types.ts';
import type { Operation } from '../ir/ir.ts';
import { casesCodec } from '../text/codecs.ts';
import { printAttribute } from '../text/print-types.ts';
import { spread } from '../text/syntax.ts';
import type { DialectSyntax, FormatSyntax } from '../text/syntax.ts';
import { iteratorStrings } from './iterators.ts';
import { payloadDirectives } from './linalg-payload.ts';

/** The standard maps of products: rows, columns and what is summed up. */
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

/** `ins(%a : type) outs(%b : type)`: what every operation of `linalg` works on. */
const parts =
  '{ ins ( { %inputs* : types(inputs) }? ) }? { outs ( { %outputs* : types(outputs) }? ) }?';

/** `linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [...] {...} ins(...) outs(...) -> type`. */
const named: FormatSyntax = {
  format: `{ kind ~ = ~ $kind:any }? { indexing_maps = $indexing_maps:any }? { < dict > }! dict ${parts} { dict }! { -> results }? ; segments strides:any dilations:any cast:any`,
  infer: (_, operation) => {
    const { attributes } = operation;
    const maps = attributes.has('indexing_maps') ? undefined : usualMaps(operation);
    if (maps !== undefined) attributes.set('indexing_maps', maps);
  },
  present: (operation) => {
    if (operation.regions.length > 0) return undefined;
    const attributes = new AttributeMap(operation.attributes);
    attributes.delete('linalg.memoized_indexing_maps');
    const maps = attributes.get('indexing_maps');
    const usual = usualMaps(operation);
    if (maps !== undefined && usual !== undefined) {
      const same = printAttribute(maps, { expand: true }) === printAttribute(usual);
      if (same) attributes.delete('indexing_maps');
    }
    return { ...operation, attributes };
  },
  impliedRegion: true,
};

/** `ins(%x : type) outs(%y : type)` in a line. */
const single = (input: string): string =>
  `ins ( %${input} : type(${input}) ) outs ( %output : type(output) )`;

/** The results are the outputs that are tensors. */
const tensors = (types: readonly Type[]): readonly Type[] =>
  types.filter((type) => resolveType(type).kind === 'tensor');

/** `linalg.transpose ins(%a : ...) outs(%b : ...) permutation = [1, 0]`. */
const arranged = (keyword: string): FormatSyntax => ({
  format: `${single('input')} ${keyword} = $${keyword}:i64s dict`,
  infer: (_, { operands }, results) =>
    results.pushAll(tensors(operands.slice(1).map(({ type }) => type))),
  present: (operation) => (operation.regions.length > 0 ? undefined : operation),
  impliedRegion: true,
});

/** `linalg.map` has one output, `linalg.reduce` as many as inputs. */
const bodied = (reduces: boolean): FormatSyntax => {
  const sort = reduces ? 'reduce' : 'map';
  const dimensions = reduces ? 'dimensions = $dimensions:i64s' : '';
  return {
    format: `custom<Payload>(${sort}) custom<Parts>(%operands,${sort}) ${dimensions} dict custom<Body>(operands,${sort})`,
    infer: (_, { operands }, results) => {
      const outputs = operands.slice(reduces ? operands.length / 2 : -1);
      results.pushAll(tensors(outputs.map(({ type }) => type)));
    },
  };
};

const packing =
  '{ outer_dims_perm = $outer_dims_perm:i64s }? inner_dims_pos = $inner_dims_pos:i64s inner_tiles = indices(%inner_tiles,$static_inner_tiles) into %dest dict : type(source) -> type(dest) => dest';

export const linalg: DialectSyntax = {
  name: 'linalg',
  codecs: { winograd: casesCodec('i32', 'F_2_3 F_4_3 F_2_5') },
  directives: payloadDirectives,
  operations: {
    generic: {
      ...iteratorStrings('#linalg.iterator_type'),
      format: `dict-of(doc,indexing_maps,library_call,iterator_types) { dict }! ${parts} { attrs = dict }? region { -> results }? ; segments`,
    },
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
