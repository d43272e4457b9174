import { describe, expect, it, test } from 'vitest';
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
  parseLaunch,
  showExtent,
  singleAccess,
} from '@ldscope/core';
import { rows } from '../../../../test/rows.ts';

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

test.each(rows`
                                   |
  grid=2x3x4,block=64,cluster=1x2  | grid 2x3x4 block 64 cluster 1x2
  lds=512, n = -3 , _x=0x10,y1=1.5 | lds 512 n -3 _x 16 y1 1.5
  n=9007199254740993               | n 9007199254740993
  n=-9007199254740993              | n -9007199254740993
  n=0xffffffffffffffff             | n 18446744073709551615
  block=2147483647                 | block 2147483647
  block=2147483648                 | launch/extent
  block=65536x32768                | launch/extent
  grid=1x2x3x4                     | launch/extent
  grid=2x0                         | launch/extent
  grid=                            | launch/extent
  lds=999999999                    | lds 999999999
  lds=1000000000                   | launch/lds
  lds=-1                           | launch/lds
  n=                               | launch/part
  n                                | launch/part
  =3                               | launch/part
  1n=3                             | launch/part
  n=three                          | launch/part
  n=1=2                            | launch/part
  n=1,                             | launch/part
  n=1,n=2                          | launch/twice
`)('a launch of %s', (text, expected) => {
  const read = parseLaunch(text);
  const shown = (): string => {
    if (!read.ok) return read.diagnostics.map(({ code }) => code).join(' ');
    const { scalars, dynamicLdsBytes, ...extents } = read.value;
    const parts = ['grid', 'block', 'cluster'] as const;
    return [
      ...parts.flatMap((name) => {
        const extent = extents[name];
        return extent === undefined ? [] : [`${name} ${showExtent(extent)}`];
      }),
      ...(dynamicLdsBytes === undefined ? [] : [`lds ${dynamicLdsBytes}`]),
      ...Array.from(scalars, ([name, value]) => `${name} ${value}`),
    ].join(' ');
  };
  expect(shown()).toBe(expected);
});
