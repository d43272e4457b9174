/**
 * Index maps as the vector instructions that a compiler makes of them: the fifth reading of an index map.
 *
 *     lane / 8 * 64 + lane % 8 * 8        ->  v_lshlrev_b32 lane, 3                          fields of one value rejoin
 *     (lane ^ lane / 8 % 8) * 16          ->  v_lshrrev, v_xor, v_lshlrev, v_and             masks go outwards
 *     the same + 1024                     ->  nothing more                                   offset of the instruction
 *
 * A value is a node of a graph in which equal nodes are one (hash consing), so what several addresses share is counted
 * once. The constructors simplify as LLVM's InstCombine does: shifts merge, masks of operands that a later mask implies
 * are dropped, sums of values without common bits are an OR, constants gather at the root. Each node knows which of its
 * bits can be set.
 *
 * This is a model, not a compiler: it has the rewrites that index maps of tiles need. `docs/address-instructions.md`
 * compares its counts with those of clang.
 */
import { greatestOf } from '../../base/numbers.ts';
import type { Arithmetic } from './arithmetic.ts';
import {
  type CodeNode,
  isFilled,
  isMaskedSum,
  isRun,
  isUniform,
  maskOf,
  maxOf,
  type Operation,
  productBits,
  unmasked,
} from './code-node.ts';

/** Makes nodes, equal ones once. */
export class CodeGraph implements Arithmetic<CodeNode> {
  readonly #nodes = new Map<string, CodeNode>();
  /** Their numbers, by their entries. */
  readonly #tables = new Map<string, number>();

  /** A value that is there: the lane, or a row that the kernel has computed. Below 2^31. */
  value(name: number, max: number): CodeNode {
    return this.#make('value', [], name, maskOf(max));
  }

  /** The same for all lanes, such as the counter of a loop: a scalar. `bits` can be set. */
  uniform(name: number, bits: number): CodeNode {
    return this.#make('uniform', [], name, bits);
  }

  constant(value: number): CodeNode {
    return this.#make('constant', [], value, value);
  }

  add(a: CodeNode, b: CodeNode): CodeNode {
    const [x, c] = this.#splitSum(a);
    const [y, d] = this.#splitSum(b);
    // A constant that comes with a value joins the constant of an XOR, or of a sum below a mask.
    if (x !== undefined && y !== undefined && c === 0 && d !== 0 && (x.bits & d) === 0) {
      const joined = this.#joined(x, d);
      if (joined !== undefined) return this.#plus(this.#sum(joined, y), 0);
    }
    return this.#plus(this.#sum(x, y), c + d);
  }

  scale(a: CodeNode, factor: number): CodeNode {
    if (factor === 0) return this.constant(0);
    const shift = Math.log2(factor);
    if (Number.isInteger(shift) && shift >= 0) return this.shl(a, shift);
    const [x, c] = this.#splitSum(a);
    if (x === undefined) return this.constant(c * factor);
    const apart = this.#apart(x);
    if (apart !== undefined) {
      const [lanes, scalar] = apart;
      const sum = this.add(this.scale(lanes, factor), this.scale(scalar, factor));
      return this.add(sum, this.constant(c * factor));
    }
    return this.#plus(this.#make('mul', [x], factor, productBits(x.bits, factor)), c * factor);
  }

  quotient(a: CodeNode, divisor: number): CodeNode {
    const shift = Math.log2(divisor);
    if (Number.isInteger(shift)) return this.shr(a, shift);
    return this.#make('quotient', [a], divisor, maskOf(Math.floor(maxOf(a) / divisor)));
  }

  remainder(a: CodeNode, divisor: number): CodeNode {
    const shift = Math.log2(divisor);
    if (Number.isInteger(shift)) return this.and(a, divisor - 1);
    if (maxOf(a) < divisor) return a;
    return this.#make('remainder', [a], divisor, maskOf(divisor - 1));
  }

  xor(a: CodeNode, b: CodeNode): CodeNode {
    const [x, c] = this.#splitXor(a);
    const [y, d] = this.#splitXor(b);
    const constant = c ^ d;
    const moved = x === undefined ? y : y === undefined ? x : this.#xorOf(x, y);
    if (moved === undefined) return this.constant(constant);
    return this.#flip(moved, constant);
  }

