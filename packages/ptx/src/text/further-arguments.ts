/**
 * Functions that take as many bytes as a call passes: `.func f(.param .b32 n, .param .align 8 .b8 rest[])`.
 *
 * Such a parameter is as large here as the largest array that any call of the module passes at its place. Source: PTX ISA 9.0, 7.2.
 */
import { factsOf } from '../rows/facts.ts';
import type { Operand, PtxFunction, Variable } from './program.ts';

export function withFurtherArguments(functions: readonly PtxFunction[]): readonly PtxFunction[] {
  if (!functions.some(isOpen)) return functions;
  const calls = functions.flatMap(({ instructions, variables }) =>
    instructions
      .filter((one) => factsOf(one).control === 'call')
      .map(({ operands }) => passedBytes(operands, variables)),
  );
  return functions.map((one) => {
    if (!isOpen(one)) return one;
    const parameters = one.parameters.map((parameter, index): Variable => {
      if (!isUnsized(parameter)) return parameter;
      const bytes = calls.reduce((most, call) => Math.max(most, call[index] ?? 0), 0);
      return { ...parameter, bytes };
    });
    return { ...one, parameters };
  });
}

const isUnsized = ({ bytes, register }: Variable): boolean => bytes === 0 && register === undefined;

const isOpen = ({ isEntry, parameters }: PtxFunction): boolean =>
  !isEntry && parameters.some(isUnsized);

/** Bytes of the arguments of a call that are variables, by place: the list behind the name of the function. */
function passedBytes(operands: readonly Operand[], variables: readonly Variable[]): number[] {
  const callee = operands.findIndex(({ kind }) => kind !== 'list');
  const list = operands.slice(callee + 1).find(({ kind }) => kind === 'list');
  return list?.kind !== 'list'
    ? []
    : list.elements.map((element) =>
        element.kind === 'symbol'
          ? (variables.find(({ name }) => name === element.name)?.bytes ?? 0)
          : 0,
      );
}
