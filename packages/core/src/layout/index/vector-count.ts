/**
 * How many vector instructions a graph of `vector-code.ts` is, with what gfx9 does in one instruction. A value that
 * does not depend on the lane is a scalar, and costs nothing.
 *
 *     x << 3                       v_lshlrev_b32                          1
 *     x >> 3 & 7                   v_bfe_u32                              1
 *     x & 15, twice, << 3 and << 8 v_and_b32, then a shift each           1 + 1 + 1
 *     (x << 3) + y                 v_lshl_add_u32                         1: a shift folds into the sum around it
 *     x | y | z                    v_or3_b32                              1
 *     x ^ y ^ z                    v_xor_b32 each; what has no common bits is joined by v_or3_b32 before
 *     x ^ y ^ z, (x ^ y) & 56      v_bitop3_b32 on gfx950: any function of three operands          1
 *
 * A node counts once however often it is used, and folds only where it is used once. Constants are operands; those that
 * need a scalar register are not counted.
 */
import { type CodeNode, isUniform } from './code-node.ts';

/** Bits of a value that are moved: `width` bits from `low` on, to `to`. */
interface Field {
  readonly core: CodeNode;
  readonly low: number;
  readonly width: number;
  readonly to: number;
  /** Whether the field has every bit between its ends. */
  readonly isContiguous: boolean;
}

/** Instructions that only some instruction sets have. */
export interface VectorInstructions {
  /** `v_bitop3_b32`. */
  readonly hasThreeInputLogic: boolean;
}

/** Vector instructions for all of these values together. */
export function countInstructions(
  roots: Iterable<CodeNode>,
  { hasThreeInputLogic }: VectorInstructions = { hasThreeInputLogic: false },
): number {
  return new Count(roots, hasThreeInputLogic).total();
}

class Count {
  readonly #uses = new Map<CodeNode, number>();
  /** By extracted field: the places that it is moved to. */
  readonly #places = new Map<string, Set<number>>();

  /** Values of which a mask is taken in place. */
  readonly #masked = new Set<CodeNode>();
  readonly #hasThreeInputLogic: boolean;

  constructor(roots: Iterable<CodeNode>, hasThreeInputLogic: boolean) {
    this.#hasThreeInputLogic = hasThreeInputLogic;
    for (const root of roots) this.#visit(root);
  }

  total(): number {
    let sum = 0;
    const folded = new Set<CodeNode>();
    for (const node of this.#uses.keys()) sum += this.#own(node) + this.#joining(node, folded);
    for (const [key, places] of this.#places) {
      if (places.size > 1 && !key.startsWith('all ')) sum += 1;
    }
    return sum;
  }

  #visit(node: CodeNode): void {
    if (isUniform(node)) return;
    const uses = this.#uses.get(node) ?? 0;
    this.#uses.set(node, uses + 1);
    if (uses > 0) return;
    const field = fieldOf(node);
    if (field !== undefined && field.low === field.to && !isWhole(field))
      this.#masked.add(field.core);
    if (field?.isContiguous === true) {
      const key = keyOf(field);
      this.#places.set(key, (this.#places.get(key) ?? new Set()).add(field.to));
    }
    for (const operand of field === undefined ? node.operands : [field.core]) this.#visit(operand);
  }

  /** Instructions of a node where it folds into nothing. Extractions that several fields share are counted apart. */
  #own(node: CodeNode): number {
    const field = fieldOf(node);
    if (field !== undefined) return this.#ofField(field);
    switch (node.operation) {
      case 'mul':
      case 'fill':
      case 'table':
        return 1;
      case 'remainder':
        return 4;
      case 'quotient':
        return 2;
      case 'xor':
        return ofXor(node) - (this.#hasThreeInputLogic && this.#joinsThree(node) ? 1 : 0);
      default:
        return 0;
    }
  }

  /** True for an XOR of two that is one function of three with the OR below it, or with the mask that takes it up. */
  #joinsThree(node: CodeNode): boolean {
    const operands = oneUniform(node.operands);
    if (
      operands.length !== 2 ||
      operands.some((one) => one.operation !== 'constant' && isUniform(one))
    )
      return false;
    const isOfOr = operands.some(
      (one) => one.operation === 'or' && one.operands.length === 2 && this.#uses.get(one) === 1,
    );
    return isOfOr || (this.#masked.has(node) && this.#uses.get(node) === 1);
  }

