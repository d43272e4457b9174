/** Reads what an entry of a published list says of its access: instructions, addresses, waves. */
import { type Machine, opcodeAt } from '@ldscope/core';
import { parseInstructions, type Repeated, writes } from './chips.ts';
import { failed, type Parsed, parsed } from './expression.ts';
import {
  asObject,
  firstNumber,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
} from '../base/json.ts';
import type { Kernel, Step } from './kernel.ts';
import { type Formula, type Notation, parseNotation } from './notation.ts';

/** An entry's access in the terms of our model. */
export interface Access {
  readonly kernel: Kernel;
  /** As the entry writes it; of several formulas the first. */
  readonly notation: Notation;
}

export function readAccess(entry: JsonObject, machine: Machine): Parsed<Access> {
  const written = entry['byte_address'];
  if (written === null || written === undefined) {
    return failed('the source gives the kernel, not the addresses of its accesses');
  }
  const texts = typeof written === 'string' ? { all: written } : asObject(written);
  if (texts === undefined) return failed('the addresses are not a formula');
  const formulas = new Map<string, Formula>();
  let first: Notation | undefined;
  for (const [key, text] of Object.entries(texts)) {
    const notation = parseNotation(typeof text === 'string' ? text : '');
    if (!notation.ok)
      return failed(
        'the addresses are in words, not a formula that can be evaluated',
        notation.error,
      );
    first ??= notation.value;
    if (notation.value.kind === 'formula') formulas.set(key, notation.value);
  }
  if (first === undefined) return failed('the entry gives no address');
  const instructions = parseInstructions(textAt(entry, 'instruction') ?? '');
  if (!instructions.ok) return instructions;
  const steps =
    first.kind === 'sweep'
      ? parsed(sweepSteps(instructions.value))
      : assign(instructions.value, formulas);
  if (!steps.ok) return steps;
  const given = objectAt(entry, 'parameters');
  const parameters = numericParameters(given);
  const size = numberAt(entry, 'wave_size');
  const waveSize = machine.waveSizes.find((known) => known === size) ?? machine.waveSizes[0];
  if (waveSize === undefined) return failed('the chip has no wave size');
  const waves = wavesOf(given, waveSize);
  const limited = limitLanes(steps.value, numberAt(given, 'lanes'));
  return parsed({
    kernel: { machine, waveSize, waves, steps: limited, parameters },
    notation: first,
  });
}

/** A sweep has no formula per lane; only its instruction matters. */
function sweepSteps(instructions: readonly Repeated[]): readonly Step[] {
  const nowhere = { kind: 'number', value: 0 } as const;
  const formula: Formula = {
    kind: 'formula',
    address: nowhere,
    bindings: new Map(),
    activity: 'all',
  };
  return instructions.map((instruction) => ({ ...instruction, formula }));
}

/** Gives each instruction its formula: by direction where the keys say it, else in order. */
function assign(
  instructions: readonly Repeated[],
  formulas: ReadonlyMap<string, Formula>,
): Parsed<readonly Step[]> {
  const left = [...formulas];
  const steps: Step[] = [];
  for (const instruction of instructions) {
    const verb = writes(instruction.op) ? /^(write|store|st)/ : /^(read|load|ld)/;
    const directed = left.findIndex(([key]) => verb.test(key));
    const neutral = left.findIndex(([key]) => !/^(write|store|st|read|load|ld)/.test(key));
    const index = directed >= 0 ? directed : neutral;
    const [taken] = index < 0 ? [] : left.splice(index, 1);
    if (taken === undefined) {
      return failed(`no address is given for ${opcodeAt(instruction.op).name}`);
    }
    steps.push({ ...instruction, formula: taken[1] });
  }
  const [unused] = left;
  return unused === undefined
    ? parsed(steps)
    : failed(`no instruction is given for the address '${unused[0]}'`);
}

function numericParameters(parameters: JsonObject | undefined): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(parameters ?? {}).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    ),
  );
}

const BLOCK_WAVES = ['waves_per_block', 'warps_per_block'];
const BLOCK_THREADS = ['threads_per_block', 'TPB', 'threads', 'block', 'block_size'];

/** Waves of a workgroup; 1 when the entry does not specify. */
function wavesOf(parameters: JsonObject | undefined, waveSize: number): number {
  const threads = firstNumber(parameters, BLOCK_THREADS);
  const waves =
    firstNumber(parameters, BLOCK_WAVES) ?? (threads === undefined ? 1 : threads / waveSize);
  return Number.isInteger(waves) && waves >= 1 && waves <= 64 ? waves : 1;
}

/** With fewer `lanes` than the wave has, the first ones are active, as in `if (tid < lanes)`. */
function limitLanes(steps: readonly Step[], lanes: number | undefined): readonly Step[] {
  if (lanes === undefined || lanes < 1 || lanes >= 64) return steps;
  const active = Array.from({ length: lanes }, (_, lane) => lane);
  const limited: Step[] = [];
  for (const step of steps) {
    const { formula } = step;
    if (formula.activity !== 'all') limited.push(step);
    else limited.push({ ...step, formula: { ...formula, activity: active } });
  }
  return limited;
}
