/**
 * A kernel while some of its values are not known: executes its operations as a plan has it, and keeps what is not counted.
 *
 *     skip, drop    results are zeros, views are of no memory
 *     tolerate      what would stop the launch stops nothing: the site is not counted
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { integerElement } from '../elements.ts';
import { sparseMemory } from '../memory.ts';
import type { MemRefRegister } from '../registers.ts';
import { isMemory } from '../value-types.ts';
import type { Step } from '../wave.ts';
import type { Plan, Treatment } from './plan.ts';

/** An operation that accesses LDS and is not executed, and why. */
type Dropped = Extract<Treatment, { readonly kind: 'drop' }>;

/** The parts of a kernel's lowering that are used here. */
interface Lowering {
  readonly launch: { readonly waveSize: number };
  readonly here: number;
  readonly nextSite: number;
  readonly replaceSteps: (first: number, replacement: (step: Step) => Step) => void;
  readonly takeDoubles: (values: readonly Value[]) => void;
  readonly memref: (value: Value) => number;
  readonly emit: (step: Step) => void;
  readonly emitFill: (result: Value, number: number) => void;
}

const BYTE = integerElement(8);

export class AssumedExecution {
  readonly plan: Plan;
  readonly dropped: Dropped[] = [];
  /** Sites with executions that left memory, on ways that perhaps no launch takes. */
  readonly left = new Set<number>();
  /** The operation at hand copies into LDS from a source that is not known. */
  hidesSource = false;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  kindOf(op: Operation): Treatment['kind'] | undefined {
    return this.plan.treatments.get(op)?.kind;
  }

  /** Lowers an operation as the plan has it; `lowerKnown` as if all of it were known. */
  lower(op: Operation, lowering: Lowering, lowerKnown: () => void): void {
    const treatment = this.plan.treatments.get(op);
    if (treatment?.kind === 'skip') return skip(op, lowering);
    if (treatment?.kind === 'drop') {
      this.dropped.push(treatment);
      return skip(op, lowering);
    }
    this.hidesSource = treatment?.kind === 'without-source';
    const [step, site] = [lowering.here, lowering.nextSite];
    lowerKnown();
    this.hidesSource = false;
    if (treatment?.kind === 'tolerate') this.#tolerate(lowering, step, site);
  }

  /** Where one of the steps from `first` on would stop the launch, the sites from `site` on are not counted. */
  #tolerate(lowering: Lowering, first: number, site: number): void {
    const sites = Array.from({ length: lowering.nextSite - site }, (_, i) => site + i);
    lowering.replaceSteps(first, (step) => (wave) => {
      step(wave);
      if (wave.state !== 'failed') return;
      wave.resume();
      for (const one of sites) this.left.add(one);
    });
  }
}

/** Gives the results of an operation that is not executed zeros, and views of no memory. */
function skip(op: Operation, lowering: Lowering): void {
  lowering.takeDoubles([]);
  for (const result of op.results) {
    if (!isMemory(result.type)) {
      lowering.emitFill(result, 0);
      continue;
    }
    const to = lowering.memref(result);
    const view = viewOfNothing(lowering.launch.waveSize);
    lowering.emit((wave) => {
      wave.memrefs[to] = view;
    });
  }
}

/** A view in place of one that is not known: no operation that is executed reads or writes through it. */
function viewOfNothing(lanes: number): MemRefRegister | undefined {
  if (BYTE === undefined) return undefined;
  const memory = sparseMemory('memory that is not known', 0, { left: 0 });
  const offsetBytes = new Float64Array(lanes);
  return { memory, offsetBytes, sizes: [], strides: [], element: BYTE };
}
