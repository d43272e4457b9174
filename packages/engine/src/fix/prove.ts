/**
 * The proof of a rewritten kernel. These steps make it one; they read the texts of both kernels, and hold for the whole
 * launch:
 *
 *     bijection    both layouts have a place of its own for each element, and the workgroup's memory suffices
 *     placement    both kernels are the same operation by operation, and every access has the element that it had
 *
 * Executing both checks that by other means, for as many workgroups as are executed:
 *
 *     lanes        every executed access of every lane is where the new layout has its element
 *     memory       both kernels leave the same bytes in every buffer
 *     conflicts    there are fewer than before
 *
 * A step that holds for part of the launch says `sampled`. Accesses that `placement` does not decide are proven only
 * where all workgroups were executed and the launch alone decides what they access.
 */
import { elementView, type Machine, type ProofStep } from '@ldscope/core';
import { provePlacement } from '@ldscope/mlir';
import { compareLanes, isInjectiveLayout } from './lanes.ts';
import { conflictsOf, type Observed } from '../buffers/observe.ts';
import { firstChange } from '../buffers/random-data.ts';
import type { ChangedBuffer, ReadKernel } from '../buffers/read-kernel.ts';

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
  const executed = lanes(old, now, changed);
  return [
    bijection(now, changed, machines),
    placement(before, after, changed, executed),
    executed,
    memory(old, now, machines),
    conflicts(old, now, changed, better),
  ];
}

/** `holds` where every workgroup was executed. */
function extentOf([first]: readonly Observed[]): ProofStep['outcome'] {
  const { executed = 0, launched = 1 } = first?.workgroups ?? {};
  return executed === launched ? 'holds' : 'sampled';
}

function workgroupWords([first]: readonly Observed[]): string {
  const { executed = 0, launched = 0 } = first?.workgroups ?? {};
  const count = executed === launched ? `${launched}` : `${executed} of ${launched}`;
  return `${count} ${launched === 1 ? 'workgroup' : 'workgroups'}`;
}

function bijection(
  now: readonly Observed[],
  changed: readonly Changed[],
  machines: readonly Machine[],
): ProofStep {
  const name = 'bijection';
  const elements = changed.reduce(
    (all, { to }) => all + to.tile.rows * elementView(to.tile).columns,
    0,
  );
  const wrong = changed.find(({ from, to }) => !isInjectiveLayout(from) || !isInjectiveLayout(to));
  if (wrong !== undefined) {
    return { name, outcome: 'fails', detail: `elements of ${wrong.name} share a place` };
  }
  for (const [m, machine] of machines.entries()) {
    const bytes = now[m]?.ldsBytes ?? 0;
    const most = machine.sharedMemory.bytesPerWorkgroup.value;
    if (bytes <= most) continue;
    const detail = `a workgroup needs ${bytes} B of LDS; ${machine.name} has ${most} B`;
    return { name, outcome: 'fails', detail };
  }
  return { name, outcome: 'holds', detail: `${elements} elements, each at a place of its own` };
}

function placement(
  before: ReadKernel,
  after: ReadKernel,
  changed: readonly Changed[],
  executed: ProofStep,
): ProofStep {
  const name = 'placement';
  const { block, waveSize } = before.description;
  const [one, other] = [before, after].map(({ module, description }) => ({
    module,
    kernel: description.op,
  }));
  if (one === undefined || other === undefined) {
    return { name, outcome: 'fails', detail: 'there are no two kernels' };
  }
  const proof = provePlacement(one, other, changed, { block, waveSize });
  const { accesses, identical, evaluated, open, different } = proof;
  if (different !== undefined) {
    const detail = `${different.op.name}: ${different.reason}`;
    return { name, outcome: 'fails', detail };
  }
  const [first] = open;
  const all =
    `${accesses} ${accesses === 1 ? 'access has the element that it' : 'accesses have the elements that they'} had, ` +
    'in every workgroup, branch and loop';
  const how = [
    ...(identical > 0 ? [`${identical} by equal formulas`] : []),
    ...(evaluated > 0 ? [`${evaluated} by all values of theirs`] : []),
    ...(first === undefined ? [] : [`${open.length} by executing all workgroups of this launch`]),
  ];
  const covered = executed.outcome === 'holds' && open.every(({ launched }) => launched);
  if (first === undefined || covered) {
    return { name, outcome: 'holds', detail: `${all}: ${how.join(', ')}` };
  }
  const detail =
    `the formulas of ${open.length} of ${accesses} accesses do not show that they have the element that they had ` +
    `(first: ${first.op.name} of ${first.buffer})`;
  return { name, outcome: 'sampled', detail };
}

function lanes(
  old: readonly Observed[],
  now: readonly Observed[],
  changed: readonly Changed[],
): ProofStep {
  const name = 'lanes';
  let accesses = 0;
  let isWhole = true;
  for (const { name: buffer, index, from, to } of changed) {
    for (const [m, observed] of old.entries()) {
      const [a, b] = [observed.buffers[index], now[m]?.buffers[index]];
      isWhole &&= a?.isWhole === true && b?.isWhole === true;
      const outcome = compareLanes(a?.traces ?? [], b?.traces ?? [], from, to);
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
  const part = isWhole ? '' : 'the first ';
  const detail = `${part}${accesses} executed accesses, every lane where the layout has its element, in ${workgroupWords(old)}`;
  return { name, outcome: isWhole ? extentOf(old) : 'sampled', detail };
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
  const on = machines.map((machine) => machine.name).join(', ');
  const detail = `${bytes} bytes are bit-identical after ${workgroupWords(old)} on random data (${on})`;
  return { name, outcome: extentOf(old), detail };
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
  const detail = `${a} conflict cycles before, ${b} after, in ${workgroupWords(old)}`;
  return { name: 'conflicts', outcome: better && b >= a ? 'fails' : extentOf(old), detail };
}
