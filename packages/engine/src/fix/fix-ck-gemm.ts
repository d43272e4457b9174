/**
 * A GEMM of CK Tile with descriptors of A's and B's tiles that conflict less, written into its specification in CK's notation.
 *
 *     layout: packed   ->   layout: |
 *                             constexpr auto desc = make_naive_tensor_descriptor(...
 *
 * Proof: the tile of each operand goes through LDS under both descriptors, and every register of every thread gets the element that it
 * had. All workgroups and steps of K do the same, so this holds for the launch.
 */
import {
  type CkGemm,
  type Diagnostic,
  elementView,
  FIX_SCHEMA,
  type FixedBuffer,
  type FixReport,
  type GemmOperand,
  hasErrors,
  messages,
  operandRegisters,
  placeDiagnostics,
  printLayout,
  type ProofStep,
  type Result,
  success,
  sum,
  tileCost,
  type TileLayout,
} from '@ldscope/core';
import type { FixOptions, FixOutcome } from '../source/fix-outcome.ts';
import { layoutWords, readLayout } from '../layout/layout-words.ts';
import { gridOf } from '../spec/ck-gemm.ts';
import { parseYaml, withValues, type YamlData } from '../input/yaml-data.ts';
import {
  ckGemmBuffers,
  type GemmOnMachine,
  layoutOfOperand,
  ldsBytesOf,
  movedOperand,
  type OperandName,
  readOnAll,
  wantedOperands,
} from '../problems/ck-gemm-buffers.ts';
import { suggestForBuffer } from '../search/suggest-buffer.ts';

interface Change {
  readonly operand: OperandName;
  readonly from: TileLayout;
  readonly to: TileLayout;
  /** The layout in CK's notation. */
  readonly text: string;
  /** Why nothing better is known; absent where the user chose the layout. */
  readonly optimality?: string | undefined;
}

/** Rewrites the layouts of a GEMM. Never throws on an input; `data` is the text as it was read. */
export function fixCkGemm(
  text: string,
  data: YamlData,
  name: string,
  options: FixOptions,
): FixOutcome {
  const { machines } = options;
  const before = readOnAll(data, name, machines);
  const diagnostics: Diagnostic[] = [...before.diagnostics];
  const end = (
    verdict: FixReport['verdict'],
    more: { readonly buffers?: FixedBuffer[]; readonly proof?: ProofStep[]; result?: string } = {},
  ): FixOutcome => {
    const { buffers = [], proof = [], result } = more;
    const report: FixReport = {
      schema: FIX_SCHEMA,
      kernel: before.ok ? (before.value[0]?.gemm.name ?? name) : name,
      machines: machines.map((machine) => machine.name),
      verdict,
      buffers,
      proof,
      diagnostics: placeDiagnostics(diagnostics, text),
    };
    return result === undefined ? { report } : { report, text: result };
  };
  const operands = wantedOperands(options.buffer);
  if (!operands.ok) diagnostics.push(...operands.diagnostics);
  if (!before.ok || !operands.ok) return end('failed');
  if (options.correct !== undefined) {
    diagnostics.push(messages.fix.notMixed());
    return end('nothing');
  }
  const changes: Change[] = [];
  let left = false;
  for (const operand of operands.value) {
    const isFree = before.value.every((one) => conflictsOf(one, operand) === 0);
    if (options.layout === undefined && isFree) continue;
    const change = chooseLayout(data, name, operand, before.value, options);
    if (change.ok) changes.push(change.value);
    else {
      for (const each of change.diagnostics) diagnostics.push(each);
      left = true;
    }
  }
  if (changes.length === 0)
    return end(!left ? 'nothing' : options.layout === undefined ? 'stuck' : 'refused');
  const result = withLayouts(text, changes);
  const reread = parseYaml(result);
  const after = reread.ok ? readOnAll(reread.value, name, machines) : reread;
  if (!after.ok) {
    // Their places are in the new text.
    const told = after.diagnostics.map(({ code, severity, message, hint }) => ({
      code,
      severity,
      message,
      hint,
    }));
    for (const each of told) diagnostics.push(each);
    return end('unproven');
  }
  const proof = prove(before.value, after.value, options.layout === undefined);
  const buffers = changes.map((change) => summary(change, before.value, after.value));
  const failed = proof.find(({ outcome }) => outcome === 'fails');
  if (failed !== undefined) {
    diagnostics.push(messages.fix.unproven(failed.detail));
    return end('unproven', { buffers, proof });
  }
  return end(left ? 'partial' : 'fixed', { buffers, proof, result });
}

