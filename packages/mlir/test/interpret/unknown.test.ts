/** What is counted of kernels whose scalars nobody gave, and what is said of the rest. */
import { describe, expect, it } from 'vitest';
import { constantsOf } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { codes, reasonsOf, run, type RunOptions } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('unknown.mlir', import.meta.url));

const LDS = 'memref<4096xf32, #gpu.address_space<workgroup>>';

/** A kernel of 64 lanes `%t`, with scalars `%n` and `%m`, LDS `%lds` and a buffer of indices. */
function kernel(body: string, operation = ''): string {
  return `${operation}
    func.func @k(%indices: memref<64xindex>, %n: index, %m: index) attributes {gpu.kernel} {
      ${constantsOf(body)}
      %x = arith.constant 1.0 : f32
      %t = gpu.thread_id x
      %lds = memref.alloc() : ${LDS}
      ${body}
      return
    }`;
}

const follow = (body: string, options: RunOptions = {}) =>
  run(kernel(body), { launch: 'block=64', unknownValues: true, ...options });

/** Counted and all LDS operations, and why the others are not. */
function coverage(body: string): string {
  const { execution } = follow(body);
  const { counted = -1, instructions = -1 } = execution.kernel.ldsInstructions ?? {};
  return [`${counted} of ${instructions}`, ...reasonsOf(execution)].join(' ');
}

const TILE = 'memref<64x4xf32, #gpu.address_space<workgroup>>';
const TABLE = 'memref<64xindex, #gpu.address_space<workgroup>>';
const ONE = 'memref<1xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>';
const COUNTERS = 'memref<4xi32, #gpu.address_space<workgroup>>';
const COPIED = 'memref<8xindex, strided<[1], offset: ?>>';
const COPY = 'memref<8xindex, #gpu.address_space<workgroup>>';
/** An access by the lanes for which a value is below a scalar. */
const below = (value: string): string =>
  `%yes = arith.cmpi ult, ${value}, %n : index \n scf.if %yes { ${store('%t')} }`;
/** The id of the lane, by way of memory that is its own. */
const ownMemory = (type: string): string =>
  `%p = memref.alloca() : ${type} \n memref.store %t, %p[%c0] : ${type} \n %own = memref.load %p[%c0] : ${type} \n ${below('%own')}`;
const transfer = (bounds: string): string =>
  `%i = arith.addi %t, %n : index \n %v = vector.transfer_read %lds[%i], %x${bounds} : ${LDS}, vector<1xf32>`;
const store = (index: string): string => `memref.store %x, %lds[${index}] : ${LDS}`;
/** Eight lanes store to each element of a view. */
const view = (offset: string, stride: string, strideType = stride): string => {
  const type = `memref<8xf32, strided<[${strideType}], offset: ?>, #gpu.address_space<workgroup>>`;
  return `%r = arith.muli %n, %c32 : index \n %s = memref.subview %lds[${offset}] [8] [${stride}] : ${LDS} to ${type} \n %i = arith.remui %t, %c8 : index \n memref.store %x, %s[%i] : ${type}`;
};
const wide = (step: string): string =>
  `%r = arith.muli %n, ${step} : index \n %q = arith.muli %t, %c4 : index \n %i = arith.addi %r, %q : index \n %v = vector.load %lds[%i] : ${LDS}, vector<4xf32>`;
const through = (value: string): string =>
  `%table = memref.alloc() : ${TABLE} \n memref.store ${value}, %table[%t] : ${TABLE} \n gpu.barrier \n %i = memref.load %table[%t] : ${TABLE} \n ${store('%i')}`;

