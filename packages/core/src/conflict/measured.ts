/**
 * Scores a model on hardware counters: one JSON object per line, each one executed instruction.
 *
 *     {"op":"ld32","mask":"ffffffff","address":[0,128,256,...],"wavefronts":32,"conflicts":31}
 *     {"op":"ds_read_b64","mask":"ffffffffffffffff","address":[...],"idxActive":8,"bankConflict":4}
 *
 * `mask` is hexadecimal, lane 0 its lowest bit; `address` has one byte address for every lane of the wave.
 * NVIDIA counts wavefronts, AMD cycles of the LDS (SQ_LDS_IDX_ACTIVE); the second counter has the conflicts among them.
 *
 * Invariant: `exact + mismatches.length` and the lines with a diagnostic add up to `records`, so a line that
 * cannot be scored lowers the score.
 */
import type { Opcode } from '../access/opcode.ts';
import { opcodeAt, opcodeNumber } from '../access/opcodes.ts';
import { TraceBuilder } from '../access/trace.ts';
import { diagnose, type Diagnostic, type Message } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';

import { type ConflictModel, findRule, type Machine } from '../machine/machine.ts';
import { simulate } from './simulate.ts';

/** What hardware counts of one instruction: NVIDIA's words or AMD's. */
type Counters =
  | { readonly wavefronts: number; readonly conflicts: number }
  | { readonly idxActive: number; readonly bankConflict: number };

/** A measured record that the model predicts differently. */
export interface Mismatch {
  /** Line of the file, counted from 1. */
  readonly line: number;
  readonly op: string;
  readonly measured: Counters;
  readonly predicted: Counters;
}

/** How a model does on measured counters. */
export interface MeasuredScore {
  /** Lines of the file that are not empty. */
  readonly records: number;
  /** Records whose two counters the model predicts both. */
  readonly exact: number;
  readonly mismatches: readonly Mismatch[];
  /** Lines that could not be scored. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Scores every line of a file of counters; bad lines become diagnostics. */
export function scoreMeasurements(
  text: string,
  machine: Machine,
  model: ConflictModel = machine.models[0],
): MeasuredScore {
  const batches = new Map(machine.waveSizes.map((size) => [size, new Batch(size)] as const));
  const diagnostics: Diagnostic[] = [];
  let records = 0;
  let line = 0;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const source = text.slice(start, end);
    line++;
    if (source.trim() !== '') {
      records++;
      const read = readRecord(source, machine, model);
      const batch = 'op' in read ? batches.get(waveOf(read)) : undefined;
      if (batch !== undefined && 'op' in read) batch.add(line, read);
      else if ('code' in read) diagnostics.push(diagnose(read, { start, end }));
    }
    start = end + 1;
  }
  let exact = 0;
  const mismatches: Mismatch[] = [];
  for (const batch of batches.values()) exact += batch.score(machine, model, mismatches);
  mismatches.sort((a, b) => a.line - b.line);
  return { records, exact, mismatches, diagnostics };
}

/** A line that can be scored. */
interface Measurement {
  readonly op: number;
  readonly maskLow: number;
  readonly maskHigh: number;
  readonly address: readonly number[];
  readonly nvidia: boolean;
  readonly cycles: number;
  readonly conflicts: number;
}

const waveOf = (record: Measurement): 32 | 64 => (record.address.length === 64 ? 64 : 32);

/** The measurements of one wave size, simulated together. */
class Batch {
  readonly #builder: TraceBuilder;
  readonly #lines: number[] = [];
  readonly #cycles: number[] = [];
  readonly #conflicts: number[] = [];
  readonly #nvidia: boolean[] = [];

  constructor(waveSize: 32 | 64) {
    this.#builder = new TraceBuilder(waveSize, [{ id: 'measured' }]);
  }

  add(line: number, record: Measurement): void {
    const { op, address, maskLow, maskHigh } = record;
    this.#builder.add(op, 0, 0, this.#lines.length, address, maskLow, maskHigh);
    this.#lines.push(line);
    this.#cycles.push(record.cycles);
    this.#conflicts.push(record.conflicts);
    this.#nvidia.push(record.nvidia);
  }

