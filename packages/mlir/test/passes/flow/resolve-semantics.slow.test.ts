/**
 * Random hints on random kernels: with the corrected pass a kernel computes what it computed, whatever hint it has; the
 * hint of the unchanged kernel means nothing to the interpreter.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../../test/for-all.ts';
import { powers } from '../../../../../test/powers.ts';
import { memoryAfter } from '../run.ts';
import { transform } from './transform.ts';
import { leastCases } from '../../../../../test/cases.ts';
import { LDS } from '../../interpret/harness.ts';

const THREADS = 64;

interface Access {
  /** Elements of a vector; 1 may be a scalar. */
  readonly width: number;
  readonly scalar: boolean;
  readonly transfer: boolean;
  /** Offsets are `(tid * factor + shift) mod count * step + start`. */
  readonly factor: number;
  readonly shift: number;
  readonly step: number;
  readonly start: number;
}

interface Kernel {
  readonly element: string;
  readonly rowWidth: number;
  readonly accessWidth: number;
  readonly rows: number;
  /** Its numbers count elements. */
  readonly attribute: string;
  readonly storeWidth: number;
  readonly reads: readonly Access[];
  /** Shape of the allocation: flat or rows. */
  readonly flat: boolean;
  readonly affine: boolean;
}

const bytes: Readonly<Record<string, number>> = {
  i4: 1 / 2,
  f4E2M1FN: 1 / 2,
  f6E3M2FN: 3 / 4,
  i8: 1,
  f16: 2,
  f32: 4,
};

/** Elements below a byte that are whole bytes together. */
const together: Readonly<Record<string, number>> = { i4: 2, f4E2M1FN: 2, f6E3M2FN: 4 };

function kernelText(kernel: Kernel): string {
  const { element, rowWidth, rows, attribute, storeWidth, reads, flat, affine } = kernel;
  const elements = rowWidth * rows;
  const shape = flat ? `${elements}` : `${rows}x${rowWidth}`;
  const tile = `memref<${shape}x${element}, ${LDS}>`;
  const global = `memref<${elements}x${element}>`;
  const most = Math.max(...reads.map(({ width }) => width), 1);
  const out = `memref<${reads.length * THREADS * most}x${element}>`;
  const place = (name: string): string =>
    flat
      ? ''
      : affine
        ? `%${name}r = affine.apply affine_map<(d0) -> (d0 floordiv ${rowWidth})>(%${name})
      %${name}c = affine.apply affine_map<(d0) -> (d0 mod ${rowWidth})>(%${name})`
        : `%${name}r, %${name}c = affine.delinearize_index %${name} into (${rows}, ${rowWidth}) : index, index`;
  const at = (name: string): string => (flat ? `%${name}` : `%${name}r, %${name}c`);
  const stored = `vector<${storeWidth}x${element}>`;
  const loads = reads.map((read, i) => {
    const { width, scalar, transfer, factor, shift, step, start } = read;
    const count = Math.max(1, Math.floor((elements - width - start) / step) + 1);
    const vector = `vector<${width}x${element}>`;
    const zero = element.startsWith('i') ? `0 : ${element}` : `0.0 : ${element}`;
    const load = scalar
      ? `%v${i}s = memref.load %h[${at(`o${i}`)}] : ${tile}
      %v${i} = vector.broadcast %v${i}s : ${element} to ${vector}`
      : transfer
        ? `%z${i} = arith.constant ${zero}
      %v${i} = vector.transfer_read %h[${at(`o${i}`)}], %z${i} {in_bounds = [true]} : ${tile}, ${vector}`
        : `%v${i} = vector.load %h[${at(`o${i}`)}] : ${tile}, ${vector}`;
    return `%f${i} = arith.constant ${factor} : index
      %a${i} = arith.muli %t, %f${i} : index
      %s${i} = arith.constant ${shift} : index
      %b${i} = arith.addi %a${i}, %s${i} : index
      %n${i} = arith.constant ${count} : index
      %p${i} = arith.remui %b${i}, %n${i} : index
      %w${i} = arith.constant ${step} : index
      %q${i} = arith.muli %p${i}, %w${i} : index
      %g${i} = arith.constant ${start} : index
      %o${i} = arith.addi %q${i}, %g${i} : index
      ${place(`o${i}`)}
      ${load}
      %base${i} = arith.constant ${i * THREADS * most} : index
      %most${i} = arith.constant ${most} : index
      %x${i} = arith.muli %t, %most${i} : index
      %y${i} = arith.addi %x${i}, %base${i} : index
      vector.store %v${i}, %out[%y${i}] : ${out}, ${vector}`;
  });
  return `func.func @k(%in: ${global}, %out: ${out}) attributes {gpu.kernel, known_block_size = array<i32: ${THREADS}, 1, 1>} {
      %t = gpu.thread_id x
      %c1 = arith.constant ${storeWidth} : index
      %first = arith.muli %t, %c1 : index
      %end = arith.constant ${elements} : index
      %stride = arith.constant ${storeWidth * THREADS} : index
      %tile = memref.alloc() : ${tile}
      %h = iree_codegen.swizzle_hint %tile[${attribute}] : ${tile}
      scf.for %i = %first to %end step %stride {
        %v = vector.load %in[%i] : ${global}, ${stored}
        ${place('i')}
        vector.store %v, %h[${at('i')}] : ${tile}, ${stored}
      }
      gpu.barrier
      ${loads.join('\n      ')}
      return
    }
`;
}

