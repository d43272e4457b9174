/** The counts of Nsight Compute for each instruction of SASS, with the predicted ones: `ldscope validate` of a source page. */
import type { AccessTrace } from '../access/trace.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { diagnose } from '../base/diagnostic.ts';
import { readableName } from '../base/kernel-names.ts';
import { messages } from '../base/messages.ts';
import { countOnes } from '../base/numbers.ts';
import { failure, type Result, success } from '../base/result.ts';
import { isKernelNamed } from '../conflict/profile.ts';
import {
  type ComparedInstruction,
  compareSourcePage,
  type InstructionCounts,
  type SourcePage,
} from '../conflict/source-page.ts';
import { partOf } from './profile.ts';
import type { Report } from './report.ts';

export const SOURCE_PAGE_SCHEMA = 'ldscope-source-page/1';

export interface SourcePageReport {
  readonly schema: typeof SOURCE_PAGE_SCHEMA;
  readonly machine: string;
  readonly model: string;
  readonly kernel: string;
  /** A launch each. */
  readonly launches: readonly (readonly ComparedInstruction[])[];
  /** Instructions of all launches that access shared memory, and those with four equal counts. */
  readonly instructions: number;
  readonly exact: number;
}

/** Lanes of the sites of an execution, by their ids. */
export class SiteLanes {
  readonly #lanes = new Map<string, number>();

  /** `times`: workgroups that the trace stands for. */
  add(trace: AccessTrace, times = 1): void {
    for (let row = 0; row < trace.count; row++) {
      const { id = '' } = trace.sites[trace.site[row] ?? 0] ?? {};
      const taking = countOnes(trace.activeMask[2 * row] ?? 0);
      // Rows of matrices are given by some lanes, and moved by all.
      const isRow = opcodeAt(trace.op[row] ?? 0).addressing.kind === 'row';
      const lanes = isRow && taking > 0 ? 32 : taking;
      this.#lanes.set(id, (this.#lanes.get(id) ?? 0) + times * lanes);
    }
  }

  of(id: string): number {
    return this.#lanes.get(id) ?? 0;
  }
}

/** Compares the pages of a kernel with its report, whose sites are those of SASS. Errors: no page, no SASS, a part of the launch. */
export function sourcePageReport(
  pages: readonly SourcePage[],
  report: Report,
  lanes: SiteLanes,
): Result<SourcePageReport> {
  const { kernel, machine, model, sites } = report;
  if (kernel.sass === undefined) return failure(diagnose(messages.usage.pageNeedsSass()));
  const own = pages.filter((page) =>
    isKernelNamed(page.kernel, [kernel.name, readableName(kernel.name)]),
  );
  if (own.length === 0) {
    const all = [...new Set(pages.map((page) => page.kernel))];
    return failure(diagnose(messages.usage.notProfiled(readableName(kernel.name), all)));
  }
  const part = partOf(report);
  if (part !== undefined) return failure(diagnose(messages.usage.partlyCounted(part)));
  const predicted = new Map<number, InstructionCounts & { readonly text: string }>();
  for (const { id, op, executions, idxActive, bankConflict } of sites)
    predicted.set(Number.parseInt(id, 16), {
      text: op,
      executions,
      lanes: lanes.of(id),
      wavefronts: idxActive,
      ideal: idxActive - bankConflict,
    });
  const launches = own.map((page) => compareSourcePage(page, predicted));
  const all = launches.flat();
  return success({
    schema: SOURCE_PAGE_SCHEMA,
    machine,
    model,
    kernel: kernel.name,
    launches,
    instructions: all.length,
    exact: all.filter(({ differs }) => differs.length === 0).length,
  });
}
