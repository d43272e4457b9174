/**
 * What IREE's operations are as objects: their generic form is written out here from the definitions of the
 * operations (names and order of operands, names and types of attributes), and is the same module.
 */
import { describe, expect, it } from 'vitest';
import { parseModule, printModule, printType } from '../../src/index.ts';
import { rows } from '../../../../test/rows.ts';
import { inFunction, understood } from './understood.ts';

const lds = 'memref<64x64xf16, #gpu.address_space<workgroup>>';

it.each(rows`
      %m: ${lds} | %0 = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<64, 8>] : ${lds} | %0 = "iree_codegen.swizzle_hint"(%m) <{swizzle = #iree_codegen.xor_shuffle<64, 8>}> : (${lds}) -> ${lds}
      %a: vector<4xf16>, %c: vector<4xf32> | %0 = iree_codegen.inner_tiled ins(%a, %a) outs(%c) {indexing_maps = [], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} : vector<4xf16>, vector<4xf16> into vector<4xf32> | %0 = "iree_codegen.inner_tiled"(%a, %a, %c) <{indexing_maps = [], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, operandSegmentSizes = array<i32: 2, 1>}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
      %i: index | %0 = iree_codegen.index_hint %i(#iree_gpu.lane_increment<16>) : index | %0 = "iree_codegen.index_hint"(%i) <{hint = #iree_gpu.lane_increment<16>}> : (index) -> index
      %n: index | iree_codegen.workgroup_count_hint(%n, 4) | "iree_codegen.workgroup_count_hint"(%n) <{static_sizes = array<i64: -9223372036854775808, 4>}> : (index) -> ()
      %v: vector<64xf16> | %0 = iree_vector_ext.to_layout %v to layout(#iree_vector_ext.nested_layout<a>) {shared_memory_conversion} : vector<64xf16> | %0 = "iree_vector_ext.to_layout"(%v) <{layout = #iree_vector_ext.nested_layout<a>, shared_memory_conversion}> : (vector<64xf16>) -> vector<64xf16>
      %m: ${lds}, %i: index, %s: vector<8xindex>, %p: f16, %k: vector<8xi1> | %0 = iree_vector_ext.transfer_gather %m[%i, %i] [%s : vector<8xindex>], %p, %k {indexing_maps = []} : ${lds}, vector<8xf16>, vector<8xi1> | %0 = "iree_vector_ext.transfer_gather"(%m, %i, %i, %s, %p, %k) <{indexing_maps = [], operandSegmentSizes = array<i32: 1, 2, 1, 1, 1>}> : (${lds}, index, index, vector<8xindex>, f16, vector<8xi1>) -> vector<8xf16>
      %m: ${lds}, %i: index, %v: vector<8xf16> | iree_vector_ext.transfer_scatter %v into %m[%i, %i] {indexing_maps = []} : vector<8xf16>, ${lds} | "iree_vector_ext.transfer_scatter"(%m, %v, %i, %i) <{indexing_maps = [], operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>}> : (${lds}, vector<8xf16>, index, index) -> ()
      %g: memref<64x64xf16>, %m: ${lds}, %i: index, %s: vector<8xindex> | iree_gpu.async_dma %g[%s, %i] to %m[%i, %i], vector<8xf16> in_bounds [true] : memref<64x64xf16> [vector<8xindex>, index], ${lds} | "iree_gpu.async_dma"(%g, %s, %i, %m, %i, %i) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 2>, transfer_type = vector<8xf16>}> : (memref<64x64xf16>, vector<8xindex>, index, ${lds}, index, index) -> ()
      %g: memref<64x64xf16>, %m: ${lds}, %i: index, %s: memref<64xi32> | iree_gpu.coalesced_gather_dma %g[%s] into %m lane(%i) in_bounds [true, false] : memref<64x64xf16>, memref<64xi32>, ${lds}, index | "iree_gpu.coalesced_gather_dma"(%g, %s, %m, %i) <{in_bounds = [true, false]}> : (memref<64x64xf16>, memref<64xi32>, ${lds}, index) -> ()
      %t: tensor<4xf32>, %i: index | %0 = iree_gpu.buffer_resource_cast %t cacheSwizzleStride(%i) : tensor<4xf32> | %0 = "iree_gpu.buffer_resource_cast"(%t, %i) : (tensor<4xf32>, index) -> tensor<4xf32>
      %v: vector<4xf16> | %0 = iree_gpu.barrier_region ins(%v : vector<4xf16>) { ^bb0(%x: vector<4xf16>): \n iree_gpu.yield %x : vector<4xf16> } : vector<4xf16> | %0 = "iree_gpu.barrier_region"(%v) ({ ^bb0(%x: vector<4xf16>): \n "iree_gpu.yield"(%x) : (vector<4xf16>) -> () }) : (vector<4xf16>) -> vector<4xf16>
      %d: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>, %i: index | %0 = iree_tensor_ext.dispatch.tensor.load %d, offsets = [%i, 0], sizes = [4, 4], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>{%i} -> tensor<4x4xf32> | %0 = "iree_tensor_ext.dispatch.tensor.load"(%d, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>, index, index) -> tensor<4x4xf32>
      %t: tensor<?xf32, #iree_encoding.testing<>>, %i: index | %0 = iree_encoding.unset_encoding %t encoding_dims{%i} : tensor<?xf32, #iree_encoding.testing<>> -> tensor<?xf32>{%i} | %0 = "iree_encoding.unset_encoding"(%t, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<?xf32, #iree_encoding.testing<>>, index, index) -> tensor<?xf32>
       | %0 = hal.interface.constant.load layout(<bindings = []>) ordinal(1) : i32 | %0 = "hal.interface.constant.load"() <{layout = #hal.pipeline.layout<bindings = []>, ordinal = 1 : index}> : () -> i32
      %i: index, %j: i32 | %0:2 = util.assume.int %i<umax = 8>, %j[<umin = 1>, <umin = 2>] : index, i32 | %0:2 = "util.assume.int"(%i, %j) <{assumptions = [[#util.int.assumption<umax = 8>], [#util.int.assumption<umin = 1>, #util.int.assumption<umin = 2>]]}> : (index, i32) -> (index, i32)
      %t: tensor<4xf32>, %i: index | %0:2 = util.call @f(%i, %t) : (index, tensor<4xf32>) -> (index, %t) | %0:2 = "util.call"(%i, %t) <{callee = @f, tied_operands = [-1 : index, 1 : index]}> : (index, tensor<4xf32>) -> (index, tensor<4xf32>)
      %v: !hal.buffer_view, %f: !hal.fence, %n: index | %0 = hal.tensor.import wait(%f) => %v "in" : !hal.buffer_view -> tensor<?xf32>{%n} | %0 = "hal.tensor.import"(%v, %n, %f) <{name = "in", operandSegmentSizes = array<i32: 1, 1, 1, 0>, target_encoding = tensor<?xf32>}> : (!hal.buffer_view, index, !hal.fence) -> tensor<?xf32>
    `)('custom and generic form are the same operation (%s) %s', (parameters, custom, generic) => {
  const wanted = understood(inFunction(parameters, generic));
  expect(understood(inFunction(parameters, custom))).toBe(wanted);
  const { module } = parseModule(inFunction(parameters, custom));
  const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ');
  const printed = squeeze(printModule(module, { generic: true }));
  expect(printed).toContain(squeeze(generic).replace(/ \(\{.*/, ''));
});

it.each(rows`
                                                   | rocdl.sched.barrier none | rocdl.sched.barrier 0
      %m: memref<4x4xf16>, %i: index               | %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] leadDimension 4 transpose : memref<4x4xf16> -> !gpu.mma_matrix<4x4xf16, "AOp"> | %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 4 : index, transpose} : memref<4x4xf16> -> !gpu.mma_matrix<4x4xf16, "AOp">
      %g: memref<64x64xf16>, %m: ${lds}, %i: index | iree_gpu.async_dma %g[%i, %i] to %m[%i, %i], f16 : memref<64x64xf16> [index, index], ${lds} | iree_gpu.async_dma %g[%i, %i] to %m[%i, %i], f16 : memref<64x64xf16>, ${lds}
    `)('spellings of other versions (%s) %s', (parameters, text, usual) => {
  expect(understood(inFunction(parameters, text))).toBe(understood(inFunction(parameters, usual)));
  const { module } = parseModule(inFunction(parameters, text));
  expect(printModule(module)).toContain(usual);
});

it('linalg.generic may have a second dictionary before its operands', () => {
  const generic = (first: string, second: string): string =>
    inFunction(
      '%t: tensor<4xf32>',
      `%0 = linalg.generic {indexing_maps = [], iterator_types = []} ${first} ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) ${second} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>`,
    );
  expect(understood(generic('{tuned}', ''))).toBe(understood(generic('', 'attrs = {tuned}')));
});

describe('attributes and types of dialects', () => {
  it('keep their text, with the type behind it', () => {
    const text = `#device = #hal.device.target<"hip", [#hal.executable.target<"rocm", "x">]> : !hal.device
util.global private @a = #device
util.global private @b = #util.uninitialized : tensor<4xf32>
util.global private @c : !hal.device
`;
    understood(text);
    const printed = printModule(parseModule(text).module);
    expect(printed).toContain(
      '#hal.device.target<"hip", [#hal.executable.target<"rocm", "x">]> : ',
    );
    expect(printed).toContain('@b = #util.uninitialized : tensor<4xf32>');
    const types = parseModule(text).module.operations.map(({ attributes }) => {
      const type = attributes.get('type');
      return type?.kind === 'type' && type.type.kind === 'opaque' ? type.type.text : undefined;
    });
    expect(types).toEqual(['!hal.device', 'tensor<4xf32>', '!hal.device']);
  });

  it.each(rows`
      @a = true                                | i1
      @a = 4 : i32                             | i32
      @a = 1.500000e+00 : f16                  | f16
      @a = dense<0> : tensor<4xi8>             | tensor<4xi8>
      @a = #stream.timepoint<immediate>        | !stream.timepoint
      @a : i64                                 | i64
      @a : tensor<4xf32> = #flow.parameter<x>  | tensor<4xf32>
    `)('util.global %s is of type %s', (global, wanted) => {
    const text = `util.global private ${global}`;
    const { module } = parseModule(text);
    const type = module.operations[0]?.attributes.get('type');
    expect(type?.kind === 'type' ? printType(type.type) : undefined).toBe(wanted);
    expect(printModule(module)).toContain(text);
  });

  it('may have other blanks where a value is used', () => {
    const type = '!iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>';
    const text = `%0 = iree_tensor_ext.dispatch.tensor.load %d, offsets = [0], sizes = [4], strides = [1] : ${type.replace(':', ' : ')} -> tensor<4xf32>`;
    expect(parseModule(inFunction(`%d: ${type}`, text)).diagnostics).toEqual([]);
  });

  it('a guessed type of an unknown operation gives way to its use', () => {
    const text = `%0 = x.alias %t : tensor<4xf32> to %b : !hal.buffer
  hal.return %0 : tensor<4xf32>`;
    const { diagnostics } = parseModule(inFunction('%t: tensor<4xf32>, %b: !hal.buffer', text));
    expect(diagnostics).toEqual([]);
  });
});
