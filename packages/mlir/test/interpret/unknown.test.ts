/** What is counted of kernels whose scalars nobody gave, and what is said of the rest. */
import { describe, expect, it } from 'vitest';
import { codes, run, type RunOptions } from './harness.ts';

const LDS = 'memref<4096xf32, #gpu.address_space<workgroup>>';

/** A kernel of 64 lanes `%t`, with scalars `%n` and `%m`, LDS `%lds` and a buffer of indices. */
function kernel(body: string, operation = ''): string {
  return `${operation}
    func.func @k(%indices: memref<64xindex>, %n: index, %m: index) attributes {gpu.kernel} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
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
function coverage(body: string): readonly [string, ...string[]] {
  const { ldsInstructions } = follow(body).execution.kernel;
  const { counted = -1, instructions = -1, missing = [] } = ldsInstructions ?? {};
  return [`${counted} of ${instructions}`, ...missing.map(({ reason }) => reason)];
}

const store = (index: string): string => `memref.store %x, %lds[${index}] : ${LDS}`;

describe('an address', () => {
  it.each([
    ['moved by a scalar', '%i = arith.addi %t, %n : index', '1 of 1'],
    [
      'of a row that a scalar chooses',
      '%r = arith.muli %n, %c64 : index %i = arith.addi %r, %t : index',
      '1 of 1',
    ],
    [
      'whose unknown part a remainder drops',
      '%r = arith.muli %n, %c64 : index %s = arith.addi %r, %t : index %i = arith.remui %s, %c32 : index',
      '1 of 1',
    ],
    ['of maps', '%i = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 32)>(%t)[%n]', '1 of 1'],
    ['times a scalar', '%i = arith.muli %t, %n : index', '0 of 1'],
    ['XORed with a scalar', '%i = arith.xori %t, %n : index', '0 of 1'],
    [
      'whose unknown part a remainder does not drop',
      '%s = arith.addi %n, %t : index %i = arith.remui %s, %c32 : index',
      '0 of 1',
    ],
    ['from memory', '%i = memref.load %indices[%t] : memref<64xindex>', '0 of 1'],
    [
      'from memory, one for all lanes',
      '%j = memref.load %indices[%c0] : memref<64xindex> %i = arith.addi %j, %t : index',
      '1 of 1',
    ],
  ])('%s', (_, index, counted) => {
    const lines = index.replaceAll(/ (?=%\w+ = )/g, '\n');
    expect(coverage(`${lines}\n${store('%i')}`)[0]).toBe(counted);
  });

  it('names the argument that it depends on', () => {
    expect(coverage(`%i = arith.muli %t, %m : index\n${store('%i')}`)).toEqual([
      '0 of 1',
      'whose address depends on argument m',
    ]);
    expect(coverage(`%i = memref.load %indices[%t] : memref<64xindex>\n${store('%i')}`)[1]).toBe(
      'whose address depends on the contents of memory',
    );
  });

  it('of a wide access is counted where all of its offsets are aligned', () => {
    const wide = (step: string): string => `
      %r = arith.muli %n, ${step} : index
      %four = arith.constant 4 : index
      %q = arith.muli %t, %four : index
      %i = arith.addi %r, %q : index
      %v = vector.load %lds[%i] : ${LDS}, vector<4xf32>`;
    expect(coverage(wide('%c32'))[0]).toBe('1 of 1');
    expect(coverage(wide('%c1'))[0]).toBe('0 of 1');
  });
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

  it('exchanges its buffers', () => {
    const tile = 'memref<64x4xf32, #gpu.address_space<workgroup>>';
    expect(
      coverage(`
        %a = memref.alloc() : ${tile}
        %b = memref.alloc() : ${tile}
        %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (${tile}, ${tile}) {
          memref.store %x, %p[%t, %c0] : ${tile}
          %v = memref.load %q[%t, %c1] : ${tile}
          scf.yield %q, %p : ${tile}, ${tile}
        }`),
    ).toEqual(['2 of 2']);
  });

  it('has lanes that are not known where they begin or end apart', () => {
    expect(coverage(`scf.for %k = %t to %n step %c64 { ${store('%k')} }`)).toEqual([
      '0 of 1',
      'whose active lanes are unknown',
    ]);
  });

  it('leaves lanes with values of different turns', () => {
    const behind = `
      %r = scf.for %k = %n to %t step %c1 iter_args(%p = %n) -> (index) { scf.yield %k : index }
      %i = arith.addi %r, %t : index
      ${store('%i')}`;
    expect(coverage(behind)[0]).toBe('0 of 1');
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

  it('on lanes and a scalar is not counted', () => {
    expect(
      coverage(`%yes = arith.cmpi ult, %t, %n : index\nscf.if %yes { ${store('%t')} }`),
    ).toEqual(['0 of 1', 'whose active lanes are unknown']);
  });

  it('between blocks is not followed', () => {
    const text = kernel(`
      %yes = arith.cmpi ult, %n, %m : index
      cf.cond_br %yes, ^a, ^b
    ^a:
      ${store('%t')}
      cf.br ^b
    ^b:`);
    expect(codes(text, { launch: 'block=64', unknownValues: true })).toContain('launch/scalar');
  });

  it('between blocks on memory takes zeros, and says so', () => {
    const text = `
    func.func @k(%indices: memref<64xindex>) attributes {gpu.kernel} {
      %t = gpu.thread_id x
      %x = arith.constant 1.0 : f32
      %lds = memref.alloc() : ${LDS}
      %v = memref.load %indices[%t] : memref<64xindex>
      %yes = arith.cmpi ult, %v, %t : index
      cf.cond_br %yes, ^a, ^b
    ^a:
      ${store('%t')}
      cf.br ^b
    ^b:
      return
    }`;
    expect(codes(text, { launch: 'block=64', unknownValues: true })).toContain(
      'execute/zero-memory',
    );
  });
});

describe('what memory holds', () => {
  const table = 'memref<64xindex, #gpu.address_space<workgroup>>';
  const through = (value: string): string => `
    %table = memref.alloc() : ${table}
    memref.store ${value}, %table[%t] : ${table}
    gpu.barrier
    %i = memref.load %table[%t] : ${table}
    ${store('%i')}`;

  it('is known where known values were stored, to known places', () => {
    const other = `%i2 = arith.addi %n, %t : index\n%w = memref.load %lds[%i2] : ${LDS}`;
    expect(coverage(`${through('%t')}\n${other}`)[0]).toBe('4 of 4');
    expect(coverage(through('%n'))[0]).toBe('2 of 3');
  });

  it('is not known behind a store that perhaps nobody executes', () => {
    expect(
      coverage(`
        %table = memref.alloc() : ${table}
        %yes = arith.cmpi ult, %n, %m : index
        scf.if %yes { memref.store %t, %table[%t] : ${table} }
        %i = memref.load %table[%t] : ${table}
        ${store('%i')}`)[0],
    ).toBe('2 of 3');
  });
});

describe('a kernel', () => {
  it('without unknown values is executed as ever', () => {
    const { execution } = follow(store('%t'), { launch: 'block=64,n=1,m=1' });
    expect(execution.kernel.ldsInstructions).toBeUndefined();
  });

  it('asks for its scalars where they are required', () => {
    expect(codes(kernel(store('%n')), { launch: 'block=64' })).toContain('launch/scalar');
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

describe("IREE's push constants", () => {
  const text = `
    #layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>
    func.func @dispatch() attributes {translation_info = #iree_codegen.translation_info<pipeline = LLVMGPUTileAndFuse workgroup_size = [64, 1, 1] subgroup_size = 64>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %n32 = hal.interface.constant.load layout(#layout) ordinal(0) : i32
      %n = arith.index_castui %n32 : i32 to index
      %in = hal.interface.binding.subspan layout(#layout) binding(0) offset(%c0) : memref<?x?xf32>{%n, %n}
      %lds = memref.alloc() : memref<64x32xf32, #gpu.address_space<workgroup>>
      %t = gpu.thread_id x
      scf.for %k = %c0 to %n step %c32 {
        %v = memref.load %in[%t, %k] : memref<?x?xf32>
        memref.store %v, %lds[%t, %c0] : memref<64x32xf32, #gpu.address_space<workgroup>>
      }
      return
    }`;

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
