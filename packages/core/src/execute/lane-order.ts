/**
 * What happened before what, among the lanes of each wave, where they may go apart: which accesses of other lanes a lane comes after.
 *
 *     time 1: lane 0 stores    time 2: lanes 0-15 pass a barrier    time 3: lane 8 comes after time 1 of lane 0, lane 16 does not
 *
 * A barrier of some lanes orders those lanes alone: what one of them knew from barriers before, all of them know after it.
 */
const LANES = 64;

export class LaneOrder {
  /** By wave: up to which time lane `row` comes after lane `column`. */
  readonly #known = new Map<number, Uint32Array>();

  /** Lanes of a wave wait for each other; what they did has earlier times, what they do next later ones. */
  pass(wave: number, low: number, high: number, time: number): void {
    let known = this.#known.get(wave);
    if (known === undefined) this.#known.set(wave, (known = new Uint32Array(LANES * LANES)));
    const members: number[] = [];
    for (let lane = 0; lane < LANES; lane++)
      if (((lane < 32 ? low : high) >>> (lane & 31)) & 1) members.push(lane);
    const joined = new Uint32Array(LANES);
    for (const lane of members)
      for (let other = 0; other < LANES; other++) {
        const at = known[LANES * lane + other] ?? 0;
        if (at > (joined[other] ?? 0)) joined[other] = at;
      }
    for (const lane of members) joined[lane] = time;
    for (const lane of members) known.set(joined, LANES * lane);
  }

  /** Whether what a lane does now comes after what another one did at a time. */
  knows(wave: number, lane: number, other: number, time: number): boolean {
    return lane === other || (this.#known.get(wave)?.[LANES * lane + other] ?? 0) >= time;
  }
}
