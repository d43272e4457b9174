/** Kernels of one file share what is made of the file: an execution looks at the code of its own kernel only. */
import {
  executePrepared,
  executeProgram,
  type Execution,
  parseAssembly,
  PreparedProgram,
  type Program,
} from '@ldscope/amdgcn';
import { type AccessTrace, copyTrace, emptyLaunch, machineNamed } from '@ldscope/core';
import { expect, it } from 'vitest';
import { oneBank, openLoop, ownWords, programText } from './program-text.ts';

const kernels = [
  { name: 'first', body: openLoop },
  { name: 'second', body: `${openLoop.replaceAll('again', 'more')}\n${ownWords}` },
  { name: 'third', body: oneBank },
];
const text = programText(kernels);
const { program } = parseAssembly(text);
const machine = machineNamed('gfx942');

type Execute = (options: Parameters<typeof executeProgram>[2]) => Execution;

/** All that an execution gives. */
function seen(execute: Execute, kernel: string, items: number) {
  const traces: AccessTrace[] = [];
  const execution = execute({
    machine,
    kernel,
    launch: { ...emptyLaunch, block: [items, 1, 1] },
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  return { execution, traces };
}

/** The program, and the instructions that were looked at since the last call of `take`. */
function watched(): { readonly watchedProgram: Program; readonly take: () => number[] } {
  const numbers = new Set<number>();
  const instructions = new Proxy(program.instructions, {
    get: (target, key, receiver): unknown => {
      if (typeof key === 'string' && /^\d+$/.test(key)) numbers.add(Number(key));
      return Reflect.get(target, key, receiver);
    },
  });
  const take = (): number[] => {
    const taken = [...numbers].sort((a, b) => a - b);
    numbers.clear();
    return taken;
  };
  return { watchedProgram: { ...program, instructions }, take };
}

it('gives the same as programs that were prepared for one execution', () => {
  const prepared = new PreparedProgram(program, text);
  for (const items of [64, 256]) {
    for (const { name } of kernels) {
      const shared = seen((options) => executePrepared(prepared, options), name, items);
      const alone = seen((options) => executeProgram(program, text, options), name, items);
      expect(shared).toEqual(alone);
      expect(shared.traces).toHaveLength(1);
      expect(shared.traces[0]?.count).toBeGreaterThan(0);
    }
  }
});

it('reads the code of other kernels once at most', () => {
  const { watchedProgram, take } = watched();
  const prepared = new PreparedProgram(watchedProgram, text);
  const execute: Execute = (options) => executePrepared(prepared, options);
  seen(execute, 'first', 64);
  take();
  const entries = [...kernels.keys()].map((index) => program.kernels[index]?.entry ?? 0);
  for (const [index, { name }] of kernels.entries()) {
    seen(execute, name, 256);
    const looked = take();
    expect(looked.length).toBeGreaterThan(0);
    expect(looked[0]).toBeGreaterThanOrEqual(entries[index] ?? 0);
    expect(looked.at(-1)).toBeLessThan(entries[index + 1] ?? program.instructions.length);
  }
});