  #ofField(field: Field): number {
    const { low, to, isContiguous } = field;
    const isShared = isContiguous && (this.#places.get(keyOf(field))?.size ?? 0) > 1;
    if (isWhole(field) || isShared) return to === 0 ? 0 : 1;
    return low === to || (isContiguous && to === 0) ? 1 : 2;
  }

  /** Instructions that join the operands of a sum, beyond those that fold into it. */
  #joining(node: CodeNode, folded: Set<CodeNode>): number {
    const { operation } = node;
    if (operation !== 'add' && operation !== 'or') return 0;
    const operands = oneUniform(node.operands);
    // A value that is computed before a loop does not fold into an addition in it.
    const isInLoop = operands.some((one) => one.operation !== 'constant' && isUniform(one));
    if (isInLoop) return operands.length - 1;
    const folds = operands.filter((one) => !folded.has(one) && this.#folds(one, operation));
    // One operand has to be there before another can fold.
    if (folds.length === operands.length) folds.shift();
    for (const one of folds) folded.add(one);
    return Math.ceil((operands.length - folds.length - 1) / 2);
  }

  #folds(node: CodeNode, into: 'add' | 'or'): boolean {
    if (isUniform(node)) return false;
    if (this.#uses.get(node) !== 1) return false;
    const field = fieldOf(node);
    if (field !== undefined)
      return this.#ofField(field) > 0 && !(field.isContiguous && field.to === 0);
    return (
      node.operation === 'mul' ||
      (into === 'add' && node.operation === 'xor' && node.operands.length === 2)
    );
  }
}

function fieldOf(node: CodeNode): Field | undefined {
  const [operand] = node.operands;
  if (operand === undefined) return undefined;
  const { operation, immediate } = node;
  const width = widthOf(operand.bits);
  if (operation === 'shl')
    return { core: operand, low: 0, width, to: immediate, isContiguous: true };
  if (operation === 'shr') {
    return { core: operand, low: immediate, width: width - immediate, to: 0, isContiguous: true };
  }
  if (operation !== 'and') return undefined;
  const [shifted] = operand.operands;
  const isShift = operand.operation === 'shl' || operand.operation === 'shr';
  const core = isShift && shifted !== undefined ? shifted : operand;
  const distance = isShift
    ? operand.operation === 'shl'
      ? operand.immediate
      : -operand.immediate
    : 0;
  const to = Math.log2(node.bits & -node.bits);
  const length = widthOf(node.bits) - to;
  return {
    core,
    low: to - distance,
    width: length,
    to,
    isContiguous: node.bits >>> to === 2 ** length - 1,
  };
}

const widthOf = (bits: number): number => 32 - Math.clz32(bits);

const isWhole = ({ core, low, width }: Field): boolean => low === 0 && width === widthOf(core.bits);

/** A field that is all of its value needs no extraction: its key says so. */
const keyOf = (field: Field): string =>
  `${isWhole(field) ? 'all ' : ''}${field.core.id} ${field.low} ${field.width}`;

/** Operands without common bits are joined by ORs of three, the rest by XORs of two. */
function ofXor({ operands }: CodeNode): number {
  const groups: { bits: number; count: number }[] = [];
  for (const { bits, operation } of oneUniform(operands)) {
    const group = groups.find((one) => operation !== 'constant' && (one.bits & bits) === 0);
    if (group === undefined) groups.push({ bits, count: 1 });
    else {
      group.bits |= bits;
      group.count++;
    }
  }
  return groups.reduce((sum, { count }) => sum + Math.ceil((count - 1) / 2), groups.length - 1);
}

/** The operands with those that are uniform joined to one: the scalar unit does so. */
function oneUniform(operands: readonly CodeNode[]): readonly CodeNode[] {
  const [first, second] = operands.filter(isUniform);
  if (first === undefined || second === undefined) return operands;
  return operands.filter((one) => one === first || !isUniform(one));
}
