/** The changes of a source in C++ that were tried: compiled, executed on the launches of the analysis, and compared. */
import { resolve } from 'node:path';
import { type FixReport, readableName, sum } from '@ldscope/core';
import type { SourceLanguage } from '../../compile/language.ts';
import type { Io } from '../../io/io.ts';
import { readConfig } from '../../run/check-config.ts';
import { trialGroups } from '../../run/trial-groups.ts';
import { type TriedSource, trySource } from '../../run/tried-source.ts';
import { reasonOf } from './reason.ts';
import type { Fixes, FixRequest, FixTarget, OfferedFix, RefusedFix } from './request.ts';

/** For each kernel that conflicts, the change that serves all of them. */
export async function fixSourceDocument(
  io: Io,
  { path, targets }: FixRequest,
  language: SourceLanguage,
): Promise<Fixes> {
  const { config } = await readConfig(io, [path], undefined);
  const cases = targets.flatMap(({ kernel, machines, launchOption: spec }) =>
    machines.map((machine) => ({ file: path, machine, kernel, spec })),
  );
  const offered: OfferedFix[] = [];
  const refused: RefusedFix[] = [];
  for (const { machines, launches } of trialGroups(cases)) {
    const how = { machine: [...machines], kernel: undefined, compilerFlags: config.flags };
    const tried = await trySource(io, path, language, launches, how);
    for (const target of targets.filter((one) => one.machines.some((m) => machines.includes(m)))) {
      const { kernel, buffers } = target;
      const fix = 'report' in tried ? offeredFor(path, target, tried) : undefined;
      const reason = 'report' in tried ? reasonNot(tried.report) : reasonOf(tried.diagnostics);
      if (fix === undefined) refused.push({ kernel, buffers, reason });
      else offered.push(fix);
    }
  }
  return { offered, refused };
}

/** The change as far as it is about a kernel; `undefined` where nothing holds. */
function offeredFor(
  path: string,
  { kernel, buffers }: FixTarget,
  { report, texts, before }: TriedSource,
): OfferedFix | undefined {
  const { candidates = [] } = report;
  const [best] = candidates;
  if (texts === undefined || best === undefined) return undefined;
  const changed = new Set(
    candidates.flatMap(({ buffer, out }) => (out === undefined ? [buffer] : [])),
  );
  const runs = best.runs.filter(
    (run) => run.kernel === readableName(kernel) && run.isShifted !== true,
  );
  const files = [...texts].map(([name, text]) => ({
    path: resolve(name),
    before: before.get(name) ?? '',
    text,
  }));
  const main = files.find((one) => one.path === path);
  return (
    main && {
      kernel,
      buffers: buffers.filter((name) => changed.has(name)),
      layouts: [best.says],
      conflictsBefore: sum(runs.map((run) => run.before.conflicts)),
      conflictsAfter: sum(runs.map((run) => run.after.conflicts)),
      text: main.text,
      others: files.filter((one) => one !== main),
    }
  );
}

/** Why nothing that was tried holds. */
function reasonNot({ candidates = [], diagnostics }: FixReport): string {
  const [first] = candidates.flatMap(({ says, out }) =>
    out === undefined ? [] : [`${says}: ${out.reason}, ${out.detail}`],
  );
  return first ?? reasonOf(diagnostics);
}
