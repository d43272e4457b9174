/** `resolve-swizzle-hints`: upstream's offsets and rules, the three defects that the corrected pass cannot have, its ways out. */
import { type IreeSwizzle, swizzleOffset } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Likeness } from '@ldscope/mlir';
import { forAll } from '../../../../../test/for-all.ts';
import { LDS as WG } from '../../interpret/harness.ts';
import { constantsOf, words } from '../../table.ts';
import { rows } from '../../../../../test/rows.ts';
import { reasons, transform, type Transformed, verdicts } from './transform.ts';

const PASS = 'resolve-swizzle-hints';
const RESOLVE = `${PASS},canonicalize,cse`;

/** A function of lines; each `%c8` that they read is the index 8. */
const func = (lines: string, parameters = '%x: index'): string =>
  `func.func @f(${parameters}) {\n${constantsOf(lines)}\n${lines}\n  return\n}\n`;

const shared = (count: number, element = 'f16'): string => `memref<${count}x${element}, ${WG}>`;

/** A buffer `%a` with a hint on it, `%h`. */
const hinted = (attribute: string, type: string, lines = ''): string =>
  func(`%a = memref.alloc() : ${type}
    %h = iree_codegen.swizzle_hint %a[#iree_codegen.${attribute}] : ${type}
    ${lines}`);

/** A load and a store of as many elements at one place. */
const moved = (place: string, type: string, width: number, element = 'f16'): string =>
  `%v = vector.load ${place} : ${type}, vector<${width}x${element}> \n vector.store %v, ${place} : ${type}, vector<${width}x${element}>`;

/** What indexes the accesses of a printed function: numbers where they are constants. */
function indices(text: string): string[] {
  const values = new Map(
    [...text.matchAll(/(%\w+) = arith\.constant (-?\d+) : index/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const accesses = text.matchAll(/(?:vector|memref)\.(load|store)[^[\n]*\[([^\]]*)\]/g);
  return [...accesses].map(([, op = '', list = '']) =>
    [op, ...list.split(', ').map((name) => values.get(name) ?? name)].join(' '),
  );
}

/** What loads of so many bytes at one place of a hinted buffer of i8 are indexed by. */
const loadsAt = (
  attribute: string,
  offset: number,
  like: Likeness,
  ...widths: number[]
): string[] => {
  const loads = widths.map(
    (width, i) => `%v${i} = vector.load %h[%c${offset}] : ${shared(4096, 'i8')}, vector<${width}xi8>
      "test.use"(%v${i}) : (vector<${width}xi8>) -> ()`,
  );
  const text = hinted(attribute, shared(4096, 'i8'), loads.join('\n'));
  return indices(transform(text, RESOLVE, like).text);
};

const xor = (groups: number, accessWidth: number, perPhase = 1): IreeSwizzle => ({
  kind: 'xor_shuffle',
  rowWidth: groups * accessWidth,
  accessWidth,
  rowStride: groups * accessWidth,
  perPhase,
});

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
        : { ...xor(groups, accessWidth, Math.min(perPhase, groups)), rowStride: rowWidth * stride };
    });

  it('of constants are those of the attribute, by both passes', () => {
    forAll(
      [swizzles, fc.integer({ min: 0, max: 60 }), fc.constantFrom<Likeness>('iree', 'corrected')],
      100,
      (swizzle, group, like) => {
        const { rowWidth, accessWidth } = swizzle;
        const more =
          swizzle.kind === 'xor_shuffle' ? `, ${swizzle.rowStride}, ${swizzle.perPhase}` : '';
        const offset = (group * accessWidth) % (rowWidth * 64);
        const type = shared(rowWidth * 64, 'i8');
        const attribute = `${swizzle.kind}<${rowWidth}, ${accessWidth}${more}>`;
        const text = hinted(attribute, type, moved(`%h[%c${offset}]`, type, accessWidth, 'i8'));
        const place = swizzleOffset(swizzle, offset);
        expect(indices(transform(text, RESOLVE, like).text)).toEqual([
          `load ${place}`,
          `store ${place}`,
        ]);
      },
    );
  });

  const upstream = (attribute: string, element: string, width: number): string => {
    const text = func(
      `%h = iree_codegen.swizzle_hint %m[#iree_codegen.${attribute}] : memref<?x${element}>
       ${moved('%h[%x]', `memref<?x${element}>`, width, element)}`,
      `%x: index, %m: memref<?x${element}>`,
    );
    return transform(text, RESOLVE, 'iree').text;
  };

  it('upstream emits its chain of arithmetic, once for a load and a store at one offset', () => {
    const out = upstream('rotate_rows<64, 4>', 'f32', 4);
    const chain = [...out.matchAll(/arith\.(\w+) /g)].map(([, name]) => name);
    expect(chain.filter((name) => name !== 'constant')).toEqual(
      words('remui subi divui remui divui addi remui muli muli addi subi addi'),
    );
    expect(new Set(indices(out).map((one) => one.split(' ')[1])).size).toBe(1);
  });

  it('upstream writes an XOR with affine maps over what is a symbol', () => {
    const out = upstream('xor_shuffle<64, 8, 128, 2>', 'f16', 8);
    expect(out).toContain('affine_map<()[s0] -> ((s0 mod 64) floordiv 8)>');
    expect(out).toContain('affine_map<()[s0] -> (((s0 floordiv 128) floordiv 2) mod 8)>');
    expect(out).toMatch(
      /affine_map<\(\)\[s0, s1\] -> \(s0 (?:\+ \(s0 mod 64\) \* -1|- s0 mod 64) \+ s1 \* 8\)>/,
    );
  });
});

