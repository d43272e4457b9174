/**
 * Sites that conflict in the same way: an unrolled loop or a tile that is read in parts has many of them, and one
 * picture stands for all.
 *
 *     140:2 ds_write_b32   phases of 2, 2 ways      the picture
 *     145:2 ds_write_b32   phases of 2, 2 ways      as 140:2
 */
import {
  groupBy,
  type AnalysisSite,
  type ConflictModel,
  explainAccess,
  type Machine,
} from '@ldscope/core';

export interface AlikeSites {
  /** The most expensive of them. */
  readonly site: AnalysisSite;
  /** The others, in the order of the report. */
  readonly others: readonly AnalysisSite[];
}

/** Sites with the same instruction, and in every phase as many banks that serve as many slots. */
export function alikeSites(
  sites: readonly AnalysisSite[],
  machine: Machine,
  model: ConflictModel,
): AlikeSites[] {
  const groups = groupBy(sites, (site) => keyOf(site, machine, model));
  return [...groups.values()].flatMap(([site, ...others]) =>
    site === undefined ? [] : [{ site, others }],
  );
}

function keyOf(site: AnalysisSite, machine: Machine, model: ConflictModel): string {
  const explanation = explainAccess(site.worst, 0, machine, model);
  const phases = explanation?.phases.map(({ lanes, banks }) => [
    lanes.length,
    ...banks.map(({ slots }) => slots).sort((a, b) => b - a),
  ]);
  return JSON.stringify([site.op, explanation?.idxActive, phases]);
}