/** Conflict cycles of an operand in a whole launch. */
function conflictsOf(
  { gemm, machine }: GemmOnMachine,
  operand: OperandName,
  sides: readonly ('write' | 'read')[] = ['write', 'read'],
): number {
  const plans = sides.map((side) => gemm.plan[operand][side]);
  return executionsOf(gemm) * tileCost(plans, machine).bankConflict;
}

function executionsOf(gemm: CkGemm): number {
  const { workgroups, steps } = gridOf(gemm);
  return workgroups * steps;
}

/** The requested layout, or the best one that is worse on no chip; fails where there is none. */
function chooseLayout(
  data: YamlData,
  name: string,
  operand: OperandName,
  before: readonly GemmOnMachine[],
  { layout, machines }: FixOptions,
): Result<Change> {
  const [first] = before;
  if (first === undefined) throw new Error('a layout is chosen for at least one chip');
  const { plan } = first.gemm;
  const from = layoutOfOperand(plan[operand], plan.tile.kPerBlock);
  if (!from.ok) return from;
  const change = (to: TileLayout, optimality?: string): Result<Change> => {
    const text = printLayout(to, 'ck-tile');
    if (!text.ok) return text;
    return success({ operand, from: from.value, to, text: text.value, optimality });
  };
  if (layout !== undefined) {
    const to = typeof layout === 'string' ? readLayout(layout, from.value.tile) : success(layout);
    return to.ok ? change(to.value) : to;
  }
  const found = ckGemmBuffers(data, name, machines, operand);
  if (!found.ok) return found;
  const now = before.map((one) => conflictsOf(one, operand));
  let best:
    | { readonly to: TileLayout; readonly total: number; readonly why?: string | undefined }
    | undefined;
  for (const { names, tiles } of found.value.buffers) {
    const [tile] = tiles;
    const answer = tile && suggestForBuffer({ names, notation: 'ck-tile', ...tile });
    if (answer === undefined || !answer.ok) continue;
    for (const [i, to] of answer.value.front.entries()) {
      const then = before.map((one) => conflictsWith(one, operand, to));
      const isWorse = then.some((count, m) => count === undefined || count > (now[m] ?? 0));
      const total = sum(then.map((count) => count ?? 0));
      if (isWorse || total >= (best?.total ?? sum(now))) continue;
      // The argument is about the best answer for the chips of one search.
      const isProven = i === 0 && (total === 0 || found.value.buffers.length === 1);
      best = { to, total, why: isProven ? answer.value.suggested.proof.argument : undefined };
    }
  }
  if (best !== undefined) return change(best.to, best.why);
  return { ok: false, diagnostics: [messages.fix.noBetter(operand, sum(now))] };
}

function conflictsWith(
  { gemm, machine }: GemmOnMachine,
  operand: OperandName,
  layout: TileLayout,
): number | undefined {
  const moved = movedOperand(gemm.plan[operand], layout, machine);
  if (!moved.ok || hasErrors(moved.diagnostics)) return undefined;
  const { write, read } = moved.value;
  return executionsOf(gemm) * tileCost([write, read], machine).bankConflict;
}