describe('the three defects of upstream', () => {
  /** The offset of a load at `%x + 1024` for a given `%x`, which is 16 * `%x` to the pass: the number comes in behind it. */
  const added = (like: Likeness, x: number): string[] => {
    const type = shared(4096, 'i8');
    const text = hinted(
      'xor_shuffle<128, 16, 128, 2>',
      type,
      `%y = arith.muli %x, %c16 : index
       %o = arith.addi %y, %c1024 : index
       ${moved('%h[%o]', type, 16, 'i8')}`,
    );
    const known = transform(text, PASS, like).text.replace(
      '(%x: index) {',
      `() {\n  %x = arith.constant ${x / 16} : index`,
    );
    return indices(transform(known, 'canonicalize,cse').text);
  };

  it('a constant that is added is reduced by the wrong period: 1056 is looked for at 1056, not at 1120', () => {
    expect(loadsAt('xor_shuffle<128, 16, 128, 2>', 1056, 'iree', 16)).toEqual(['load 1120']);
    expect(added('iree', 32)).toEqual(['load 1056', 'store 1056']);
    expect(added('corrected', 32)).toEqual(['load 1120', 'store 1120']);
  });

  it('the corrected offsets are exact for every element', () => {
    for (let x = 0; x < 3072; x += 176) {
      const place = swizzleOffset(xor(8, 16, 2), x - (x % 16) + 1024);
      expect(added('corrected', x - (x % 16))).toEqual([`load ${place}`, `store ${place}`]);
    }
  });

  it('twelve groups are not a power of two: two elements at one place', () => {
    const type = shared(1536);
    const text = hinted(
      'xor_shuffle<96, 8>',
      type,
      `%v = vector.load %h[%c448] : ${type}, vector<8xf16>
       vector.store %v, %h[%c520] : ${type}, vector<8xf16>`,
    );
    expect(indices(transform(text, RESOLVE, 'iree').text)).toEqual(['load 480', 'store 480']);
    const done = transform(text, RESOLVE);
    // 448 = 4 * 96 + 64 and 520 = 5 * 96 + 40, with 4 more elements in each row before.
    expect(indices(done.text)).toEqual(['load 464', 'store 540']);
    expect(verdicts(done)).toEqual(['%a padded']);
    expect(reasons(done)).toContain(
      'a row has 12 groups, which is not a power of two: XOR leaves the row (#iree_codegen.rotate_rows<96, 8> would not)',
    );
  });

  it('an access that is not aligned to its group takes what is not its own', () => {
    expect(loadsAt('xor_shuffle<128, 16>', 1955, 'iree', 16)).toEqual(['load 2003']);
    const type = shared(4096, 'i8');
    const text = hinted('xor_shuffle<128, 16>', type, moved('%h[%c1955]', type, 16, 'i8'));
    const done = transform(text, RESOLVE);
    expect(verdicts(done)).toEqual(['%a padded']);
    expect(reasons(done)).toContain('not aligned to groups of 16');
  });
});

