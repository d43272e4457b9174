/** The tile of a specification, for the chips that execute the same instructions for it together. */
import {
  type Diagnostic,
  failure,
  type Machine,
  makeProblem,
  messages,
  type PlacedDiagnostic,
  type Problem,
  type ProblemAccess,
  type Result,
  success,
  distinctDiagnostics,
} from '@ldscope/core';
import { type GenericSpec, readGenericSpec } from '../spec/generic/read-generic.ts';
import type { FoundBuffers } from '../source/found.ts';

/** `place` turns paths into places of a text, where there is one. */
export function specBuffers(
  data: unknown,
  name: string,
  machines: readonly Machine[],
  place: (diagnostics: readonly PlacedDiagnostic[]) => Diagnostic[],
): Result<FoundBuffers> {
  const reads = machines.map((machine) => ({
    machine,
    ...readGenericSpec(data, machine, name),
  }));
  const diagnostics = distinctDiagnostics(reads.flatMap((read) => place(read.diagnostics)));
  const groups: { readonly spec: GenericSpec; readonly machines: Machine[] }[] = [];
  for (const { machine, value } of reads) {
    if (value === undefined) return failure(...diagnostics);
    const group = groups.find(({ spec }) => alike(spec, value));
    if (group === undefined) groups.push({ spec: value, machines: [machine] });
    else group.machines.push(machine);
  }
  const buffers = groups.map(({ spec, machines: together }) => {
    const resident = { wavesPerWorkgroup: spec.waves };
    const forAll = (own: Problem): Problem => {
      const { tile, accesses, waveSize, copies, otherBytes, cutsVectors } = own;
      const besides = { copies, otherBytes, cutsVectors, resident };
      return makeProblem(tile, accesses, together, waveSize, besides);
    };
    const wide = spec.wide && forAll(spec.wide);
    const { element, layout: now } = spec;
    return { names: ['tile'], tiles: [{ problem: forAll(spec.problem), wide, now, element }] };
  });
  const [first] = groups;
  if (first === undefined) return failure(messages.mitigate.noTarget());
  return success({ kernel: first.spec.name, buffers, diagnostics });
}

function alike(a: GenericSpec, b: GenericSpec): boolean {
  const accessesOf = ({ wide, problem }: GenericSpec): readonly ProblemAccess[] =>
    (wide ?? problem).accesses;
  const [one, other] = [accessesOf(a), accessesOf(b)];
  return (
    a.problem.waveSize === b.problem.waveSize &&
    one.every((access, i) => other[i] !== undefined && sameAccess(access, other[i]))
  );
}

/** Without their waves: the same lanes move the same elements by the same instruction. */
function sameAccess(a: ProblemAccess, b: ProblemAccess): boolean {
  return (
    a.op === b.op &&
    a.rows.join() === b.rows.join() &&
    a.columns.join() === b.columns.join() &&
    a.activeMask.join() === b.activeMask.join()
  );
}
