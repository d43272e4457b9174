/**
 * The interface of passes, and running a list of them over a module.
 *
 *     const pass: Pass = { name: 'flatten-swizzle-hint-allocs', summary: '...', options: {}, run(context) { ... } };
 *     runPasses(module, [{ pass, options: {} }], { machine, like: 'corrected' })
 *
 * A pass changes the module in place through the rewriter of its context, says for each allocation what it decided and why,
 * and reports what is wrong. `fail` ends the run behind the pass: what it did until then stays, and is not to be printed as
 * a result. Decisions are sentences; printers group them by allocation.
 */
import type { AccessTrace, Diagnostic, Machine, Message, PassDecision, Span } from '@ldscope/core';
import { diagnose, hasErrors } from '@ldscope/core';
import type { Module, Operation, Value } from '../../ir/ir.ts';
import { isFunction } from '../../rows/facts.ts';
import { Rewriter } from '../rewriter.ts';
import { type IreeOpt, runInIreeOpt } from './iree-opt.ts';
import { verifySwizzles } from './hints/swizzle-hint.ts';

/**
 * The compiler that passes imitate: `iree` is IREE's main branch with its defects, `iree-pr-23778` main with that pull
 * request; `corrected` has the same intent without the defects.
 */
export type Likeness = 'corrected' | 'iree' | 'iree-pr-23778';

/** The value of an option of a pass. */
export type OptionValue = number | boolean;

interface PassOption {
  readonly summary: string;
  readonly value: OptionValue;
}

export interface Pass {
  /** Upstream's name of the pass. */
  readonly name: string;
  /** Other names that are accepted. */
  readonly aliases?: readonly string[];
  /** Its name in iree-opt, for passes that can run there instead. */
  readonly ireeOpt?: string;
  /** One line for lists. */
  readonly summary: string;
  /** By name, each with its default. */
  readonly options: Readonly<Record<string, PassOption>>;
  readonly run: (context: PassContext) => void;
}

/** A pass with the options that were given. */
export interface PassStep {
  readonly pass: Pass;
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** The environment of passes: the chip, and the compiler whose rules they follow. */
export interface PassEnvironment {
  readonly machine: Machine;
  readonly like: Likeness;
  /** The compiler whose resolver has to lower hints; by default ldscope's own, which lowers more. */
  readonly resolvableBy?: 'iree' | undefined;
  /** Executes a function of the module as it is now; absent where nothing is executed. */
  readonly observe?: Observe;
  /** Runs passes that have a name there in the user's iree-opt. */
  readonly ireeOpt?: IreeOpt | undefined;
  /** Called after each successful pass, with the module as it is then. */
  readonly onPass?: ((step: PassStep, module: Module) => void) | undefined;
}

/**
 * The accesses of each allocation of a function, by name with the sigil, addresses from its start; `undefined` for a
 * function that cannot be executed.
 */
export type Observe = (
  module: Module,
  func: Operation,
) => ReadonlyMap<string, AccessTrace> | undefined;

/** A decision, as a pass says it: its own name is added. */
export type Decision = Omit<PassDecision, 'pass' | 'allocation' | 'span'>;

export interface PassContext extends PassEnvironment {
  readonly module: Module;
  readonly rewriter: Rewriter;
  /** True for upstream's behaviour, with or without pull requests. */
  readonly likeIree: boolean;
  /** The value of an option: what was given, or its default. Throws for a name that the pass does not have. */
  readonly number: (name: string) => number;
  readonly flag: (name: string) => boolean;
  /** The decision of the pass on an allocation, with the reason; once per allocation. */
  readonly decide: (allocation: Value, decision: Decision) => void;
  readonly report: (message: Message, at?: Operation) => void;
  /** Reports and ends the run behind this pass. */
  readonly fail: (message: Message, at?: Operation) => void;
  /** True when the pass has failed already. */
  readonly failed: () => boolean;
}

/** A decision together with the allocation's function. */
export interface PlacedDecision extends PassDecision {
  readonly function?: string;
}

/** The decisions of passes, and whether the module may be used. */
export interface PassOutcome {
  readonly decisions: readonly PlacedDecision[];
  readonly diagnostics: readonly Diagnostic[];
  /** False when the module was wrong from the start, or a pass failed: it is then not to be used. */
  readonly ok: boolean;
  /** The pass that failed. */
  readonly failed?: Pass;
}

/** Runs passes one after the other; the module is changed in place. */
export function runPasses(
  module: Module,
  steps: readonly PassStep[],
  environment: PassEnvironment,
): PassOutcome {
  const decisions: PlacedDecision[] = [];
  const diagnostics: Diagnostic[] = verifySwizzles(module);
  if (hasErrors(diagnostics)) return { decisions, diagnostics, ok: false };
  for (const step of steps) {
    const { pass } = step;
    let failed = false;
    const rewriter = new Rewriter(module);
    const place = (message: Message, at: Operation | undefined): void => {
      diagnostics.push(diagnose(message, at && spanOf(at)));
    };
    const { ireeOpt } = environment;
    if (ireeOpt !== undefined) runInIreeOpt(pass, rewriter, ireeOpt, place);
    pass.run({
      ...environment,
      module,
      rewriter,
      likeIree: environment.like !== 'corrected',
      number: (name) => {
        const value = optionOf(step, name);
        if (typeof value !== 'number') throw new Error(`${pass.name} has no number '${name}'`);
        return value;
      },
      flag: (name) => {
        const value = optionOf(step, name);
        if (typeof value !== 'boolean') throw new Error(`${pass.name} has no flag '${name}'`);
        return value;
      },
      decide: (allocation, decision) => {
        const around = functionAround(rewriter, allocation);
        const span = allocation.definition && spanOf(allocation.definition);
        decisions.push({
          allocation: shownName(allocation),
          ...(around === undefined ? {} : { function: around }),
          ...(span === undefined ? {} : { span }),
          pass: pass.name,
          ...decision,
        });
      },
      report: place,
      fail: (message, at) => {
        failed = true;
        place(message, at);
      },
      failed: () => failed,
    });
    if (failed) return { decisions, diagnostics, ok: false, failed: pass };
    environment.onPass?.(step, module);
  }
  return { decisions, diagnostics, ok: true };
}

function optionOf({ pass, options }: PassStep, name: string): OptionValue | undefined {
  return options[name] ?? pass.options[name]?.value;
}

/** Operations that passes made have no place in the text, unless they took that of another. */
function spanOf({ span }: Operation): Span | undefined {
  return span.end > 0 ? span : undefined;
}

/** `%tile`, `%pair#1`. */
export function shownName({ name, group, index }: Value): string {
  return `%${name}${group > 1 ? `#${index}` : ''}`;
}

function functionAround(rewriter: Rewriter, value: Value): string | undefined {
  const { definition } = value;
  const owner = definition ?? rewriter.ownerOf(value);
  if (owner === undefined || rewriter.isErased(owner)) return undefined;
  for (let op: Operation | undefined = owner; op !== undefined; op = rewriter.parentOf(op)) {
    const name = op.attributes.get('sym_name');
    if (name?.kind === 'string' && isFunction(op)) return `@${name.value}`;
  }
  return undefined;
}