/** What is counted, and why the rest is not. */
it.each(rows`
    an address moved by a scalar | %i = arith.addi %t, %n : index \n ${store('%i')} | 1 of 1
    an address of a row that a scalar chooses | %r = arith.muli %n, %c64 : index \n %i = arith.addi %r, %t : index \n ${store('%i')} | 1 of 1
    an address whose unknown part a remainder drops | %r = arith.muli %n, %c64 : index \n %s = arith.addi %r, %t : index \n %i = arith.remui %s, %c32 : index \n ${store('%i')} | 1 of 1
    an address of maps | %i = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 32)>(%t)[%n] \n ${store('%i')} | 1 of 1
    an address times a scalar | %i = arith.muli %t, %m : index \n ${store('%i')} | 0 of 1 whose address depends on argument m
    an address XORed with a scalar | %i = arith.xori %t, %n : index \n ${store('%i')} | 0 of 1 whose address depends on argument n
    an address whose unknown part a remainder does not drop | %s = arith.addi %n, %t : index \n %i = arith.remui %s, %c32 : index \n ${store('%i')} | 0 of 1 whose address depends on argument n
    an address from memory | %i = memref.load %indices[%t] : memref<64xindex> \n ${store('%i')} | 0 of 1 whose address depends on the contents of memory
    an address from memory, one for all lanes | %j = memref.load %indices[%c0] : memref<64xindex> \n %i = arith.addi %j, %t : index \n ${store('%i')} | 1 of 1
    a wide access whose offsets are aligned | ${wide('%c32')} | 1 of 1
    a wide access whose offsets are not | ${wide('%c1')} | 0 of 1 whose address depends on argument n
    a view that a scalar moves | ${view('%r', '1')} | 1 of 1
    a view whose stride is a scalar | ${view('%r', '%n', '?')} | 0 of 1 whose address depends on argument n
    the second value of an assumption | %u:2 = util.assume.int %n<umin = 1>, %t<umax = 63> : index, index \n %i = arith.remui %u#1, %c32 : index \n ${store('%i')} | 1 of 1
    the second of distinct memrefs | %q = arith.muli %t, %m : index \n %s = memref.subview %lds[%q] [1] [1] : ${LDS} to ${ONE} \n %d:2 = memref.distinct_objects %s, %lds : ${ONE}, ${LDS} \n memref.store %x, %d#1[%t] : ${LDS} | 1 of 1
    the first of distinct memrefs | %q = arith.muli %t, %m : index \n %s = memref.subview %lds[%q] [1] [1] : ${LDS} to ${ONE} \n %d:2 = memref.distinct_objects %s, %lds : ${ONE}, ${LDS} \n memref.store %x, %d#0[%c0] : ${ONE} | 0 of 1 whose address depends on argument m
    an affine loop to a scalar | affine.for %k = 0 to %n { ${store('%t')} } | 1 of 1
    an affine loop from a lane to a scalar | affine.for %k = affine_map<(d0) -> (d0)>(%t) to %n { ${store('%t')} } | 0 of 1 whose active lanes are unknown
    an affine loop from a scalar to a lane | affine.for %k = affine_map<(d0) -> (d0)>(%n) to affine_map<(d0) -> (d0)>(%t) { ${store('%t')} } | 0 of 1 whose active lanes are unknown
    buffers that a loop exchanges | %a = memref.alloc() : ${TILE} \n %b = memref.alloc() : ${TILE} \n %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (${TILE}, ${TILE}) { memref.store %x, %p[%t, %c0] : ${TILE} \n %v = memref.load %q[%t, %c1] : ${TILE} \n scf.yield %q, %p : ${TILE}, ${TILE} } | 2 of 2
    a place that a loop moves on | %r = scf.for %k = %c0 to %n step %c1 iter_args(%p = %t) -> (index) { ${store('%p')} \n %q = arith.addi %p, %c64 : index \n scf.yield %q : index } | 1 of 1
    a place that a loop moves on, the other way round | %r = scf.for %k = %c0 to %n step %c1 iter_args(%p = %t) -> (index) { ${store('%p')} \n %q = arith.addi %c64, %p : index \n scf.yield %q : index } | 1 of 1
    a place that a loop multiplies | %r = scf.for %k = %c0 to %n step %c1 iter_args(%p = %t) -> (index) { ${store('%p')} \n %q = arith.muli %p, %c64 : index \n scf.yield %q : index } | 0 of 1 whose address depends on argument n
    a masked store of unknown data | %one = arith.constant dense<true> : vector<1xi1> \n %table = memref.alloc() : ${TABLE} \n %v = vector.broadcast %n : index to vector<1xindex> \n vector.maskedstore %table[%t], %one, %v : ${TABLE}, vector<1xi1>, vector<1xindex> | 1 of 1
    a loop whose lanes are not known where they begin or end apart | scf.for %k = %t to %n step %c64 { ${store('%k')} } | 0 of 1 whose active lanes are unknown
    a loop that leaves lanes with values of different turns | %r = scf.for %k = %n to %t step %c1 iter_args(%p = %n) -> (index) { scf.yield %k : index } \n %i = arith.addi %r, %t : index \n ${store('%i')} | 0 of 1 whose address depends on argument n
    a condition on lanes and a scalar | %yes = arith.cmpi ult, %t, %n : index \n scf.if %yes { ${store('%t')} } | 0 of 1 whose active lanes are unknown
    known values in memory at known places | ${through('%t')} \n %i2 = arith.addi %n, %t : index \n %w = memref.load %lds[%i2] : ${LDS} | 4 of 4
    unknown values in memory | ${through('%n')} | 2 of 3 whose address depends on argument n
    a condition on memory of a lane's own | ${ownMemory('memref<1xindex, #gpu.address_space<private>>')} | 0 of 1 whose active lanes are unknown
    a condition on memory of a lane's own without a space | ${ownMemory('memref<1xindex>')} | 0 of 1 whose active lanes are unknown
    a condition on what an atomic found | %one = arith.constant 1 : i32 \n %counters = memref.alloc() : ${COUNTERS} \n %old = memref.atomic_rmw addi %one, %counters[%c0] : (i32, ${COUNTERS}) -> i32 \n %found = arith.index_cast %old : i32 to index \n ${below('%found')} | 1 of 2 whose active lanes are unknown
    a copy from a place that a scalar chooses | %s = memref.subview %indices[%n] [8] [1] : memref<64xindex> to ${COPIED} \n %w = memref.alloc() : ${COPY} \n memref.copy %s, %w : ${COPIED} to ${COPY} | 0 of 1 whose address depends on argument n
    a transfer that perhaps leaves memory | ${transfer('')} | 0 of 1 whose address depends on argument n
    a transfer inside of memory | ${transfer(' {in_bounds = [true]}')} | 1 of 1
    memory behind an intrinsic that stores something unknown | %byte = arith.index_cast %n : index to i8 \n %bytes = arith.constant 512 : i32 \n %no = arith.constant false \n %table = memref.alloc() : ${TABLE} \n %p = llvm.mlir.zero : !llvm.ptr<3> \n llvm.call_intrinsic "llvm.memset.p3.i32"(%p, %byte, %bytes, %no) : (!llvm.ptr<3>, i8, i32, i1) -> () \n %i = memref.load %table[%t] : ${TABLE} \n ${store('%i')} | 1 of 3 whose address depends on argument n
    memory behind a store that perhaps nobody executes | %table = memref.alloc() : ${TABLE} \n %yes = arith.cmpi ult, %n, %m : index \n scf.if %yes { memref.store %t, %table[%t] : ${TABLE} } \n %i = memref.load %table[%t] : ${TABLE} \n ${store('%i')} | 2 of 3 whose address depends on the contents of memory
  `)('%s', (_name, body = '', wanted) => {
  expect(coverage(body)).toBe(wanted);
});

