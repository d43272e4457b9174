/** Loops whose iterations are dealt to workers, switches and affine accesses, against plain loops and `mlir-opt`. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mlirOpt, runOracle } from '../text/oracle.ts';
import { codes, decode, encode, perLane, runClean } from './harness.ts';
import { skips } from '../../../../test/llvm.ts';

const noOracle = skips(mlirOpt);

/** A kernel of 2 x 2 workgroups of 32 x 4 threads. */
const kernel = (body: string, size = 4096): string => `func.func @k(%out: memref<${size}xindex>)
    attributes {gpu.known_block_size = array<i32: 32, 4, 1>, gpu.known_grid_size = array<i32: 2, 2, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    ${body}
    return
  }`;

function executed(text: string, size = 4096): number[] {
  const out = new Uint8Array(8 * size);
  runClean(text, { buffers: new Map([[0, out]]) });
  return decode('index', out);
}

const filled = (size: number, entries: Iterable<readonly [number, number]>): number[] => {
  const out = Array.from({ length: size }, () => 0);
  for (const [at, value] of entries) out[at] = value;
  return out;
};

const flatThread = '%t = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 32 + 1)>()[%x, %y]';

describe('scf.forall', () => {
  it.each([
    // The number of the thread that takes iteration i of 300, each as often as there are threads.
    ['threads', '#gpu.thread<linear_dim_0>', (i: number) => (i % 128) + 1],
    // The first thread of the warp writes last, or any: all of its lanes do the same.
    ['lanes', '#iree_gpu.lane_id<0>', (i: number) => (i % 64) + 1],
  ])('deals iterations to %s', (_name, mapping, wanted) => {
    const out = executed(
      kernel(`${flatThread}
      %z = arith.addi %bx, %by : index
      %first = arith.cmpi eq, %z, %c0 : index
      %low = arith.constant 64 : index
      %y2 = arith.constant 2 : index
      %half = arith.cmpi ult, %y, %y2 : index
      %both = arith.andi %first, %half : i1
      scf.if ${mapping.includes('lane') ? '%both' : '%first'} {
        scf.forall (%i) in (300) {
          memref.store %t, %out[%i] : memref<4096xindex>
        } {mapping = [${mapping}]}
      }`),
    );
    expect(out).toEqual(
      filled(
        4096,
        Array.from({ length: 300 }, (_, i) => [i, wanted(i)]),
      ),
    );
  });

  it('goes through all dimensions of one kind as one, with bounds and steps', () => {
    const out = executed(
      kernel(`${flatThread}
      scf.forall (%i, %j) = (2, 1) to (20, 40) step (3, 2) {
        %at = affine.apply affine_map<()[s0, s1] -> (s0 * 100 + s1)>()[%i, %j]
        memref.store %t, %out[%at] : memref<4096xindex>
      } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}`),
    );
    const entries: [number, number][] = [];
    for (let i = 2, n = 0; i < 20; i += 3) {
      for (let j = 1; j < 40; j += 2, n++) entries.push([100 * i + j, (n % 128) + 1]);
    }
    expect(out).toEqual(filled(4096, entries));
  });

  it('maps each dimension to its own worker', () => {
    const out = executed(
      kernel(`${flatThread}
      scf.forall (%b, %c) in (2, 2) {
        scf.forall (%i, %j) in (4, 32) {
          %at = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 * 1024 + s1 * 512 + s2 * 32 + s3)>()[%b, %c, %i, %j]
          memref.store %t, %out[%at] : memref<4096xindex>
        } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
      } {mapping = [#gpu.block<y>, #gpu.block<x>]}`),
    );
    const entries: [number, number][] = [];
    for (let block = 0; block < 4; block++) {
      for (let t = 0; t < 128; t++) entries.push([512 * block + t, t + 1]);
    }
    expect(out).toEqual(filled(4096, entries));
  });

  it('deals to warps and workgroups by their numbers', () => {
    const out = executed(
      kernel(`scf.forall (%b) in (4) {
        scf.forall (%w) in (2) {
          %at = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 * 512 + s1 * 128 + s2 + s3 * 32)>()[%b, %w, %x, %y]
          memref.store %c1, %out[%at] : memref<4096xindex>
        } {mapping = [#gpu.warp<linear_dim_0>]}
      } {mapping = [#iree_codegen.workgroup_mapping<x>]}`),
    );
    const entries: [number, number][] = [];
    for (let b = 0; b < 4; b++) {
      for (let t = 0; t < 128; t++) entries.push([512 * b + 128 * (t >> 6) + t, 1]);
    }
    expect(out).toEqual(filled(4096, entries));
  });

  it('says what mapping it does not know', () => {
    const text = kernel(`scf.forall (%i) in (4) {
      memref.store %c1, %out[%i] : memref<4096xindex>
    } {mapping = [#some.worker<x>]}`);
    expect(codes(text)).toEqual(['execute/unsupported']);
  });
});

