/**
 * Branches between blocks with lanes that part: random graphs of blocks, structured and not, against an
 * execution of one lane after the other; barriers, calls, and graphs that are wrong.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { textsIn, textsWith } from '../../../../test/texts.ts';
import { range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { codes, executed, inLanes, lanes, perLane } from './harness.ts';

/** A block: it computes, then goes on. Blocks have a variable `x` as their argument. */
interface Node {
  /** `x = x * multiply + add`. */
  readonly multiply: number;
  readonly add: number;
  /** The bit of `x` that decides among `next`. */
  readonly bit: number;
  readonly next: readonly number[];
}

/** A limit of steps for each lane; every block counts, so that every graph ends. */
const FUEL = 24;

/**
 * What one lane gives: its `x`, a trail over the blocks that it has been to, and what block 0 computed last, which
 * the other blocks use as well.
 */
function reference(nodes: readonly Node[], start: number): number {
  let [at, x, fuel, trail, zero] = [0, start | 0, FUEL, 0, 0];
  for (;;) {
    const node = nodes[at];
    if (node === undefined) return (Math.imul(trail, 31) + x + zero) | 0;
    x = (Math.imul(x, node.multiply) + node.add) | 0;
    if (at === 0) zero = x;
    else x = (x + zero) | 0;
    trail = (Math.imul(trail, 7) + at + 1) | 0;
    if (--fuel <= 0) return (Math.imul(trail, 31) + x + zero) | 0;
    const choice = node.next.length === 1 ? 0 : (x >>> node.bit) & (node.next.length === 2 ? 1 : 3);
    at = node.next[Math.min(choice, node.next.length - 1)] ?? nodes.length;
  }
}

/** The same graph as blocks that pass their variables on as arguments; `%x0_` is used where it is visible. */
function blocks(nodes: readonly Node[]): string {
  const target = (to: number, from: number): string =>
    to >= nodes.length
      ? `^end(%trail${from}_, %x${from}_ : i32, i32)`
      : `^b${to}(%x${from}_, %fuel${from}_, %trail${from}_ : i32, i32, i32)`;
  const text = nodes.map((node, i) => {
    const lines = [
      `^b${i}(%x${i}: i32, %fuel${i}: i32, %trail${i}: i32):`,
      `%m${i} = arith.constant ${node.multiply} : i32`,
      `%a${i} = arith.constant ${node.add} : i32`,
      `%y${i} = arith.muli %x${i}, %m${i} : i32`,
      ...(i === 0
        ? [`%x0_ = arith.addi %y0, %a0 : i32`]
        : [`%z${i} = arith.addi %y${i}, %a${i} : i32`, `%x${i}_ = arith.addi %z${i}, %x0_ : i32`]),
      `%n${i} = arith.constant ${i + 1} : i32`,
      `%t${i} = arith.muli %trail${i}, %seven : i32`,
      `%trail${i}_ = arith.addi %t${i}, %n${i} : i32`,
      `%fuel${i}_ = arith.subi %fuel${i}, %one : i32`,
      `%empty${i} = arith.cmpi sle, %fuel${i}_, %zero : i32`,
      `cf.cond_br %empty${i}, ^end(%trail${i}_, %x${i}_ : i32, i32), ^go${i}`,
      `^go${i}:`,
    ];
    const [first = nodes.length, second] = node.next;
    if (second === undefined) lines.push(`cf.br ${target(first, i)}`);
    else {
      lines.push(
        `%by${i} = arith.constant ${node.bit} : i32`,
        `%s${i} = arith.shrui %x${i}_, %by${i} : i32`,
        `%mask${i} = arith.constant ${node.next.length === 2 ? 1 : 3} : i32`,
        `%c${i} = arith.andi %s${i}, %mask${i} : i32`,
      );
      if (node.next.length === 2) {
        lines.push(
          `%is${i} = arith.trunci %c${i} : i32 to i1`,
          `cf.cond_br %is${i}, ${target(second, i)}, ${target(first, i)}`,
        );
      } else {
        const cases = node.next.slice(0, -1).map((to, k) => `${k}: ${target(to, i)}`);
        const other = target(node.next.at(-1) ?? 0, i);
        lines.push(`cf.switch %c${i} : i32, [default: ${other}, ${cases.join(', ')}]`);
      }
    }
    return lines.join('\n');
  });
  return `%zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %seven = arith.constant 7 : i32
    %fuel = arith.constant ${FUEL} : i32
    cf.br ^b0(%a, %fuel, %zero : i32, i32, i32)
    ${text.join('\n')}
    ^end(%t: i32, %x: i32):
    %prime = arith.constant 31 : i32
    %scaled = arith.muli %t, %prime : i32
    %sum = arith.addi %scaled, %x : i32
    %r = arith.addi %sum, %x0_ : i32`;
}

