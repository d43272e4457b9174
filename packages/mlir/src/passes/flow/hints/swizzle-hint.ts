/**
 * Swizzle hints as the passes see them: `iree_codegen.swizzle_hint`, its attribute, and the memory that it is about.
 *
 *     %h = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<128, 16>] : memref<2048xi8>
 *
 * The operation is pure and gives its operand; the attribute, which may be on an allocation as well
 * (`iree_codegen.swizzle`), permutes the elements of a flat buffer.
 */
import {
  type Diagnostic,
  diagnose,
  type IreeSwizzle,
  messages,
  parseIreeSwizzle,
  type Result,
  failure,
} from '@ldscope/core';
import type { Attribute } from '../../../ir/types.ts';
import { resolveAttribute } from '../../../ir/types.ts';
import type { Module, Operation, Value } from '../../../ir/ir.ts';
import { walk } from '../../../ir/walk.ts';
import { isFunction } from '../../../rows/facts.ts';
import { memrefOf } from '../../memref-types.ts';
import { inflows } from '../../memory-groups.ts';
import { operationsIn, type Rewriter } from '../../rewriter.ts';

export const swizzleHint = 'iree_codegen.swizzle_hint';
/** The swizzle that an allocation carries between absorbing and reinserting. */
export const absorbedSwizzle = 'iree_codegen.swizzle';

/** Functions with a body, in order of appearance. */
export function functionsIn(module: Module): Operation[] {
  return [...walk(module.operations)].filter(
    (op) => isFunction(op) && op.regions.some(({ blocks }) => blocks.length > 0),
  );
}

export function hintsIn(func: Operation): Operation[] {
  return operationsIn(func.regions).filter(({ name }) => name === swizzleHint);
}

/** The swizzle that an attribute spells; upstream's verifier rules are errors. */
function readSwizzle(attribute: Attribute | undefined): Result<IreeSwizzle> {
  const resolved = attribute && resolveAttribute(attribute);
  if (resolved?.kind !== 'opaque') return failure(diagnose(messages.opt.noSwizzle()));
  return parseIreeSwizzle(resolved.text);
}

/** The swizzle of a hint; `undefined` for one that `verifySwizzles` rejects. */
export function swizzleOf(hint: Operation): IreeSwizzle | undefined {
  const read = readSwizzle(hint.attributes.get('swizzle'));
  return read.ok ? read.value : undefined;
}

/** The errors in the swizzles of a module, each placed at its operation. */
export function verifySwizzles(module: Module): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const op of walk(module.operations)) {
    const attribute =
      op.name === swizzleHint
        ? op.attributes.get('swizzle')
        : op.name === 'memref.alloc'
          ? op.attributes.get(absorbedSwizzle)
          : undefined;
    if (op.name !== swizzleHint && attribute === undefined) continue;
    const read = readSwizzle(attribute);
    for (const { span: _, ...message } of read.diagnostics) found.push(diagnose(message, op.span));
  }
  return found;
}

/**
 * The allocation that a memref comes from, as upstream finds it: through memref operands of any operation, and through
 * the initial values of loops only. `undefined` where a block argument is the origin.
 */
export function allocationOf(value: Value, rewriter: Rewriter): Operation | undefined {
  const seen = new Set<Value>();
  const pending = [value];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (one.definition?.name === 'memref.alloc') return one.definition;
    const inits = inflows(one, rewriter.ownerOf);
    if (inits !== undefined) {
      const [init] = inits;
      if (init !== undefined) pending.push(init);
    } else if (one.definition !== undefined) {
      for (const operand of one.definition.operands)
        if (memrefOf(operand) !== undefined) pending.push(operand);
    }
  }
  return undefined;
}