  /** Number of exact predictions; the others are appended to `mismatches`. */
  score(machine: Machine, model: ConflictModel, mismatches: Mismatch[]): number {
    const trace = this.#builder.finish();
    const { idxActive, bankConflict } = simulate(trace, machine, model);
    let exact = 0;
    for (let row = 0; row < trace.count; row++) {
      const [cycles, conflicts] = [this.#cycles[row] ?? 0, this.#conflicts[row] ?? 0];
      if (idxActive[row] === cycles && bankConflict[row] === conflicts) {
        exact++;
        continue;
      }
      const nvidia = this.#nvidia[row] === true;
      mismatches.push({
        line: this.#lines[row] ?? 0,
        op: opcodeAt(trace.op[row] ?? 0).name,
        measured: counters(nvidia, cycles, conflicts),
        predicted: counters(nvidia, idxActive[row] ?? 0, bankConflict[row] ?? 0),
      });
    }
    return exact;
  }
}

function counters(nvidia: boolean, cycles: number, conflicts: number): Counters {
  return nvidia
    ? { wavefronts: cycles, conflicts }
    : { idxActive: cycles, bankConflict: conflicts };
}

function readRecord(source: string, machine: Machine, model: ConflictModel): Measurement | Message {
  const record = parseObject(source);
  if (record === undefined) return messages.measured.notJson();
  const { op: name, mask, address } = record;
  if (typeof name !== 'string') return messages.measured.field('op', 'the name of an instruction');
  const op = opcodeNumber(name);
  if (op === undefined) return messages.measured.unknownOp(name);
  if (!Array.isArray(address)) {
    return messages.measured.field('address', 'a list of byte addresses, one for each lane');
  }
  const waveSize = machine.waveSizes.find((size) => size === address.length);
  if (waveSize === undefined) {
    const sizes = machine.waveSizes.join(' or ');
    return messages.measured.waveSize(address.length, machine.name, sizes);
  }
  if (!isServed(opcodeAt(op), machine, model, waveSize)) {
    return messages.measured.noRule(name, machine.name, model.name);
  }
  const active = readMask(mask, waveSize);
  if (active === undefined) {
    return messages.measured.field('mask', `at most ${waveSize / 4} hexadecimal digits`);
  }
  const largest = largestAddress(machine);
  const addresses: number[] = [];
  for (const value of address as readonly unknown[]) {
    if (!isCount(value, largest)) return messages.measured.address(addresses.length, largest);
    addresses.push(value);
  }
  const counted = readCounters(record);
  if (counted === undefined) return messages.measured.counters();
  return { op, maskLow: active[0], maskHigh: active[1], address: addresses, ...counted };
}

function parseObject(source: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

/** True when the machine has the instruction and the model says how it is served. */
function isServed(
  opcode: Opcode,
  machine: Machine,
  model: ConflictModel,
  waveSize: 32 | 64,
): boolean {
  if (opcode.request === undefined) return false;
  if (opcode.isa.includes('ptx') !== (machine.vendor === 'NVIDIA')) return false;
  return findRule(model, waveSize, opcode.request) !== undefined;
}

/** AMD drops lanes beyond the LDS, so any address can be measured there; NVIDIA faults. */
function largestAddress(machine: Machine): number {
  return machine.vendor === 'AMD' ? 2 ** 32 - 1 : machine.sharedMemory.bytesPerWorkgroup.value - 1;
}

function isCount(value: unknown, largest: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largest;
}

/** The active lanes 0-31 and 32-63. */
function readMask(mask: unknown, waveSize: 32 | 64): readonly [number, number] | undefined {
  if (typeof mask !== 'string') return undefined;
  const digits = mask.replace(/^0x/i, '');
  if (!/^[0-9a-f]{1,16}$/i.test(digits)) return undefined;
  const low = Number.parseInt(digits.slice(-8), 16);
  const high = digits.length > 8 ? Number.parseInt(digits.slice(0, -8), 16) : 0;
  return waveSize === 32 && high !== 0 ? undefined : [low, high];
}

function readCounters(
  record: Readonly<Record<string, unknown>>,
): Pick<Measurement, 'nvidia' | 'cycles' | 'conflicts'> | undefined {
  const nvidia = 'wavefronts' in record;
  const cycles = nvidia ? record['wavefronts'] : record['idxActive'];
  const conflicts = nvidia ? record['conflicts'] : record['bankConflict'];
  const most = Number.MAX_SAFE_INTEGER;
  if (!isCount(cycles, most) || !isCount(conflicts, most)) return undefined;
  return { nvidia, cycles, conflicts };
}