describe('accesses of the corrected pass', () => {
  const half = shared(2048);
  const tile = `memref<32x64xf16, ${WG}>`;
  const strided = `memref<1024xf16, strided<[2]>, ${WG}>`;
  const resolved = (text: string, attribute = 'xor_shuffle<64, 8>', type = half): Transformed =>
    transform(hinted(attribute, type, text), PASS);

  it.each([
    ['a group', '%c8', 8, 1],
    ['half a group', '%c4', 4, 1],
    ['two groups', '%c8', 16, 2],
    ['two halves, wherever the group is', '%c4', 8, 2],
    ['words', '%c2', 4, 2],
  ])('%s', (_, factor, width, pieces) => {
    const done = resolved(
      `%o = arith.muli %x, ${factor} : index \n ${moved('%h[%o]', half, width)}`,
    );
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.decisions[0]?.figures['pieces']).toBe(2 * pieces);
    expect([...done.text.matchAll(/vector\.load/g)].length).toBe(pieces);
  });

  const gather = (from: string, type: string, to: string): string =>
    `amdgpu.gather_to_lds ${from}[%c0], ${to}[%c0] : vector<8xf16>, ${type}, ${half}`;
  const at8 = `%o = arith.muli %x, %c8 : index \n ${moved('%h[%o]', half, 8)}`;
  const transfer = (inBounds: boolean): string =>
    `%o = arith.muli %x, %c8 : index \n %z = arith.constant 0.0 : f16 \n %v = vector.transfer_read %h[%o], %z {in_bounds = [${inBounds}]} : ${half}, vector<8xf16> \n vector.transfer_write %v, %h[%o] {in_bounds = [true]} : vector<8xf16>, ${half}`;

  it.each(rows`
      less than a bank word           | dropped  | a piece of 1 would be smaller than a bank word | %o = arith.addi %x, %c8 : index \n ${moved('%h[%o]', half, 8)}
      scalars                         | resolved | | %e = memref.load %h[%x] : ${half} \n memref.store %e, %h[%x] : ${half}
      a transfer within a group       | resolved | | ${transfer(true)}
      a transfer that may leave       | dropped  | out of bounds | ${transfer(false)}
      no accesses                     | dropped  | nothing accesses it | memref.dealloc %a : ${half}
      copies that write               | resolved | only copies write it, from permuted places | %g = memref.alloc() : memref<2048xf16> \n ${gather('%g', 'memref<2048xf16>', '%h')}
      copies that read                | dropped  | only copies read it, whose lowering permutes what they read | %g = memref.alloc() : ${half} \n ${gather('%h', half, '%g')}
      copies that read, and a load    | dropped  | amdgpu.gather_to_lds reads it by logical offsets | %g = memref.alloc() : ${half} \n ${gather('%h', half, '%g')} \n ${at8}
      masked accesses within a group  | resolved | | %o = arith.muli %x, %c8 : index \n %m = vector.create_mask %x : vector<8xi1> \n %p = arith.constant dense<0.0> : vector<8xf16> \n %v = vector.maskedload %h[%o], %m, %p : ${half}, vector<8xi1>, vector<8xf16> into vector<8xf16> \n vector.maskedstore %h[%o], %m, %v : ${half}, vector<8xi1>, vector<8xf16>
      elements that are no neighbours | dropped  | does not run along one dimension of neighbours | %s = memref.subview %h[0] [1024] [2] : ${half} to ${strided} \n %o = arith.muli %x, %c8 : index \n %z = arith.constant 0.0 : f16 \n %v = vector.transfer_read %s[%o], %z {in_bounds = [true]} : ${strided}, vector<4xf16> \n vector.transfer_write %v, %s[%o] {in_bounds = [true]} : vector<4xf16>, ${strided}
      an access beside the hint       | padded   | vector.load reaches it without the hint | ${at8} \n ${moved('%a[%o]', half, 8).replaceAll('%v', '%w')}
      a second hint                   | padded   | two hints | ${at8} \n %g = iree_codegen.swizzle_hint %a[#iree_codegen.rotate_rows<64, 8>] : ${half} \n ${moved('%g[%o]', half, 8).replaceAll('%v', '%w')}
      an unknown use                  | dropped  | the logical layout stays | ${at8} \n "test.use"(%a) : (${half}) -> ()
      an access that may leave its row | dropped | not proven to stay within a row of 64 | ${moved('%h[%x]', half, 8)}
    `)('%s: %s %s', (_name, verdict, reason = '', text = '') => {
    const done = resolved(text);
    expect(verdicts(done)).toEqual([`%a ${verdict}`]);
    expect(reasons(done)).toContain(reason);
    expect(done.text).not.toContain('swizzle_hint');
  });

  it.each([
    ['arith', '%o = arith.muli %x, %c8 : index'],
    ['affine', '%o = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%x]'],
  ])('get their indices by %s, as the kernel has its own', (dialect, line) => {
    const { text } = resolved(`${line} \n ${moved('%h[%o]', half, 8)}`);
    const made = [...text.matchAll(/= (arith|affine)\.(?!constant|xori)/g)].map(([, name]) => name);
    expect(new Set(made)).toEqual(new Set([dialect]));
    expect(made.length).toBeGreaterThan(2);
  });

  it('views behind a hint are seen through, and go', () => {
    const text = `%e = memref.expand_shape %h [[0, 1]] output_shape [32, 64] : ${half} into ${tile} \n %r = arith.remui %x, %c8 : index \n %c = arith.muli %r, %c8 : index \n ${moved('%e[%r, %c]', tile, 8)}`;
    const done = resolved(text);
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.text).not.toContain('expand_shape');
    const upstream = transform(hinted('xor_shuffle<64, 8>', half, text), PASS, 'iree');
    expect(verdicts(upstream)).toEqual(['%a dropped']);
    expect(upstream.codes).toEqual(['opt/unsupported-user']);
    expect(upstream.ok).toBe(true);
  });
});

