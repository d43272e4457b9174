/** `ldscope machine [NAME]`: what is known of a chip, with evidence. */
import { findModel, type Machine, machines, type Message, messages } from '@ldscope/core';
import { machineNames, resolveMachine } from '@ldscope/engine';
import {
  failureJson,
  machineJson,
  machinesJson,
  matricesJson,
  matricesOf,
  sayMachine,
  sayMachines,
  sayMatrix,
  sayMatrixList,
} from '@ldscope/render';
import { documentText } from '../document.ts';
import type { ReportFormat } from '../options.ts';
import { exitCode, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import { pageOf } from '../terminal.ts';

export interface MachineCommandOptions {
  readonly model?: string;
  /** Matrix instructions: all, or the one that is named. */
  readonly matrix?: string | true;
  readonly format: ReportFormat | 'json';
}

/** Prints the list of machines, or one machine in full. */
export function machineCommand(
  io: Io,
  name: string | undefined,
  { model: modelName, matrix, format }: MachineCommandOptions,
): number {
  const fail = (message: Message): number => {
    if (format === 'json') io.stdout.write(failureJson('ldscope-machine/1', [message]));
    else printDiagnostics(io, [message]);
    return exitCode.wrong;
  };
  if (name === undefined) {
    io.stdout.write(
      format === 'json'
        ? machinesJson(machines)
        : documentText(sayMachines(machines), format, pageOf(io)),
    );
    return exitCode.done;
  }
  const machine = resolveMachine(name);
  if (machine === undefined) return fail(messages.usage.unknownMachine(name, machineNames()));
  if (matrix !== undefined) {
    const shown = matrixText(io, machine, matrix, format);
    if (typeof shown !== 'string') return fail(shown);
    io.stdout.write(shown);
    return exitCode.done;
  }
  const model = findModel(machine, modelName);
  if (model === undefined) {
    const known = machine.models.map((candidate) => candidate.name);
    return fail(messages.usage.unknownModel(modelName ?? '', machine.name, known));
  }
  io.stdout.write(
    format === 'json'
      ? machineJson(machine)
      : documentText(sayMachine(machine, model), format, pageOf(io)),
  );
  return exitCode.done;
}

/** The matrix instructions of a machine, or the lanes of one of them. */
function matrixText(
  io: Io,
  machine: Machine,
  wanted: string | true,
  format: ReportFormat | 'json',
): string | Message {
  const all = matricesOf(machine);
  if (all.length === 0) return messages.usage.noMatrices(machine.name);
  if (wanted === true) {
    return format === 'json'
      ? matricesJson(machine, all, false)
      : documentText(sayMatrixList(machine, all), format, pageOf(io));
  }
  const found = all.find(({ names }) => names.includes(wanted));
  if (found === undefined) {
    const known = all.flatMap(({ names }) => names.slice(0, 1));
    return messages.usage.unknownMatrix(wanted, machine.name, known);
  }
  return format === 'json'
    ? matricesJson(machine, [found], true)
    : documentText(sayMatrix(machine, found), format, pageOf(io));
}