  lookUp(a: CodeNode, table: readonly number[]): CodeNode {
    const key = table.join();
    const index = this.#tables.get(key) ?? this.#tables.size;
    this.#tables.set(key, index);
    return this.#make('table', [a], index, maskOf(greatestOf(table)));
  }

  shl(a: CodeNode, by: number): CodeNode {
    if (by === 0 || a.bits === 0) return a;
    const { operation, immediate } = a;
    const [x] = a.operands;
    if (operation === 'constant') return this.constant(immediate << by);
    const apart = this.#apart(a);
    if (apart !== undefined) return this.add(this.shl(apart[0], by), this.shl(apart[1], by));
    if (x !== undefined) {
      if (operation === 'shl') return this.shl(x, immediate + by);
      if (operation === 'mul') return this.scale(x, immediate << by);
      if (operation === 'and') return this.and(this.shl(x, by), immediate << by);
      if (operation === 'shr') {
        const distance = by - immediate;
        const moved = distance >= 0 ? this.shl(x, distance) : this.shr(x, -distance);
        return this.and(moved, a.bits << by);
      }
      if (operation === 'add' || operation === 'or') {
        const [rest, c] = this.#splitSum(a);
        if (rest !== undefined && c !== 0) return this.#plus(this.shl(rest, by), c << by);
      }
      if (operation === 'xor') {
        const [rest, c] = this.#splitXor(a);
        if (rest !== undefined && c !== 0) return this.#flip(this.shl(rest, by), c << by);
        if (a.operands.length === 2 && a.operands.some((one) => one.operation === 'and'))
          return this.#all(
            a.operands.map((one) => this.shl(one, by)),
            'xor',
          );
      }
    }
    return this.#make('shl', [a], by, a.bits << by);
  }

  shr(a: CodeNode, by: number): CodeNode {
    if (by === 0) return a;
    if (a.bits >>> by === 0) return this.constant(0);
    const { operation, immediate } = a;
    const [x] = a.operands;
    if (operation === 'constant') return this.constant(immediate >>> by);
    const known = this.#demandedOfPinned(a, -1 << by);
    if (known !== undefined) return this.shr(known, by);
    if (x !== undefined) {
      if (operation === 'shr') return this.shr(x, immediate + by);
      if (operation === 'and') return this.and(this.shr(x, by), immediate >>> by);
      if (operation === 'shl') {
        const distance = immediate - by;
        const moved = distance >= 0 ? this.shl(x, distance) : this.shr(x, -distance);
        return this.and(moved, a.bits >>> by);
      }
      if (operation === 'add' || operation === 'or') {
        const [rest, c] = this.#splitSum(a);
        const isExact = operation === 'or' || (c & (2 ** by - 1)) === 0;
        if (rest !== undefined && c !== 0 && isExact)
          return this.#plus(this.shr(rest, by), c >>> by);
        if (operation === 'or' && c === 0)
          return this.#all(
            a.operands.map((one) => this.shr(one, by)),
            'add',
          );
      }
    }
    return this.#make('shr', [a], by, a.bits >>> by);
  }

  /** A value that other code uses as it is: simplifications of its users do not look into it. */
  pinned(a: CodeNode): CodeNode {
    const [rest, c] = this.#splitSum(a);
    return rest === undefined || c === 0 ? a : this.#make('pinned', [a], 0, a.bits);
  }

  /** The bytes of an index in elements: an array multiplies last, and neither an XOR nor a mask lets it in. */
  bytes(a: CodeNode, elementBytes: number): CodeNode {
    const by = Math.log2(elementBytes);
    if (by === 0) return a;
    if (!Number.isInteger(by)) return this.scale(a, elementBytes);
    const [rest, c] = this.#splitSum(a);
    if (rest === undefined) return this.constant(c << by);
    const isSum = rest.operation === 'add' || rest.operation === 'or';
    const scaled = (isSum ? rest.operands : [rest]).map((one) =>
      one.operation === 'xor' || isMaskedSum(one)
        ? this.#make('shl', [one], by, one.bits << by)
        : this.shl(one, by),
    );
    return this.#plus(this.#all(scaled, 'add'), c << by);
  }

  /** An address without the constant that goes into the offset of a memory instruction; `undefined` for a constant. */
  baseOf(a: CodeNode): CodeNode | undefined {
    const [rest] = this.#splitSum(a);
    return rest?.operation === 'or' && rest.operands.some(isFilled) ? a : rest;
  }

  and(a: CodeNode, mask: number): CodeNode {
    if ((a.bits & ~mask) === 0) return a;
    if ((a.bits & mask) === 0) return this.constant(0);
    const { operation, immediate } = a;
    const [x] = a.operands;
    if (operation === 'constant') return this.constant(immediate & mask);
    const known = this.#demandedOfPinned(a, mask);
    if (known !== undefined) return this.and(known, mask);
    if (x !== undefined) {
      if (operation === 'shr') {
        const below = this.#demandedOfPinned(x, mask << immediate);
        if (below !== undefined) return this.and(this.shr(below, immediate), mask);
      }
      if (operation === 'and') return this.and(x, immediate & mask);
      if (operation === 'add' || operation === 'or') {
        const [rest, c] = this.#splitSum(a);
        const isLow = (mask & (mask + 1)) === 0;
        if (rest !== undefined && c !== 0) {
          if (operation === 'or' && (c & mask) === 0) return this.and(rest, mask);
          if (operation === 'or' && (rest.bits & mask) === 0) return this.constant(c & mask);
          if (operation === 'or' && (c & ~mask) !== 0)
            return this.and(this.#plus(rest, c & mask), mask);
          if (isLow && (c & mask) === 0) return this.and(rest, mask);
        }
        if (operation === 'or' && c === 0) {
          const parts = a.operands.map((one) => this.and(one, mask));
          if (parts.some((part, i) => part.bits === 0 || part === a.operands[i]))
            return this.#all(parts, 'add');
        }
      }
      if (operation === 'xor') {
        const parts = a.operands.map((one) => this.#demanded(one, mask));
        if (parts.some((part, i) => part !== a.operands[i]))
          return this.and(this.#all(parts, 'xor'), mask);
      }
      if (operation === 'shr' && x.operation === 'or') {
        const [rest, c] = this.#splitSum(x);
        if (rest !== undefined && c !== 0 && ((c >>> immediate) & mask) === 0)
          return this.and(this.shr(rest, immediate), mask);
      }
      if (operation === 'shr' && x.operation === 'add') {
        const [rest, c] = this.#splitSum(x);
        const isLow = (mask & (mask + 1)) === 0;
        if (
          rest !== undefined &&
          c !== 0 &&
          isLow &&
          (c & ((mask << immediate) | (2 ** immediate - 1))) === 0
        )
          return this.and(this.shr(rest, immediate), mask);
      }
      if (operation === 'fill' && (immediate & mask) === 0) return this.and(x, mask);
      const [filled] = x.operands;
      if (x.operation === 'fill' && filled !== undefined) {
        if (operation === 'shr' && ((x.immediate >>> immediate) & mask) === 0)
          return this.and(this.shr(filled, immediate), mask);
        if (operation === 'shl' && ((x.immediate << immediate) & mask) === 0)
          return this.and(this.shl(filled, immediate), mask);
      }
      if (operation === 'shl') {
        const inner = this.#demanded(x, mask >>> immediate);
        if (inner !== x) return this.and(this.shl(inner, immediate), mask);
      }
    }
    return this.#make('and', [a], mask & a.bits, a.bits & mask);
  }

  /** A kept value without its constant, or only that, where the bits that matter come of one of the two. */
  #demandedOfPinned({ operation, operands: [kept] }: CodeNode, mask: number): CodeNode | undefined {
    if (operation !== 'pinned' || kept?.operation !== 'or') return undefined;
    const [rest, c] = this.#splitSum(kept);
    if (rest === undefined) return undefined;
    if ((c & mask) === 0) return rest;
    return (rest.bits & mask) === 0 ? this.constant(c & mask) : undefined;
  }

  /** The value where only some of its bits matter. */
  #demanded(a: CodeNode, mask: number): CodeNode {
    if ((a.bits & mask) === 0) return this.constant(0);
    const [x] = a.operands;
    if (a.operation === 'and' && x !== undefined && (mask & x.bits & ~a.immediate) === 0)
      return this.#demanded(x, mask);
    if (a.operation === 'constant') return this.constant(a.immediate & mask);
    if ((a.operation === 'add' || a.operation === 'or') && x !== undefined) {
      const [rest, c] = this.#splitSum(a);
      const high = 2 ** (32 - Math.clz32(mask)) - 1;
      if (rest !== undefined && c !== 0 && (c & high) === 0) return this.#demanded(rest, mask);
    }
    return a;
  }

  #all(list: readonly CodeNode[], by: 'add' | 'xor'): CodeNode {
    return list.reduce((a, b) => (by === 'add' ? this.add(a, b) : this.xor(a, b)));
  }

  /** A sum without constants; parts that are masks of one value rejoin. */
  #sum(a: CodeNode | undefined, b: CodeNode | undefined): CodeNode | undefined {
    if (a === undefined || b === undefined) return a ?? b;
    if (a === b) return this.shl(a, 1);
    const disjoint = (a.bits & b.bits) === 0;
    if (disjoint) {
      const [[x, c], [y, d]] = [this.#splitXor(a), this.#splitXor(b)];
      if (x !== undefined && y !== undefined && (c !== 0) !== (d !== 0))
        return this.#flip(this.#sum(x, y) ?? x, c | d);
      const joined = this.#rejoined(a, b);
      if (joined !== undefined) return joined;
    }
    const [[inA, c], [inB, d]] = [this.#splitSum(a), this.#splitSum(b)];
    if (c + d !== 0) return this.#plus(this.#sum(inA, inB), c + d);
    const parts = [a, b].flatMap((one) =>
      one.operation === 'add' || one.operation === 'or' ? one.operands : [one],
    );
    const bits = disjoint ? a.bits | b.bits : maskOf(maxOf(a) + maxOf(b));
    const isOr = disjoint && [a, b].every((one) => one.operation !== 'add');
    return this.#lanesFirst(isOr ? 'or' : 'add', parts, bits);
  }

  /** The part in which lanes differ is computed before the loop, and the part that they share is added in it. */
  #lanesFirst(operation: 'or' | 'add', parts: readonly CodeNode[], bits: number): CodeNode {
    const shared = parts.filter(isUniform);
    if (shared.length === 0 || shared.length === parts.length)
      return this.#make(operation, parts, 0, bits);
    const own = parts.flatMap((one) =>
      isUniform(one)
        ? []
        : one.operation === 'add' || one.operation === 'or'
          ? one.operands
          : [one],
    );
    const [lanes, scalar] = [own, shared].map((list) => list.reduce((a, b) => this.add(a, b)));
    return lanes === undefined || scalar === undefined
      ? this.#make(operation, parts, 0, bits)
      : this.#make(operation, [lanes, scalar], 0, bits);
  }

  /** The scalar of a sum, and the rest of it; `undefined` where it has none. */
  #apart({ operation, operands }: CodeNode): readonly [CodeNode, CodeNode] | undefined {
    const [lanes, scalar, more] = operands;
    if (operation !== 'add' && operation !== 'or') return undefined;
    const is = lanes !== undefined && scalar !== undefined && more === undefined;
    return is && isUniform(scalar) && !isUniform(lanes) && scalar.operation !== 'constant'
      ? [lanes, scalar]
      : undefined;
  }

  #rejoined(a: CodeNode, b: CodeNode): CodeNode | undefined {
    const parts = a.operation === 'or' ? [...a.operands] : [a];
    for (const [i, part] of parts.entries()) {
      const [p, q] = [unmasked(part), unmasked(b)];
      if (p.core !== q.core) continue;
      const joined = this.and(p.core, p.mask | q.mask);
      const rest = parts.filter((_, k) => k !== i);
      return rest.reduce<CodeNode>((sum, one) => this.#sum(sum, one) ?? sum, joined);
    }
    return undefined;
  }

  #joined(a: CodeNode, constant: number): CodeNode | undefined {
    const [core, flipped] = this.#splitXor(a);
    if (core !== undefined && flipped !== 0) return this.#flip(core, flipped | constant);
    return isMaskedSum(a) ? this.#plus(a, constant) : undefined;
  }

  #plus(a: CodeNode | undefined, constant: number): CodeNode {
    if (a === undefined) return this.constant(constant);
    if (a.operation === 'constant') return this.constant(a.immediate + constant);
    if (constant === 0) return a;
    const [rest, own] = this.#splitSum(a);
    if (own !== 0) return this.#plus(rest, constant + own);
    const [x, c] = this.#splitXor(a);
    if (x !== undefined && c !== 0 && (a.bits & constant) === 0 && isRun(x.bits))
      return this.#flip(x, c | constant);
    const [inner] = a.operands;
    if (
      a.operation === 'and' &&
      inner?.operation === 'add' &&
      constant < (a.bits & -a.bits) &&
      constant < (inner.bits & -inner.bits)
    )
      return this.and(this.#plus(inner, constant), a.immediate | constant);
    // (x & 15) | 48 is x | 48 where x has no other bits, and then the constant is not an offset any more.
    if (
      a.operation === 'and' &&
      inner !== undefined &&
      inner.operation === 'value' &&
      (inner.bits & ~a.immediate & ~constant) === 0 &&
      (a.bits & constant) === 0
    )
      return this.#make('fill', [inner], constant, inner.bits | constant);
    const disjoint = (a.bits & constant) === 0 && constant > 0;
    const bits = disjoint ? a.bits | constant : maskOf(maxOf(a) + constant);
    const parts = a.operation === 'add' || a.operation === 'or' ? a.operands : [a];
    return this.#make(
      disjoint && a.operation !== 'add' ? 'or' : 'add',
      [...parts, this.constant(constant)],
      0,
      bits,
    );
  }

  #flip(a: CodeNode, constant: number): CodeNode {
    if (constant === 0) return a;
    if ((a.bits & constant) === 0) return this.#plus(a, constant);
    // Adding a bit where none is set is the same as flipping it.
    const [rest, set] = a.operation === 'or' ? this.#splitSum(a) : [undefined, 0];
    if (rest !== undefined && set !== 0) return this.#flip(rest, constant ^ set);
    // The value before is shared with values that flip other constants.
    return this.#make('xor', [a, this.constant(constant)], 0, a.bits | constant);
  }

  #xorOf(a: CodeNode, b: CodeNode): CodeNode {
    if (a === b) return this.constant(0);
    if ((a.bits & b.bits) === 0) return this.add(a, b);
    const [x] = a.operands;
    const [y] = b.operands;
    if (
      x !== undefined &&
      y !== undefined &&
      a.immediate === b.immediate &&
      a.operation === b.operation
    ) {
      if (a.operation === 'shl') return this.shl(this.xor(x, y), a.immediate);
      if (a.operation === 'and') return this.and(this.xor(x, y), a.immediate);
    }
    const parts = [a, b].flatMap((one) => (one.operation === 'xor' ? one.operands : [one]));
    return this.#make('xor', parts, 0, a.bits | b.bits);
  }

  /** A value and the constant that is added to it. */
  #splitSum(a: CodeNode): readonly [CodeNode | undefined, number] {
    if (a.operation === 'constant') return [undefined, a.immediate];
    return a.operation === 'add' || a.operation === 'or' ? this.#split(a) : [a, 0];
  }

  #splitXor(a: CodeNode): readonly [CodeNode | undefined, number] {
    if (a.operation === 'constant') return [undefined, a.immediate];
    return a.operation === 'xor' ? this.#split(a) : [a, 0];
  }

  #split(a: CodeNode): readonly [CodeNode, number] {
    const last = a.operands.at(-1);
    if (last?.operation !== 'constant') return [a, 0];
    const rest = a.operands.slice(0, -1);
    const [only = a] = rest;
    if (rest.length === 1) return [only, last.immediate];
    const bits =
      a.operation === 'add'
        ? maskOf(rest.reduce((sum, one) => sum + maxOf(one), 0))
        : rest.reduce((all, one) => all | one.bits, 0);
    return [this.#make(a.operation, rest, 0, bits), last.immediate];
  }

  #make(
    operation: Operation,
    operands: readonly CodeNode[],
    immediate: number,
    bits: number,
  ): CodeNode {
    const key = `${operation} ${immediate} ${operands.map(({ id }) => id).join()}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = { id: this.#nodes.size, operation, operands, immediate, bits };
    this.#nodes.set(key, node);
    return node;
  }
}
