/** The allocations of a module's functions that a swizzle hint is about, before any pass has resolved it. */
import { symbolOf } from '../../../ir/attribute-values.ts';
import type { Module } from '../../../ir/ir.ts';
import { shownName } from '../pass.ts';
import { operationsIn, Rewriter } from '../../rewriter.ts';
import { absorbedSwizzle, allocationOf, functionsIn, swizzleHint } from './swizzle-hint.ts';

/**
 * Names with their sigil, each once, in order of appearance: of the functions that `wanted` takes by their symbol. A
 * hint of memory that is not allocated in its function has the name of its operand. The module is not changed.
 */
export function hintedAllocations(module: Module, wanted: (symbol: string) => boolean): string[] {
  const rewriter = new Rewriter(module);
  const names = functionsIn(module)
    .filter((func) => wanted(symbolOf(func.attributes.get('sym_name')) ?? ''))
    .flatMap((func) => operationsIn(func.regions))
    .flatMap((op) => {
      if (op.attributes.has(absorbedSwizzle)) return op.results.map(shownName);
      const [operand] = op.name === swizzleHint ? op.operands : [];
      if (operand === undefined) return [];
      return [shownName(allocationOf(operand, rewriter)?.results[0] ?? operand)];
    });
  return [...new Set(names)];
}
