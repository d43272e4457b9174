/**
 * The ways between the instructions of a function of SASS.
 *
 *     STS  @P0 BRA .L_1      from the branch to its label, or behind it
 *
 * LIMITATIONS. Branches through registers lead nowhere: lanes that come to one end the execution.
 */
import type { Facts } from './facts.ts';
import type { SassInstruction } from './program.ts';

export interface Flow {
  /** Instructions that can be next: a call goes to its function, and a return behind any call. */
  readonly next: (index: number) => readonly number[];
  /** The same in one function: a call goes on behind itself, a return nowhere; the number of instructions is the end. */
  readonly within: (index: number) => readonly number[];
  /** The first instruction of the function that is called. */
  readonly calleeOf: (index: number) => readonly number[];
}

export function flowOf(
  instructions: readonly SassInstruction[],
  facts: readonly Facts[],
  indices: ReadonlyMap<number, number>,
): Flow {
  const controlAt = (index: number): string | undefined => facts[index]?.row?.control;
  const through = (index: number): number[] => (index + 1 < instructions.length ? [index + 1] : []);
  const targetOf = (index: number): number[] => {
    const target = instructions[index]?.target;
    const to = target === undefined ? undefined : indices.get(target);
    return to === undefined ? [] : [to];
  };
  const calleeOf = (index: number): number[] =>
    controlAt(index) === 'call' ? targetOf(index) : [];
  const afterCalls = [...instructions.keys()].flatMap((index) =>
    calleeOf(index).length > 0 ? through(index) : [],
  );
  /** Behind an instruction that not all lanes follow: of `BRA P1, L` and `EXIT P1` there is a second predicate. */
  const past = (index: number): number[] => {
    const { predicate, operands = [] } = instructions[index] ?? {};
    const most = { branch: 1, exit: 0 }[controlAt(index) ?? ''] ?? Infinity;
    return predicate !== undefined || operands.length > most ? through(index) : [];
  };
  const next = (index: number): readonly number[] => {
    switch (controlAt(index)) {
      case 'exit':
        return past(index);
      case 'return':
        return [...afterCalls, ...past(index)];
      case 'call': {
        const callee = calleeOf(index);
        // A callee that is elsewhere comes back behind the call.
        return callee.length > 0 ? [...callee, ...past(index)] : through(index);
      }
      case 'branch':
      case 'unknown':
        return [...targetOf(index), ...past(index)];
      default:
        return through(index);
    }
  };
  const within = (index: number): readonly number[] => {
    switch (controlAt(index)) {
      case 'call':
        return through(index);
      case 'return':
        return [];
      case 'exit':
        return [instructions.length, ...past(index)];
      default:
        return next(index);
    }
  };
  return { next, within, calleeOf };
}
