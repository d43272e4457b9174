/** The jobs of a file: every kernel of every part, on each machine, under each launch and model. Nothing is executed. */
import {
  type SweepName,
  placeDiagnostics,
  type ReportDiagnostic,
  symbolsNamed,
} from '@ldscope/core';
import {
  failedResult,
  kernelsOfText,
  resolveMachine,
  type SweepJob,
  type SweepWork,
} from '@ldscope/engine';
import type { SweepRow } from '@ldscope/core';
import type { UnreadInput } from '../input/kernel-input.ts';
import { namedJob, sha256 } from './hash.ts';
import type { OpenFiles } from './open-files.ts';

export interface SweepPlan {
  /** As they were requested; none for the chips that a file names or has code for. */
  readonly machines: readonly string[];
  /** Specifications and files; none for that of each kernel itself. */
  readonly launches: readonly string[];
  /** Models of conflicts; none for the first of each machine. */
  readonly models: readonly string[];
  /** Only kernels of this name or pattern. */
  readonly kernel?: string | undefined;
  readonly work: SweepWork;
}

export interface PlannedFile {
  readonly jobs: readonly SweepJob[];
  /** Files and parts without jobs, as rows. */
  readonly failed: readonly SweepRow[];
}

/** Plans a file; `onPart` is called before each part of it. */
export async function planFile(
  files: OpenFiles,
  path: string,
  plan: SweepPlan,
  onPart: () => void = () => {},
): Promise<PlannedFile> {
  const jobs: SweepJob[] = [];
  const failed: SweepRow[] = [];
  const fail = (name: Partial<SweepName>, { diagnostics, text }: UnreadInput): void => {
    failed.push(failedRow({ file: path, ...name }, placeDiagnostics(diagnostics, text)));
  };
  for (const machine of await machinesOf(files, path, plan.machines)) {
    const opened = await files.open(path, machine);
    if (!('length' in opened)) {
      fail({ machine }, opened);
      continue;
    }
    for (let part = 1; part <= opened.length; part++) {
      onPart();
      const read = await files.read(path, machine, part);
      if (read === undefined) continue;
      if ('diagnostics' in read) {
        fail({ machine, part }, read);
        continue;
      }
      const { input, content } = read;
      const { text, source, file = path } = input;
      const asked = machine === '' ? undefined : machine;
      const kernels = kernelsOfText(text, { file, source, machine: asked });
      if (!kernels.ok) {
        fail({ machine, part }, { diagnostics: kernels.diagnostics, text });
        continue;
      }
      const names = kernels.value.map(({ kernel = '' }) => kernel);
      const wanted = plan.kernel === undefined ? names : symbolsNamed(names, plan.kernel);
      for (const { chunk, kernel = '', statesBlock } of kernels.value) {
        if (plan.kernel !== undefined && !wanted.includes(kernel)) continue;
        for (const launch of plan.launches.length === 0 ? [''] : plan.launches) {
          const hashed = await files.launch(launch);
          const isStated = statesBlock || launch !== '';
          for (const model of plan.models.length === 0 ? [''] : plan.models) {
            jobs.push(
              namedJob({
                file: path,
                part,
                kernel,
                machine,
                launch,
                model,
                content,
                launchHash: hashed.ok ? hashed.hash : '',
                chunk,
                opened: machine,
                work: plan.work,
                stage: isStated ? 0 : 1,
              }),
            );
          }
        }
      }
    }
  }
  return { jobs, failed };
}

/** The requested chips, or those that a bundle has code for and ldscope knows; '' for what a file names. */
async function machinesOf(
  files: OpenFiles,
  path: string,
  asked: readonly string[],
): Promise<readonly string[]> {
  if (asked.length > 0) return asked;
  const opened = await files.open(path, '');
  const { targets = [] } = 'length' in opened ? opened[0] : {};
  const known = targets.filter((target) => resolveMachine(target) !== undefined);
  return known.length > 1 ? known : [''];
}

const NO_NAME: SweepName = { file: '', part: 1, kernel: '', machine: '', launch: '', model: '' };

/** The row of a file or a part that cannot be read and so has no job. */
export function failedRow(
  given: Partial<SweepName>,
  diagnostics: readonly Pick<ReportDiagnostic, 'severity' | 'code' | 'message'>[],
  status: SweepRow['status'] = 'refused',
): SweepRow {
  const name = { ...NO_NAME, ...given };
  const problem = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
  const reason = problem ?? { code: '', message: '' };
  const job = sha256(JSON.stringify([name, reason.code, reason.message]));
  return { ...name, ...failedResult(job, status, reason) };
}