/** The text with other layouts; an operand that stays has the one that it had. */
function withLayouts(text: string, changes: readonly Change[]): string {
  const of = (operand: OperandName): string | undefined =>
    changes.find((change) => change.operand === operand)?.text;
  const [a, b] = [of('a'), of('b')];
  return withValues(text, (present) => {
    // Without a layout of its own B has that of A, which is CK's swapping by default.
    const follows = !present.has('layout_b');
    const kept = a !== undefined && follows ? (present.get('layout') ?? 'swapped') : undefined;
    const own = b === undefined ? kept : follows && a === b ? undefined : b;
    return { ...(a !== undefined && { layout: a }), ...(own !== undefined && { layout_b: own }) };
  });
}

function prove(
  before: readonly GemmOnMachine[],
  after: readonly GemmOnMachine[],
  better: boolean,
): ProofStep[] {
  const operands = ['a', 'b'] as const;
  let values = 0;
  let elements = 0;
  const fails = (name: string, detail: string): ProofStep[] => [{ name, outcome: 'fails', detail }];
  for (const [m, { gemm, machine }] of before.entries()) {
    const now = after[m]?.gemm;
    if (now === undefined) return fails('registers', `${machine.name} does not execute it`);
    for (const name of operands) {
      const [old, moved] = [gemm.plan[name], now.plan[name]];
      const registers = operandRegisters(moved);
      if (registers.shared !== undefined) {
        return fails(
          'bijection',
          `elements ${registers.shared.join(' and ')} of ${name} share a place`,
        );
      }
      const wanted = operandRegisters(old).elements;
      const wrong = registers.elements.findIndex((element, i) => element !== wanted[i]);
      if (wrong >= 0) return fails('registers', `register ${wrong} of ${name} has another element`);
      if (m > 0) continue;
      values += wanted.length;
      elements += old.rows * gemm.plan.tile.kPerBlock;
    }
  }
  const totals = before.map((one, m) => {
    const now = after[m] ?? one;
    const of = (each: GemmOnMachine): number =>
      sum(operands.map((name) => conflictsOf(each, name)));
    return { machine: one.machine.name, old: of(one), now: of(now) };
  });
  const isBetter =
    totals.every(({ old, now }) => now <= old) && totals.some(({ old, now }) => now < old);
  return [
    {
      name: 'bijection',
      outcome: 'holds',
      detail: `${elements} elements, each at a place of its own`,
    },
    {
      name: 'registers',
      outcome: 'holds',
      detail: `${values} registers of the threads get the element that they had, in every workgroup and step of K`,
    },
    {
      name: 'conflicts',
      outcome: isBetter || !better ? 'holds' : 'fails',
      detail: totals
        .map(({ machine, old, now }) => `${machine}: ${old} -> ${now} cycles`)
        .join(', '),
    },
  ];
}

function summary(
  { operand, from, to, optimality }: Change,
  before: readonly GemmOnMachine[],
  after: readonly GemmOnMachine[],
): FixedBuffer {
  const [old, now] = [before[0]?.gemm.plan[operand], after[0]?.gemm.plan[operand]];
  const accesses = (one: GemmOperand | undefined): number =>
    one === undefined ? 0 : one.write.instructions.length + one.read.instructions.length;
  return {
    names: [operand],
    ...elementView(to.tile),
    before: layoutWords(from),
    after: layoutWords(to),
    bytesBefore: old === undefined ? 0 : ldsBytesOf(old),
    bytesAfter: now === undefined ? 0 : ldsBytesOf(now),
    accesses: accesses(now),
    changed: accesses(now),
    conflicts: before.map((one, m) => {
      const moved = after[m] ?? one;
      return {
        machine: one.machine.name,
        readBefore: conflictsOf(one, operand, ['read']),
        readAfter: conflictsOf(moved, operand, ['read']),
        writeBefore: conflictsOf(one, operand, ['write']),
        writeAfter: conflictsOf(moved, operand, ['write']),
      };
    }),
    optimality,
  };
}
