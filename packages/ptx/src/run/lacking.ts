/**
 * Instructions of a kernel that the chip does not have, and code that is of another chip: each is an error of the kernel,
 * and its accesses are not counted.
 *
 *     wgmma.mma_async...  on sm_100     of sm_90a alone
 *     .target sm_90a      on sm_80      code for sm_90a does not run there
 *     .target sm_90       on sm_80      a warning: the text may be compiled for sm_80, unless an instruction requires sm_90
 *
 * Instructions count whether or not a launch reaches them: ptxas refuses the module for one.
 */
import {
  type Hazard,
  type Location,
  type Machine,
  type Message,
  messages,
  type Span,
} from '@ldscope/core';
import { textOf } from '../isa/memory/context.ts';
import { chipsOfLacking, isOtherTarget } from '../rows/chips.ts';
import type { Instruction, Module } from '../text/program.ts';

export class Lacking {
  /** By the numbers of the instructions of the functions that are executed. */
  readonly instructions: ReadonlySet<number>;
  /** Said of a module for a later chip. */
  readonly newerTarget: Message | undefined;
  readonly #found: readonly { readonly message: Message; readonly span: Span; count: number }[];

  constructor(
    { functions, target, targetSpan }: Module,
    reached: ReadonlySet<number>,
    { name }: Machine,
  ) {
    const chip = Number(/^sm_(\d+)$/.exec(name)?.[1]);
    const numbers = new Set<number>();
    const found = new Map<string, { message: Message; span: Span; count: number }>();
    const add = (text: string, message: Message, span: Span): void => {
      const known = found.get(text);
      if (known === undefined) found.set(text, { message, span, count: 1 });
      else known.count++;
    };
    const whose = target === undefined ? undefined : isOtherTarget(target, chip);
    const span = targetSpan ?? { start: 0, end: 0 };
    if (whose === 'other' && target !== undefined)
      add(target, messages.ptx.otherTarget(target, name), span);
    const all = functions.flatMap(({ instructions }, number): readonly Instruction[] =>
      reached.has(number) ? instructions : [],
    );
    for (const [number, instruction] of all.entries()) {
      const chips = chipsOfLacking(instruction, chip);
      if (chips === undefined) continue;
      numbers.add(number);
      const text = textOf(instruction);
      add(text, messages.ptx.notOnChip(text, name, chips), instruction.span);
    }
    this.instructions = numbers;
    this.newerTarget =
      whose === 'newer' && target !== undefined && found.size === 0
        ? messages.ptx.newerTarget(target, name)
        : undefined;
    this.#found = [...found.values()];
  }

  /** An error for each form that the chip lacks, at its first place. */
  hazards(locationOf: (span: Span) => Location): Hazard[] {
    return this.#found.map(({ message: { code, severity, message, hint = '' }, span, count }) => ({
      code,
      severity,
      message,
      hint,
      location: locationOf(span),
      count,
    }));
  }
}
