/** The JSON form of a sweep. */
import { launchConflicts, type SweepReport, type SweepRow } from '@ldscope/core';
import { json } from './parts.ts';

export function sweepJson({ schema, rows, pending }: SweepReport): string {
  return json({ schema, pending, rows: rows.map(rowObject) });
}

function rowObject(row: SweepRow): object {
  return {
    job: row.job,
    file: row.file,
    part: row.part,
    kernel: row.kernel,
    title: row.title,
    language: row.language,
    machine: row.machine,
    chip: row.chip,
    launch: row.launch,
    model: row.model,
    countedBy: row.countedBy,
    status: row.status,
    code: row.code,
    reason: row.reason,
    workgroups: { executed: row.workgroups, launched: row.launched },
    waves: row.waves,
    ldsBytes: row.ldsBytes,
    sites: row.sites,
    conflictSites: row.conflictSites,
    cycles: row.cycles,
    conflictCycles: row.conflictCycles,
    launchConflictCycles: launchConflicts(row),
    ways: row.ways,
    worst:
      row.worstSite === ''
        ? undefined
        : {
            site: row.worstSite,
            op: row.worstOp,
            place: row.worstPlace,
            cause: row.cause,
            causeBytes: row.causeBytes,
          },
    hazards: row.hazards,
    disputed: row.disputed,
    layout: { text: row.layout, now: row.searchedCycles, better: row.remainingCycles },
    time: { cycles: row.timeCycles, withoutConflicts: row.timeWithoutConflicts },
    seconds: row.seconds,
  };
}
