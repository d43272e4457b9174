/** A mask of elements splits a wide access unless it is a constant that leaves nothing out: it is named, not counted. */
import { describe, expect, it } from 'vitest';
import { hasErrors } from '@ldscope/core';
import { words } from '../table.ts';
import { mlirOptIn } from '../text/oracle.ts';
import { kernelOf, LDS, opcodesOf, reasonsOf, run } from './harness.ts';

const mlirOpt = mlirOptIn('element-masks');

const SPLIT = 'that compilers split by the elements of a mask';
const [m, v] = [`memref<256xf32, ${LDS}>`, 'vector<4xf32>'];

const masks = [
  ['arith.constant dense<true> : vector<4xi1>', 'ds_write_b128'],
  ['arith.constant dense<[true, true, true, true]> : vector<4xi1>', 'ds_write_b128'],
  ['arith.constant dense<[true, true, false, true]> : vector<4xi1>', SPLIT],
  ['vector.constant_mask [4] : vector<4xi1>', 'ds_write_b128'],
  ['vector.constant_mask [3] : vector<4xi1>', SPLIT],
  ['vector.create_mask %c4 : vector<4xi1>', 'ds_write_b128'],
  ['vector.create_mask %c3 : vector<4xi1>', SPLIT],
  // All elements of every lane, which no compiler knows.
  ['vector.create_mask %many : vector<4xi1>', SPLIT],
] as const;

const accesses = {
  store: `vector.maskedstore %m[%at], %k, %v : ${m}, vector<4xi1>, ${v}`,
  transfer: `vector.mask %k { vector.transfer_write %v, %m[%at] {in_bounds = [true]} : ${v}, ${m} } : vector<4xi1>`,
  pointer: `%p = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %i = arith.index_cast %at : index to i32
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.intr.masked.store %v, %q, %k {alignment = 16 : i32} : ${v}, vector<4xi1> into !llvm.ptr<3>`,
};

function counted(mask: string, access: string): string {
  const { execution, traces } = run(
    `llvm.mlir.global internal @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
    func.func @k() attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
      %x = gpu.thread_id x
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %many = arith.addi %x, %c4 : index
      %at = arith.muli %x, %c4 : index
      %m = memref.alloc() : ${m}
      %v = arith.constant dense<1.0> : ${v}
      %k = ${mask}
      ${access}
      return
    }`,
    { machine: 'gfx942' },
  );
  expect(hasErrors(execution.diagnostics)).toBe(false);
  return [...new Set(opcodesOf(traces)), ...reasonsOf(execution)].join();
}

describe.each(Object.entries(accesses))('a masked %s', (_name, access) => {
  it.each(masks)('under %s: %s', (mask, wanted) => {
    expect(counted(mask, access)).toBe(wanted);
  });
});

it('an access of one element is that of the lanes that take part', () => {
  const access = `vector.maskedstore %m[%x], %one, %w : ${m}, vector<1xi1>, vector<1xf32>`;
  const mask = `vector.create_mask %x : vector<4xi1>
    %one = vector.create_mask %x : vector<1xi1>
    %w = arith.constant dense<1.0> : vector<1xf32>`;
  expect(counted(mask, access)).toBe('ds_write_b32');
});

