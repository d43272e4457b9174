/**
 * A schedule as a program for the simulator: what each operation occupies, reads, writes and counts.
 *
 * Registers and buffers of LDS are the names that operands have. A name of a buffer that several operations share is one
 * place: `to tile[1]` and `from tile[0:3]` meet, and so do `to tile[1]` and `from tile`; `to other` does not. Accesses are
 * conflict-free unless the schedule says `conflicts N`.
 */
import { opcodeNumber } from '../../access/opcodes.ts';
import type { Diagnostic, Message } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import type { Machine } from '../../machine/machine.ts';
import type { TimingModel } from '../constants.ts';
import { exampleMatrixInstruction, gemmElement, matrixCycles, matrixRow } from '../gemm-element.ts';
import { matrixChipOf } from '../../machine/matrix-table.ts';
import {
  type ExecutionCosts,
  StreamBuilder,
  type TimedInstruction,
  type TimedProgram,
} from '../program.ts';
import { copyName, hasCopy } from '../copies.ts';
import { freeBankCycles, ldsMove, servesLds } from '../lds-operation.ts';
import { faultOf, type Listing } from './parse.ts';
import type { Statement } from './statement.ts';

export interface LoweredListing {
  readonly program: TimedProgram;
  readonly diagnostics: readonly Diagnostic[];
}

/** Operands of which nothing is said: `f8f6f4` is as quick as with 4 and 6 bits. */
const ANY_ELEMENT = { bits: 16 } as const;
const MOST_EXECUTIONS = 5_000_000;

/** What the simulator runs for each wave. Operations that are wrong are left out with a diagnostic. */
export function lowerListing(
  listing: Listing,
  machine: Machine,
  timing: TimingModel,
): LoweredListing {
  return new Lowering(listing, machine, timing).lower();
}

interface Lowered {
  readonly number: number;
  readonly costs: ExecutionCosts;
  readonly statement: Statement;
}

class Lowering {
  readonly #listing: Listing;
  readonly #machine: Machine;
  readonly #timing: TimingModel;
  readonly #instructions: TimedInstruction[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #registers = new Map<string, number>();
  /** By name of a buffer: the names of its elements, and its own. */
  readonly #places = new Map<string, readonly string[]>();
  readonly #tokens = new Map<string, number>();
  readonly #written = new Set<string>();
  readonly #tooWide = new Set<string>();
  /** By place in LDS: the bytes that one operation of all its waves puts there. */
  readonly #filledBytes = new Map<string, number>();
  /** Buffers of LDS that some operation fills. */
  readonly #filled: Set<string>;
  /** Registers that some operation loads or computes. */
  readonly #assigned: Set<string>;
  /** The first load without a register and access without a place, and how many there are. */
  #firstUnnamed: Statement | undefined;
  #unnamed = 0;

