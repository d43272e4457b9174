import { describe, expect, it } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { parseModule, printModule } from '../../src/index.ts';
import { inFunction, understood } from './understood.ts';

it.each(rows`
      %v: vector<8xf32> | %0 = vector.extract_strided_slice %v offsets = [4], sizes = [2], strides = [1] : vector<8xf32> to vector<2xf32> | %0 = vector.extract_strided_slice %v {offsets = [4], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
      %v: vector<2xf32>, %w: vector<8xf32> | %0 = vector.insert_strided_slice %v, %w offsets = [4], strides = [1] : vector<2xf32> into vector<8xf32> | %0 = vector.insert_strided_slice %v, %w {offsets = [4], strides = [1]} : vector<2xf32> into vector<8xf32>
      %v: vector<8xf32>, %w: vector<f32> | %0:2 = vector.scan <add>, %v, %w reduction_dim = 0, inclusive = true : vector<8xf32>, vector<f32> | %0:2 = vector.scan <add>, %v, %w {reduction_dim = 0 : i64, inclusive = true} : vector<8xf32>, vector<f32>
       | %0 = memref.alloc() alignment = 64 : memref<8xf32> | %0 = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
      %a: f32 | %0 = arith.cmpf "olt", %a, %a : f32 | %0 = arith.cmpf olt, %a, %a : f32
      %m: memref<8x8xf16, 3>, %i: index | %0 = nvgpu.ldmatrix %m[%i, %i] numTiles = 4 transpose = false : memref<8x8xf16, 3> -> vector<4x2xf16> | %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<8x8xf16, 3> -> vector<4x2xf16>
      %v: vector<4xf32> | %0 = vector.reduction #vector.kind<add>, %v : vector<4xf32> into f32 | %0 = vector.reduction <add>, %v : vector<4xf32> into f32
       | %0 = arith.constant dense <0.0> : vector <4xf32> | %0 = arith.constant dense<0.0> : vector<4xf32>
      %p: !llvm.ptr<3> | %0 = rocdl.ds.read.tr16.b64 %p : !llvm.ptr<3> -> vector<4xf16> | %0 = rocdl.ds.read.tr16.b64 %p : <3> -> vector<4xf16>
      %n: i32 | %0 = llvm.alloca %n x i32 {alignment = 0 : i64} : (i32) -> (!llvm.ptr) | %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
      %a: !llvm.struct<(!llvm.ptr, !llvm.array<2 x !llvm.ptr<3>>)> | %0 = llvm.extractvalue %a[1, 0] : !llvm.struct<( ptr,array<2 x ptr<3>> )> | %0 = llvm.extractvalue %a[1, 0] : !llvm.struct<(ptr, array<2 x ptr<3>>)>
      %p: !tt.ptr<f16> | %0 = tt.splat %p : (!tt.ptr<f16>) -> tensor<8x!tt.ptr<f16>> | %0 = tt.splat %p : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
      %p: !llvm.ptr, %i: i64 | %0 = "llvm.getelementptr"(%p, %i) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 4, -2147483648>}> : (!llvm.ptr, i64) -> !llvm.ptr | %0 = llvm.getelementptr %p[4, %i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %p: tensor<8x!tt.ptr<f16>> | %0 = tt.load %p cacheModifier = ca : tensor<8xf16> \n tt.store %p, %0 : tensor<8xf16> | %0 = tt.load %p {cache = 2 : i32} : tensor<8x!tt.ptr<f16>> \n tt.store %p, %0 : tensor<8x!tt.ptr<f16>>
      %i: index | scf.index_switch %i case 1 { scf.yield } default { scf.yield } | scf.index_switch %i case 1 { } default { }
      %m: memref<4xf32, affine_map<(i) -> (i)>, 0>, %i: index | %0 = memref.load %m[%i] : memref<4xf32> | %0 = memref.load %m[%i] : memref<4xf32, 0>
      %i: i8 | cf.switch %i : i8, [default: ^bb1, 255: ^bb1] \n ^bb1: | cf.switch %i : i8, [default: ^bb1, -1: ^bb1] \n ^bb1:
      %m: memref<2 x 4 x f32>, %v: vector<4 x f32> | x.use %m, %v | x.use %m, %v
    `)('spellings of other versions are the same operation (%s) %s', (parameters, text, usual) => {
  expect(understood(inFunction(parameters, text))).toBe(
    understood(inFunction(parameters.replaceAll(' x ', 'x'), usual)),
  );
});

it('keeps what no version is known to write as text, where syntax changes with versions', () => {
  const text = inFunction(
    '%p: tensor<8x!tt.ptr<f16>>',
    '%0 = tt.load %p of some day 5 : tensor<8xf16>\n%1 = tt.trans %0 {order = array<i32: 0>} : tensor<8xf16> -> tensor<8xf16>',
  );
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  expect(printModule(module)).toContain('tt.load %p of some day 5 : tensor<8xf16>');
  // Elsewhere it is an error.
  const other = inFunction('%p: f32', '%0 = arith.addf %p of some day : f32');
  expect(parseModule(other).diagnostics).not.toEqual([]);
});