describe('padding in place of a hint', () => {
  /** An access of 8 at a multiple of 8 in rows of 48: no XOR stays within them, but the access does. */
  const type = shared(1536);
  const text = (more = ''): string =>
    hinted(
      'xor_shuffle<48, 8>',
      type,
      `%o = arith.muli %x, %c8 : index
       ${moved('%h[%o]', type, 8)}
       memref.dealloc %a : ${type}
       ${more}`,
    );

  it('keeps accesses in their row and the allocation in the LDS', () => {
    const done = transform(text(), RESOLVE);
    expect(verdicts(done)).toEqual(['%a padded']);
    const figures = { padElements: 4, ldsBytesBefore: 3072, ldsBytes: 3328 };
    expect(done.decisions[0]?.figures).toMatchObject(figures);
    expect(done.text).toContain(`memref.alloc() : ${shared(1664)}`);
    expect(done.text).toContain(`memref.dealloc %a : ${shared(1664)}`);
  });

  it('is not done where the limit of the LDS forbids it', () => {
    const full = shared(31200);
    const done = transform(
      text(`%b = memref.alloc() : ${full}\nmemref.dealloc %b : ${full}`),
      PASS,
    );
    expect(verdicts(done)).toEqual(['%a dropped']);
    expect(reasons(done)).toContain('the workgroup would need 65728 B of 65536 B of LDS');
    expect(indices(done.text)).toEqual(['load %o', 'store %o']);
  });

  it('is not done outside of the workgroup memory', () => {
    const plain = transform(text().replaceAll(`, ${WG}`, ''), PASS);
    expect(reasons(plain)).toContain('not in the memory of the workgroup');
  });
});

it.each<Likeness>(['iree', 'corrected'])(
  'gather_to_lds is never moved, and must resolve with the rest (%s)',
  (like) => {
    const type = shared(2048, 'f32');
    const copy = (length: number): string =>
      func(
        `%a = memref.alloc() : ${type}
        %h = iree_codegen.swizzle_hint %a[#iree_codegen.rotate_rows<64, 4>] : ${type}
        amdgpu.gather_to_lds %g[%c0], %h[%c0] : vector<4xf32>, memref<2048xf32>, ${type}
        %k = iree_codegen.swizzle_hint %a[#iree_codegen.rotate_rows<64, 4>] : ${type}
        %v = vector.load %k[%${length === 4 ? 'c0' : 'x'}] : ${type}, vector<${length}xf32>
        vector.store %v, %k[%c0] : ${type}, vector<${length}xf32>`,
        '%x: index, %g: memref<2048xf32>',
      );
    const done = transform(copy(4), RESOLVE, like);
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.text).toMatch(/gather_to_lds %g\[%c0\], %a\[%c0\]/);
    const failed = transform(copy(5), RESOLVE, like);
    expect(failed.ok).toBe(false);
    expect(failed.codes).toEqual(['opt/gather-unresolved']);
    expect(verdicts(failed)).toEqual(['%a refused']);
  },
);

it.each<[Likeness, number[], string[]]>([
  ['iree-pr-23778', [1], ['load 2003']],
  ['iree', [1], ['load 1955']],
  ['corrected', [1], ['load 2003']],
  // No other part of a group.
  ['iree-pr-23778', [2], ['load 1955']],
  ['iree-pr-23778', [18], ['load 1955']],
  // One of them is enough to drop the hint.
  ['iree-pr-23778', [1, 2], ['load 1955', 'load 1955']],
  // 1955 to 1956 are within the group from 1952.
  ['corrected', [1, 2], ['load 2003', 'load 2003']],
])(
  'pull request 23778 resolves single elements, which main drops: %s, %j',
  (like, widths, wanted) => {
    expect(loadsAt('xor_shuffle<128, 16>', 1955, like, ...widths)).toEqual(wanted);
  },
);

