/** The list of chips in messages is that of the machines whose code is executed. */
import { expect, it } from 'vitest';
import {
  codeChip,
  findMachine,
  listCodeChips,
  machineNamed,
  machines,
  occupancyOf,
  siblings,
} from '@ldscope/core';

it('names every machine with code, in their order', () => {
  const executed = machines.flatMap(({ name, code }) => (code === undefined ? [] : [name]));
  expect(listCodeChips('and')).toBe(
    `${executed.slice(0, -1).join(', ')} and ${executed.at(-1) ?? ''}`,
  );
});

// What LLVM 22 prints as occupancy of a kernel with 100 vector registers, in waves of 32 lanes.
it.each([
  ['gfx1100', 12],
  ['gfx1101', 12],
  ['gfx1102', 9],
  ['gfx1103', 9],
  ['gfx1150', 9],
  ['gfx1151', 12],
  ['gfx1152', 9],
  ['gfx1153', 9],
  ['gfx1200', 12],
  ['gfx1201', 12],
] as const)('%s holds %i waves of 100 registers', (name, waves) => {
  const machine = machineNamed(name);
  const registers = { vector: 100, accumulators: 0 };
  const { bounds } = occupancyOf({ registers, ldsBytes: 0, wavesPerWorkgroup: 1 }, machine);
  const simds = machine.occupancy.simdsPerUnit.value;
  expect(bounds.find(({ limit }) => limit === 'vector registers')?.workgroups).toBe(simds * waves);
});

it('siblings have the code of a listed chip, and rules that were not measured on them', () => {
  for (const { name, code, models } of siblings) {
    expect(codeChip(name)).not.toBe(name);
    expect(code).toBe(findMachine(codeChip(name))?.code);
    for (const { rules } of models)
      for (const table of [rules[32], rules[64]])
        for (const { evidence } of Object.values(table ?? {})) expect(evidence).toBe('inferred');
  }
});