describe('more spellings', () => {
  it.each(rows`
       | gpu.barrier memfence [#gpu.address_space<workgroup>]
      %i: i32 | vector.print %i : i32 punctuation <comma>
       | vector.print str "text"
       | vector.print punctuation <comma>
       | vector.print
      %m: memref<8xf32>, %i: index, %j: vector<4xindex>, %k: vector<4xi1>, %v: vector<4xf32> | vector.scatter %m[%i] [%j], %k, %v : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
      %i: i32 | %0 = amdgpu.dpp %i %i row_share ( 15 : i32 ) : i32
      %s: i8, %v: vector<32xf6E2M3FN>, %c: vector<16xf32> | %0 = amdgpu.scaled_mfma(%s[0] * %v) * (%s[1] * %v) + %c {m = 32 : i32, n = 32 : i32, k = 64 : i32} : i8, vector<32xf6E2M3FN>, i8, vector<32xf6E2M3FN>, vector<16xf32>
      %m: memref<8xf32>, %l: memref<8xf32, 3>, %i: index | amdgpu.gather_to_lds async %m[%i], %l[%i] : f32, memref<8xf32>, memref<8xf32, 3>
      %t: tensor<1x9007199254740991xf32> | x.use %t
      %s: index, %t: !gpu.async.token | %0 = gpu.launch async [%t] blocks(%a, %b, %c) in (%d = %s, %e = %s, %f = %s) threads(%g, %h, %i) in (%j = %s, %k = %s, %l = %s) module(@m) function(@n) { gpu.terminator }
      %s: index, %t: !gpu.async.token | %0 = gpu.launch_func async [%t, %t] @m::@n blocks in (%s, %s, %s) threads in (%s, %s, %s)
      %s: i64, %p: !llvm.ptr, %d: i32, %x: f32 | gpu.launch_func <%p : !llvm.ptr> @m::@n clusters in (%s, %s, %s) blocks in (%s, %s, %s) threads in (%s, %s, %s) : i64 dynamic_shared_memory_size %d args(%x : f32)
    `)('(%s) %s', (parameters, text) => {
    const { module } = parseModule(inFunction(parameters, text));
    understood(inFunction(parameters, text));
    const squeeze = (source: string): string =>
      source.replaceAll(/\s+/g, '').replaceAll(':i32', '');
    if (!text.includes('{m')) expect(squeeze(printModule(module))).toContain(squeeze(text));
  });

  it('takes the traits of a contraction from an alias', () => {
    const maps =
      'indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]';
    const traits = `${maps}, iterator_types = ["reduction"], kind = #vector.kind<add>`;
    const of = (attributes: string, more: string): string =>
      inFunction(
        '%v: vector<8xf32>, %x: f32',
        `%0 = vector.contract ${attributes} %v, %v, %x${more} : vector<8xf32>, vector<8xf32> into f32`,
      );
    const alias = `#traits = {${traits}}\n${of('#traits', ' {a = 1 : i32}')}`;
    expect(understood(alias)).toBe(understood(of(`{${traits}, a = 1 : i32}`, '')));
  });
});

it('a function whose parameters are named in a label is the function with the names in the signature', () => {
  const label = 'func.func @f(i32, f32) -> i32 {\n^bb0(%a: i32, %b: f32):\n  return %a : i32\n}';
  const usual = 'func.func @f(%a: i32, %b: f32) -> i32 {\n  return %a : i32\n}';
  expect(understood(label)).toBe(understood(usual));
  expect(printModule(parseModule(label).module)).toBe(`${usual}\n`);
});

describe('what custom syntax leaves out', () => {
  const fill = 'linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)';
  const region = '({\n^bb0(%a: f32, %b: f32):\n  "linalg.yield"(%a) : (f32) -> ()\n})';
  const generic = `"linalg.fill"(%x, %m) <{operandSegmentSizes = array<i32: 1, 1>}> ${region} : (f32, memref<4xf32>) -> ()`;
  const parameters = '%x: f32, %m: memref<4xf32>';

  it('is not kept of the generic form either', () => {
    const { module } = parseModule(inFunction(parameters, generic));
    expect(understood(inFunction(parameters, generic))).toBe(
      understood(inFunction(parameters, fill)),
    );
    expect(printModule(module)).toContain(fill);
    expect(printModule(module, { generic: true })).toContain(fill);
  });
});

describe('a type without its name', () => {
  const swap = (type: string): string =>
    `!word = i32\nllvm.func @f(%a: i32) {\n  %0 = rocdl.permlane16.swap %a, %a, false, true : (i32, i32) -> ${type}\n  llvm.return\n}`;

  it('takes an alias inside a type', () => {
    understood(swap('<(!word, i32)>'));
    expect(understood(swap('!llvm.struct<(i32, i32)>'))).toBe(understood(swap('<(i32, i32)>')));
  });

  it.each(['<(i32 i32)>', '<(i32, !none)>', '<', '<>'])('complains about %s', (type) => {
    expect(parseModule(swap(type)).diagnostics).not.toEqual([]);
  });
});
