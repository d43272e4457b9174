/** The changes of sources that fail a check by conflicts: each file tried on the launches and chips of its failing kernels. */
import { type CaseName, type CheckedCase, failedFix, type FileFix } from '@ldscope/core';
import { sourceLanguage } from '../compile/language.ts';
import type { Io } from '../io/io.ts';
import { trialGroups } from './trial-groups.ts';
import { type TrialOptions, trySource } from './tried-source.ts';

/** `specOf`: the launch of a case as `--launch` takes it. */
export async function fixesOf(
  io: Io,
  cases: readonly CheckedCase[],
  specOf: (one: CaseName) => string | undefined,
  options: Omit<TrialOptions, 'machine' | 'kernel'>,
): Promise<readonly FileFix[]> {
  const failing = cases.filter(failsByConflicts).map(({ file, machine, kernel, ...one }) => ({
    file,
    machine,
    kernel,
    spec: specOf({ ...one, file, machine, kernel }),
  }));
  const fixes: FileFix[] = [];
  for (const { file, machines, launches } of trialGroups(failing)) {
    const language = sourceLanguage(file);
    if (language === undefined) continue;
    const how = { ...options, machine: [...machines], kernel: undefined };
    const tried = await trySource(io, file, language, launches, how);
    const report = 'report' in tried ? tried.report : failedFix(machines, tried.diagnostics);
    fixes.push({ file, report });
  }
  return fixes;
}

const failsByConflicts = ({ findings }: CheckedCase): boolean =>
  findings.some(({ rule, status }) => rule === 'conflicts' && status === 'failed');
