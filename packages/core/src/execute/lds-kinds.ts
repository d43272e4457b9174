/**
 * Kinds of accesses to LDS, and which two of them may come in any order.
 *
 *     read, read          in any order          write, read     not
 *     atomic, atomic      in any order          read, copy      not, of one wave too: copies go another way
 *     poll, write         in any order: a loop repeats the load until it gets what is written
 */
import type { Direction } from '../access/opcode.ts';
import type { HazardKind } from './pair-findings.ts';

/** What an instruction or operation does to LDS. */
export interface LdsSite {
  readonly direction: Direction;
  /** Bytes that one lane moves. */
  readonly bytes: number;
  /**
   * An atomic that stores only where memory has what was read before: a plain read that is old is found out, so that
   * the two do not race.
   */
  readonly compares?: boolean;
  /** A read by a unit that copies for its wave, in no order with what the wave does itself. */
  readonly copies?: boolean;
  /** A load that a loop repeats until another wave has stored: one that is too early is found out. */
  readonly polls?: boolean;
}

/** Directions as numbers, atomics that compare, copies from LDS, and polls. */
export const KINDS: Readonly<Record<Direction | 'compare' | 'copyRead' | 'poll', number>> = {
  read: 0,
  write: 1,
  atomic: 2,
  async: 3,
  compare: 4,
  copyRead: 5,
  poll: 6,
};

export function kindOf(site: LdsSite | undefined): number {
  if (site?.compares === true) return KINDS.compare;
  if (site?.polls === true) return KINDS.poll;
  return site?.copies === true ? KINDS.copyRead : KINDS[site?.direction ?? 'read'];
}

/**
 * Whether two accesses of different waves may come in any order whatever they store. `late`: a barrier is between them, so that
 * the second relies on the first; a plain read that is old is not found out then.
 */
export function mayMeet(a: number, b: number, late: boolean): boolean {
  if (isRead(a)) return isRead(b) || (!late && isFoundOut(a, b));
  if (isRead(b)) return !late && isFoundOut(b, a);
  return isAtomic(a) && isAtomic(b);
}

/** Whether a read that comes too early for a write is repeated. */
const isFoundOut = (read: number, write: number): boolean =>
  write === KINDS.compare || (read === KINDS.poll && write !== KINDS.async);

/** The kind of hazard of a pair; `late`: the first access is still in flight at the barrier, or at the copy, between the two. */
export function hazardOf(first: number, second: number, late: boolean): HazardKind {
  if (first === KINDS.async) return second === KINDS.async ? 'unordered' : 'unfinished-copy';
  if (!late) return 'unordered';
  return isRead(first) ? 'unfinished-read' : 'unfinished-write';
}

const isRead = (kind: number): boolean =>
  kind === KINDS.read || kind === KINDS.copyRead || kind === KINDS.poll;
const isAtomic = (kind: number): boolean => kind === KINDS.atomic || kind === KINDS.compare;
export const isCopy = (kind: number): boolean => kind === KINDS.async || kind === KINDS.copyRead;
