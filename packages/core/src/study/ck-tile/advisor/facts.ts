/** What the rules look at, computed once for a triple on a machine. */
import { type Result, success } from '../../../base/result.ts';
import { type ConflictModel, findRule, type Machine } from '../../../machine/machine.ts';
import type { RequestClass } from '../../../access/opcode.ts';
import { opcodeAt } from '../../../access/opcodes.ts';
import { type InstructionCost, tileCost, type TileCost } from '../analyzer.ts';
import {
  allIndices,
  calculateOffsets,
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
} from '../../../vendors/ck-tile/descriptor.ts';
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';
import type { DsInstruction } from '../../../vendors/ck-tile/instructions.ts';
import { recogniseSwapping } from '../../../vendors/ck-tile/recognise-swapping.ts';
import { ldsIndexSwappingSpec, type LdsSwapping } from '../../../vendors/ck-tile/swapping.ts';
import type { TileAccessPlan } from '../../../vendors/ck-tile/tile-access.ts';
import { planTranspose } from '../tutorials/replay.ts';
import { type TransposeSpec, tutorials } from '../tutorials/tutorials.ts';

export interface Facts {
  readonly spec: TransposeSpec;
  readonly machine: Machine;
  readonly model: ConflictModel;
  /** Physical banks of the machine. */
  readonly banks: number;
  readonly write: TileAccessPlan;
  readonly read: TileAccessPlan;
  readonly waves: number;
  readonly cost: TileCost;
  /** The write view as `LdsIndexSwapping`, where it is one. */
  readonly swapping: LdsSwapping | undefined;
  /** The read view, likewise. */
  readonly readSwapping: LdsSwapping | undefined;
  /** True for the triples of the slides' tutorials. */
  readonly isTutorial: boolean;
}

/** Plans and counts a triple. Fails as `planTranspose` does. */
export function factsOf(
  spec: TransposeSpec,
  machine: Machine,
  model: ConflictModel = machine.models[0],
): Result<Facts> {
  const plans = planTranspose(spec, machine.isa);
  if (!plans.ok) return plans;
  const [write, read] = plans.value;
  if (write === undefined || read === undefined) throw new Error('a tile is written and read');
  const facts: Facts = {
    spec,
    machine,
    model,
    banks: machine.sharedMemory.banks.value,
    write,
    read,
    waves: Math.max(write.waves, read.waves),
    cost: tileCost(plans.value, machine, model),
    swapping: recogniseSwapping(spec.write.descriptor),
    readSwapping: recogniseSwapping(spec.read.descriptor),
    isTutorial: isTutorial(spec),
  };
  return success(facts, plans.diagnostics);
}

/** The same maps and distributions, however they are written. */
function isTutorial(spec: TransposeSpec): boolean {
  const sides = ['write', 'read'] as const;
  return tutorials.some((tutorial) =>
    ([32, 64] as const).some((banks) => {
      const known = tutorial.spec(banks);
      return (
        sides.every((side) => sameEncoding(spec[side].encoding, known[side].encoding)) &&
        sides.every((side) => mapOf(spec[side].descriptor) === mapOf(known[side].descriptor))
      );
    }),
  );
}

function sameEncoding(a: TileDistributionEncoding, b: TileDistributionEncoding): boolean {
  const text = ({ rs, hs, psMajor, psMinor, ysMajor, ysMinor }: TileDistributionEncoding): string =>
    JSON.stringify([rs, hs, psMajor, psMinor, ysMajor, ysMinor]);
  return text(a) === text(b);
}

function mapOf(spec: DescriptorSpec): string {
  const made = makeDescriptor(spec);
  if (!made.ok) return '';
  const lengths = lengthsOf(made.value);
  return `${lengths.join()}: ${calculateOffsets(made.value, allIndices(lengths)).join()}`;
}

/** Conflict cycles of the average wave. */
export function perWave(
  { waves }: Facts,
  { bankConflict }: Pick<TileCost, 'bankConflict'>,
): number {
  return bankConflict / waves;
}

/** The costs of one side, instruction by instruction. */
export function costsOf({ cost }: Facts, plan: TileAccessPlan): readonly InstructionCost[] {
  return cost.instructions.filter(({ access }) => access === plan.access.name);
}

