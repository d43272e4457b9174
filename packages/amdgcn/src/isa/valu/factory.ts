/**
 * Compiles the text of a step, once per shape of an instruction.
 *
 * The text is made by `generate.ts` from our own tables: the kinds of registers and the modifiers that `plan.ts` has read
 * decide it, and no name or number of the input is pasted in.
 */
import type { Step } from '../../state/wave.ts';
import type { Helpers } from './helpers.ts';
import type { Parameters } from './plan.ts';

type Factory = (helpers: Helpers, parameters: Parameters, other: Step) => Step;

const factories = new Map<string, Factory>();

/** The step of a shape, bound to its registers. `other` runs when the wave is in another mode. */
export function makeStep(
  shape: string,
  text: () => string,
  helpers: Helpers,
  parameters: Parameters,
  other: Step,
): Step {
  let factory = factories.get(shape);
  if (factory === undefined) {
    // A loop of its own for each operation is what makes the emulator fast; see generate.ts.
    // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval
    factory = new Function('H', 'p', 'other', text()) as Factory;
    factories.set(shape, factory);
  }
  return factory(helpers, parameters, other);
}
