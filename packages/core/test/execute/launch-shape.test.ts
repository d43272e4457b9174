import { describe, expect, it } from 'vitest';
import {
  chooseKernel,
  coordinatesIn,
  type ExecuteOptions,
  executeWorkgroups,
  executionOf,
  type Extent,
  type LaunchShape,
  type Machine,
  machines,
  singleAccess,
} from '@ldscope/core';

const shape: LaunchShape = {
  grid: [3, 2, 2],
  block: [96, 1, 1],
  blockFrom: 'the launch',
  waveSize: 64,
  dynamicLdsBytes: 0,
};
function chip(): Machine {
  const [first] = machines;
  if (first === undefined) throw new Error('there are machines');
  return first;
}
const trace = singleAccess(0, new Uint32Array(64));

/** The ids of the workgroups that are executed, and what the callbacks are told. */
function executed(options: Partial<ExecuteOptions>, failing = Infinity) {
  const ids: Extent[] = [];
  const told: string[] = [];
  const workgroups = executeWorkgroups(
    shape,
    { machine: chip(), onWorkgroup: (_, done, all) => told.push(`${done} of ${all}`), ...options },
    (number, at) => {
      ids.push(at);
      return number === failing ? undefined : trace;
    },
  );
  return { ids, told, workgroups };
}

describe('workgroups', () => {
  it('are executed in order, x first', () => {
    const all: Extent[] = [];
    for (const z of [0, 1]) for (const y of [0, 1]) for (const x of [0, 1, 2]) all.push([x, y, z]);
    const { ids, workgroups } = executed({});
    expect(ids).toEqual(all);
    expect(workgroups).toEqual({ executed: 12, launched: 12 });
    expect(all).toEqual(all.map((_, number) => coordinatesIn(shape.grid, number)));
  });

  it('are as many as the options allow', () => {
    const { told, workgroups } = executed({ workgroups: 2 });
    expect(told).toEqual(['1 of 2', '2 of 2']);
    expect(workgroups).toEqual({ executed: 2, launched: 12 });
    expect(executed({ workgroups: 100 }).workgroups).toEqual({ executed: 12, launched: 12 });
  });

  it('end with the first that fails, whose accesses are not given', () => {
    const { told, workgroups } = executed({}, 1);
    expect(told).toEqual(['1 of 12']);
    expect(workgroups).toEqual({ executed: 1, launched: 12 });
  });

  it('end when the caller has enough', () => {
    const { workgroups } = executed({ onProgress: (done) => done < 3 });
    expect(workgroups).toEqual({ executed: 3, launched: 12 });
  });
});

it('counts the waves of blocks that are not whole waves, and says that a launch is a sample', () => {
  const kernel = { name: 'k', frontend: 'toy', ldsBytes: 64 };
  const sampled = executionOf(kernel, shape, { executed: 5, launched: 12 }, [], []);
  expect(sampled.kernel).toMatchObject({ waves: 10, wavesPerWorkgroup: 2 });
  expect(sampled.diagnostics.map(({ about }) => about)).toEqual(['sample']);
  const whole = executionOf(kernel, shape, { executed: 12, launched: 12 }, [], []);
  expect(whole.diagnostics).toEqual([]);
});

it('chooses a kernel by its symbol, its name, or a part of it', () => {
  const kernels = [{ name: '_Z4gemmPf' }, { name: 'copy' }];
  expect(chooseKernel(kernels, 'copy')).toBe(kernels[1]);
  expect(chooseKernel(kernels, 'gemm')).toBe(kernels[0]);
  expect(chooseKernel(kernels, 'co')).toBe(kernels[1]);
  expect(chooseKernel(kernels)).toMatchObject({ severity: 'error' });
  expect(chooseKernel(kernels, 'other')).toMatchObject({ severity: 'error' });
  expect(chooseKernel(kernels.slice(1))).toBe(kernels[1]);
});
