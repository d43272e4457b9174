/**
 * The proof of a rewritten kernel. Each step is a claim of its own:
 *
 *     bijection    the new layout has a place for each element
 *     placement    every access means the element that it meant, by the formulas of the new text
 *     lanes        every executed access of every lane is where the new layout has its element
 *     memory       both kernels leave the same bytes in every buffer
 *     conflicts    there are fewer than before
 */
import type { Machine, ProofStep } from '@ldscope/core';
import { provePlacement } from '@ldscope/mlir';
import { compareLanes, isInjectiveLayout, pitchBytes } from './lanes.ts';
import { conflictsOf, type Observed } from './observe.ts';
import { firstChange } from './random-data.ts';
import type { ChangedBuffer, ReadKernel } from './read-kernel.ts';

interface ProofOptions {
  readonly machines: readonly Machine[];
  /** Conflicts must become fewer. */
  readonly better: boolean;
}

type Changed = ChangedBuffer & { readonly index: number };

/** All steps, whether they hold or not. */
export function proveRewriting(
  before: ReadKernel,
  after: ReadKernel,
  old: readonly Observed[],
  now: readonly Observed[],
  changed: readonly Changed[],
  { machines, better }: ProofOptions,
): ProofStep[] {
  return [
    bijection(changed),
    placement(before, after, changed),
    lanes(old, now, changed),
    memory(old, now, machines),
    conflicts(old, now, changed, better),
  ];
}

function bijection(changed: readonly Changed[]): ProofStep {
  const elements = changed.reduce((all, { to }) => all + to.tile.rows * to.tile.columns, 0);
  const wrong = changed.find(({ to }) => !isInjectiveLayout(to));
  return wrong === undefined
    ? {
        name: 'bijection',
        outcome: 'holds',
        detail: `${elements} elements, each at a place of its own`,
      }
    : { name: 'bijection', outcome: 'fails', detail: `elements of ${wrong.name} share a place` };
}

function placement(before: ReadKernel, after: ReadKernel, changed: readonly Changed[]): ProofStep {
  const name = 'placement';
  const { block, waveSize } = before.description;
  let [accesses, identical, evaluated] = [0, 0, 0];
  for (const { name: buffer, from, to } of changed) {
    const [one, other] = [
      { read: before, layout: from },
      { read: after, layout: to },
    ].map(({ read, layout }) => ({
      module: read.module,
      kernel: read.description.op,
      layout,
      pitch: pitchBytes(layout) / layout.tile.elementBytes,
    }));
    if (one === undefined || other === undefined) continue;
    const proof = provePlacement(buffer, one, other, { block, waveSize });
    if (proof.different !== undefined) {
      const detail = `${proof.different.name} of ${buffer} may mean another element than before`;
      return { name, outcome: 'fails', detail };
    }
    accesses += proof.accesses;
    identical += proof.identical;
    evaluated += proof.evaluated;
  }
  const rest = evaluated === 0 ? '' : `, ${evaluated} evaluated for every work-item`;
  const detail = `${accesses} accesses mean the elements they meant: ${identical} by equal formulas${rest}`;
  return { name, outcome: 'holds', detail };
}

function lanes(
  old: readonly Observed[],
  now: readonly Observed[],
  changed: readonly Changed[],
): ProofStep {
  const name = 'lanes';
  let accesses = 0;
  for (const { name: buffer, index, from, to } of changed) {
    for (const [m, observed] of old.entries()) {
      const [a, b] = [observed.buffers[index]?.traces, now[m]?.buffers[index]?.traces];
      const outcome = compareLanes(a ?? [], b ?? [], from, to);
      if (outcome.kind === 'unpaired') {
        const detail = `${buffer} is accessed by other instructions than before, which do not pair up`;
        return { name, outcome: 'skipped', detail };
      }
      if (outcome.kind === 'different') {
        const detail = `the access at ${outcome.site} is not where the layout of ${buffer} has its element`;
        return { name, outcome: 'fails', detail };
      }
      accesses += outcome.accesses;
    }
  }
  const detail = `${accesses} executed accesses, every lane where the layout has its element`;
  return { name, outcome: 'holds', detail };
}

function memory(
  old: readonly Observed[],
  now: readonly Observed[],
  machines: readonly Machine[],
): ProofStep {
  const name = 'memory';
  for (const [m, observed] of old.entries()) {
    const other = now[m];
    const machine = machines[m]?.name ?? '';
    const [problem] = other?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
    if (other === undefined || problem !== undefined) {
      const detail = `the rewritten kernel does not run on ${machine}: ${problem?.message ?? ''}`;
      return { name, outcome: 'fails', detail };
    }
    const change = firstChange(observed.memory, other.memory);
    if (change !== undefined) {
      const detail = `byte ${change.byte} of argument ${change.buffer} differs on ${machine}`;
      return { name, outcome: 'fails', detail };
    }
  }
  const bytes = [...(old[0]?.memory.values() ?? [])].reduce((all, { length }) => all + length, 0);
  const { executed = 0, launched = 0 } = old[0]?.workgroups ?? {};
  const part = executed === launched ? `${launched}` : `${executed} of ${launched}`;
  const on = machines.map((machine) => machine.name).join(', ');
  const detail = `${bytes} bytes are bit-identical after ${part} workgroups on random data (${on})`;
  return { name, outcome: 'holds', detail };
}

function conflicts(
  old: readonly Observed[],
  now: readonly Observed[],
  changed: readonly Changed[],
  better: boolean,
): ProofStep {
  const sum = (observed: readonly Observed[]): number =>
    changed.reduce((all, { index }) => all + conflictsOf(observed, index), 0);
  const [a, b] = [sum(old), sum(now)];
  const detail = `${a} conflict cycles before, ${b} after`;
  return { name: 'conflicts', outcome: better && b >= a ? 'fails' : 'holds', detail };
}