const lanes = Array.from({ length: 64 }, (_, i) => i);

describe('one iteration after the other', () => {
  const constants = `%c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index`;
  const result = (body: string): number[] =>
    perLane({ inputs: [['index', lanes]], result: 'index', body: `${constants}\n${body}` });

  it('adds up in scf.parallel', () => {
    const found =
      result(`%r = scf.parallel (%m, %n) = (%c0, %c1) to (%a, %c5) step (%c2, %c1) init (%c2) -> index {
        %p = arith.muli %m, %n : index
        scf.reduce(%p : index) {
        ^bb0(%left: index, %right: index):
          %s = arith.addi %left, %right : index
          scf.reduce.return %s : index
        }
      }`);
    const wanted = lanes.map((a) => {
      let sum = 2;
      for (let i = 0; i < a; i += 2) for (let j = 1; j < 5; j++) sum += i * j;
      return sum;
    });
    expect(found).toEqual(wanted);
  });

  it('chooses by scf.index_switch, lane by lane', () => {
    const found = result(`%k = arith.remui %a, %c5 : index
      %r = scf.index_switch %k -> index
      case 1 { scf.yield %a : index }
      case 3 {
        %t = arith.muli %a, %a : index
        scf.yield %t : index
      }
      default { scf.yield %c2 : index }`);
    expect(found).toEqual(lanes.map((a) => (a % 5 === 1 ? a : a % 5 === 3 ? a * a : 2)));
  });

  it('inlines scf.execute_region', () => {
    const found = result(`%r = scf.execute_region -> index {
        %t = arith.addi %a, %c5 : index
        scf.yield %t : index
      }`);
    expect(found).toEqual(lanes.map((a) => a + 5));
  });
});

describe('what changes nothing', () => {
  it('passes values and memrefs on', () => {
    const body = `%n = util.assume.int %a<umin = 0, umax = 63> : index
      %j = util.optimization_barrier %n : index
      %m = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
      %b = iree_gpu.buffer_resource_cast %m : memref<64xindex, #gpu.address_space<workgroup>>
      memref.store %j, %b[%j] : memref<64xindex, #gpu.address_space<workgroup>>
      %s = iree_gpu.barrier_region ins(%j : index) {
      ^bb0(%k: index):
        %c63 = arith.constant 63 : index
        %o = arith.subi %c63, %k : index
        %e = memref.load %m[%o] : memref<64xindex, #gpu.address_space<workgroup>>
        iree_gpu.yield %e : index
      } : index
      %r = iree_codegen.index_hint %s(#iree_gpu.lane_constant<64>) : index`;
    const found = perLane({ inputs: [['index', lanes]], result: 'index', body });
    expect(found).toEqual(lanes.map((a) => 63 - a));
  });
});

