/** `resolve-swizzle-hints`: upstream's offsets and rules, the three defects that the corrected pass cannot have, its ways out. */
import { swizzleOffset, type IreeSwizzle } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Likeness } from '@ldscope/mlir';
import { reasons, transform, verdicts } from './transform.ts';

const WG = '#gpu.address_space<workgroup>';
const RESOLVE = 'resolve-swizzle-hints,canonicalize,cse';

/** A function of the given lines with some index parameters. */
const func = (lines: readonly string[], parameters = '%x: index'): string =>
  `func.func @f(${parameters}) {\n${lines.map((line) => `  ${line}\n`).join('')}  return\n}\n`;

const constant = (value: number): string => `%c${value} = arith.constant ${value} : index`;

/** What indexes the accesses of a printed function: numbers where they are constants. */
function indices(text: string): string[] {
  const values = new Map(
    [...text.matchAll(/(%\w+) = arith\.constant (-?\d+) : index/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  return [
    ...text.matchAll(/(vector\.(?:load|store)|memref\.(?:load|store))[^[\n]*\[([^\]]*)\]/g),
  ].map(
    ([, op = '', list = '']) =>
      `${op.slice(op.indexOf('.') + 1)} ${list
        .split(', ')
        .map((name) => values.get(name) ?? name)
        .join(' ')}`,
  );
}

/** Accesses of 16 bytes of an i8 buffer at constant offsets. */
const bytesAt = (attribute: string, ...offsets: readonly number[]): string =>
  func([
    `%a = memref.alloc() : memref<4096xi8, ${WG}>`,
    `%h = iree_codegen.swizzle_hint %a[#iree_codegen.${attribute}] : memref<4096xi8, ${WG}>`,
    ...offsets.flatMap((offset, i) => [
      `%o${i} = arith.constant ${offset} : index`,
      `%v${i} = vector.load %h[%o${i}] : memref<4096xi8, ${WG}>, vector<16xi8>`,
      `%w${i} = memref.alloc() : memref<16xi8>`,
      `%z${i} = arith.constant 0 : index`,
      `vector.store %v${i}, %w${i}[%z${i}] : memref<16xi8>, vector<16xi8>`,
    ]),
  ]);

describe('offsets', () => {
  const swizzles: fc.Arbitrary<IreeSwizzle> = fc
    .record({
      groups: fc.integer({ min: 0, max: 4 }).map((n) => 2 ** n),
      accessWidth: fc.integer({ min: 2, max: 4 }).map((n) => 2 ** n),
      stride: fc.integer({ min: 1, max: 3 }),
      perPhase: fc.integer({ min: 1, max: 4 }),
      rotate: fc.boolean(),
    })
    .map(({ groups, accessWidth, stride, perPhase, rotate }) => {
      const rowWidth = groups * accessWidth;
      return rotate
        ? { kind: 'rotate_rows', rowWidth, accessWidth }
        : {
            kind: 'xor_shuffle',
            rowWidth,
            accessWidth,
            rowStride: rowWidth * stride,
            perPhase: Math.min(perPhase, groups),
          };
    });

  it('of constants are those of the attribute, by both passes', () => {
    fc.assert(
      fc.property(
        swizzles,
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom<Likeness>('iree', 'corrected'),
        (swizzle, group, like) => {
          const { rowWidth, accessWidth } = swizzle;
          const numbers =
            swizzle.kind === 'xor_shuffle'
              ? [rowWidth, accessWidth, swizzle.rowStride, swizzle.perPhase]
              : [rowWidth, accessWidth];
          const elements = rowWidth * 64;
          const offset = (group * accessWidth) % elements;
          const type = `memref<${elements}xi8, ${WG}>`;
          const done = transform(
            func([
              `%a = memref.alloc() : ${type}`,
              `%h = iree_codegen.swizzle_hint %a[#iree_codegen.${swizzle.kind}<${numbers.join(', ')}>] : ${type}`,
              `%o = arith.constant ${offset} : index`,
              `%v = vector.load %h[%o] : ${type}, vector<${accessWidth}xi8>`,
              `vector.store %v, %h[%o] : ${type}, vector<${accessWidth}xi8>`,
            ]),
            RESOLVE,
            like,
          );
          const place = swizzleOffset(swizzle, offset);
          expect(indices(done.text)).toEqual([`load ${place}`, `store ${place}`]);
        },
      ),
    );
  });

  it('upstream emits its chain of arithmetic, once for a load and a store at one offset', () => {
    const text = func(
      [
        `%h = iree_codegen.swizzle_hint %m[#iree_codegen.rotate_rows<64, 4>] : memref<?xf32>`,
        `%v = vector.load %h[%x] : memref<?xf32>, vector<4xf32>`,
        `vector.store %v, %h[%x] : memref<?xf32>, vector<4xf32>`,
      ],
      '%x: index, %m: memref<?xf32>',
    );
    const { text: out } = transform(text, RESOLVE, 'iree');
    const chain = [...out.matchAll(/arith\.(\w+) /g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'constant');
    expect(chain).toEqual([
      'remui',
      'subi',
      'divui',
      'remui',
      'divui',
      'addi',
      'remui',
      'muli',
      'muli',
      'addi',
      'subi',
      'addi',
    ]);
    expect(new Set(indices(out).map((one) => one.split(' ')[1])).size).toBe(1);
  });

  it('upstream writes an XOR with affine maps over what is a symbol', () => {
    const text = func(
      [
        `%h = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<64, 8, 128, 2>] : memref<?xf16>`,
        `%v = vector.load %h[%x] : memref<?xf16>, vector<8xf16>`,
        `vector.store %v, %h[%x] : memref<?xf16>, vector<8xf16>`,
      ],
      '%x: index, %m: memref<?xf16>',
    );
    const { text: out } = transform(text, RESOLVE, 'iree');
    expect(out).toContain('affine_map<()[s0] -> ((s0 mod 64) floordiv 8)>');
    expect(out).toContain('affine_map<()[s0] -> (((s0 floordiv 128) floordiv 2) mod 8)>');
    expect(out).toMatch(
      /affine_map<\(\)\[s0, s1\] -> \(s0 \+ \(s0 mod 64\) \* -1 \+ s1 \* 8\)>|affine_map<\(\)\[s0, s1\] -> \(s0 - s0 mod 64 \+ s1 \* 8\)>/,
    );
  });
});

describe('the three defects of upstream', () => {
  /** The offset of a load at `%x + 1024` for a given `%x`. */
  const added = (like: Likeness, x: number): string[] => {
    const lines = (base: string): string =>
      func([
        `%a = memref.alloc() : memref<4096xi8, ${WG}>`,
        `%h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<128, 16, 128, 2>] : memref<4096xi8, ${WG}>`,
        constant(1024),
        `%o = arith.addi ${base}, %c1024 : index`,
        `%v = vector.load %h[%o] : memref<4096xi8, ${WG}>, vector<16xi8>`,
        `vector.store %v, %h[%o] : memref<4096xi8, ${WG}>, vector<16xi8>`,
      ]);
    // %y is 16 * %x to the pass; the number comes in behind it.
    const scaled = lines('%y').replace(
      '%a =',
      '%c16 = arith.constant 16 : index\n  %y = arith.muli %x, %c16 : index\n  %a =',
    );
    const resolved = transform(scaled, 'resolve-swizzle-hints', like).text;
    const known = resolved.replace(
      '(%x: index) {',
      `() {\n  %x = arith.constant ${x / 16} : index`,
    );
    return indices(transform(known, 'canonicalize,cse').text);
  };

  it('a constant that is added is reduced by the wrong period: 1056 is looked for at 1056, not at 1120', () => {
    expect(
      indices(transform(bytesAt('xor_shuffle<128, 16, 128, 2>', 1056), RESOLVE, 'iree').text)[0],
    ).toBe('load 1120');
    expect(added('iree', 32)).toEqual(['load 1056', 'store 1056']);
    expect(added('corrected', 32)).toEqual(['load 1120', 'store 1120']);
  });

  it('the corrected offsets are exact for every element', () => {
    const swizzle: IreeSwizzle = {
      kind: 'xor_shuffle',
      rowWidth: 128,
      accessWidth: 16,
      rowStride: 128,
      perPhase: 2,
    };
    for (let x = 0; x < 3072; x += 176) {
      const place = swizzleOffset(swizzle, x - (x % 16) + 1024);
      expect(added('corrected', x - (x % 16))).toEqual([`load ${place}`, `store ${place}`]);
    }
  });

  const twelve = (like: Likeness): ReturnType<typeof transform> =>
    transform(
      func([
        `%a = memref.alloc() : memref<1536xf16, ${WG}>`,
        `%h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<96, 8>] : memref<1536xf16, ${WG}>`,
        constant(448),
        constant(520),
        `%v = vector.load %h[%c448] : memref<1536xf16, ${WG}>, vector<8xf16>`,
        `vector.store %v, %h[%c520] : memref<1536xf16, ${WG}>, vector<8xf16>`,
      ]),
      RESOLVE,
      like,
    );

  it('twelve groups are not a power of two: two elements at one place', () => {
    expect(indices(twelve('iree').text)).toEqual(['load 480', 'store 480']);
    const done = twelve('corrected');
    // 448 = 4 * 96 + 64 and 520 = 5 * 96 + 40, with 4 more elements in each row before.
    expect(indices(done.text)).toEqual(['load 464', 'store 540']);
    expect(verdicts(done)).toEqual(['%a padded']);
    expect(reasons(done)).toContain(
      'a row has 12 groups, which is not a power of two: XOR leaves the row (#iree_codegen.rotate_rows<96, 8> would not)',
    );
  });

  it('an access that is not aligned to its group takes what is not its own', () => {
    expect(indices(transform(bytesAt('xor_shuffle<128, 16>', 1955), RESOLVE, 'iree').text)[0]).toBe(
      'load 2003',
    );
    const done = transform(bytesAt('xor_shuffle<128, 16>', 1955), RESOLVE);
    expect(verdicts(done)).toEqual(['%a padded']);
    expect(reasons(done)).toContain('not aligned to groups of 16');
  });
});

describe('accesses of the corrected pass', () => {
  const half = `memref<2048xf16, ${WG}>`;
  const hinted = (lines: readonly string[], attribute = 'xor_shuffle<64, 8>'): string =>
    func([
      `%a = memref.alloc() : ${half}`,
      `%h = iree_codegen.swizzle_hint %a[#iree_codegen.${attribute}] : ${half}`,
      constant(2),
      constant(4),
      constant(8),
      ...lines,
    ]);
  const load = (width: number): string =>
    `%v = vector.load %h[%o] : ${half}, vector<${width}xf16>\n  vector.store %v, %h[%o] : ${half}, vector<${width}xf16>`;
  const at = (factor: string, width: number): ReturnType<typeof transform> =>
    transform(
      hinted([`%o = arith.muli %x, ${factor} : index`, load(width)]),
      'resolve-swizzle-hints',
    );

  it.each([
    ['a group', '%c8', 8, 1],
    ['half a group', '%c4', 4, 1],
    ['two groups', '%c8', 16, 2],
    ['two halves, wherever the group is', '%c4', 8, 2],
    ['words', '%c2', 4, 2],
  ])('%s', (_, factor, width, pieces) => {
    const done = at(factor, width);
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.decisions[0]?.figures['pieces']).toBe(2 * pieces);
    expect([...done.text.matchAll(/vector\.load/g)].length).toBe(pieces);
  });

  it('nothing is split into less than a bank word', () => {
    const done = transform(
      hinted([`%o = arith.addi %x, %c8 : index`, load(8)]),
      'resolve-swizzle-hints',
    );
    expect(reasons(done)).toContain('a piece of 1 would be smaller than a bank word');
    expect(done.text).not.toContain('swizzle_hint');
  });

  it('scalars, transfers and masked accesses within a group resolve; what may leave bounds does not', () => {
    const scalar = hinted([
      `%e = memref.load %h[%x] : ${half}`,
      `memref.store %e, %h[%x] : ${half}`,
    ]);
    expect(verdicts(transform(scalar, 'resolve-swizzle-hints'))).toEqual(['%a resolved']);
    const transfer = (bounds: boolean): string =>
      hinted([
        '%o = arith.muli %x, %c8 : index',
        '%z = arith.constant 0.0 : f16',
        `%v = vector.transfer_read %h[%o], %z {in_bounds = [${bounds}]} : ${half}, vector<8xf16>`,
        `vector.transfer_write %v, %h[%o] {in_bounds = [true]} : vector<8xf16>, ${half}`,
      ]);
    expect(verdicts(transform(transfer(true), 'resolve-swizzle-hints'))).toEqual(['%a resolved']);
    expect(reasons(transform(transfer(false), 'resolve-swizzle-hints'))).toContain('out of bounds');
    const masked = hinted([
      '%o = arith.muli %x, %c8 : index',
      '%m = vector.create_mask %x : vector<8xi1>',
      '%p = arith.constant dense<0.0> : vector<8xf16>',
      `%v = vector.maskedload %h[%o], %m, %p : ${half}, vector<8xi1>, vector<8xf16> into vector<8xf16>`,
      `vector.maskedstore %h[%o], %m, %v : ${half}, vector<8xi1>, vector<8xf16>`,
    ]);
    expect(verdicts(transform(masked, 'resolve-swizzle-hints'))).toEqual(['%a resolved']);
  });

  it('views behind a hint are seen through, and go', () => {
    const view = hinted([
      `%e = memref.expand_shape %h [[0, 1]] output_shape [32, 64] : ${half} into memref<32x64xf16, ${WG}>`,
      '%r = arith.remui %x, %c8 : index',
      '%c = arith.muli %r, %c8 : index',
      `%v = vector.load %e[%r, %c] : memref<32x64xf16, ${WG}>, vector<8xf16>`,
      `vector.store %v, %e[%r, %c] : memref<32x64xf16, ${WG}>, vector<8xf16>`,
    ]);
    const done = transform(view, 'resolve-swizzle-hints');
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.text).not.toContain('expand_shape');
    const upstream = transform(view, 'resolve-swizzle-hints', 'iree');
    expect(verdicts(upstream)).toEqual(['%a dropped']);
    expect(upstream.codes).toEqual(['opt/unsupported-user']);
    expect(upstream.ok).toBe(true);
  });

  it('elements that are not neighbours do not resolve', () => {
    const strided = `memref<1024xf16, strided<[2]>, ${WG}>`;
    const done = transform(
      hinted([
        `%s = memref.subview %h[0] [1024] [2] : ${half} to ${strided}`,
        '%o = arith.muli %x, %c8 : index',
        '%z = arith.constant 0.0 : f16',
        `%v = vector.transfer_read %s[%o], %z {in_bounds = [true]} : ${strided}, vector<4xf16>`,
        `vector.transfer_write %v, %s[%o] {in_bounds = [true]} : vector<4xf16>, ${strided}`,
      ]),
      'resolve-swizzle-hints',
    );
    expect(verdicts(done)).toEqual(['%a dropped']);
    expect(reasons(done)).toContain('does not run along one dimension of neighbours');
  });

  it('an access beside the hint, a second hint or an unknown use stands against it', () => {
    const beside = transform(
      hinted([
        '%o = arith.muli %x, %c8 : index',
        load(8),
        `%w = vector.load %a[%o] : ${half}, vector<8xf16>`,
        `vector.store %w, %a[%o] : ${half}, vector<8xf16>`,
      ]),
      'resolve-swizzle-hints',
    );
    expect(verdicts(beside)).toEqual(['%a padded']);
    expect(reasons(beside)).toContain('vector.load reaches it without the hint');
    const two = transform(
      hinted([
        '%o = arith.muli %x, %c8 : index',
        load(8),
        `%g = iree_codegen.swizzle_hint %a[#iree_codegen.rotate_rows<64, 8>] : ${half}`,
        `%w = vector.load %g[%o] : ${half}, vector<8xf16>`,
        `vector.store %w, %g[%o] : ${half}, vector<8xf16>`,
      ]),
      'resolve-swizzle-hints',
    );
    expect(verdicts(two)).toEqual(['%a padded']);
    expect(reasons(two)).toContain('two hints');
    const escaped = transform(
      hinted(['%o = arith.muli %x, %c8 : index', load(8), `"test.use"(%a) : (${half}) -> ()`]),
      'resolve-swizzle-hints',
    );
    expect(verdicts(escaped)).toEqual(['%a dropped']);
    expect(reasons(escaped)).toContain('the logical layout stays');
    expect(escaped.text).not.toContain('swizzle_hint');
  });
});

describe('padding in place of a hint', () => {
  const row = `memref<2048xf16, ${WG}>`;
  /** An access of 8 at a multiple of 4 in rows of 64: no group of 16 is proven, but the row is. */
  const text = (
    more: readonly string[] = [],
    attribute = 'xor_shuffle<48, 8>',
    elements = 1536,
  ): string => {
    const type = `memref<${elements}xf16, ${WG}>`;
    return func([
      `%a = memref.alloc() : ${type}`,
      `%h = iree_codegen.swizzle_hint %a[#iree_codegen.${attribute}] : ${type}`,
      constant(8),
      `%o = arith.muli %x, %c8 : index`,
      `%v = vector.load %h[%o] : ${type}, vector<8xf16>`,
      `vector.store %v, %h[%o] : ${type}, vector<8xf16>`,
      `memref.dealloc %a : ${type}`,
      ...more,
    ]);
  };

  it('keeps accesses in their row and the allocation in the LDS', () => {
    const done = transform(text(), RESOLVE);
    expect(verdicts(done)).toEqual(['%a padded']);
    expect(done.decisions[0]?.figures).toMatchObject({
      padElements: 4,
      ldsBytesBefore: 3072,
      ldsBytes: 3328,
    });
    expect(done.text).toContain(`memref.alloc() : memref<1664xf16, ${WG}>`);
    expect(done.text).toContain(`memref.dealloc %a : memref<1664xf16, ${WG}>`);
  });

  it('is not done where the limit of the LDS forbids it', () => {
    const full = `%b = memref.alloc() : memref<31200xf16, ${WG}>`;
    const done = transform(
      text([full, `memref.dealloc %b : memref<31200xf16, ${WG}>`]),
      'resolve-swizzle-hints',
    );
    expect(verdicts(done)).toEqual(['%a dropped']);
    expect(reasons(done)).toContain('the workgroup would need 65728 B of 65536 B of LDS');
    expect(indices(done.text)).toEqual(['load %o', 'store %o']);
  });

  it('is not done outside of the workgroup memory, nor where an access may leave its row', () => {
    const plain = transform(text().replaceAll(`, ${WG}`, ''), 'resolve-swizzle-hints');
    expect(reasons(plain)).toContain('not in the memory of the workgroup');
    const wide = transform(
      func([
        `%a = memref.alloc() : ${row}`,
        `%h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<64, 8>] : ${row}`,
        `%v = vector.load %h[%x] : ${row}, vector<8xf16>`,
        `vector.store %v, %h[%x] : ${row}, vector<8xf16>`,
      ]),
      'resolve-swizzle-hints',
    );
    expect(verdicts(wide)).toEqual(['%a dropped']);
    expect(reasons(wide)).toContain('not proven to stay within a row of 64');
  });
});

describe('gather_to_lds', () => {
  const type = `memref<2048xf32, ${WG}>`;
  const copy = (length: number): string =>
    func(
      [
        `%a = memref.alloc() : ${type}`,
        constant(0),
        `%h = iree_codegen.swizzle_hint %a[#iree_codegen.rotate_rows<64, 4>] : ${type}`,
        `amdgpu.gather_to_lds %g[%c0], %h[%c0] : vector<4xf32>, memref<2048xf32>, ${type}`,
        `%k = iree_codegen.swizzle_hint %a[#iree_codegen.rotate_rows<64, 4>] : ${type}`,
        constant(63),
        `%v = vector.load %k[%${length === 4 ? 'c0' : 'x'}] : ${type}, vector<${length}xf32>`,
        `vector.store %v, %k[%c0] : ${type}, vector<${length}xf32>`,
      ],
      '%x: index, %g: memref<2048xf32>',
    );

  it.each<Likeness>(['iree', 'corrected'])(
    'is never moved, and must resolve with the rest (%s)',
    (like) => {
      const done = transform(copy(4), RESOLVE, like);
      expect(verdicts(done)).toEqual(['%a resolved']);
      expect(done.text).toMatch(/gather_to_lds %g\[%c0\], %a\[%c0\]/);
      const failed = transform(copy(5), RESOLVE, like);
      expect(failed.ok).toBe(false);
      expect(failed.codes).toEqual(['opt/gather-unresolved']);
      expect(verdicts(failed)).toEqual(['%a refused']);
    },
  );
});

describe('pull request 23778', () => {
  const outcome = (like: Likeness, ...widths: readonly number[]): string[] => {
    const text = func([
      `%a = memref.alloc() : memref<4096xi8, ${WG}>`,
      `%h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<128, 16>] : memref<4096xi8, ${WG}>`,
      constant(1955),
      ...widths.flatMap((width, i) => [
        `%v${i} = vector.load %h[%c1955] : memref<4096xi8, ${WG}>, vector<${width}xi8>`,
        `"test.use"(%v${i}) : (vector<${width}xi8>) -> ()`,
      ]),
    ]);
    return indices(transform(text, RESOLVE, like).text);
  };

  it('resolves single elements, which main drops', () => {
    expect(outcome('iree-pr-23778', 1)).toEqual(['load 2003']);
    expect(outcome('iree', 1)).toEqual(['load 1955']);
    expect(outcome('corrected', 1)).toEqual(['load 2003']);
  });

  it('and no other part of a group', () => {
    expect(outcome('iree-pr-23778', 2)).toEqual(['load 1955']);
    expect(outcome('iree-pr-23778', 18)).toEqual(['load 1955']);
    // One of them is enough to drop the hint.
    expect(outcome('iree-pr-23778', 1, 2)).toEqual(['load 1955', 'load 1955']);
    // 1955 to 1956 are within the group from 1952.
    expect(outcome('corrected', 1, 2)).toEqual(['load 2003', 'load 2003']);
  });
});

describe('buffers that take turns', () => {
  const type = `memref<2x1024xf16, ${WG}>`;
  const slot = `memref<1024xf16, strided<[1], offset: ?>, ${WG}>`;
  const turns = (size: number): string =>
    func([
      `%a = memref.alloc() : ${type}`,
      constant(0),
      constant(1),
      constant(2),
      constant(8),
      '%i = arith.remui %x, %c2 : index',
      `%s = memref.subview %a[%i, 0] [1, ${size}] [1, 1] : ${type} to ${slot.replace('1024', String(size))}`,
      `%h = iree_codegen.swizzle_hint %s[#iree_codegen.xor_shuffle<128, 8>] : ${slot.replace('1024', String(size))}`,
      '%o = arith.muli %x, %c8 : index',
      `%v = vector.load %h[%o] : ${slot.replace('1024', String(size))}, vector<8xf16>`,
      `vector.store %v, %h[%o] : ${slot.replace('1024', String(size))}, vector<8xf16>`,
    ]);

  it('resolve where every view is a slot of the same size', () => {
    const done = transform(turns(1024), 'resolve-swizzle-hints');
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.text).toContain('vector.load %s[');
  });

  it('do not where a slot is not a whole slot', () => {
    const done = transform(turns(896), 'resolve-swizzle-hints');
    expect(reasons(done)).toContain('does not begin at a multiple of 896 elements');
  });

  it('resolve where a loop carries whole allocations', () => {
    const one = `memref<1024xf16, ${WG}>`;
    const done = transform(
      func([
        constant(0),
        constant(1),
        constant(4),
        constant(8),
        `%a = memref.alloc() : ${one}`,
        `%b = memref.alloc() : ${one}`,
        `%r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %a, %q = %b) -> (${one}, ${one}) {`,
        `  %h = iree_codegen.swizzle_hint %p[#iree_codegen.xor_shuffle<128, 8>] : ${one}`,
        '  %o = arith.muli %x, %c8 : index',
        `  %v = vector.load %h[%o] : ${one}, vector<8xf16>`,
        `  vector.store %v, %h[%o] : ${one}, vector<8xf16>`,
        `  scf.yield %q, %p : ${one}, ${one}`,
        '}',
      ]),
      'resolve-swizzle-hints',
    );
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.text).toContain('vector.load %p[');
  });
});

