/**
 * The accesses that ptxas generates for `wmma.load` and `wmma.store` on sm_80 and later, to be matched with SASS; PTX alone
 * does not specify it.
 *
 *     wmma.load.a ... m16n16k16 ... .f16      LDSM.16.M88.4: four matrices of 8 rows of 16 bytes
 *     wmma.store.d ... m16n16k16 ... .f32     four STS.64: lane 4 * r + c has columns 2 * c and 2 * c + 1 of row r
 *
 * A listing with other instructions does not match.
 *
 * LIMITATIONS. 16 x 16 elements of 16 bits, and accumulators by rows.
 */
import { opcodeNumber, plainOpcode } from '@ldscope/core';

export interface FragmentAccess {
  readonly op: number;
  /** Row and column of the element that a lane points to. */
  readonly place: (lane: number) => readonly [row: number, column: number];
}

/** The accesses of one fragment; `undefined` where they are not known. `bits`: of an element. */
export function fragmentAccesses(
  which: string,
  shape: string,
  bits: number,
  byColumn: boolean,
  loads: boolean,
): readonly FragmentAccess[] | undefined {
  if (shape !== 'm16n16k16') return undefined;
  if (which === 'a' || which === 'b') {
    const op = opcodeNumber('ldmatrix.x4');
    if (bits !== 16 || op === undefined) return undefined;
    const place = (lane: number): readonly [number, number] => {
      const matrix = lane >> 3;
      const [line, along] = [(lane & 7) + 8 * (matrix & 1), 8 * (matrix >> 1)];
      return byColumn ? [along, line] : [line, along];
    };
    return [{ op, place }];
  }
  const op = plainOpcode('ptx', loads ? 'read' : 'write', bits / 4);
  if (byColumn || op === undefined) return undefined;
  return [0, 1, 2, 3].map((part) => ({
    op,
    place: (lane) => [(lane >> 2) + 8 * (part & 1), 2 * (lane & 3) + 8 * (part >> 1)] as const,
  }));
}
