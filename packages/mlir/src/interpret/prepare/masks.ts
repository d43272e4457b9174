/**
 * `vector.mask` as operations that have a mask themselves.
 *
 *     vector.mask %m { vector.transfer_read %b[%i], %pad : ... }     vector.transfer_read %b[%i], %pad, %m
 *     vector.mask %m { vector.multi_reduction <add>, %v, %acc }      the same with %m behind, `ldscope.mask = 2`
 *     vector.mask %m, %passed { arith.addf %a, %b }                  arith.select %m, (arith.addf %a, %b), %passed
 */
import { type Diagnostic, diagnose, messages } from '@ldscope/core';
import { AttributeMap } from '../../ir/attribute-map.ts';
import { createOperation } from '../../ir/build.ts';
import { Copier } from '../../ir/copy.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import type { Type } from '../../ir/types.ts';
import { walk } from '../../ir/walk.ts';
import { isTransfer } from '../../rows/facts.ts';
import type { Rewritten } from './build.ts';

const MASK = 'vector.mask';

const reductions: ReadonlySet<string> = new Set([
  'vector.contract',
  'vector.multi_reduction',
  'vector.outerproduct',
  'vector.reduction',
]);

const i64: Type = { kind: 'integer', width: 64, signedness: 'signless' };
const i32: Type = { kind: 'integer', width: 32, signedness: 'signless' };

export function hasMasks(kernel: Operation): boolean {
  for (const { name } of walk([kernel])) if (name === MASK) return true;
  return false;
}

export function applyMasks(kernel: Operation): Rewritten {
  const diagnostics: Diagnostic[] = [];
  const copier = new Copier({
    typeOf: ({ type }) => type,
    replace: (op) => (op.name === MASK ? unmasked(op) : undefined),
  });
  return { kernel: copier.operation(kernel), diagnostics };

  function unmasked(op: Operation): readonly Operation[] {
    const [mask, passThrough] = op.operands;
    const body = op.regions[0]?.blocks[0]?.operations ?? [];
    const [inner] = body;
    const yielded = body.find(({ name }) => name === 'vector.yield')?.operands ?? [];
    if (mask === undefined || inner === undefined || inner.name === 'vector.yield') {
      copier.bindAll(op.results, copier.values(yielded));
      return [];
    }
    const made = masked(op, inner, copier.value(mask), passThrough && copier.value(passThrough));
    copier.bindAll(op.results, made.at(-1)?.results ?? []);
    return made;
  }

  function masked(
    op: Operation,
    inner: Operation,
    mask: Value,
    passThrough: Value | undefined,
  ): readonly Operation[] {
    const operands = [...copier.values(inner.operands), mask];
    // Transfers have a place for a mask, and say by sizes whether it is there.
    if (isTransfer(inner)) {
      const sizes = inner.attributes.get('operandSegmentSizes');
      const values = sizes?.kind === 'dense_array' ? sizes.values.slice(0, 3) : [];
      const attributes = new AttributeMap(inner.attributes).set('operandSegmentSizes', {
        kind: 'dense_array',
        element: i32,
        values: [...values, 1],
      });
      return [copier.withOperands(inner, operands, attributes)];
    }
    if (reductions.has(inner.name) && passThrough === undefined) {
      const place = BigInt(inner.operands.length);
      const attributes = new AttributeMap(inner.attributes).set('ldscope.mask', {
        kind: 'integer',
        value: place,
        type: i64,
      });
      return [copier.withOperands(inner, operands, attributes)];
    }
    const [result] = op.results;
    const plain = copier.operation(inner);
    const [value] = plain.results;
    if (passThrough !== undefined && result !== undefined && value !== undefined) {
      const select = createOperation('arith.select', {
        operands: [mask, value, passThrough],
        results: [[result.name, result.type]],
        span: op.span,
      });
      return [plain, select];
    }
    const what = `${inner.name} under a mask`;
    diagnostics.push(diagnose(messages.execute.unsupported(op.name, what), op.span));
    return [plain];
  }
}