describe('buffers that take turns', () => {
  const type = `memref<2x1024xf16, ${WG}>`;
  const turns = (size: number): Transformed => {
    const slot = `memref<${size}xf16, strided<[1], offset: ?>, ${WG}>`;
    return transform(
      func(`%a = memref.alloc() : ${type}
        %i = arith.remui %x, %c2 : index
        %s = memref.subview %a[%i, 0] [1, ${size}] [1, 1] : ${type} to ${slot}
        %h = iree_codegen.swizzle_hint %s[#iree_codegen.xor_shuffle<128, 8>] : ${slot}
        %o = arith.muli %x, %c8 : index
        ${moved('%h[%o]', slot, 8)}`),
      PASS,
    );
  };

  it('resolve where every view is a slot of the same size', () => {
    expect(verdicts(turns(1024))).toEqual(['%a resolved']);
    expect(turns(1024).text).toContain('vector.load %s[');
  });

  it('do not where a slot is not a whole slot', () => {
    expect(reasons(turns(896))).toContain('does not begin at a multiple of 896 elements');
  });

  it.each([
    [1024, 'each access is proven to stay within groups of 8'],
    [512, 'does not begin at a multiple of 1024 elements'],
  ])('of an allocation of any size, at multiples of %i: %s', (step, reason) => {
    const [all, slot] = [
      `memref<?xf16, ${WG}>`,
      `memref<1024xf16, strided<[1], offset: ?>, ${WG}>`,
    ];
    const done = transform(
      func(`%a = memref.alloc(%x) : ${all}
        %i = arith.muli %x, %c${step} : index
        %s = memref.subview %a[%i] [1024] [1] : ${all} to ${slot}
        %h = iree_codegen.swizzle_hint %s[#iree_codegen.xor_shuffle<128, 8>] : ${slot}
        ${moved('%h[%c8]', slot, 8)}`),
      PASS,
    );
    expect(reasons(done)).toContain(reason);
  });

  it('resolve where a loop carries whole allocations', () => {
    const one = shared(1024);
    const done = transform(
      func(`%a = memref.alloc() : ${one}
        %b = memref.alloc() : ${one}
        %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %a, %q = %b) -> (${one}, ${one}) {
          %h = iree_codegen.swizzle_hint %p[#iree_codegen.xor_shuffle<128, 8>] : ${one}
          %o = arith.muli %x, %c8 : index
          ${moved('%h[%o]', one, 8)}
          scf.yield %q, %p : ${one}, ${one}
        }`),
      PASS,
    );
    expect(verdicts(done)).toEqual(['%a resolved']);
    expect(done.text).toContain('vector.load %p[');
  });
});

describe('what is wrong from the start', () => {
  it.each(rows`
      rotate_rows<64, 5>        | expected access width to divide row width
      xor_shuffle<64, 8, 64, 9> | per_phase must be smaller than max_phase
      xor_shuffle<64, 8, 96>    | expected row width to divide row stride
      xor_shuffle<64, 0>        | not a number of elements
    `)('%s: %s', (attribute = '', message) => {
    const done = transform(hinted(attribute, 'memref<64xf32>'), PASS);
    expect(done.ok).toBe(false);
    expect(done.messages.join()).toContain(message);
  });

  it('a hint on rows and columns', () => {
    const text = hinted('rotate_rows<64, 4>', 'memref<32x64xf32>');
    // The allocation keeps its logical layout, and others are resolved.
    const done = transform(text, PASS);
    expect([verdicts(done), done.ok]).toEqual([['%a dropped'], true]);
    const upstream = transform(text, PASS, 'iree');
    expect([upstream.messages, upstream.ok]).toEqual([
      ["swizzle hint operand must be a contiguous flat memref, got 'memref<32x64xf32>'"],
      false,
    ]);
  });
});

describe('memory that a caller may know', () => {
  const type = shared(4096, 'f32');
  const body = `{
      %c0 = arith.constant 0 : index
      %h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<64, 4>] : ${type}
      %v = vector.load %h[%c0] : ${type}, vector<4xf32>
      vector.store %v, %out[%c0] : memref<4xf32>, vector<4xf32>`;

  it.each(rows`
    an attribution of the kernel is not | | gpu.module @m { gpu.func @k(%out: memref<4xf32>) workgroup(%a : ${type}) kernel ${body} \n gpu.return } }
    a parameter is | opt/callers-memory | func.func @k(%out: memref<4xf32>, %a: ${type}) ${body} \n return }
  `)('%s', (_name, code, text = '') => {
    expect(transform(text, PASS).codes.join()).toBe(code);
  });
});
