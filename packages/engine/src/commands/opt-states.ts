/**
 * The states that a text goes through: one dump of all of them, and the result of executing each.
 *
 *     const { states } = transformText(text, steps, { machine, like });
 *     dumpOf(states)                  what a compiler prints with --mlir-print-ir-after-change
 *     executeStates(states, machine)  [{ functions: [{ name: '@k', totals }] }, { pass: 'gpu-vector-alloc', ... }, ...]
 *
 * Every function is executed on the same random data in each state, its first workgroup, so both what it leaves in memory
 * and what its accesses cost can be compared from state to state.
 */
import {
  emptyLaunch,
  hasErrors,
  type Machine,
  type OptState,
  type StateFunction,
} from '@ldscope/core';
import {
  createBlock,
  createOperation,
  kernelNames,
  parseModule,
  printModule,
  splitChunks,
} from '@ldscope/mlir';
import { ComparedRuns } from '../buffers/compared-runs.ts';
import type { TextState } from '../opt/transform.ts';

/** Most operations of a wave: a flow is followed, not a whole launch. */
const MAX_STEPS = 2_000_000;

/** The states as a dump of a compiler, which every command reads with `--after` and `--before`. */
export function dumpOf(states: readonly TextState[]): string {
  const [input, ...rest] = states;
  const first = rest[0]?.pass;
  if (input === undefined || first === undefined) return input?.mlir ?? '';
  return [
    ...dumpsOf(`Before ${nameOf(first)}`, first, input.mlir),
    ...rest.flatMap(({ pass = '', mlir }) => dumpsOf(`After ${nameOf(pass)}`, pass, mlir)),
  ].join('\n');
}

/** A dump for each chunk of a text: a dump is one operation, so functions get a module around them. */
function dumpsOf(when: string, pass: string, mlir: string): string[] {
  return splitChunks(mlir).map(({ start, end }) => {
    const { module } = parseModule(mlir.slice(start, end));
    const [only, second] = module.operations;
    const around = createOperation('builtin.module', {
      regions: [{ blocks: [createBlock(undefined, [], module.operations)] }],
    });
    const isOne = only === undefined || second === undefined;
    const text = printModule(isOne ? module : { ...module, operations: [around] });
    return `// -----// IR Dump ${when} (${nameOf(pass)}) //----- //\n${text}`;
  });
}

/** Without its options. */
const nameOf = (pass: string): string => pass.replace(/\{.*/, '');

/** Executes the functions of each state. */
export function executeStates(
  states: readonly TextState[],
  machine: Machine,
  onProgress?: (done: number, all: number) => void,
): OptState[] {
  const execute = stateExecutor(machine);
  return states.map((state, done) => {
    onProgress?.(done, states.length);
    return execute(state);
  });
}

/** Executes states one by one: all that it is given, the input first, on the same data. */
export function stateExecutor(machine: Machine): (state: TextState) => OptState {
  const runs = new Map<string, ComparedRuns>();
  const launch = { launch: emptyLaunch, workgroups: 1, maxSteps: MAX_STEPS };
  return ({ pass, mlir }) => {
    const functions = splitChunks(mlir).flatMap(({ start, end }, chunk): StateFunction[] => {
      const text = mlir.slice(start, end);
      const { module, diagnostics } = parseModule(text);
      if (hasErrors(diagnostics)) return [];
      return kernelNames(module).map((kernel): StateFunction => {
        const key = `${chunk} ${kernel}`;
        const own = runs.get(key) ?? new ComparedRuns(module, text, { ...launch, machine, kernel });
        runs.set(key, own);
        return { name: `@${kernel}`, ...own.count(text) };
      });
    });
    return { ...(pass === undefined ? {} : { pass }), functions };
  };
}
