/** `ldscope budget`: what a GEMM tile costs each wave, and how many workgroups a compute unit then holds. */
import {
  type BudgetReport,
  budgetReport,
  diagnose,
  type Diagnostic,
  type GemmStep,
  messages,
  timedChips,
  timingOf,
} from '@ldscope/core';
import { machineNames, resolveMachine } from '@ldscope/engine';
import { budgetJson, renderBudget } from '@ldscope/render';
import { deliver, exitCode, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import type { Format } from '../options.ts';
import { pageOf } from '../terminal.ts';

export interface BudgetCommandOptions {
  readonly tile: string;
  readonly waves: string;
  readonly mfma: string;
  readonly access: number;
  readonly buffers: number;
  readonly otherRegisters: number;
  readonly machine: string;
  readonly format: Format;
  readonly output?: string;
}

/** Bytes of an element by its name. */
const elements: Readonly<Record<string, number>> = {
  f64: 8,
  f32: 4,
  f16: 2,
  bf16: 2,
  f8: 1,
  i8: 1,
};

export async function budgetCommand(io: Io, options: BudgetCommandOptions): Promise<number> {
  const report = reportOf(options);
  if ('code' in report) {
    printDiagnostics(io, [report]);
    return exitCode.wrong;
  }
  const { format, output } = options;
  if (format === 'json') return await deliver(io, budgetJson(report), output, exitCode.done);
  const page = output === undefined ? pageOf(io) : {};
  return await deliver(io, renderBudget(report, page), output, exitCode.done);
}

function reportOf(options: BudgetCommandOptions): BudgetReport | Diagnostic {
  const machine = resolveMachine(options.machine);
  if (machine === undefined) {
    return diagnose(messages.usage.unknownMachine(options.machine, machineNames()));
  }
  const timing = timingOf(machine);
  if (timing === undefined) return diagnose(messages.timing.noTiming(machine.name, timedChips));
  const step = stepOf(options);
  if ('code' in step) return step;
  const report = budgetReport(step, machine, timing, options.otherRegisters);
  if (report.ok) return report.value;
  return report.diagnostics[0] ?? diagnose(messages.timing.unevenTile('the tile', 'its parts'));
}

function stepOf({
  tile,
  waves,
  mfma,
  access,
  buffers,
}: BudgetCommandOptions): GemmStep | Diagnostic {
  const [, m, n, k, element = ''] = /^(\d{1,6})x(\d{1,6})x(\d{1,6})x(\w+)$/.exec(tile) ?? [];
  const elementBytes = elements[element];
  if (elementBytes === undefined) {
    return diagnose(messages.timing.tileText(tile, Object.keys(elements)));
  }
  const [, alongM, alongN] = /^(\d{1,2})x(\d{1,2})$/.exec(waves) ?? [];
  const counts = [Number(alongM ?? 0), Number(alongN ?? 0)] as const;
  if (counts.includes(0)) return diagnose(messages.timing.wavesText(waves));
  return {
    m: Number(m),
    n: Number(n),
    k: Number(k),
    elementBytes,
    waves: counts,
    instruction: mfma,
    accessBytes: access,
    buffers,
  };
}