describe('a loop of unknown length', () => {
  it('is counted in one turn', () => {
    const { execution, traces, diagnostics } = follow(`
      scf.for %k = %c0 to %n step %c32 {
        scf.for %j = %c0 to %c32 step %c1 { ${store('%t')} }
        %i = arith.addi %k, %t : index
        ${store('%i')}
      }`);
    expect(traces[0]?.count).toBe(33);
    expect(execution.kernel.ldsInstructions).toMatchObject({ instructions: 2, counted: 2 });
    expect(diagnostics.map(({ code }) => code)).toEqual([
      'execute/unknown-values',
      'execute/unknown-loop',
    ]);
  });

  it('may be a while', () => {
    const { traces, diagnostics } = follow(`
      %r = scf.while (%p = %n) : (index) -> index {
        %go = arith.cmpi ult, %p, %m : index
        scf.condition(%go) %p : index
      } do {
      ^bb0(%q: index):
        ${store('%t')}
        %next = arith.muli %q, %q : index
        scf.yield %next : index
      }`);
    expect(traces[0]?.count).toBe(1);
    expect(diagnostics.map(({ code }) => code)).toContain('execute/unknown-loop');
  });
});

describe('a condition', () => {
  it('on a scalar is counted both ways', () => {
    const { traces, execution } = follow(`
      %yes = arith.cmpi ult, %n, %m : index
      scf.if %yes { ${store('%t')} } else { ${store('%c0')} }`);
    expect(traces[0]?.count).toBe(2);
    expect(execution.kernel.ldsInstructions).toMatchObject({ instructions: 2, counted: 2 });
  });

  const branch = (condition: string): string => `${condition}
      cf.cond_br %yes, ^a, ^b
    ^a:
      ${store('%t')}
      cf.br ^b
    ^b:`;

  it('between blocks is not followed', () => {
    const text = kernel(branch('%yes = arith.cmpi ult, %n, %m : index'));
    expect(codes(text, { launch: 'block=64', unknownValues: true })).toContain('launch/scalar');
  });

  it('between blocks on memory takes zeros, and says so', () => {
    const text = kernel(
      branch(
        '%v = memref.load %indices[%t] : memref<64xindex>\n%yes = arith.cmpi ult, %v, %t : index',
      ),
    ).replace(', %n: index, %m: index', '');
    const options = { launch: 'block=64', unknownValues: true };
    expect(codes(text, options)).toContain('execute/zero-memory');
  });
});

