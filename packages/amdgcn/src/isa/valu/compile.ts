/** From an instruction of a table to its step, for the mode the wave is in. */
import { LANES, M0, USUAL_MODE, type Step } from '../../state/wave.ts';
import type { CompileInstruction } from '../../state/compile.ts';
import type { Target } from '../../state/target.ts';
import { makeStep } from './factory.ts';
import { generate } from './generate.ts';
import { helpersFor } from './helpers.ts';
import { readMode } from './mode.ts';
import { makePlan, type Parameters, type Plan } from './plan.ts';
import type { Row } from './row.ts';

/** By the text that all instructions of one kind share: a step stores only its registers. */
const kinds = new Map<string, Kind>();

/** A compiler for the instructions of a row. */
export function compileRow(row: Row): CompileInstruction {
  return (instruction, context) => {
    const own = makePlan(row, instruction, context);
    if (own === undefined) return undefined;
    const { target } = context;
    const { parameters, row: _row, ...rest } = own;
    const shape = `${row.family} ${row.mnemonic} ${JSON.stringify(rest)}`;
    const key = `${target} ${shape}`;
    const kind = kinds.get(key) ?? { plan: own, shape, target };
    kinds.set(key, kind);
    return bind(kind, USUAL_MODE, 0, parameters, unusual(kind, parameters));
  };
}

/** The parts that instructions of one shape share on a chip. */
interface Kind {
  readonly plan: Plan;
  readonly shape: string;
  readonly target: Target;
}

function bind(
  { plan, shape, target }: Kind,
  value: number,
  indexing: number,
  parameters: Parameters,
  other: Step,
): Step {
  const mode = readMode(value, indexing);
  const helpers = helpersFor(target, mode.saturate);
  const key = `${shape} ${value} ${indexing}`;
  return makeStep(key, () => generate(plan, mode), helpers, parameters, other);
}

/** Runs the instruction in any mode: a step is made for each mode and index that occurs, and kept. */
function unusual(kind: Kind, parameters: Parameters): Step {
  // Made when a wave first comes in another mode, which few do.
  let steps: Map<string, Step> | undefined;
  let lastMode = -1;
  let last: Step | undefined;
  const never: Step = () => undefined;
  return (wave) => {
    const { mode, indexing } = wave;
    if (indexing === 0 && mode === lastMode && last !== undefined) {
      last(wave);
      return;
    }
    const index = indexing === 0 ? 0 : (wave.s[M0] ?? 0) & 255;
    const key = `${mode} ${indexing} ${index}`;
    steps ??= new Map();
    let step = steps.get(key);
    if (step === undefined) {
      const own = moved(kind.plan, parameters, indexing, index);
      step = bind(kind, mode, indexing, own, never);
      steps.set(key, step);
    }
    if (indexing === 0) {
      lastMode = mode;
      last = step;
    }
    step(wave);
  };
}

const INDEXED = ['pa', 'pb', 'pc', 'pd'] as const;

/** Vector operands that `s_set_gpr_idx_on` enables are `index` registers further on. */
function moved(
  { sources }: Plan,
  parameters: Parameters,
  enables: number,
  index: number,
): Parameters {
  if (enables === 0) return parameters;
  const result = { ...parameters };
  for (const [bit, name] of INDEXED.entries()) {
    const place = result[name];
    const source = sources.find(({ letter }) => name === `p${letter}`);
    const vector = name === 'pd' || source?.origin === 'row' || source?.origin === 'dpp';
    if (((enables >> bit) & 1) === 1 && vector && typeof place === 'number') {
      result[name] = place + index * LANES;
    }
  }
  return result;
}
