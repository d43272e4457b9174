/**
 * The instructions whose results a kernel's accesses need: the flows of its instructions, and the slice of core.
 *
 *     mad.lo.s32 %r2, %r1, 4, %r5       required: r2 is the address below
 *     ld.shared.f32 %f1, [%r2]          made and recorded; its result is not required
 *     fma.rn.f32 %f2, %f1, %f1, %f2     not computed
 *
 * Registers of PTX are virtual: compilers give each value its own, so the slice ignores the order of instructions.
 */
import { type Slice, sliceOfNames } from '@ldscope/core';
import { spaceOf } from '../../isa/memory/context.ts';
import type { Names } from '../../isa/operands.ts';
import { isUpdate, readsFirst } from '../../rows/facts.ts';
import type { Module } from '../../text/program.ts';
import { type Flow, flowOf, LOCAL_PLACE } from './flow.ts';

/**
 * True where an execution of accesses alone may store to global memory: required atomics, or an execution that computes
 * everything.
 */
export function mayStore(module: Module, reached: ReadonlySet<number>): boolean {
  const isStored = [...reached].some((number) =>
    module.functions[number]?.instructions.some(
      (instruction) =>
        isUpdate(instruction) &&
        !readsFirst(instruction) &&
        spaceOf(instruction.modifiers) !== 'shared',
    ),
  );
  return isStored || sliceOfKernel({ module, reached, ofGlobal: true, required: [] }) === undefined;
}

export interface SliceRequest {
  readonly module: Module;
  /** The functions that are executed. */
  readonly reached: ReadonlySet<number>;
  readonly ofGlobal: boolean;
  /** Memories whose content is required in any case. */
  readonly required: readonly number[];
}

/** By number of an instruction, through the functions that are executed; `undefined` where everything has to be computed. */
export function sliceOfKernel({
  module,
  reached,
  ofGlobal,
  required: memories,
}: SliceRequest): Slice | undefined {
  const flows: Flow[] = [];
  const required = [...memories];
  const specials = new Map<string, number>();
  // Places are numbers of registers here: function after function, special ones behind them.
  const registers = module.functions.map((one) => one.registers.length);
  const ends = registers.map((_, i) => registers.slice(0, i + 1).reduce((a, b) => a + b, 0));
  const end = ends.at(-1) ?? 0;
  for (const [number, of] of module.functions.entries()) {
    if (!reached.has(number)) continue;
    const names: Names = {
      offsetOf: (id) => (number === 0 ? 0 : (ends[number - 1] ?? 0)) + id,
      special: (name) => {
        const place = specials.get(name) ?? end + specials.size;
        specials.set(name, place);
        return place;
      },
      addressOf: () => undefined,
    };
    for (const instruction of of.instructions) {
      const flow = flowOf(instruction, { names, of, ofGlobal });
      if (flow === undefined) return undefined;
      flows.push(flow);
    }
    // `ret` copies the results of a function to its caller.
    for (const { register } of of.results)
      if (register !== undefined) required.push(names.offsetOf(register.id));
    if (!of.isEntry) required.push(LOCAL_PLACE);
  }
  return sliceOfNames(flows, required);
}
