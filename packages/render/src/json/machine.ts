/** Chips as JSON. */
import {
  type CoalescingModel,
  type ConflictModel,
  laneRanges,
  type Machine,
  phaseLanes,
  type PhaseTable,
  type ServiceRule,
} from '@ldscope/core';
import { type MachineChoice, pairFacts, pairRules } from '../svg/machine-compare.ts';
import { factObject, factsObject, json } from './parts.ts';

/** The machines by name, schema `ldscope-machines/1`. */
export function machinesJson(machines: readonly Machine[]): string {
  return json({
    schema: 'ldscope-machines/1',
    machines: machines.map(({ name, vendor, products, isa, waveSizes, models }) => ({
      name,
      vendor,
      products,
      isa,
      waveSizes,
      models: models.map((model) => model.name),
    })),
  });
}

/** One machine with all facts and rules, schema `ldscope-machine/1`. */
export function machineJson(machine: Machine): string {
  const { name, vendor, products, isa, waveSizes, sharedMemory, occupancy, issue } = machine;
  const { models, coalescing } = machine;
  return json({
    schema: 'ldscope-machine/1',
    name,
    vendor,
    products,
    isa,
    waveSizes,
    sharedMemory: factsObject(sharedMemory),
    occupancy: factsObject(occupancy),
    ...(issue === undefined
      ? {}
      : {
          issue: {
            read: factObject(issue.read),
            writeBase: factObject(issue.writeBase),
            writePerDword: factObject(issue.writePerDword),
            port: factsObject(issue.port),
          },
        }),
    models: models.map(modelObject),
    coalescing: coalescing.map(coalescingObject),
  });
}

/** Facts and service rules of two chips or models side by side, schema `ldscope-machine-compare/1`. */
export function machineComparisonJson(a: MachineChoice, b: MachineChoice): string {
  const choiceObject = ({ machine, model = machine.models[0] }: MachineChoice): object => ({
    machine: machine.name,
    model: model.name,
  });
  return json({
    schema: 'ldscope-machine-compare/1',
    first: choiceObject(a),
    second: choiceObject(b),
    facts: pairFacts(a, b).map(({ title, first, second, differs }) => ({
      fact: title,
      first: first && factObject(first),
      second: second && factObject(second),
      differs,
    })),
    rules: pairRules(a, b).map(({ waveSize, classes, first, second, differs }) => ({
      waveSize,
      classes,
      first: first && ruleObject(first),
      second: second && ruleObject(second),
      differs,
    })),
  });
}

function modelObject({
  name,
  title,
  description,
  emptyPhaseCycles,
  portsPerBank,
  phaseCost,
  twoAddresses,
  rules,
}: ConflictModel): object {
  return {
    name,
    title,
    description,
    emptyPhaseCycles,
    portsPerBank,
    phaseCost,
    twoAddresses,
    rules: Object.fromEntries(
      Object.entries(rules).map(([waveSize, table]) => [
        waveSize,
        Object.fromEntries(
          Object.entries(table).map(([request, rule]) => [request, ruleObject(rule)]),
        ),
      ]),
    ),
  };
}

export function coalescingObject(model: CoalescingModel): object {
  const { name, title, description, unit, transactionBytes, usefulBytes } = model;
  return {
    name,
    title,
    description,
    unit,
    transactionBytes: factObject(transactionBytes),
    usefulBytes,
  };
}

export function ruleObject(rule: ServiceRule): object {
  const { phases, pairedPhases, banks, slots, steps, alignmentBytes } = rule;
  const { evidence, source, note, otherReading } = rule;
  return {
    phases: phasesObject(phases),
    pairedPhases: pairedPhases && phasesObject(pairedPhases),
    banks,
    slots,
    steps,
    alignmentBytes,
    evidence,
    source,
    note,
    otherReading,
  };
}

/** The lanes of each phase as ranges: `["0-3,20-23", ...]`. */
function phasesObject(table: PhaseTable): object {
  return {
    title: table.title,
    lanes: Array.from({ length: table.count }, (_, phase) => laneRanges(phaseLanes(table, phase))),
  };
}
