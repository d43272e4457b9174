/**
 * What PTX does to shared memory beside what SASS did: by line of the source and kind of instruction, and conflicts by kind.
 *
 *     line 191, write    PTX 8 executions of 256 lanes in 8 wavefronts, SASS the same
 *
 * The line is that of the innermost function, which is what nvdisasm prints for the code of Triton.
 */
import { type AccessTrace, countOnes, opcodeAt, type simulate } from '@ldscope/core';
import type { MeasuredInstruction } from './launches.ts';

const KINDS = [
  'read',
  'write',
  'matrix read',
  'matrix write',
  'atomic',
  // `cp.async` and `LDGSTS`; what tensor cores read for wgmma.
  'copy',
  'product',
] as const;
export type Kind = (typeof KINDS)[number];
export type Direction = Exclude<Kind, `matrix ${string}`>;

/** Executions by warps; lanes, wavefronts, conflicts and bytes of all. */
export interface Counts {
  readonly executed: number;
  readonly lanes: number;
  readonly wavefronts: number;
  readonly conflicts: number;
  readonly bytes: number;
}

export interface LineCounts extends Counts {
  readonly line: number;
  readonly kind: Kind;
}

export const directionOf = (kind: Kind): Direction =>
  kind === 'matrix read' ? 'read' : kind === 'matrix write' ? 'write' : kind;

const nothing: Counts = { executed: 0, lanes: 0, wavefronts: 0, conflicts: 0, bytes: 0 };

/** Counts by line and kind. */
export class Tally {
  readonly #lines = new Map<string, LineCounts>();

  /** Of the accesses that were executed. */
  addTrace(trace: AccessTrace, { idxActive, bankConflict }: ReturnType<typeof simulate>): void {
    for (let row = 0; row < trace.count; row++) {
      const { name, addressing, direction, widthBytes } = opcodeAt(trace.op[row] ?? 0);
      const isMatrix = addressing.kind === 'row';
      const lanes = isMatrix ? 32 : countOnes(trace.activeMask[2 * row] ?? 0);
      const bytes = lanes * (addressing.kind === 'row' ? 4 * addressing.matrices : widthBytes);
      const line = trace.sites[trace.site[row] ?? 0]?.source?.[0]?.line ?? 0;
      this.add(line, kindOfAccess(name, direction, isMatrix), {
        executed: 1,
        lanes,
        wavefronts: idxActive[row] ?? 0,
        conflicts: bankConflict[row] ?? 0,
        bytes,
      });
    }
  }

  /** Of the instructions that Nsight Compute counted. */
  addMeasured(instructions: readonly MeasuredInstruction[]): void {
    for (const [, line, name, executed, lanes, wavefronts, ideal] of instructions) {
      const kind = kindOf(name);
      if (kind === undefined) continue;
      const bytes = lanes * bytesOf(name);
      const conflicts = wavefronts - ideal;
      this.add(line, kind, { executed, lanes, wavefronts, conflicts, bytes });
    }
  }

  add(line: number, kind: Kind, counts: Counts): void {
    const key = `${line}|${kind}`;
    const old = this.#lines.get(key) ?? nothing;
    this.#lines.set(key, {
      line,
      kind,
      executed: old.executed + counts.executed,
      lanes: old.lanes + counts.lanes,
      wavefronts: old.wavefronts + counts.wavefronts,
      conflicts: old.conflicts + counts.conflicts,
      bytes: old.bytes + counts.bytes,
    });
  }

  get lines(): readonly LineCounts[] {
    return [...this.#lines.values()];
  }

  /** Conflicts of loads, stores or atomics, as the hardware's counters have them. */
  conflictsOf(direction: Direction): number {
    const own = this.lines.filter(({ kind }) => directionOf(kind) === direction);
    return own.reduce((sum, { conflicts }) => sum + conflicts, 0);
  }
}

/** A line and kind of access in two tallies. */
export interface LinePair {
  readonly line: number;
  readonly kind: Kind;
  readonly a: Counts;
  readonly b: Counts;
}

/** Lines of two tallies beside each other. */
export function pairLines(first: Tally, second: Tally): readonly LinePair[] {
  const keyOf = ({ line, kind }: LineCounts): string => `${line}|${kind}`;
  const others = new Map(second.lines.map((counts) => [keyOf(counts), counts]));
  const pairs = first.lines.map((a): LinePair => {
    const b = others.get(keyOf(a)) ?? nothing;
    others.delete(keyOf(a));
    return { line: a.line, kind: a.kind, a, b };
  });
  const rest = [...others.values()].map(({ line, kind, ...b }): LinePair => {
    return { line, kind, a: nothing, b };
  });
  return [...pairs, ...rest];
}

/** The kind of an access of PTX. */
function kindOfAccess(name: string, direction: string, isMatrix: boolean): Kind {
  if (name.startsWith('wgmma')) return 'product';
  if (name.startsWith('cp.async')) return 'copy';
  if (direction !== 'read' && direction !== 'write') return 'atomic';
  return isMatrix ? `matrix ${direction}` : direction;
}

/** The kind of an instruction of SASS. Tensor cores have no counts in it. */
function kindOf(name: string): Kind | undefined {
  const [opcode] = name.split('.');
  if (opcode === 'LDS') return 'read';
  if (opcode === 'STS') return 'write';
  if (opcode === 'LDSM') return 'matrix read';
  if (opcode === 'STSM') return 'matrix write';
  if (opcode === 'LDGSTS') return 'copy';
  return opcode === 'ATOMS' ? 'atomic' : undefined;
}

/** Bytes per lane of an instruction of SASS. */
function bytesOf(name: string): number {
  const matrices = /\.M88\.(\d)|\.MT88\.(\d)/.exec(name);
  if (/^(?:LDSM|STSM)/.test(name)) return 4 * Number(matrices?.[1] ?? matrices?.[2] ?? 1);
  const width = /\.(128|64|U16|S16|16|U8|S8|8)\b/.exec(name)?.[1]?.replace(/[US]/, '');
  return width === undefined ? 4 : Number(width) / 8;
}
