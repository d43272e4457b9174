import { findModel, machineNamed, machines } from '@ldscope/core';
import { machineJson, machinesJson, sayMachine, sayMachines, writeText } from '@ldscope/render';
import { describe, expect, test } from 'vitest';

describe('machines as text', () => {
  test('the list', async () => {
    await expect(writeText(sayMachines(machines))).toMatchFileSnapshot('golden/machines.txt');
  });

  test.each(['gfx950', 'sm_90', 'gfx1250'])('%s', async (name) => {
    const text = writeText(sayMachine(machineNamed(name)));
    await expect(text).toMatchFileSnapshot(`golden/machine-${name}.txt`);
  });

  test('no line of any machine and model exceeds the width', () => {
    for (const machine of machines) {
      for (const { name } of machine.models) {
        for (const width of [60, 80, 100]) {
          const text = writeText(sayMachine(machine, findModel(machine, name)), { width });
          for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  test('every fact and rule names a source that is listed', () => {
    for (const machine of machines) {
      const text = writeText(sayMachine(machine));
      const listed = new Set([...text.matchAll(/^ +\[(\d+)\] /gm)].map(([, number]) => number));
      const named = [...text.matchAll(/\[(\d+(?:,\d+)*)\](?: [a-z]+)?$/gm)];
      expect(named.length).toBeGreaterThan(10);
      for (const [, numbers = ''] of named) {
        for (const number of numbers.split(',')) expect(listed).toContain(number);
      }
    }
  });
});

test('the JSON of a machine has facts with evidence, and phases by lane', () => {
  const value: unknown = JSON.parse(machineJson(machineNamed('gfx942')));
  expect(value).toMatchObject({
    schema: 'ldscope-machine/1',
    name: 'gfx942',
    sharedMemory: { bytes: { value: 65536, evidence: 'documented' } },
    models: expect.arrayContaining([
      expect.objectContaining({
        name: 'default',
        rules: expect.objectContaining({
          64: expect.objectContaining({
            'read.b128': expect.objectContaining({
              phases: expect.objectContaining({ lanes: expect.arrayContaining(['0-3,20-23']) }),
            }),
          }),
        }),
      }),
    ]),
  });
  expect(JSON.parse(machinesJson(machines))).toMatchObject({ schema: 'ldscope-machines/1' });
});
