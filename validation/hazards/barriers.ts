/** Compiled kernels with one barrier taken out (`barriers.py`): what racecheck said on a GPU, and what is found without one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineNamed } from '@ldscope/core';
import { executePtx, parsePtx } from '@ldscope/ptx';
import { type ReadyLaunch, readyLaunches } from '../cuda/launches.ts';
import { dataFile } from '../base/paths.ts';
import { jsonLines } from '../base/read.ts';

interface Measured {
  readonly kernel: string;
  readonly launch: string;
  /** Its number in the kernel; -1 for the kernel as it is. */
  readonly barrier: number;
  readonly racecheck: readonly [hazards: number, errors: number, warnings: number];
}

export interface Verdict extends Pick<Measured, 'kernel' | 'barrier'> {
  /** The gravest that racecheck says: an error is of two warps, a warning of one. */
  readonly racecheck: 'error' | 'warning' | 'nothing';
  /** Codes of hazards, each once. */
  readonly ours: readonly string[];
}

const ENTRY = /^\.visible \.entry (\w+)/gm;
const BARRIER = /^[^\S\n]*bar\.sync\b.*$/gm;

/**
 * Executes each variant, or one of `every`; `folder` has the kernels and launches that were measured. `counted`: barriers say how many
 * threads they wait for. That are all, but shared memory has the shadow then that knows every way to wait.
 */
export function barrierVerdicts(folder: string, { every = 1, counted = false } = {}): Verdict[] {
  const machine = machineNamed('sm_90');
  const kernels = kernelsOf(readFileSync(join(folder, 'kernels.ptx'), 'utf8'));
  const launches = new Map(readyLaunches(folder).map((one) => [one.name, one]));
  const hazardsOf = (text: string, { kernel, grid, block, shared, ...rest }: ReadyLaunch) =>
    executePtx(parsePtx(text).module, text, {
      machine,
      kernel,
      arguments: rest.arguments(),
      launch: { grid, block, dynamicLdsBytes: shared, scalars: new Map() },
    }).hazards.map(({ code }) => code);
  return jsonLines<Measured>(readFileSync(dataFile('barriers-sm90.jsonl'), 'utf8'))
    .filter((_, index) => index % every === 0)
    .map(({ kernel, launch: name, barrier, racecheck: [, errors, warnings] }) => {
      const launch = launches.get(name);
      const text = kernels.get(kernel);
      if (launch === undefined || text === undefined) throw new Error(`${kernel} is missing`);
      let number = 0;
      const threads = launch.block.reduce((product, size) => product * size, 1);
      const variant = text.replaceAll(BARRIER, (line) => {
        if (number++ === barrier) return '';
        return counted ? line.replace(/\b0\s*;/, `0, ${threads};`) : line;
      });
      return {
        kernel,
        barrier,
        racecheck: errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'nothing',
        ours: [...new Set(hazardsOf(variant, launch))].toSorted(),
      };
    });
}

/** The text of each kernel with what all of them share. */
function kernelsOf(text: string): ReadonlyMap<string, string> {
  const entries = [...text.matchAll(ENTRY)];
  const common = text.slice(0, entries[0]?.index);
  const end = text.indexOf('\n\t.section');
  return new Map(
    entries.map(({ index, 1: name = '' }, at) => [
      name,
      common + text.slice(index, entries[at + 1]?.index ?? end),
    ]),
  );
}