/** Conflict cycles of one side, of the average wave. */
export function sideConflict(facts: Facts, plan: TileAccessPlan): number {
  return costsOf(facts, plan).reduce((sum, { bankConflict }) => sum + bankConflict, 0) / plan.waves;
}

/** The same triple under rules of which some are different. */
export function costUnder(facts: Facts, change: (rules: Rules) => Rules): TileCost {
  const { model, machine, write, read } = facts;
  const rules = model.rules[64] ?? {};
  const changed = { ...model, rules: { ...model.rules, 64: { ...rules, ...change(rules) } } };
  return tileCost([write, read], machine, changed);
}

type Rules = NonNullable<ConflictModel['rules'][64]>;

/** Conflict cycles of the average wave with another MLdsLayer; `undefined` where it cannot be built. */
export function conflictWithLayer(facts: Facts, mLdsLayer: number): number | undefined {
  const { spec, machine, model } = facts;
  const views = [
    { swapping: facts.swapping, encoding: spec.write.encoding },
    { swapping: facts.readSwapping, encoding: spec.read.encoding },
  ];
  const sides = views.map(({ swapping, encoding }) => {
    const made = swapping && ldsIndexSwappingSpec({ ...swapping, mLdsLayer });
    return made?.ok === true ? { descriptor: made.value, encoding } : undefined;
  });
  const [write, read] = sides;
  if (write === undefined || read === undefined) return undefined;
  const plans = planTranspose({ ...spec, write, read }, machine.isa, [facts.write, facts.read]);
  if (!plans.ok || plans.diagnostics.some(({ severity }) => severity === 'error')) return undefined;
  return tileCost(plans.value, machine, model).bankConflict / facts.waves;
}

/** Bytes that one address of an instruction moves. */
export function widthOf(plan: TileAccessPlan, instruction: DsInstruction): number {
  const { registers, addressRegisters } = instruction;
  return (registers.length / addressRegisters.length) * plan.access.elementBytes;
}

/** The byte address of each lane of a wave, for one address of an instruction. */
export function laneAddresses(plan: TileAccessPlan, register: number, wave = 0): Int32Array {
  const { registers } = plan.access.distribution;
  return Int32Array.from(
    { length: LANES },
    (_, lane) => plan.addressBytes[(wave * LANES + lane) * registers + register] ?? 0,
  );
}

const LANES = 64;

/** How many phases the machine serves an instruction in. */
export function phasesOf({ model }: Facts, { op }: DsInstruction): number | undefined {
  const request: RequestClass | undefined = opcodeAt(op).request;
  return request === undefined ? undefined : findRule(model, LANES, request)?.phases.count;
}

/** Sub-steps of the slides' checklist: each dword of each half-wave of each instruction. */
export interface Substeps {
  readonly count: number;
  /** With two words on one bank. */
  readonly failing: number;
  /** Half-waves of which some steps fail and some do not. */
  readonly uneven: number;
}

/** The slides' check Q3, literally: in each half-wave and step all banks differ, or lanes on one share a word. */
export function substeps(plan: TileAccessPlan, banks: number): Substeps {
  let [count, failing, uneven] = [0, 0, 0];
  for (let wave = 0; wave < plan.waves; wave++) {
    for (const instruction of plan.instructions) {
      const steps = Math.max(1, widthOf(plan, instruction) / 4);
      for (const register of instruction.addressRegisters) {
        const addresses = laneAddresses(plan, register, wave);
        for (const half of [addresses.subarray(0, 32), addresses.subarray(32)]) {
          const failed = Array.from({ length: steps }, (_, s) => s).filter((s) =>
            isSerial(half, 4 * s, banks),
          ).length;
          count += steps;
          failing += failed;
          if (failed > 0 && failed < steps) uneven++;
        }
      }
    }
  }
  return { count, failing, uneven };
}

function isSerial(addresses: Int32Array, offset: number, banks: number): boolean {
  const words = new Map<number, number>();
  for (const address of addresses) {
    const word = Math.floor((address + offset) / 4);
    const other = words.get(word % banks);
    if (other !== undefined && other !== word) return true;
    words.set(word % banks, word);
  }
  return false;
}

/** The names of a list with how often each is there: `8 x ds_read_u16`. */
export function listed(instructions: readonly { readonly name: string }[]): string {
  const counts = new Map<string, number>();
  for (const { name } of instructions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n === 1 ? name : `${n} x ${name}`)).join(', ');
}
