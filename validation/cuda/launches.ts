/**
 * CUDA launches that were measured on an H100, executed from their PTX: results against the references that came with them,
 * conflicts against the hardware's counters, executions, lanes and wavefronts against Nsight Compute's of each line.
 *
 * PTX and SASS differ where ptxas merges, forwards or drops accesses, and where predicates are set: such lines are listed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccessTrace,
  authoredLine,
  findMachine,
  type KernelArgument,
  opcodeAt,
  simulate,
} from '@ldscope/core';
import { executePtx, parsePtx } from '@ldscope/ptx';
import { dataFile } from '../data-file.ts';

const script = dataFile('../cuda/launches.py');

/** Executions by warps, lanes and wavefronts. */
type Counts = readonly [executed: number, lanes: number, wavefronts: number];

export interface Outcome {
  readonly name: string;
  /** Errors of the execution, or what is wrong with its results. */
  readonly wrong: readonly string[];
  /** Bank conflicts here, and of the hardware. */
  readonly conflicts: readonly [ours: number, theirs: number];
  /** Lines whose counts differ. */
  readonly lines: readonly {
    readonly line: number;
    readonly ours: Counts;
    readonly theirs: Counts;
  }[];
}

interface Launch {
  readonly name: string;
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly shared: number;
  readonly args: readonly {
    readonly name?: string;
    readonly buffer?: unknown;
    readonly struct_hex?: string;
    readonly i32?: number;
    readonly f32?: number;
  }[];
}

interface Measured {
  readonly name: string;
  readonly counters: { readonly bankConflicts: number };
  readonly instructions: readonly {
    readonly line: number;
    readonly executed: number;
    readonly lanes: number;
    readonly wavefronts: number;
  }[];
}

/** Why the launches cannot be executed here; `undefined` where they can. */
export function missingFor(folder: string): string | undefined {
  const { status } = spawnSync('python3', ['-c', 'import numpy']);
  if (status !== 0) return 'python3 with numpy is not installed: references are written in it';
  try {
    readFileSync(join(folder, 'launches.json'));
    return undefined;
  } catch {
    return `${folder} has no launches.json`;
  }
}

/** Executes all launches of a folder; `measured` is a file with a line per launch. */
export function executeLaunches(
  folder: string,
  measured: string,
  progress: (text: string) => void = () => {},
): readonly Outcome[] {
  const machine = findMachine('sm_90');
  if (machine === undefined) throw new Error('core knows no sm_90');
  const text = readFileSync(join(folder, 'kernels.ptx'), 'utf8');
  const { module } = parsePtx(text);
  const work = mkdtempSync(join(tmpdir(), 'ldscope-cuda-'));
  try {
    python(folder, 'inputs', work);
    const launches = JSON.parse(readFileSync(join(folder, 'launches.json'), 'utf8')) as Launch[];
    const counters = new Map(
      readFileSync(measured, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Measured)
        .map((one) => [one.name, one]),
    );
    const outcomes = launches.map((launch, number): Outcome => {
      progress(`${number + 1} of ${launches.length}: ${launch.name}`);
      const tally = new Tally();
      const args = launch.args.map((argument, index) =>
        argumentOf(argument, join(work, launch.name, `${index}.bin`)),
      );
      const { diagnostics } = executePtx(module, text, {
        machine,
        kernel: launch.kernel,
        arguments: args,
        launch: {
          grid: launch.grid,
          block: launch.block,
          dynamicLdsBytes: launch.shared,
          scalars: new Map(),
        },
        onWorkgroup: (trace) => tally.add(trace, simulate(trace, machine)),
      });
      for (const [index, argument] of args.entries()) {
        if (argument.kind === 'buffer')
          writeFileSync(join(work, launch.name, `${index}.out`), argument.data);
      }
      const one = counters.get(launch.name);
      return {
        name: launch.name,
        wrong: diagnostics.flatMap(({ severity, message }) =>
          severity === 'error' ? [message] : [],
        ),
        conflicts: [tally.conflicts, one?.counters.bankConflicts ?? -1],
        lines: tally.differences(one?.instructions ?? []),
      };
    });
    const faults = python(folder, 'check', work);
    return outcomes.map((outcome) => {
      const fault = faults.find((line) => line.startsWith(`${outcome.name}: `));
      return fault === undefined ? outcome : { ...outcome, wrong: [...outcome.wrong, fault] };
    });
  } finally {
    rmSync(work, { recursive: true });
  }
}

function python(folder: string, what: string, work: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync('python3', [script, folder, what, work], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n');
}

function argumentOf(
  { name, buffer, struct_hex: hex, i32, f32 }: Launch['args'][number],
  file: string,
): KernelArgument {
  if (buffer !== undefined)
    return { kind: 'buffer', name, data: new Uint8Array(readFileSync(file)) };
  if (hex !== undefined) return { kind: 'value', bytes: new Uint8Array(Buffer.from(hex, 'hex')) };
  const number = f32 === undefined ? Int32Array.of(i32 ?? 0) : Float32Array.of(f32);
  return { kind: 'value', bytes: new Uint8Array(number.buffer) };
}

/** Counts by line of the source. */
class Tally {
  conflicts = 0;
  readonly #lines = new Map<number, [number, number, number]>();

  add(trace: AccessTrace, { idxActive, bankConflict }: ReturnType<typeof simulate>): void {
    for (let row = 0; row < trace.count; row++) {
      const source = trace.sites[trace.site[row] ?? 0]?.source ?? [];
      const line = (source[0] ?? authoredLine(source))?.line ?? 0;
      const counts = this.#lines.get(line) ?? [0, 0, 0];
      const lanes = bitsIn(trace.activeMask[2 * row] ?? 0);
      const rows = opcodeAt(trace.op[row] ?? 0).addressing.kind === 'row';
      this.#lines.set(line, [
        counts[0] + 1,
        counts[1] + (rows ? 32 : lanes),
        counts[2] + (idxActive[row] ?? 0),
      ]);
      this.conflicts += bankConflict[row] ?? 0;
    }
  }

  differences(measured: Measured['instructions']): Outcome['lines'] {
    const none: Counts = [0, 0, 0];
    const theirs = new Map<number, [number, number, number]>();
    for (const { line, executed, lanes, wavefronts } of measured) {
      if (executed === 0) continue;
      const [a, b, c] = theirs.get(line) ?? [0, 0, 0];
      theirs.set(line, [a + executed, b + lanes, c + wavefronts]);
    }
    return [...new Set([...this.#lines.keys(), ...theirs.keys()])].flatMap((line) => {
      const a: Counts = this.#lines.get(line) ?? none;
      const b: Counts = theirs.get(line) ?? none;
      return a.every((count, i) => count === b[i]) ? [] : [{ line, ours: a, theirs: b }];
    });
  }
}

function bitsIn(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
