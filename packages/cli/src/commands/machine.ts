/** `ldscope machine [NAME] [OTHER]`: what is known about a chip, or about two side by side, with evidence. */
import { findModel, machines, type Message, messages } from '@ldscope/core';
import { machineNames, resolveMachine } from '@ldscope/engine';
import {
  type Document,
  type MachineChoice,
  machineComparisonJson,
  machineJson,
  machinesJson,
  matricesJson,
  matricesOf,
  sayMachine,
  sayMachineComparison,
  sayMachines,
  sayMatrix,
  sayMatrixList,
} from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import type { Io } from '../io/io.ts';
import type { MachineCommandOptions } from '../options/commands.ts';

/** Prints the list of machines, one machine in full, or two side by side. */
export async function machineCommand(
  io: Io,
  name: string | undefined,
  otherName: string | undefined,
  { model: modelName, otherModel, matrix, format }: MachineCommandOptions,
): Promise<number> {
  const fail = (message: Message) => refuse(io, 'ldscope-machine/1', [message], { format });
  const show = (json: () => string, document: () => Document) =>
    answer(io, { json, document }, { format });
  if (name === undefined) {
    return await show(
      () => machinesJson(machines),
      () => sayMachines(machines),
    );
  }
  if (otherName === undefined && otherModel !== undefined) {
    return await fail(messages.usage.otherModelOfNone());
  }
  const first = chosen(name, modelName);
  if ('problem' in first) return await fail(first.problem);
  const { machine, model } = first;
  if (otherName !== undefined) {
    if (matrix !== undefined) return await fail(messages.usage.matricesOfOne());
    const second = chosen(otherName, otherModel);
    if ('problem' in second) return await fail(second.problem);
    return await show(
      () => machineComparisonJson(first, second),
      () => sayMachineComparison(first, second),
    );
  }
  if (matrix === undefined) {
    return await show(
      () => machineJson(machine),
      () => sayMachine(machine, model),
    );
  }
  const all = matricesOf(machine);
  if (all.length === 0) return await fail(messages.usage.noMatrices(machine.name));
  if (matrix === true) {
    return await show(
      () => matricesJson(machine, all, false),
      () => sayMatrixList(machine, all),
    );
  }
  const found = all.find(({ names }) => names.includes(matrix));
  if (found === undefined) {
    const known = all.flatMap(({ names }) => names.slice(0, 1));
    return await fail(messages.usage.unknownMatrix(matrix, machine.name, known));
  }
  return await show(
    () => matricesJson(machine, [found], true),
    () => sayMatrix(machine, found),
  );
}

/** A chip and its model by their names, or why there is none. */
function chosen(
  name: string,
  modelName: string | undefined,
): Required<MachineChoice> | { readonly problem: Message } {
  const machine = resolveMachine(name);
  if (machine === undefined) {
    return { problem: messages.usage.unknownMachine(name, machineNames()) };
  }
  const model = findModel(machine, modelName);
  if (model !== undefined) return { machine, model };
  const known = machine.models.map((candidate) => candidate.name);
  return { problem: messages.usage.unknownModel(modelName ?? '', machine.name, known) };
}
