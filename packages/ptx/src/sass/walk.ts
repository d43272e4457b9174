/**
 * Finds the way of one class of lanes through SASS that explains its accesses of PTX.
 *
 *     PTX, a lane:  ld a, ld a+4, barrier, st b          SASS:  LDS.64 [R2]  BAR  @P0 STS [R3]  EXIT
 *
 * The way goes from block to block. Each access on it takes rows of its kind, line and epoch: one, or several side by side that
 * ptxas made one of. Accesses with one base keep their distances in every lane. A predicated access may take none. Rows that no
 * access takes have to be superfluous: a thread reads what it has read or written itself since the last barrier, or overwrites.
 * Where a choice proves wrong, the search goes back to it; of equal choices the longest block comes first, as unrolled loops do.
 *
 * LIMITATIONS. Which of several equal copies of a loop executes is not in the accesses: a row may be given to another copy. Costs
 * do not depend on that.
 */
import { opcodeAt } from '@ldscope/core';
import { END, type Flow, type FlowBlock, type SassItem } from './flow.ts';
import type { ClassRows } from './rows.ts';
import type { Script, ScriptedAccess } from './script.ts';

/** An access in the epoch in which a block has it. */
interface Placed {
  readonly item: SassItem;
  readonly epoch: number;
}

/** An access on the way. */
interface WalkStep {
  readonly item: SassItem;
  /** Rounds of the loops around it, which tell its executions apart. */
  readonly visit: string;
  /** The row at its address; `undefined` where the lanes take no part. */
  readonly row: number | undefined;
}

export interface Walked {
  readonly steps: readonly WalkStep[];
  /** Rows that became a part of a wider access. */
  readonly merged: readonly number[];
  /** Rows that ptxas left out. */
  readonly dropped: readonly number[];
}

/** Whether a row may be an access of an item by its line. */
export type LineSuits = (row: number, item: SassItem) => boolean;

/** The ways found, up to the wanted number; not `isWhole` where the search took too long. */
interface Ways {
  readonly found: readonly Walked[];
  readonly isWhole: boolean;
}

/** Blocks that all searches of a launch may still try: none are found when it is spent. */
export interface Budget {
  tries: number;
}

/** Rows that are tried for one base. */
const MOST_CANDIDATES = 512;
/** Blocks that are tried per row, and a constant number in addition. */
const TRIES_PER_ROW = 64;
const MORE_TRIES = 20_000;

/** How blocks are tried, the likely ways first. */
const VARIANTS: readonly Omit<Option, 'block'>[] = [
  { variant: 0, isOff: false, mustTake: true },
  { variant: 0, isOff: true, mustTake: true },
  { variant: 0, isOff: true, mustTake: false },
  { variant: 1, isOff: false, mustTake: true },
  { variant: 2, isOff: false, mustTake: true },
  { variant: 3, isOff: false, mustTake: true },
];

/** Of a script, nothing is left to be chosen but places whose addresses are not known. */
const SCRIPTED_VARIANTS = VARIANTS.filter(({ isOff }) => !isOff);

/** A block that may be next, and how its accesses are matched. */
interface Option {
  readonly block: number;
  /** Of several places of a base that suit, the number of the one to take. */
  readonly variant: number;
  /** Accesses with predicates take no rows. */
  readonly isOff: boolean;
  /** Only if an access takes a row: blocks that take none are tried last. */
  readonly mustTake: boolean;
}

interface Choice {
  readonly options: readonly Option[];
  next: number;
  readonly state: string;
  readonly from: number | undefined;
  readonly epoch: number;
  readonly logged: number;
  readonly steps: number;
  readonly merged: number;
  readonly dropped: number;
  readonly lasting: number;
  readonly rounds: readonly number[];
}

/** The address of a base's accesses: a distance in bytes from a row. */
interface Base {
  readonly row: number;
  readonly deltaBytes: number;
}

/**
 * The ways, one or more where lanes could go several: `most` at most. None where there is none, or where the search takes too long.
 * `isBound`: an access of SASS is a copy of one instruction of PTX, all of its executions. `script`: the way is known.
 */
export function walks(
  flow: Flow,
  rows: ClassRows,
  lineSuits: LineSuits,
  most: number,
  isBound: boolean,
  budget: Budget,
  script?: Script,
): Ways {
  return new Walk(flow, rows, lineSuits, isBound, script).run(most, budget);
}

