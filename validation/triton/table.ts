/**
 * The table of a matmul: what each kind of LDS instruction of each buffer costs in one workgroup, and why.
 *
 * A site is an instruction of the assembly. Sites of a buffer with the same mnemonic and the same cost per execution
 * are one row.
 */
import {
  type AccessTrace,
  findModel,
  findRule,
  groupBy,
  type Machine,
  opcodeAt,
  type ServiceRule,
  simulate,
  type Simulation,
} from '@ldscope/core';
import { attribute, locations, type Placed } from './attribute.ts';
import { ENOUGH_LDS_BYTES, type Matmul } from './kernels.ts';
import { type Agreement, predict } from './predict.ts';
import { type Reason, reasonOf } from './reasons.ts';

export interface TableRow {
  readonly operand: 'A' | 'B';
  readonly direction: 'read' | 'write';
  readonly instruction: string;
  /** Whether each execution also moves a part of the other buffer, which is counted there. */
  readonly half: boolean;
  /** `line:column` of the Triton source; empty for an instruction that names none. */
  readonly sources: readonly string[];
  readonly sites: number;
  readonly executions: number;
  readonly idealCycles: number;
  readonly cycles: number;
  readonly conflicts: number;
  /** Conflicts under the alternative of a disputed rule. */
  readonly otherConflicts: number | undefined;
  readonly ways: number;
  readonly reason: Reason | undefined;
  readonly rule: ServiceRule;
}

/** What the layouts say of one operand in one direction, and whether the run is the same. */
interface Check {
  readonly of: string;
  readonly agreement: Agreement;
  readonly agrees: boolean;
}

export interface MatmulTable {
  readonly matmul: Matmul;
  readonly placed: readonly Placed[];
  readonly rows: readonly TableRow[];
  readonly checks: readonly Check[];
  /** LDS instructions of the assembly, and how many of them ran. */
  readonly instructions: number;
  readonly ran: number;
  /** Accesses that `.loc` gives to the other buffer. */
  readonly contradicted: number;
}

/** A run with its costs. */
interface Run {
  readonly machine: Machine;
  readonly trace: AccessTrace;
  readonly owner: Uint8Array;
  readonly costs: Simulation;
  /** `.loc` by line of the assembly. */
  readonly named: ReadonlyMap<number, string>;
}

const UNLIMITED = { ldsBytes: ENOUGH_LDS_BYTES };

/** Folds the accesses of a matmul's run. */
export function tabulate(matmul: Matmul, trace: AccessTrace): MatmulTable {
  const { machine, assembly } = matmul;
  const { placed, owner, contradicted } = attribute(trace, matmul);
  const costs = simulate(trace, machine, undefined, UNLIMITED);
  const run: Run = { machine, trace, owner, costs, named: locations(assembly) };
  const rows: TableRow[] = [];
  const checks: Check[] = [];
  for (const [index, buffer] of placed.entries()) {
    for (const direction of ['write', 'read'] as const) {
      const own = [...owner.keys()].filter(
        (row) => owner[row] === index && opcodeAt(trace.op[row] ?? 0).direction === direction,
      );
      rows.push(...fold(run, own, buffer, direction));
      const agreement = predict(matmul, trace, own, buffer, direction);
      const agrees =
        agreement.matched === agreement.rows &&
        agreement.complete &&
        agreement.cycles === sum(own, costs.idxActive) &&
        agreement.conflicts === sum(own, costs.bankConflict);
      checks.push({ of: `${buffer.buffer.operand} ${direction}`, agreement, agrees });
    }
  }
  const ran = new Set(trace.site).size;
  return { matmul, placed, rows, checks, instructions: run.named.size, ran, contradicted };
}

const sum = (rows: readonly number[], values: Uint32Array): number =>
  rows.reduce((total, row) => total + (values[row] ?? 0), 0);

/** The rows of one buffer and direction: by site, then sites of one cost together. */
function fold(
  run: Run,
  own: readonly number[],
  placed: Placed,
  direction: 'read' | 'write',
): TableRow[] {
  const sites = groupBy(own, (row) => `${run.trace.site[row] ?? 0}`);
  const groups = groupBy([...sites.values()], (rows) => costKey(run, rows));
  return [...groups.values()].map((group) => tableRow(run, group, placed, direction));
}

const executionsOf = ({ trace }: Run, rows: readonly number[]): number =>
  new Set(rows.map((row) => `${trace.wave[row] ?? 0} ${trace.order[row] ?? 0}`)).size;

/** What an execution of a site costs. */
function costKey(run: Run, rows: readonly number[]): string {
  const { trace, costs } = run;
  const executions = executionsOf(run, rows);
  const [first = 0] = rows;
  return [
    opcodeAt(trace.op[first] ?? 0).name,
    isHalf(run, rows),
    sum(rows, costs.phases) / executions,
    sum(rows, costs.idxActive) / executions,
    Math.max(...rows.map((row) => costs.worstWays[row] ?? 0)),
  ].join();
}

/** Whether the instruction of these rows also has rows in another buffer. */
function isHalf({ trace, owner }: Run, rows: readonly number[]): boolean {
  const [first = 0] = rows;
  const at = (row: number): string =>
    `${trace.site[row] ?? 0} ${trace.wave[row] ?? 0} ${trace.order[row] ?? 0}`;
  return [first - 1, first + 1].some(
    (row) => row >= 0 && row < trace.count && at(row) === at(first) && owner[row] !== owner[first],
  );
}

function tableRow(
  run: Run,
  sites: readonly (readonly number[])[],
  placed: Placed,
  direction: 'read' | 'write',
): TableRow {
  const { machine, trace, costs, named } = run;
  const rows = sites.flat();
  const worst = worstOf(run, rows);
  const opcode = opcodeAt(trace.op[worst] ?? 0);
  const { request } = opcode;
  const rule = request === undefined ? undefined : findRule(machine.models[0], 64, request);
  if (rule === undefined) throw new Error(`no rule for ${opcode.name}`);
  const sources = rows.map((row) => named.get(trace.sites[trace.site[row] ?? 0]?.line ?? 0) ?? '');
  return {
    operand: placed.buffer.operand,
    direction,
    instruction: opcode.name,
    half: isHalf(run, rows),
    sources: [...new Set(sources)].sort(),
    sites: sites.length,
    executions: executionsOf(run, rows),
    idealCycles: sum(rows, costs.phases),
    cycles: sum(rows, costs.idxActive),
    conflicts: sum(rows, costs.bankConflict),
    otherConflicts: otherConflicts(run, rows, rule),
    ways: Math.max(...rows.map((row) => costs.worstWays[row] ?? 0)),
    reason: reasonOf(trace, worst, machine, placed),
    rule,
  };
}

/** The row with the most conflicts; of several the one that begins lowest. */
function worstOf({ trace, costs }: Run, rows: readonly number[]): number {
  const most = Math.max(...rows.map((row) => costs.bankConflict[row] ?? 0));
  let [worst, lowest] = [0, Infinity];
  for (const row of rows) {
    if (costs.bankConflict[row] !== most) continue;
    const begin = Math.min(...trace.addressBytes.subarray(64 * row, 64 * (row + 1)));
    if (begin < lowest) [worst, lowest] = [row, begin];
  }
  return worst;
}

function otherConflicts(
  { machine, trace }: Run,
  rows: readonly number[],
  { otherReading }: ServiceRule,
): number | undefined {
  const model = otherReading === undefined ? undefined : findModel(machine, otherReading);
  if (model === undefined) return undefined;
  return sum(rows, simulate(trace, machine, model, UNLIMITED).bankConflict);
}