describe('affine indices', () => {
  it('take a number apart and put it together again', () => {
    const bases = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(bases, fc.boolean(), (basis, open) => {
        const names = Array.from({ length: basis.length }, (_, i) => `%d#${i}`);
        const given = open && basis.length > 1 ? basis.slice(1) : basis;
        const digit = (a: number, i: number): number => {
          const below = basis.slice(i + 1).reduce((p, n) => p * n, 1);
          const high = Math.floor(a / below);
          return i === 0 ? high : high % (basis[i] ?? 1);
        };
        const one = names.length === 1;
        const list = one ? '%d' : names.join(', ');
        const body = `${one ? '%d' : `%d:${names.length}`} = affine.delinearize_index %a into (${given.join(', ')}) : ${names.map(() => 'index').join(', ')}
          %back = affine.linearize_index [${list}] by (${given.join(', ')}) : index
          %k = arith.constant 1000 : index
          %high = arith.muli %back, %k : index
          %r = arith.addi %high, ${one ? '%d' : names.at(-1)} : index`;
        const found = perLane({ inputs: [['index', lanes]], result: 'index', body });
        expect(found).toEqual(lanes.map((a) => 1000 * a + digit(a, basis.length - 1)));
      }),
      { numRuns: 25 },
    );
  });

  it('lead to loads and stores', () => {
    const text = `func.func @k(%in: memref<64x8xf32>, %out: memref<64x8xf32>) {
      %x = gpu.thread_id x upper_bound 64
      %v = affine.vector_load %in[%x, symbol(%x) mod 2 * 4] : memref<64x8xf32>, vector<4xf32>
      affine.vector_store %v, %out[%x, 4] : memref<64x8xf32>, vector<4xf32>
      %s = affine.load %in[63 - %x, 7] : memref<64x8xf32>
      affine.store %s, %out[%x, %x mod 4] : memref<64x8xf32>
      return
    }`;
    const data = Array.from({ length: 512 }, (_, i) => i);
    const out = new Uint8Array(2048);
    runClean(text, { buffers: new Map([[0, encode('f32', data)]]).set(1, out) });
    const wanted = filled(
      512,
      lanes.flatMap((x) => [
        ...[0, 1, 2, 3].map((i) => [8 * x + 4 + i, 8 * x + 4 * (x % 2) + i] as const),
        [8 * x + (x % 4), 8 * (63 - x) + 7] as const,
      ]),
    );
    expect(decode('f32', out)).toEqual(wanted);
  });
});

describe.skipIf(noOracle)('what upstream makes of them', () => {
  it.each([
    ['scf.parallel', '--scf-parallel-for-to-nested-fors'],
    ['scf.forall', '--scf-forall-to-for'],
  ])('%s', (name, pass) => {
    const header =
      name === 'scf.parallel'
        ? '(%i, %j) = (%c0, %c1) to (%c7, %x) step (%c2, %c3)'
        : '(%i, %j) = (0, 1) to (7, %x) step (2, 3)';
    const text = kernel(`%c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c7 = arith.constant 7 : index
      ${name} ${header} {
        %at = affine.apply affine_map<()[s0, s1, s2] -> (s0 * 40 + s1 + s2 * 300)>()[%i, %j, %y]
        memref.store %x, %out[%at] : memref<4096xindex>
      }`);
    const { output, problem } = runOracle(text, pass);
    expect(problem).toBe('');
    expect(output).not.toContain(name);
    expect(executed(text)).toEqual(executed(output));
  });

  it('affine accesses', () => {
    const text = kernel(`%d:3 = affine.delinearize_index %x into (4, 2, 4) : index, index, index
      %l = affine.linearize_index [%d#2, %d#0, %y] by (8, 4, 4) : index
      affine.store %l, %out[%x * 4 + %y] : memref<4096xindex>`);
    const { output, problem } = runOracle(text, '--affine-expand-index-ops', '--lower-affine');
    expect(problem).toBe('');
    expect(output).not.toContain('affine.');
    expect(executed(text)).toEqual(executed(output));
  });
});
