/**
 * Which lane holds which element of a warp's matrix operands.
 *
 *     mma.m16n8k16 f16      A 16 x 16: lane 5 (group 1, member 1) has A[1][2..3], A[9][2..3], A[1][10..11], A[9][10..11]
 *
 * A lane is the member `l % 4` of the group `l / 4`. A register of 32 bits has `e` elements side by side along K.
 * Source: PTX ISA 9.0, 9.7.14.5 (matrix fragments of mma).
 */

/** Row and column of one element. */
export type Place = readonly [row: number, column: number];

/** Elements of a 16 x K operand A in the order of a lane's registers; `elements` per register. */
export function placesOfA(lane: number, rows: number, k: number, elements: number): Place[] {
  const [group, member] = [lane >> 2, lane & 3];
  const places: Place[] = [];
  for (let column = 0; column < k; column += 4 * elements) {
    for (let row = 0; row < rows; row += 8) {
      for (let i = 0; i < elements; i++) places.push([row + group, column + member * elements + i]);
    }
  }
  return places;
}

/** Elements of a K x 8 operand B. */
export function placesOfB(lane: number, k: number, elements: number): Place[] {
  const [group, member] = [lane >> 2, lane & 3];
  const places: Place[] = [];
  for (let row = 0; row < k; row += 4 * elements) {
    for (let i = 0; i < elements; i++) places.push([row + member * elements + i, group]);
  }
  return places;
}

/** Elements of a rows x 8 accumulator: two columns side by side, then eight rows further. */
export function placesOfC(lane: number, rows: number): Place[] {
  const [group, member] = [lane >> 2, lane & 3];
  const places: Place[] = [];
  for (let row = 0; row < rows; row += 8) {
    places.push([row + group, 2 * member], [row + group, 2 * member + 1]);
  }
  return places;
}