/** Transfers of memrefs of 64 rows of 64: at constant and unknown places, with and without what `in_bounds` says of each dimension. */
describe('a transfer that may leave its memref', () => {
  const INSIDE =
    'that compilers split by elements, since in_bounds does not say that all are inside';
  const type = `memref<64x64xf32, 3>`;
  const kernel = (at: string, width: number, inside: string): string =>
    kernelOf(`%m = memref.alloc() : ${type}
      %v = arith.constant dense<1.0> : vector<${width}xf32>
      vector.transfer_write %v, %m[${at}] ${inside} : vector<${width}xf32>, ${type}`);
  const cases = ['%x, %c0', '%x, %c60', '%x, %c61', '%c0, %x', '%c60, %c60', '%x, %x'].flatMap(
    (at) =>
      [1, 4].flatMap((width) =>
        ['', '{in_bounds = [true]}', '{in_bounds = [false]}'].map((inside) => ({
          at,
          width,
          inside,
        })),
      ),
  );
  const split = ({ at, width, inside }: (typeof cases)[number]): boolean => {
    const { execution } = run(kernel(at, width, inside), { machine: 'gfx942' });
    expect(hasErrors(execution.diagnostics)).toBe(false);
    return reasonsOf(execution).includes(INSIDE);
  };
  /** One that is said to be inside and is not ends the execution. */
  const ends = ({ at, width, inside }: (typeof cases)[number]): boolean =>
    width === 4 && inside.includes('true') && !/%c0$|%c60$/.test(at);

  it.each(cases.filter((one) => !ends(one)))('[$at] of $width $inside', (one) => {
    const last = one.at.split(', ')[1] ?? '';
    const isKnown = last === '%c0' || last === '%c60' || one.inside.includes('true');
    expect(split(one)).toBe(one.width > 1 && !isKnown);
  });

  it('is masked by mlir-opt where it is not counted', () => {
    const own = cases.filter((some) => !ends(some));
    const texts = own.map(({ at, width, inside }) => kernel(at, width, inside));
    const lower = words('--convert-vector-to-scf --convert-vector-to-llvm --canonicalize');
    const options = ['--split-input-file', '--canonicalize', ...lower];
    const { output, problem } = mlirOpt(texts.join('\n// -----\n'), ...options);
    expect(problem).toBe('');
    const lowered = output.split('// -----');
    expect(lowered).toHaveLength(texts.length);
    for (const [i, one] of own.entries()) {
      expect(lowered[i]).toContain('llvm.');
      const isMasked = /llvm\.intr\.masked\.store/.test(lowered[i] ?? '');
      // A mask of one element is a branch around the access.
      expect(split(one), JSON.stringify(one)).toBe(isMasked && one.width > 1);
    }
  });
});

/** Elements one by one, of `vector<4xf32>`: where mlir-opt and the back end join them again they are named. */
describe('accesses of single elements', () => {
  const JOINED = 'that compilers join to wider ones, since its elements are at constant places';
  const INDEX = 'vector<4xindex>';
  const K = 'vector<4xi1>';
  const gather = (n: string, k: string): string =>
    `%r = vector.gather %m[%x] [${n}], ${k}, %v : ${m}, ${INDEX}, ${K}, ${v} into ${v}`;
  const before = `%n = arith.constant dense<[0, 1, 2, 3]> : ${INDEX}
    %stride = arith.constant dense<[0, 2, 4, 6]> : ${INDEX}
    %b = vector.broadcast %x : index to ${INDEX}
    %some = vector.create_mask %x : ${K}
    %part = arith.constant dense<[true, false, true, true]> : ${K}
    %step = vector.step : ${INDEX}`;
  it.each([
    [gather('%b', '%k'), 'ds_read_b32'],
    [gather('%b', '%some'), 'ds_read_b32'],
    [gather('%n', '%k'), JOINED],
    [gather('%n', '%some'), JOINED],
    [gather('%stride', '%k'), JOINED],
    [gather('%step', '%k'), JOINED],
    [`vector.scatter %m[%x] [%b], %some, %v : ${m}, ${INDEX}, ${K}, ${v}`, 'ds_write_b32'],
    [`vector.scatter %m[%x] [%n], %k, %v : ${m}, ${INDEX}, ${K}, ${v}`, JOINED],
    [`%r = vector.expandload %m[%x], %k, %v : ${m}, ${K}, ${v} into ${v}`, JOINED],
    [`%r = vector.expandload %m[%x], %part, %v : ${m}, ${K}, ${v} into ${v}`, JOINED],
    [`%r = vector.expandload %m[%x], %some, %v : ${m}, ${K}, ${v} into ${v}`, 'ds_read_b32'],
    [`vector.compressstore %m[%x], %k, %v : ${m}, ${K}, ${v}`, JOINED],
    [`vector.compressstore %m[%x], %some, %v : ${m}, ${K}, ${v}`, 'ds_write_b32'],
  ])('%s: %s', (access, wanted) => {
    const mask = `arith.constant dense<true> : ${K}\n${before}`;
    expect(counted(mask, access)).toBe(wanted);
  });

  it('lack of operands is an error', () => {
    const text = (op: string): string => `func.func @k()
      attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
        %m = memref.alloc() : ${m}
        "vector.${op}"(%m) : (${m}) -> ()
        return
      }`;
    for (const op of ['scatter', 'compressstore', 'maskedstore', 'store'])
      expect(hasErrors(run(text(op)).diagnostics)).toBe(true);
  });
});