describe('what is wrong from the start', () => {
  it.each([
    ['rotate_rows<64, 5>', 'expected access width to divide row width'],
    ['xor_shuffle<64, 8, 64, 9>', 'per_phase must be smaller than max_phase'],
    ['xor_shuffle<64, 8, 96>', 'expected row width to divide row stride'],
    ['xor_shuffle<64, 0>', 'not a number of elements'],
  ])('%s', (attribute, message) => {
    const done = transform(
      func([
        `%a = memref.alloc() : memref<64xf32>`,
        `%h = iree_codegen.swizzle_hint %a[#iree_codegen.${attribute}] : memref<64xf32>`,
      ]),
      'resolve-swizzle-hints',
    );
    expect(done.ok).toBe(false);
    expect(done.messages.join()).toContain(message);
  });

  it.each<Likeness>(['iree', 'corrected'])('a hint on rows and columns (%s)', (like) => {
    const done = transform(
      func([
        `%a = memref.alloc() : memref<32x64xf32>`,
        `%h = iree_codegen.swizzle_hint %a[#iree_codegen.rotate_rows<64, 4>] : memref<32x64xf32>`,
      ]),
      'resolve-swizzle-hints',
      like,
    );
    if (like === 'corrected') {
      // The allocation keeps its logical layout, and others are resolved.
      expect(verdicts(done)).toEqual(['%a dropped']);
      expect(done.ok).toBe(true);
      return;
    }
    expect(done.messages).toEqual([
      "swizzle hint operand must be a contiguous flat memref, got 'memref<32x64xf32>'",
    ]);
    expect(done.ok).toBe(false);
  });
});

describe('memory that a caller may know', () => {
  const body = `{
      %c0 = arith.constant 0 : index
      %h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<64, 4>] : memref<4096xf32, ${WG}>
      %v = vector.load %h[%c0] : memref<4096xf32, ${WG}>, vector<4xf32>
      vector.store %v, %out[%c0] : memref<4xf32>, vector<4xf32>`;
  const attribution = `gpu.module @m {
    gpu.func @k(%out: memref<4xf32>) workgroup(%a : memref<4096xf32, ${WG}>) kernel ${body}
      gpu.return
    }
  }`;
  const parameter = `func.func @k(%out: memref<4xf32>, %a: memref<4096xf32, ${WG}>) ${body}
      return
    }`;

  it.each([
    ['an attribution of the kernel is not', attribution, []],
    ['a parameter is', parameter, ['opt/callers-memory']],
  ])('%s', (_name, text, codes) => {
    expect(transform(text, 'resolve-swizzle-hints').codes).toEqual(codes);
  });
});
