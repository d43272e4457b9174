/** Which machine and which instructions a published entry speaks of. */
import { findMachine, type Machine, opcodeAt, opcodeNumber } from '@ldscope/core';
import { failed, type Parsed, parsed } from './expression.ts';

export interface Chip {
  readonly machine: Machine;
  /** Set when the entry names a chip that we hold to the rules of another one. */
  readonly note?: string;
}

/** Families that lists name instead of a chip. */
const FAMILIES: Readonly<Record<string, string>> = { gfx11: 'gfx1100', gfx12: 'gfx1201' };

/**
 * The chip of an entry. An NVIDIA chip that we have no data for is held to the newest one before it, and
 * an unnamed one to sm_90: their rules are the same and sm_90 is the one that is measured.
 */
export function resolveChip(arch: string, vendor: string | undefined): Parsed<Chip> {
  if (arch.includes('/')) return failed(`'${arch}' names more than one chip`);
  const name = /^[a-z]+_?[0-9a-f]+/.exec(arch)?.[0] ?? '';
  const exact = findMachine(FAMILIES[name] ?? name);
  if (exact !== undefined) return parsed({ machine: exact });
  const version = /^sm_(\d+)$/.exec(name)?.[1];
  const stand = version === undefined ? 'sm_90' : newestBefore(Number(version));
  const machine = stand === undefined ? undefined : findMachine(stand);
  const unnamed = vendor === 'NVIDIA' && arch.startsWith('unspecified');
  if (machine === undefined || (version === undefined && !unnamed)) {
    return failed(`'${arch}' is not a chip that we have`);
  }
  return parsed({
    machine,
    note: `${version === undefined ? 'chip not named' : name}: as ${stand}`,
  });
}

function newestBefore(version: number): string | undefined {
  return [100, 90, 89, 86, 80, 75, 70].filter((known) => known < version).map((v) => `sm_${v}`)[0];
}

/** The number of executions of one instruction. */
export interface Repeated {
  readonly count: number;
  readonly op: number;
}

/** `ds_write_b128 + 8x ds_read_u16`, `LDS.128`, `32-bit shared st`; words after a name are a remark. */
export function parseInstructions(text: string): Parsed<readonly Repeated[]> {
  const list: Repeated[] = [];
  for (const part of text.split('+')) {
    const [, times, rest] = /^\s*(?:(\d+)\s*x\s+)?(.*)$/.exec(part) ?? [];
    const op = findOpcode((rest ?? '').trim());
    if (op === undefined) return failed(`'${part.trim()}' is not an instruction that we know`);
    list.push({ count: times === undefined ? 1 : Number(times), op });
  }
  return parsed(list);
}

function findOpcode(text: string): number | undefined {
  const named = opcodeNumber(text.split(/\s/)[0] ?? '');
  if (named !== undefined) return named;
  const [, bits, verb] =
    /^(\d+)-bit shared (ld|load|st|store|access|read-modify-write)\b/.exec(text) ?? [];
  if (bits === undefined || verb === undefined) return undefined;
  return opcodeNumber(`${verb.startsWith('st') ? 'st' : 'ld'}${bits}`);
}

/** True for instructions that put data into shared memory. */
export function writes(op: number): boolean {
  return opcodeAt(op).direction !== 'read';
}
