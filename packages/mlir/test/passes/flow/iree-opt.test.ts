/** What is asked of the user's iree-opt, and what of its answer is taken. */
import { expect, it } from 'vitest';
import { machineNamed } from '@ldscope/core';
import { parseModule, parsePassList, runPasses } from '@ldscope/mlir';

it('is asked for functions with a body, and may declare others in its answer', () => {
  const { module } = parseModule(
    'func.func private @declared(i32)\nfunc.func @k(%a: i32) {\n  return\n}\n',
  );
  const steps = parsePassList('llvmgpu-vector-distribute');
  if (!steps.ok) throw new Error(steps.diagnostics[0]?.message);
  const asked: string[] = [];
  const { diagnostics } = runPasses(module, steps.value, {
    machine: machineNamed('gfx942'),
    like: 'corrected',
    ireeOpt: (_pipeline, text) => {
      asked.push(...(text.match(/@\w+/g) ?? []));
      return { text: `func.func private @helper()\n${text}` };
    },
  });
  expect(asked).toEqual(['@k']);
  expect(diagnostics.map(({ code }) => code)).toEqual(['opt/iree-opt-ran']);
});