  constructor(listing: Listing, machine: Machine, timing: TimingModel) {
    this.#listing = listing;
    this.#machine = machine;
    this.#timing = timing;
    const statements = listing.sections.flatMap((section) => section.statements);
    const regions = statements.flatMap(regionOf);
    const names = [...new Set(regions)];
    for (const name of names)
      this.#places.set(
        name,
        names.filter((one) => isPartOf(one, name)),
      );
    const filled = statements.flatMap(({ to = [] }) => to);
    this.#filled = new Set(names.filter((name) => filled.some((one) => meet(one, name))));
    this.#assigned = new Set(statements.flatMap(assignedBy));
  }

  lower(): LoweredListing {
    const { sections, waves } = this.#listing;
    const lowered = sections.map(({ times, statements }, section) => {
      // A loop alone: what an iteration reads is what the one before it loaded.
      if (section === 0 && times > 1) {
        for (const name of statements.flatMap(assignedBy)) this.#written.add(name);
      }
      return { times, body: statements.flatMap((statement) => this.#statement(statement)) };
    });
    const diagnostics = this.#diagnostics;
    this.#requireRoom();
    if (this.#firstUnnamed !== undefined) {
      const message = messages.timing.unnamed(this.#unnamed);
      diagnostics.push(faultOf(this.#firstUnnamed, message));
    }
    const executions = lowered.reduce((sum, { times, body }) => sum + times * body.length, 0);
    if (executions === 0) diagnostics.push({ ...messages.timing.noInstructions() });
    if (executions * waves > MOST_EXECUTIONS) {
      const what = 'the number of executed operations';
      diagnostics.push({
        ...messages.timing.beyondLimit(what, executions * waves, MOST_EXECUTIONS),
      });
      return { program: { instructions: this.#instructions, streams: [] }, diagnostics };
    }
    const streams = Array.from({ length: waves }, (_, wave) => {
      const builder = new StreamBuilder();
      for (const { times, body } of lowered) {
        for (let i = 0; i < times; i++) {
          for (const { number, costs, statement } of body) {
            const [first, last] = statement.waves ?? [0, Infinity];
            if (wave >= first && wave <= last) builder.add(number, costs);
          }
        }
      }
      return builder.finish();
    });
    const privatePlaces = new Set(
      this.#listing.privateBuffers.flatMap((name) =>
        [...this.#places.keys()].filter((place) => isPartOf(place, name)),
      ),
    );
    const program = { instructions: this.#instructions, streams, privatePlaces };
    return { program, diagnostics };
  }

  #statement(statement: Statement): Lowered[] {
    const made = this.#make(statement);
    if (made === undefined) return [];
    const { costs = {}, ...others } = made;
    const reads = [statement.operands.flat(), statement.from ?? []].flat();
    const unloaded = others.reads.length > 0 && reads.some((name) => this.#isUnloaded(name));
    const rest = unloaded ? { ...others, unloaded: true as const } : others;
    if (others.unnamed === true) {
      this.#firstUnnamed ??= statement;
      this.#unnamed += statement.count;
    }
    return Array.from({ length: statement.count }, () => {
      const number =
        this.#instructions.push({ text: statement.text, span: statement.span, ...rest }) - 1;
      return { number, costs, statement };
    });
  }

  #make(
    statement: Statement,
  ): (Omit<TimedInstruction, 'text' | 'span'> & { costs?: ExecutionCosts }) | undefined {
    const { operation, operands, numbers, counters } = statement;
    const plain = (): Pick<TimedInstruction, 'reads' | 'writes'> => {
      const [first = [], ...others] = operands;
      return { writes: this.#write(first), reads: this.#read(others.flat(), statement) };
    };
    const none = { reads: [], writes: [] };
    if (
      operation === 'mfma' ||
      operation.startsWith('v_mfma') ||
      operation.startsWith('v_smfmac')
    ) {
      return this.#matrix(statement);
    }
    const memory = /^(ds|buffer|global|flat)\w*?_(read|load|write|store)/.exec(operation);
    if (memory !== null) return this.#access(statement, memory[1] === 'ds', memory[2] ?? '');
    switch (operation) {
      case 'wait_cnt':
      case 'waitcnt':
      case 's_waitcnt':
        return { unit: 'wait', ...none, until: this.#limits(statement) };
      case 'sbarrier':
      case 's_barrier':
      case 'barrier':
        return { unit: 'barrier', ...none };
      case 's_setprio':
      case 'setprio':
        return { unit: 'salu', ...none, priority: Math.min(3, numbers[0] ?? 0) };
      case 's_nop':
      case 'nop':
        return { unit: 'salu', ...none, idleCycles: 4 * (numbers[0] ?? 0) };
      case 's_branch':
      case 'branch':
        return { unit: 'branch', ...none };
      case 'signal':
        return { unit: 'salu', ...none, signals: this.#token(operands) };
      case 'await':
        return { unit: 'wait', ...none, awaits: this.#token(operands) };
      case 'trans':
        return { unit: 'trans', ...plain() };
      case 'valu':
        return { unit: 'valu', ...plain() };
      case 'salu':
        return { unit: 'salu', ...plain() };
    }
    if (counters.size > 0 || !/^[vs]_/.test(operation)) {
      const known = [
        'MFMA',
        'ds_read',
        'ds_write',
        'buffer_load',
        'wait_cnt',
        'sbarrier',
        'valu',
        'trans',
      ];
      return this.#refuse(statement, messages.timing.unknownOperation(operation, known));
    }
    if (operation.startsWith('s_')) {
      return { unit: operation.startsWith('s_cbranch') ? 'branch' : 'salu', ...plain() };
    }
    const quarter = /^v_(?:exp|log|rcp|rsq|sqrt|sin|cos)_/.test(operation);
    return {
      unit: quarter ? 'trans' : operation.startsWith('v_pk_') ? 'packed' : 'valu',
      ...plain(),
    };
  }

  #refuse(statement: Statement, message: Message): undefined {
    this.#diagnostics.push(faultOf(statement, message));
    return undefined;
  }

  #matrix(statement: Statement): Omit<TimedInstruction, 'text' | 'span'> | undefined {
    const { operation, operands } = statement;
    const name = operation === 'mfma' ? this.#listing.matrixInstruction : operation;
    const found = matrixRow(name, this.#machine.name);
    if (found?.row.passes[found.chip] === undefined) {
      const chip = matrixChipOf(this.#machine.name);
      const example = chip && exampleMatrixInstruction(chip);
      const message = messages.timing.noMatrixInstruction(name, this.#machine.name, example);
      return this.#refuse(statement, message);
    }
    const { matrixElement = '' } = this.#listing;
    const element = (operation === 'mfma' && gemmElement(matrixElement)) || ANY_ELEMENT;
    const passes = matrixCycles(found.row, found.chip, element) / 4;
    const sources = operands.slice(0, -1).flat();
    const accumulator = (operands.at(-1) ?? []).map((element) => this.#register(element));
    return { unit: 'mfma', passes, reads: this.#read(sources, statement), writes: [], accumulator };
  }

  #access(
    statement: Statement,
    isLds: boolean,
    verb: string,
  ): (Omit<TimedInstruction, 'text' | 'span'> & { costs: ExecutionCosts }) | undefined {
    const { operation, operands, settings, from = [] } = statement;
    const loads = verb === 'read' || verb === 'load';
    const copies = !isLds && settings.has('lds');
    const width = this.#dwords(statement, operation);
    const elements = operands.flat();
    const registers = loads
      ? { reads: [], writes: copies ? [] : this.#write(elements) }
      : { reads: this.#read([...elements, ...from], statement), writes: [] };
    const places = regionOf(statement).flatMap((name) => this.#places.get(name) ?? []);
    const placed = places.length === 0 ? {} : { places };
    const placeless = (isLds || copies) && regionOf(statement).length === 0;
    const unnamed =
      placeless || (loads && !copies && elements.length === 0) ? { unnamed: true as const } : {};
    if (copies && !hasCopy(width, this.#machine)) {
      const has = [1, 2, 3, 4].filter((count) => hasCopy(count, this.#machine)).map(copyName);
      const message = messages.timing.noInstruction(copyName(width), this.#machine.name, has);
      this.#diagnostics.push(faultOf(statement, message));
    }
    if (copies) this.#fill(statement, width);
    if (!isLds) {
      const moved = settings.get('bytes') ?? 256 * width;
      const kind = copies ? 'to-lds' : loads ? 'load' : 'store';
      return {
        unit: 'vmem',
        memory: kind,
        dwords: width,
        ...registers,
        ...unnamed,
        counts: ['vmcnt'],
        ...placed,
        costs: { bytes: moved },
      };
    }
    if (loads) this.#requireFilled(regionOf(statement), statement);
    const name = ldsName(operation, loads, width);
    if (!servesLds(name, this.#machine)) {
      const message = messages.timing.noInstruction(name, this.#machine.name, []);
      return this.#refuse(statement, message);
    }
    const conflictCycles = settings.get('conflicts') ?? 0;
    const bankCycles = freeBankCycles(name, this.#machine) + conflictCycles;
    const moved = ldsMove(name);
    if (!loads) this.#fill(statement, moved?.dwords ?? 0);
    return {
      unit: 'lds',
      ...moved,
      ...registers,
      ...unnamed,
      counts: ['lgkmcnt'],
      ...placed,
      costs: { bankCycles, conflictCycles },
    };
  }

  /** `b128`, `128b`, `dwordx4`: at most four. */
  #dwords(statement: Statement, operation: string): number {
    const [, words] = /dwordx(\d+)/.exec(operation) ?? [];
    const [, bits] = /_[bu]?(\d+)b?(?:_|$)/.exec(operation) ?? [];
    const dwords = words === undefined ? Math.ceil(Number(bits ?? 32) / 32) : Number(words);
    if (dwords >= 1 && dwords <= 4) return dwords;
    // Once for a width: notes have it in every line.
    const width = words ?? bits ?? '';
    if (!this.#tooWide.has(width)) {
      this.#diagnostics.push(faultOf(statement, messages.timing.noWidth(operation)));
    }
    this.#tooWide.add(width);
    return 4;
  }

  /** Each wave writes a part of its own. */
  #fill(statement: Statement, dwords: number): void {
    const [first, last] = statement.waves ?? [0, Infinity];
    const waves = Math.max(0, Math.min(last, this.#listing.waves - 1) - first + 1);
    const names = regionOf(statement);
    for (const name of names) {
      const bytes = (256 * dwords * waves) / names.length;
      this.#filledBytes.set(name, Math.max(bytes, this.#filledBytes.get(name) ?? 0));
    }
  }

  /** The places that hold no others hold different bytes; how much more they have is not written. */
  #requireRoom(): void {
    const names = [...this.#filledBytes.keys()];
    const smallest = names.filter(
      (name) => !names.some((one) => one !== name && isPartOf(one, name)),
    );
    const bytes = smallest.reduce((sum, name) => sum + (this.#filledBytes.get(name) ?? 0), 0);
    const { name: chip, sharedMemory } = this.#machine;
    const room = sharedMemory.bytesPerWorkgroup.value;
    if (bytes <= room) return;
    const message = messages.timing.beyondLds(bytes, smallest.length, chip, room);
    this.#diagnostics.push({ ...message });
  }

  #limits(statement: Statement): NonNullable<TimedInstruction['until']> {
    for (const [counter, value] of statement.counters) {
      const most = this.#timing.counterMaximum[counter].value;
      if (value > most) {
        const message = messages.timing.beyondCounter(counter, value, most);
        this.#diagnostics.push(faultOf(statement, message));
      }
    }
    return Object.fromEntries(statement.counters);
  }

  /** A register, not a buffer, that no operation of the schedule gives a value. */
  #isUnloaded(name: string): boolean {
    return this.#registers.has(name) && !this.#assigned.has(name) && !this.#places.has(name);
  }

  #register(name: string): number {
    const number = this.#registers.get(name) ?? this.#registers.size;
    this.#registers.set(name, number);
    return number;
  }

  #write(names: readonly string[]): number[] {
    for (const name of names) this.#written.add(name);
    return names.map((name) => this.#register(name));
  }

  #read(names: readonly string[], statement: Statement): number[] {
    for (const name of names) {
      if (this.#written.has(name)) continue;
      this.#written.add(name);
      const message = messages.timing.neverLoaded(name, statement.operation);
      this.#diagnostics.push(faultOf(statement, message));
    }
    return names.map((name) => this.#register(name));
  }

  /** A buffer that nothing fills is said once. */
  #requireFilled(region: readonly string[], statement: Statement): void {
    for (const name of region) {
      if (this.#filled.has(name)) continue;
      this.#filled.add(name);
      const message = messages.timing.neverLoaded(name, statement.operation);
      this.#diagnostics.push(faultOf(statement, message));
    }
  }

  #token(operands: readonly (readonly string[])[]): number {
    const name = operands.flat()[0] ?? '';
    const number = this.#tokens.get(name) ?? this.#tokens.size;
    this.#tokens.set(name, number);
    return number;
  }
}

/**
 * The instruction that an LDS operation is: the one of its name; or of its verb and width, where people write `ds_read_128b`
 * or the names of RDNA, `ds_load_b128`.
 */
function ldsName(operation: string, loads: boolean, dwords: number): string {
  const isOwn = opcodeNumber(operation) !== undefined && !/^ds_(?:load|store)_/.test(operation);
  if (isOwn || /_tr\d*_/.test(operation)) return operation;
  const [, two = '', far = ''] = /(2(?!\d)|_2addr)(st64|_stride64)?/.exec(operation) ?? [];
  const pair = `${two && '2'}${far && 'st64'}`;
  return `ds_${loads ? 'read' : 'write'}${pair}_b${32 * dwords}`;
}

/** The part of LDS that an operation reads or writes. */
function regionOf({ operation, settings, from = [], to = [] }: Statement): readonly string[] {
  if (settings.has('lds')) return to;
  if (!operation.startsWith('ds_')) return [];
  return /_(?:read|load)/.test(operation) ? from : to;
}

/** The registers that an operation gives a value: what a load fills, the first operand of others. */
function assignedBy({ operation, operands, settings }: Statement): readonly string[] {
  if (/_(?:write|store)|^(?:mfma|v_mfma|v_smfmac|signal|await)/.test(operation)) {
    return /mfma|smfmac/.test(operation) ? (operands.at(-1) ?? []) : [];
  }
  if (settings.has('lds')) return [];
  return /_(?:read|load)/.test(operation) ? operands.flat() : (operands[0] ?? []);
}

/** `tile[2]` is part of `tile`, and each of itself. */
const isPartOf = (name: string, whole: string): boolean =>
  name === whole || name.startsWith(`${whole}[`);

const meet = (a: string, b: string): boolean => isPartOf(a, b) || isPartOf(b, a);
