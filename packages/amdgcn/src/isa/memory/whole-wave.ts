/**
 * Moves words between memory and the registers of 64 lanes. Loops over the words of a lane are written out: engines do not,
 * and take four times as long.
 */

/** The words from the place of each lane on become registers, from a row on. */
export function gather(
  memory: Int32Array,
  places: Int32Array,
  rows: Int32Array,
  row: number,
  words: number,
): void {
  const end = 64 * row + 64;
  let lane = 0;
  if (words === 4) {
    for (let at = 64 * row; at < end; at++) {
      const place = places[lane++] ?? 0;
      rows[at] = memory[place] ?? 0;
      rows[at + 64] = memory[place + 1] ?? 0;
      rows[at + 128] = memory[place + 2] ?? 0;
      rows[at + 192] = memory[place + 3] ?? 0;
    }
    return;
  }
  for (let at = 64 * row; at < end; at++) {
    const place = places[lane++] ?? 0;
    rows[at] = memory[place] ?? 0;
    if (words === 1) continue;
    rows[at + 64] = memory[place + 1] ?? 0;
    if (words === 3) rows[at + 128] = memory[place + 2] ?? 0;
  }
}

/** Moves registers to memory, lane by lane: where lanes overlap, all of the later one has to stay. */
export function scatter(
  memory: Int32Array,
  places: Int32Array,
  rows: Int32Array,
  row: number,
  words: number,
): void {
  const end = 64 * row + 64;
  let lane = 0;
  if (words === 4) {
    for (let at = 64 * row; at < end; at++) {
      const place = places[lane++] ?? 0;
      memory[place] = rows[at] ?? 0;
      memory[place + 1] = rows[at + 64] ?? 0;
      memory[place + 2] = rows[at + 128] ?? 0;
      memory[place + 3] = rows[at + 192] ?? 0;
    }
    return;
  }
  for (let at = 64 * row; at < end; at++) {
    const place = places[lane++] ?? 0;
    memory[place] = rows[at] ?? 0;
    if (words === 1) continue;
    memory[place + 1] = rows[at + 64] ?? 0;
    if (words === 3) memory[place + 2] = rows[at + 128] ?? 0;
  }
}