describe('a kernel', () => {
  it('without unknown values is executed as ever', () => {
    const { execution } = follow(store('%t'), { launch: 'block=64,n=1,m=1' });
    expect(execution.kernel.ldsInstructions).toBeUndefined();
  });

  it('has no races on ways that perhaps no launch takes', () => {
    const racy = `scf.for %k = %c0 to %n step %c1 { ${store('%c0')} \n %v = memref.load %lds[%t] : ${LDS} }`;
    expect(follow(racy, { launch: 'block=128' }).execution.hazards).toEqual([]);
    const codesOf = (launch: string): string[] => codes(kernel(racy), { launch });
    expect(codesOf('block=128,n=2,m=0')).toContain('hazard/lds-race');
  });

  it('of another operation that is not known says so', () => {
    const text = kernel(
      `%i = arith.muli %t, %n : index\n"foo.bar"(%lds, %i) : (${LDS}, index) -> ()`,
    );
    expect(codes(text, { launch: 'block=64', unknownValues: true })).toContain(
      'execute/unknown-operation',
    );
  });
});

it('does not take the size of the grid for known, whatever gives it', () => {
  const text = kernel(
    `%d = llvm.mlir.constant(0 : i32) : i32
     %g = llvm.call @__ockl_get_num_groups(%d) : (i32) -> i64
     %m2 = arith.index_cast %g : i64 to index
     %i = arith.muli %t, %m2 : index
     ${store('%i')}`,
    'llvm.func @__ockl_get_num_groups(i32) -> i64',
  );
  const { execution } = run(text, { launch: 'block=64,n=1,m=1', unknownValues: true });
  expect(reasonsOf(execution)).toEqual(['whose address depends on the size of the grid']);
});

describe("IREE's push constants", () => {
  const text = textOf('a dispatch of IREE whose sizes are constants of the launch');

  it('are left open', () => {
    const { traces, diagnostics } = run(text, { unknownValues: true });
    expect(traces[0]?.count).toBe(1);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      'execute/unknown-values',
      'execute/unknown-loop',
      'execute/unknown-global',
    ]);
    expect(diagnostics[0]?.message).toBe('no values for push constant 0 (constant0)');
  });

  it('are given by name', () => {
    const { traces, diagnostics } = run(text, { launch: 'constant0=96' });
    expect(diagnostics).toEqual([]);
    expect(traces[0]?.count).toBe(3);
    expect(codes(text, { launch: 'constant1=96' })).toContain('launch/unknown-key');
  });
});