class Walk {
  readonly #flow: Flow;
  readonly #rows: ClassRows;
  readonly #lineSuits: LineSuits;
  readonly #isBound: boolean;
  readonly #script: Script | undefined;
  readonly #choices: Choice[] = [];
  readonly #steps: WalkStep[] = [];
  readonly #merged: number[] = [];
  readonly #dropped: number[] = [];
  /** Bases that hold for the whole thread, and the order in which they were found. */
  readonly #lasting = new Map<number, Base>();
  readonly #lastingLog: number[] = [];
  /** States on the way, and those from which no way leads on. */
  readonly #open = new Set<string>();
  readonly #failed = new Set<string>();
  #epoch = 0;
  #at: number | undefined;
  #rounds: number[];
  /** Places of bases that still have to be passed over in this visit. */
  #passOver = 0;
  #hasPassed = false;

  constructor(
    flow: Flow,
    rows: ClassRows,
    lineSuits: LineSuits,
    isBound: boolean,
    script: Script | undefined,
  ) {
    this.#isBound = isBound;
    this.#script = script;
    this.#flow = flow;
    this.#rows = rows;
    this.#lineSuits = lineSuits;
    this.#rounds = flow.loops.map(() => 0);
  }

  run(most: number, budget: Budget): Ways {
    const found: Walked[] = [];
    let tries = MORE_TRIES + TRIES_PER_ROW * this.#rows.rows.length;
    this.#choose(this.#flow.begin);
    for (;;) {
      const choice = this.#choices.at(-1);
      if (choice === undefined) return { found, isWhole: true };
      if (tries-- < 0 || budget.tries-- < 0) return { found, isWhole: false };
      this.#restore(choice);
      const option = choice.options[choice.next++];
      if (option === undefined) {
        this.#choices.pop();
        this.#open.delete(choice.state);
        if (found.length === 0) this.#failed.add(choice.state);
        continue;
      }
      if (option.block === END) {
        if (!this.#ends()) continue;
        found.push({
          steps: [...this.#steps],
          merged: [...this.#merged],
          dropped: [...this.#dropped],
        });
        if (found.length >= most) return { found, isWhole: true };
        continue;
      }
      this.#enter(option.block);
      if (this.#visit(option)) this.#choose(this.#flow.blocks[option.block]?.nextThatMatters ?? []);
    }
  }

  /** Puts what can be next on the stack, unless the same was tried in the same state. */
  #choose(next: readonly number[]): void {
    const [a, b] = this.#rows.signature;
    // Blocks that have been visited: of a script, the place in it.
    const visits = this.#choices.length;
    const place = this.#script === undefined ? '' : `:${visits}`;
    const state = `${this.#at}:${this.#epoch}:${a}:${b}${place}`;
    if (this.#open.has(state) || this.#failed.has(state)) return;
    this.#open.add(state);
    const size = (block: number): number =>
      block === END ? -1 : (this.#flow.blocks[block]?.intervals[0]?.length ?? 0);
    const given = this.#script && (this.#script.visits[visits]?.block ?? END);
    const blocks = [...next]
      .filter((block) => given === undefined || block === given)
      .sort((a, b) => size(b) - size(a) || a - b);
    const variants = this.#script === undefined ? VARIANTS : SCRIPTED_VARIANTS;
    const options = variants.flatMap((way, index) =>
      blocks.filter((block) => block !== END || index === 0).map((block) => ({ block, ...way })),
    );
    this.#choices.push({
      options,
      next: 0,
      state,
      from: this.#at,
      epoch: this.#epoch,
      logged: this.#rows.logged,
      steps: this.#steps.length,
      merged: this.#merged.length,
      dropped: this.#dropped.length,
      lasting: this.#lastingLog.length,
      rounds: [...this.#rounds],
    });
  }

  #restore({ from, epoch, logged, steps, merged, dropped, lasting, rounds }: Choice): void {
    this.#at = from;
    this.#epoch = epoch;
    this.#rows.undo(logged);
    this.#steps.length = steps;
    this.#merged.length = merged;
    this.#dropped.length = dropped;
    while (this.#lastingLog.length > lasting) this.#lasting.delete(this.#lastingLog.pop() ?? -1);
    this.#rounds = [...rounds];
  }

  /** Counts the rounds of the loops that a step from block to block begins. */
  #enter(to: number): void {
    const from = this.#at;
    this.#at = to;
    let inner: number | undefined;
    for (const [index, { first, last }] of this.#flow.loops.entries()) {
      if (to < first || to > last) continue;
      if (from === undefined || from < first || from > last) this.#rounds[index] = 0;
      else if (to <= from) {
        const best = inner === undefined ? undefined : this.#flow.loops[inner];
        if (best === undefined || last - first < best.last - best.first) inner = index;
      }
    }
    if (inner !== undefined) this.#rounds[inner] = (this.#rounds[inner] ?? 0) + 1;
  }

  #visit({ block: number, variant, isOff, mustTake }: Option): boolean {
    const block = this.#flow.blocks[number];
    if (block === undefined) return false;
    const items = block.intervals.flat().filter(({ isIdle }) => !isIdle);
    // Without accesses that may be off, it would be the way before again.
    if (isOff && !items.some((item) => this.#mayBeOff(item))) return false;
    const { logged } = this.#rows;
    this.#passOver = variant;
    this.#hasPassed = false;
    const taken = this.#match(block, isOff);
    if (taken === undefined) return false;
    const takes = this.#rows.logged > logged;
    if (this.#script === undefined && items.length > 0 && mustTake !== takes) return false;
    if (variant > 0 && !this.#hasPassed) return false;
    const visit = this.#flow.loops
      .map(({ first, last }, index) =>
        first <= number && number <= last ? this.#rounds[index] : undefined,
      )
      .filter((round) => round !== undefined)
      .join('.');
    for (const [index, own] of block.intervals.entries()) {
      if (index > 0) {
        if (!this.#closes()) return false;
        this.#epoch++;
      }
      for (const item of own) {
        const number = this.#scripted(item)?.number;
        this.#steps.push({
          item,
          visit: number === undefined ? visit : `#${number}`,
          row: taken.get(item),
        });
      }
    }
    return true;
  }

  /** The script's entry for an access in the visited block. */
  #scripted({ number }: SassItem): ScriptedAccess | undefined {
    return this.#script?.visits[this.#choices.length - 1]?.accesses.get(number);
  }

  /** Its lanes may take no part; of a script, only those whose address may be in other memory. */
  #mayBeOff(item: SassItem): boolean {
    if (this.#script !== undefined) return this.#scripted(item)?.isOpen === true;
    return item.predicate !== undefined || item.access.isGeneric || item.isIdle;
  }

  #isLeftOut(item: SassItem, isOff: boolean): boolean {
    if (this.#script !== undefined) return this.#scripted(item)?.isOn !== true;
    return item.isIdle || (isOff && this.#mayBeOff(item));
  }

  /** Whether a row is where the script has an access; true where it does not say. */
  #isPlaced(item: SassItem, row: number, at: number): boolean {
    const scripted = this.#scripted(item);
    return scripted === undefined || this.#rows.isAt(row, scripted, at);
  }

  /** Takes the rows of a block, base by base: those first that have accesses without a predicate. */
  #match(block: FlowBlock, isOff: boolean): ReadonlyMap<SassItem, number> | undefined {
    const taken = new Map<SassItem, number>();
    const held = new Map<number, boolean>();
    const bases = new Map<number, Placed[]>();
    for (const [index, items] of block.intervals.entries()) {
      for (const item of items) {
        if (this.#isLeftOut(item, isOff)) continue;
        const list = bases.get(item.base) ?? [];
        list.push({ item, epoch: this.#epoch + index });
        bases.set(item.base, list);
      }
    }
    const isSure = (list: readonly Placed[]): boolean =>
      list.some(({ item }) => !this.#mayBeOff(item));
    // Accesses whose places are known leave the other rows to those whose places are not.
    const isPlaced = (list: readonly Placed[]): boolean =>
      list.some(({ item }) => (this.#scripted(item)?.known ?? 0) !== 0);
    const rank = (list: readonly Placed[]): number =>
      2 * Number(isSure(list)) + Number(isPlaced(list));
    const groups = [...bases].sort(([, a], [, b]) => rank(b) - rank(a));
    for (const [number, group] of groups) {
      const known = this.#lasting.get(number);
      if (known !== undefined) {
        if (!this.#matchAll(group, known, taken, held)) return undefined;
        continue;
      }
      const base = this.#anchor(group, taken, held);
      if (base === undefined) {
        if (isSure(group)) return undefined;
        // Off as all of them: so are others with their predicates.
        for (const { item } of group) {
          if (item.predicate === undefined) continue;
          if (held.get(item.predicate) === true) return undefined;
          held.set(item.predicate, false);
        }
        continue;
      }
      if (group[0]?.item.isLasting === true) {
        this.#lasting.set(number, base);
        this.#lastingLog.push(number);
      }
    }
    return taken;
  }

  /** The first place of a base at which all of its accesses find their rows. */
  #anchor(
    group: readonly Placed[],
    taken: Map<SassItem, number>,
    held: Map<number, boolean>,
  ): Base | undefined {
    const anchor = group.find(({ item }) => !this.#mayBeOff(item)) ?? group[0];
    if (anchor === undefined) return undefined;
    const { kind, widthBytes, offsetBytes } = anchor.item.access;
    const rows = this.#rows;
    const [from, to] = rows.open(anchor.epoch);
    let tries = MOST_CANDIDATES;
    let first: Base | undefined;
    for (let row = from; row < to && tries > 0; row++) {
      if (rows.taken[row] === 1 || rows.kinds[row] !== kind) continue;
      if (
        (rows.widths[row] ?? 0) > widthBytes ||
        !this.#lineSuits(rows.rows[row] ?? 0, anchor.item)
      )
        continue;
      if (!rows.isAligned(row, 0, widthBytes) || !this.#isPlaced(anchor.item, row, 0)) continue;
      tries--;
      const base = { row, deltaBytes: -offsetBytes };
      const { logged } = rows;
      const before = new Map(held);
      if (!this.#matchAll(group, base, taken, held)) continue;
      if (this.#passOver === 0) return base;
      held.clear();
      for (const [predicate, isOn] of before) held.set(predicate, isOn);
      this.#passOver--;
      this.#hasPassed ||= this.#passOver === 0;
      first ??= base;
      rows.undo(logged);
      for (const { item } of group) taken.delete(item);
    }
    // Not as many places suit: the first of them, and another base is looked at.
    if (first !== undefined && this.#matchAll(group, first, taken, held)) return first;
    return undefined;
  }

  /** Takes the rows of all accesses of a base; takes none where one of them does not find its own. */
  #matchAll(
    group: readonly Placed[],
    base: Base,
    taken: Map<SassItem, number>,
    held: Map<number, boolean>,
  ): boolean {
    const { logged } = this.#rows;
    const merged = this.#merged.length;
    const own = new Map(held);
    const found: (readonly [SassItem, number])[] = [];
    for (const { item, epoch } of group) {
      const row = this.#take(item, epoch, base);
      const { predicate } = item;
      const before = predicate === undefined ? undefined : own.get(predicate);
      const isOn = row !== undefined;
      const fails = (!isOn && !this.#mayBeOff(item)) || (before !== undefined && before !== isOn);
      if (fails) {
        this.#rows.undo(logged);
        this.#merged.length = merged;
        return false;
      }
      if (predicate !== undefined) own.set(predicate, isOn);
      if (isOn) found.push([item, row]);
    }
    if (found.length === 0 && group.some(({ item }) => !this.#mayBeOff(item))) return false;
    for (const [item, row] of found) taken.set(item, row);
    for (const [predicate, isOn] of own) held.set(predicate, isOn);
    return true;
  }

  /** Takes the rows of one access: one of its width, or several side by side. Returns that at its address. */
  #take(item: SassItem, epoch: number, { row: anchor, deltaBytes }: Base): number | undefined {
    const { kind, widthBytes, offsetBytes, op, isTrial } = item.access;
    const rows = this.#rows;
    const isMatrix = kind.startsWith('matrix');
    const { logged } = rows;
    let isOfLine = false;
    let lowest: number | undefined;
    for (let at = 0; at < widthBytes;) {
      const row = rows.find(
        epoch,
        anchor,
        deltaBytes + offsetBytes + at,
        (index) =>
          rows.kinds[index] === kind &&
          (kind !== 'atomic' || rows.isLoop(index) === isTrial) &&
          (!this.#isBound || rows.mayBind(16 * item.number + at, index)) &&
          (rows.widths[index] ?? 0) <= widthBytes - at &&
          this.#isPlaced(item, index, at) &&
          (!isMatrix || matricesOf(rows.trace.op[rows.rows[index] ?? 0]) === matricesOf(op)),
      );
      if (row === undefined) break;
      isOfLine ||= this.#lineSuits(rows.rows[row] ?? 0, item);
      rows.take(row, 16 * item.number + at);
      if (lowest === undefined) lowest = row;
      else this.#merged.push(rows.rows[row] ?? 0);
      at += rows.widths[row] ?? 1;
      if (at >= widthBytes && isOfLine && rows.isAligned(lowest, 0, widthBytes)) return lowest;
    }
    rows.undo(logged);
    return undefined;
  }

  /** True where the rows of the epoch that are left may be left out. */
  #closes(): boolean {
    const rows = this.#rows;
    const [from, to] = rows.open(this.#epoch);
    for (let row = from; row < to; row++) {
      if (rows.taken[row] === 1) continue;
      if (!this.#isSuperfluous(row)) return false;
      this.#dropped.push(rows.rows[row] ?? 0);
    }
    return true;
  }

  #isSuperfluous(row: number): boolean {
    const { kinds } = this.#rows;
    const kind = kinds[row];
    if (kind === 'read')
      return this.#rows
        .neighbours(row)
        .some((other) => other < row && (kinds[other] === 'read' || kinds[other] === 'write'));
    if (kind === 'write')
      return this.#rows.neighbours(row).some((other) => other > row && kinds[other] === 'write');
    return false;
  }

  #ends(): boolean {
    return this.#epoch >= this.#rows.lastEpoch && this.#closes();
  }
}

/** Matrices that an instruction moves; transposed ones cost the same. */
function matricesOf(op: number | undefined): number {
  const addressing = op === undefined ? undefined : opcodeAt(op).addressing;
  return addressing?.kind === 'row' ? addressing.matrices : 0;
}