const accesses = (accessWidth: number): fc.Arbitrary<Access> =>
  fc
    .record({
      width: fc.oneof(
        powers(0, 4),
        fc.constant(accessWidth),
        fc.constant(2 * accessWidth),
        fc.integer({ min: 1, max: 9 }),
      ),
      scalar: fc.boolean(),
      transfer: fc.boolean(),
      factor: fc.integer({ min: 0, max: 9 }),
      shift: fc.integer({ min: 0, max: 40 }),
      step: fc.oneof(fc.constant(accessWidth), powers(0, 4), fc.integer({ min: 1, max: 12 })),
      start: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
    })
    .map((access) => (access.scalar ? { ...access, width: 1 } : access));

const kernels: fc.Arbitrary<Kernel> = fc
  .record({
    element: fc.constantFrom('i8', 'f16', 'f32'),
    accessWidth: powers(0, 4),
    groups: fc.oneof(
      { weight: 4, arbitrary: powers(0, 4) },
      { weight: 1, arbitrary: fc.constantFrom(3, 5, 6, 12) },
    ),
    rows: fc.oneof(powers(1, 4), fc.integer({ min: 1, max: 12 })),
    rotate: fc.boolean(),
    stride: fc.integer({ min: 1, max: 3 }),
    phase: fc.integer({ min: 1, max: 3 }),
    storeWidth: powers(0, 4),
    flat: fc.boolean(),
    affine: fc.boolean(),
  })
  .chain(({ groups, accessWidth, rotate, stride, phase, ...rest }) => {
    const rowWidth = groups * accessWidth;
    const attribute = rotate
      ? `#iree_codegen.rotate_rows<${rowWidth}, ${accessWidth}>`
      : `#iree_codegen.xor_shuffle<${rowWidth}, ${accessWidth}, ${rowWidth * stride}, ${Math.min(phase, groups)}>`;
    return fc
      .array(accesses(accessWidth), { minLength: 1, maxLength: 3 })
      .map((reads) => ({ ...rest, rowWidth, accessWidth, attribute, reads }));
  })
  .filter(({ rowWidth, rows, storeWidth, reads }) => {
    const elements = rowWidth * rows;
    return (
      elements % storeWidth === 0 &&
      reads.every(({ width, start }) => width + start <= elements) &&
      elements <= 4096
    );
  });

/** The same with packed elements, so many times as many that all accesses are of whole bytes. */
const packedKernels: fc.Arbitrary<Kernel> = fc
  .record({ kernel: kernels, element: fc.constantFrom(...Object.keys(together)) })
  .map(({ kernel, element }) => {
    const times = together[element] ?? 1;
    const scaled = (text: string): string => {
      const [head = '', numbers = ''] = text.split('<');
      const [row, access, ...rest] = numbers.replace('>', '').split(',').map(Number);
      // The row, the access and the stride of a phase are elements, the number of phases is not.
      const [stride, phases] = rest;
      const sizes = [row, access, stride].filter((size) => size !== undefined);
      const all = [...sizes.map((size) => size * times), ...(phases === undefined ? [] : [phases])];
      return `${head}<${all.join(', ')}>`;
    };
    return {
      ...kernel,
      element,
      rowWidth: kernel.rowWidth * times,
      accessWidth: kernel.accessWidth * times,
      storeWidth: kernel.storeWidth * times,
      attribute: scaled(kernel.attribute),
      reads: kernel.reads.map((read) => ({
        ...read,
        scalar: false,
        width: read.width * times,
        step: read.step * times,
        start: read.start * times,
      })),
    };
  });

const passes = 'flatten-swizzle-hint-allocs,fold-memref-alias-ops,resolve-swizzle-hints';

const lists = fc.constantFrom(passes, `${passes},canonicalize,cse`);

/** How often each verdict was met. */
function keepsWhatIsComputed(
  of: fc.Arbitrary<Kernel>,
  numRuns: number,
): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  forAll([of, lists], numRuns, (kernel, list) => {
    const text = kernelText(kernel);
    const elements = kernel.rowWidth * kernel.rows;
    const most = Math.max(...kernel.reads.map(({ width }) => width), 1);
    const size = bytes[kernel.element] ?? 0;
    const memory = [elements * size, kernel.reads.length * THREADS * most * size];
    const done = transform(text, list);
    expect(done.text).not.toContain('swizzle_hint');
    const before = memoryAfter(text, memory);
    const after = memoryAfter(done.text, memory);
    expect(after.memory).toBe(before.memory);
    expect(after.codes).toEqual(before.codes);
    const verdict = done.decisions.at(-1)?.verdict ?? '';
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
  });
  return seen;
}

describe('the corrected pass', () => {
  it('leaves what a kernel computes as it is', () => {
    const seen = keepsWhatIsComputed(kernels, 400);
    // The property says something only where all three outcomes are met.
    expect(seen.get('resolved') ?? 0).toBeGreaterThan(leastCases(100));
    expect(seen.get('padded') ?? 0).toBeGreaterThan(leastCases(20));
    expect(seen.get('dropped') ?? 0).toBeGreaterThan(leastCases(5));
  }, 120_000);

  it('does so with elements below a byte', () => {
    const seen = keepsWhatIsComputed(packedKernels, 200);
    expect(seen.get('resolved') ?? 0).toBeGreaterThan(leastCases(50));
  }, 120_000);
});