const graph = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc.array(
    fc.record({
      multiply: fc.constantFrom(1, 3, 5, -7),
      add: fc.integer({ min: -9, max: 9 }),
      bit: fc.integer({ min: 0, max: 6 }),
      next: fc.array(fc.integer({ min: 0, max: count }), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: count, maxLength: count },
  ),
);

const inputs = range(64, (lane) => Math.imul(lane, 0x9e3779b1) | 0);

it('random graphs of blocks give every lane what it would compute alone', () => {
  forAll([graph], 150, (nodes) => {
    const found = inLanes(blocks(nodes), 'i32', inputs);
    expect(found).toEqual(inputs.map((input) => reference(nodes, input)));
  });
});

const kernel = (body: string): string => `
  func.func @k(%out: memref<64xi32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %lane = gpu.thread_id x
    %i = arith.index_cast %lane : index to i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    ${body}
  }`;

/** What each lane leaves a loop with. */
it.each(
  textsWith<(lane: number) => number>(new URL('cf.mlir', import.meta.url), {
    'keep what they left with': (i) => i * i,
    'keep what other lanes gave them': (i) => i,
    'keep it through two loops at once': (i) => {
      let [n, m] = [0, 0];
      for (;;) {
        const second = m + 3 * n;
        if (m + 1 >= i) return 3 * n + second;
        m++;
        if (m % 2 === 0) n = m;
      }
    },
    'meet before a barrier behind the loop, and after an inner one that goes on outside': (i) =>
      Math.max(2, i - 1),
  }),
)('lanes that leave a loop at different times %s', (_name, body, wanted) => {
  const exit = '^exit:\nmemref.store %r, %out[%lane] : memref<64xi32>\nreturn';
  expect(executed(kernel(`${body}\n${exit}`)).out).toEqual(lanes.map(wanted));
});

describe('calls', () => {
  const text = textsIn(new URL('calls.mlir', import.meta.url));
  it('return to lanes that called from different places', () => {
    const values = range(64, (i) => i + 1);
    const steps = (x: number): number => (x <= 1 ? 0 : 1 + steps(x % 2 === 0 ? x / 2 : 3 * x + 1));
    const body = text('calls of %a, and of 2 * %a');
    const before = text('functions');
    const found = perLane({ inputs: [['i32', values]], result: 'i32', body, before });
    expect(found).toEqual(values.map((x) => steps(x % 2 === 1 ? x : 2 * x)));
  });

  it('refuse a function that calls itself', () => {
    const text = `func.func private @f(%x: i32) -> i32 {
        %y = func.call @f(%x) : (i32) -> i32
        return %y : i32
      }
      ${kernel('%y = func.call @f(%i) : (i32) -> i32\n return')}`;
    expect(codes(text)).toContain('execute/unsupported');
  });
});

describe('what is wrong', () => {
  const branch = (then: string): string =>
    `%part = arith.cmpi slt, %i, %c3 : i32 \n cf.cond_br %part, ^then, ^end \n ^then: \n ${then} \n cf.br ^end \n ^end: \n return`;
  it.each(rows`
      a barrier that part of a wave reaches | ${branch('gpu.barrier')} | barrier-divergence
      a loop without end | cf.br ^loop \n ^loop: \n cf.br ^loop | too-many-steps
      an assertion that fails | %part = arith.cmpi slt, %i, %c3 : i32 \n cf.assert %part, "i < 3" \n return | assertion
      a block that ends without a branch | cf.br ^b \n ^b: \n %x = arith.addi %i, %i : i32 | malformed
      too few values for a block | cf.br ^b \n ^b(%x: i32): \n return | malformed
      a function outside of the module | func.call @nowhere() : () -> () \n return | unsupported
    `)('%s gives a diagnostic', (_, body = '', code) => {
    expect(codes(kernel(body))).toContain(`execute/${code}`);
  });

  it('lanes that have returned are not waited for', () => {
    const body = `%part = arith.cmpi slt, %i, %c3 : i32
      cf.cond_br %part, ^gone, ^stay
      ^gone:
        return
      ^stay:
        gpu.barrier
        return`;
    expect(codes(kernel(body))).toEqual([]);
  });
});
