/** `ldscope budget`: what a GEMM tile costs each wave, and how many workgroups then fit on a compute unit. */
import {
  BUDGET_SCHEMA,
  type BudgetReport,
  budgetReport,
  diagnose,
  failure,
  messages,
  placeDiagnostics,
  type Result,
  timedChips,
  timingOf,
} from '@ldscope/core';
import { machineNames, resolveMachine } from '@ldscope/engine';
import { budgetsJson, joined, sayBudget } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import type { Io } from '../io/io.ts';
import { gemmTileOf } from './gemm-tile.ts';
import type { BudgetCommandOptions } from '../options/commands.ts';

const DEFAULT_MACHINE = 'gfx942';

/** Prints the budget for each chip; nothing when one of them has none. */
export async function budgetCommand(io: Io, options: BudgetCommandOptions): Promise<number> {
  const { machine } = options;
  const names = machine.length === 0 ? [DEFAULT_MACHINE] : machine;
  const reports: BudgetReport[] = [];
  for (const name of names) {
    const report = reportOf(name, options);
    if (!report.ok) {
      return await refuse(io, BUDGET_SCHEMA, placeDiagnostics(report.diagnostics, ''), options);
    }
    reports.push(report.value);
  }
  const document = () => joined('budget', reports.map(sayBudget));
  return await answer(io, { json: () => budgetsJson(reports), document }, options);
}

function reportOf(name: string, options: BudgetCommandOptions): Result<BudgetReport> {
  const machine = resolveMachine(name);
  if (machine === undefined) {
    return failure(diagnose(messages.usage.unknownMachine(name, machineNames())));
  }
  const timing = timingOf(machine);
  if (timing === undefined) {
    return failure(diagnose(messages.timing.noTiming(machine.name, timedChips)));
  }
  const tile = gemmTileOf(options);
  return tile.ok ? budgetReport(tile.value, machine, timing, options.otherRegisters) : tile;
}
