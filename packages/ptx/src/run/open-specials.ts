/** Whether accesses depend on special registers that no launch gives: a clock, or where a block runs. */
import { emptyLaunch, type ExecuteOptions } from '@ldscope/core';
import type { Instruction, Module } from '../text/program.ts';
import { specialsOf } from '../text/specials.ts';
import type { Layout } from './layout.ts';
import { sliceOfKernel } from './slice/slice.ts';
import { unknownSpecial } from './specials.ts';

/** An execution for its results takes any value that such a register may have: there nothing depends on one. */
export function dependsOnSpecials(
  module: Module,
  reached: ReadonlySet<number>,
  layout: Layout,
  { launch = emptyLaunch, arguments: given, accessesOnly = false }: ExecuteOptions,
): boolean {
  if (given !== undefined && !accessesOnly) return false;
  const isOpen = ({ operands }: Instruction): boolean =>
    operands.flatMap(specialsOf).some((name) => unknownSpecial(name, launch, layout) !== undefined);
  const instructions = module.functions.flatMap((one, number) =>
    reached.has(number) ? one.instructions : [],
  );
  if (!instructions.some(isOpen)) return false;
  const slice = sliceOfKernel({ module, reached, ofGlobal: true, required: [] });
  return instructions.some((one, number) => isOpen(one) && slice?.wants(number) !== false);
}
