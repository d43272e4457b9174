/**
 * The target of a module: `#iree_gpu.target<arch = "gfx942", ... wgp = <... max_workgroup_memory_bytes = 65536, ...
 * workgroup_memory_bank_count = 32>>`, on the function, the executable variant, or behind an alias.
 *
 *     func.func @f() attributes {hal.executable.target = #executable}     65536 bytes, 32 banks
 *
 * IREE's attributes are text here; the numbers are found by their names.
 */
import { type Attribute, resolveAttribute } from '../../ir/types.ts';
import type { Module, Operation } from '../../ir/ir.ts';
import type { Rewriter } from '../rewriter.ts';

export interface TargetNumbers {
  readonly ldsBytes?: number;
  readonly banks?: number;
  /** Widths of direct-to-LDS copies, in bits of a lane. */
  readonly dmaSizes?: readonly number[];
}

/** Aliases of aliases, no deeper than anybody writes. */
const MOST_ALIASES = 8;

/** The numbers of the target that a function is for; empty where the module says none. */
export function targetOf(func: Operation, module: Module, rewriter: Rewriter): TargetNumbers {
  return namedTarget(func, module, rewriter) ?? {};
}

/** The same; `undefined` where the module names no target. */
export function namedTarget(
  func: Operation,
  module: Module,
  rewriter: Rewriter,
): TargetNumbers | undefined {
  for (let op: Operation | undefined = func; op !== undefined; op = rewriter.parentOf(op)) {
    for (const [, attribute] of op.attributes) {
      const text = fullText(attribute, module);
      if (!text.includes('iree_gpu.target<')) continue;
      const ldsBytes = numberIn(text, 'max_workgroup_memory_bytes');
      const banks = numberIn(text, 'workgroup_memory_bank_count');
      const listed = /\bdma_sizes = \[([\d, ]+)\]/.exec(text)?.[1];
      const dmaSizes = listed?.split(',').map(Number);
      return {
        ...(ldsBytes && { ldsBytes }),
        ...(banks && { banks }),
        ...(dmaSizes && { dmaSizes }),
      };
    }
  }
  return undefined;
}

/** The text of an attribute with what its aliases stand for behind it. */
function fullText(attribute: Attribute, module: Module): string {
  const resolved = resolveAttribute(attribute);
  if (resolved.kind === 'dictionary') {
    return [...resolved.entries.values()].map((entry) => fullText(entry, module)).join(' ');
  }
  let text = resolved.kind === 'opaque' ? resolved.text : '';
  const seen = new Set<string>();
  for (let depth = 0; depth < MOST_ALIASES; depth++) {
    const names = [...text.matchAll(/#([A-Za-z_][\w$]*)(?![\w.$])/g)].map(([, name = '']) => name);
    const fresh = names.filter((name) => !seen.has(name));
    if (fresh.length === 0) break;
    for (const name of fresh) {
      seen.add(name);
      const alias = module.attributeAliases.get(name);
      const meant = alias && resolveAttribute(alias);
      if (meant?.kind === 'opaque') text += ` ${meant.text}`;
    }
  }
  return text;
}

function numberIn(text: string, name: string): number | undefined {
  const [, digits] = new RegExp(`\\b${name} = (\\d+)`).exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
