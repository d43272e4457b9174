/** Steps of rows: the operands of an instruction bound to the loop that `generate.ts` makes of its row. */
import { type Message, messages } from '@ldscope/core';
import type { Step } from '@ldscope/simt';
import type { Instruction, Operand } from '../text/program.ts';
import { typeOf } from '../text/types.ts';
import { generate, parametersOf, shapeOf, type Source, type Target } from './generate.ts';
import { helpers } from './helpers.ts';
import { textOf } from './memory/context.ts';
import { type Names, sourceOf } from './operands.ts';
import { inOrder, planned } from './plan.ts';
import { isSound, type Row, type RowType } from './row.ts';

const PAIRS: ReadonlyMap<string, RowType> = new Map([
  ['f32x2', 'f32x2'],
  ['u16x2', 'u16x2'],
  ['s16x2', 's16x2'],
]);

/** The last type among modifiers. */
export function rowTypeOf(modifiers: readonly string[]): RowType | undefined {
  const name = modifiers.findLast((one) => typeOf(one) !== undefined || PAIRS.has(one));
  return name === undefined ? undefined : (PAIRS.get(name) ?? typeOf(name));
}

export function targetOf(operand: Operand | undefined, names: Names): Target | undefined {
  if (operand?.kind !== 'register' || operand.part !== undefined) return undefined;
  return { offset: names.offsetOf(operand.register.id), type: operand.register.type };
}

export function rowStep(row: Row, instruction: Instruction, names: Names): Step | Message {
  const { operands } = instruction;
  if (!isSound(row)) return messages.ptx.unsupported(textOf(instruction));
  if (operands.length !== row.ins.length + 1)
    return messages.ptx.operand(textOf(instruction), Math.min(operands.length, row.ins.length + 1));
  const sources: Source[] = [];
  for (const index of row.ins.keys()) {
    const source = sourceOf(operands[index + 1], names);
    if (source === undefined) return messages.ptx.operand(textOf(instruction), index + 2);
    sources.push(source);
  }
  const target = targetOf(operands[0], names);
  if (target === undefined)
    return operands[0]?.kind === 'sink'
      ? inOrder([])
      : messages.ptx.operand(textOf(instruction), 1);
  return stepOf(row, sources, target);
}

type Factory = (
  helpers: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, number>>,
) => Step;

const factories = new Map<string, Factory>();

/** The step of a row, compiled once per shape: no name or number of the input is in its text. */
export function stepOf(
  row: Row,
  sources: readonly Source[],
  target: Target | undefined,
  second?: { readonly text: string; readonly target: Target },
): Step {
  const shape = shapeOf(row, sources, target, second);
  let factory = factories.get(shape);
  if (factory === undefined) {
    const text = generate(row, sources, target, second);
    const called = Object.keys(helpers).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    // A loop of its own for each operation is what makes execution fast; see generate.ts.
    // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval
    factory = new Function('H', 'p', `const { ${called.join(', ')} } = H;\n${text}`) as Factory;
    factories.set(shape, factory);
  }
  const step = factory(helpers, parametersOf(row, sources, target, second));
  return planned(step, [{ row, sources, target, second }]);
}
