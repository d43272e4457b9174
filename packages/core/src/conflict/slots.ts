/** Counts the slots that a phase takes of each bank, on stamped tables. */
import type { ServiceRule, SlotRule } from '../machine/machine.ts';
import type { PhaseTable } from '../machine/phases.ts';

/** Most lanes in a phase, and most words that they access at once, which bounds the slots of a bank. */
const MOST_LANES = 64;
const MOST_WORDS = 4 * MOST_LANES;
const MOST_BANKS = 64;
/** More than the slots that a bank can take in one phase. */
const STAMP_STEP = 2 * MOST_WORDS;
const LAST_STAMP = 2 ** 31 - 1;

/** The banks of one rule. */
export class BankSlots {
  /**
   * Stamped tables: an entry below the stamp of the current phase is stale. By word: the stamp of the
   * phase that last saw it (`disjoint-bytes`: plus the slots it took there).
   */
  readonly #seen: Int32Array;
  /** By bank: the stamp, plus the slots taken. */
  readonly #stampedSlots = new Int32Array(MOST_BANKS);
  /** By byte address of an element, for `disjoint-bytes`: the stamp, plus the lanes on it. */
  readonly #unitLanes: Int32Array;
  /** By bank, for `same-element`: its first element, and the stamp when another one came. */
  readonly #bankElement = new Uint32Array(MOST_BANKS);
  readonly #bankMixed = new Int32Array(MOST_BANKS);
  #stamp = STAMP_STEP;
  /** By phase, of the whole wave that was counted last: slots of the fullest bank. */
  readonly ofPhases = new Uint16Array(MOST_LANES);
  /** The addresses of the lanes of a phase that take part. */
  readonly taking = new Uint32Array(MOST_WORDS);
  readonly #rule: SlotRule;
  readonly #bankMask: number;
  readonly #widthBytes: number;

  constructor({ slots, banks }: ServiceRule, widthBytes: number, ldsBytes: number) {
    this.#rule = slots;
    this.#bankMask = banks - 1;
    this.#widthBytes = widthBytes;
    this.#seen = new Int32Array((ldsBytes >>> 2) + 1);
    this.#unitLanes = new Int32Array(slots === 'disjoint-bytes' ? ldsBytes : 0);
  }

  /**
   * The common case, in one loop: all lanes active, different words counted. Two stamped tables stand in
   * for sets: a word is new in this phase when its last stamp is older, and a bank's slots are stale when
   * theirs is. Nothing is cleared between phases and nothing is searched. The two maxima are masks of a sign
   * bit, because their branches are unpredictable and cost more than all else. Returns the OR of the addresses that
   * take part; the slots of the fullest bank are in `ofPhases`.
   */
  ofWholeWave(
    table: PhaseTable,
    addresses: Uint32Array,
    base: number,
    lastAddress: number,
  ): number {
    const { count, lanes, lanesPerPhase } = table;
    const seen = this.#seen;
    const slots = this.#stampedSlots;
    const bankMask = this.#bankMask;
    const ofPhases = this.ofPhases;
    let low = 0;
    let stamp = this.#reserveStamps(count);
    let i = 0;
    for (let phase = 0; phase < count; phase++) {
      let most = stamp;
      for (const end = i + lanesPerPhase; i < end; i++) {
        const address = addresses[base + (lanes[i] ?? 0)] ?? 0;
        if (address > lastAddress) continue;
        low |= address;
        const word = address >>> 2;
        if (seen[word] === stamp) continue;
        seen[word] = stamp;
        const bank = word & bankMask;
        const taken = ((slots[bank] ?? 0) - stamp) | 0;
        const used = stamp + 1 + (taken & ~(taken >> 31));
        slots[bank] = used;
        const lead = (most - used) | 0;
        most -= lead & (lead >> 31);
      }
      ofPhases[phase] = most - stamp;
      stamp += STAMP_STEP;
    }
    return low;
  }

  /** Slots of the bank that has most of them. */
  fullestBank(taken: number): number {
    switch (this.#rule) {
      case 'distinct-words':
        return this.#distinctWords(taken);
      case 'each-lane':
        return this.#eachLane(taken);
      case 'disjoint-bytes':
        return this.#disjointBytes(taken);
      case 'same-element':
        return this.#sameElement(taken);
      case 'none':
        return 1;
    }
  }

  #distinctWords(taken: number): number {
    const stamp = this.#reserveStamps(1);
    let most = 0;
    for (let i = 0; i < taken; i++) {
      const word = (this.taking[i] ?? 0) >>> 2;
      if (this.#seen[word] === stamp) continue;
      this.#seen[word] = stamp;
      most = Math.max(most, this.#takeSlot(word & this.#bankMask, stamp));
    }
    return most;
  }

  #eachLane(taken: number): number {
    const stamp = this.#reserveStamps(1);
    let most = 0;
    for (let i = 0; i < taken; i++) {
      const bank = ((this.taking[i] ?? 0) >>> 2) & this.#bankMask;
      most = Math.max(most, this.#takeSlot(bank, stamp));
    }
    return most;
  }

  /** One more slot of a bank in the phase of this stamp; returns how many it has now. */
  #takeSlot(bank: number, stamp: number): number {
    const used = Math.max(this.#stampedSlots[bank] ?? 0, stamp) + 1;
    this.#stampedSlots[bank] = used;
    return used - stamp;
  }

  /** The first of `phases` fresh stamps, `STAMP_STEP` apart; the tables restart before stamps overflow. */
  #reserveStamps(phases: number): number {
    let first = this.#stamp;
    if (first > LAST_STAMP - phases * STAMP_STEP) {
      first = STAMP_STEP;
      this.#seen.fill(0);
      this.#stampedSlots.fill(0);
      this.#unitLanes.fill(0);
      this.#bankMixed.fill(0);
    }
    this.#stamp = first + phases * STAMP_STEP;
    return first;
  }

  /** A word takes as many slots as its busiest byte has lanes. */
  #disjointBytes(taken: number): number {
    const stamp = this.#reserveStamps(1);
    const width = this.#widthBytes;
    let most = 0;
    for (let i = 0; i < taken; i++) {
      const address = this.taking[i] ?? 0;
      const word = address >>> 2;
      const unit = address & ~(width - 1);
      const lanes = Math.max(this.#unitLanes[unit] ?? 0, stamp) + 1;
      this.#unitLanes[unit] = lanes;
      if (lanes <= (this.#seen[word] ?? 0)) continue;
      this.#seen[word] = lanes;
      most = Math.max(most, this.#takeSlot(word & this.#bankMask, stamp));
    }
    return most;
  }

  /** A bank with one element takes one slot; with several, one for every lane on it. */
  #sameElement(taken: number): number {
    const elements = this.#bankElement;
    const mixed = this.#bankMixed;
    const stamp = this.#reserveStamps(1);
    let most = 1;
    for (let i = 0; i < taken; i++) {
      const address = this.taking[i] ?? 0;
      const bank = (address >>> 2) & this.#bankMask;
      const lanes = this.#takeSlot(bank, stamp);
      if (lanes === 1) elements[bank] = address;
      else if (elements[bank] !== address) mixed[bank] = stamp;
      if (mixed[bank] === stamp) most = Math.max(most, lanes);
    }
    return most;
  }

  /** Slots beyond the first, over all banks of the phase that was counted last. */
  surplus(): number {
    const stamp = this.#stamp - STAMP_STEP;
    let surplus = 0;
    for (let bank = 0; bank <= this.#bankMask; bank++) {
      surplus += Math.max(0, (this.#stampedSlots[bank] ?? 0) - stamp - 1);
    }
    return surplus;
  }
}
