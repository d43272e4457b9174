/** What an execution knows of an array, and edits with what follows from it: where bytes go, and how many there are. */
import type { LdsObject } from '@ldscope/core';
import type { Analysis } from './analysis.ts';
import type { Changes, Edit, EditKind } from './edit.ts';
import { type Geometry, geometryOf, movedRoot, within } from './geometry.ts';
import { growLaunches } from './launches.ts';
import type { Moved } from './records.ts';
import { bottomOf, type SharedArray } from './roots.ts';
import { elementsOf } from './rows.ts';

/** What an execution of the compiled kernel knows of an object in shared memory. */
export interface Observed {
  readonly object: LdsObject;
  /** Bytes between rows, as its addresses show them. */
  readonly pitchBytes?: number | undefined;
  /** Bytes of the widest access of a lane. */
  readonly widestBytes?: number | undefined;
  /** Bytes of an element in each instantiation, where there are several. */
  readonly elementSizes?: readonly number[] | undefined;
}

/** How an array moves. */
export interface Movement {
  /** Elements that each row gets, and elements of a row at present; nothing for what only permutes. */
  readonly more: number;
  readonly pitch: number | undefined;
  /** Of the array itself. */
  readonly moved: Moved | undefined;
  /** Of what it is in, where that does not follow from the array alone. */
  readonly whole?: Moved | undefined;
  /** All arrays that move. */
  readonly arrays: readonly SharedArray[];
}

export class Facts {
  readonly observed: Observed;
  readonly geometry: Geometry;
  readonly #analysis: Analysis;
  readonly #array: SharedArray;
  readonly #main: string;

  constructor(analysis: Analysis, array: SharedArray, observed: Observed, main: string) {
    this.observed = observed;
    this.geometry = geometryOf(analysis.program, array, observed.object);
    this.#analysis = analysis;
    this.#array = array;
    this.#main = main;
  }

  get elementBytes(): number | undefined {
    return this.geometry.elementBytes;
  }

  /** Elements of the widest access; 1 where that is not known. */
  get vectorElements(): number {
    const { widestBytes = 0 } = this.observed;
    return Math.max(1, Math.floor(widestBytes / (this.elementBytes ?? Infinity)));
  }

  /** Lengths of the array without what it is in. */
  get ownLengths(): readonly (number | undefined)[] {
    return this.geometry.lengths.slice(-this.#array.shape.dimensions.length);
  }

  /** Elements between rows, as addresses show them. */
  get pitchElements(): number | undefined {
    const { pitchBytes } = this.observed;
    return pitchBytes === undefined || this.elementBytes === undefined
      ? undefined
      : pitchBytes / this.elementBytes;
  }

  elementBytesOf(array: SharedArray): number | undefined {
    return array === this.#array
      ? this.elementBytes
      : geometryOf(this.#analysis.program, array, this.observed.object).elementBytes;
  }

  /** Rows of an array; `bytes`: of the object. */
  rowsOf(array: SharedArray, pitch: number | undefined, bytes = this.#bytes): number | undefined {
    const count = elementsOf(this.#analysis, array, bytes, this.elementBytesOf(array));
    return count === undefined || pitch === undefined ? undefined : Math.ceil(count / pitch);
  }

  /** An edit with what follows from the movement. */
  edit(
    kind: EditKind,
    changes: Changes,
    says: string,
    movement: Movement,
  ): Edit | { readonly reason: string } {
    const { more, arrays } = movement;
    const placed = this.#placed(movement);
    const bottom = bottomOf(this.#array.root);
    const launches =
      bottom.isDynamic && more !== 0
        ? growLaunches(this.#analysis, this.#array, placed.dynamicBytes, changes)
        : undefined;
    const done = changes.done(this.#main);
    if (done === undefined) return { reason: `changes for ${says} contradict each other` };
    const also = arrays.filter((one) => one !== this.#array).map(({ name }) => name);
    const paddingBytes = this.elementBytes === undefined ? undefined : more * this.elementBytes;
    return { kind, ...done, says, paddingBytes, also, launches, ...placed };
  }

  get #bytes(): number | undefined {
    const { bytes } = this.observed.object;
    return bytes > 0 ? bytes : undefined;
  }

  #placed({
    more,
    pitch,
    moved,
    whole = moved && movedRoot(this.#analysis.program, this.#array, moved),
    arrays,
  }: Movement): Pick<Edit, 'moves' | 'bytes' | 'dynamicBytes'> {
    const { root } = this.#array;
    const { elementBytes = NaN } = this;
    const growth = (present: number | undefined): number => {
      if (more === 0) return 0;
      // Parts that move together need not be known one by one.
      const parts = this.#analysis.flow.cuts
        .map((cut) => cut.root)
        .filter((one) => bottomOf(one) === bottomOf(root));
      const isAll =
        parts.length > 0 && parts.every((part) => arrays.some((one) => one.root === part));
      if (isAll && present !== undefined && pitch !== undefined)
        return more * Math.ceil(present / (pitch * elementBytes)) * elementBytes;
      return arrays.reduce((sum, one) => {
        const rows = this.rowsOf(one, pitch, present) ?? NaN;
        return sum + more * rows * (this.elementBytesOf(one) ?? NaN);
      }, 0);
    };
    const isKnown = root.isDynamic && !Number.isNaN(growth(this.#bytes));
    const dynamicBytes = isKnown
      ? (present: number): number => present + growth(present)
      : undefined;
    if (root.base === undefined) {
      const bytes =
        root.isDynamic || whole === undefined || Number.isNaN(whole.bytes)
          ? undefined
          : whole.bytes;
      return { moves: whole?.moves, bytes, dynamicBytes };
    }
    const { beginBytes } = this.geometry;
    const size = elementsOf(this.#analysis, this.#array, this.#bytes, this.elementBytes);
    const sizeBytes = size === undefined ? undefined : size * (this.elementBytes ?? NaN);
    const own =
      more === 0 ? 0 : more * (this.rowsOf(this.#array, pitch) ?? NaN) * (this.elementBytes ?? NaN);
    const isPlaced = whole !== undefined && beginBytes !== undefined;
    const moves = isPlaced
      ? within(beginBytes, sizeBytes ?? Infinity, {
          ...whole,
          bytes: (sizeBytes ?? Infinity) + own,
        })
      : undefined;
    const total = this.#bytes === undefined ? NaN : this.#bytes + growth(this.#bytes);
    return {
      moves,
      bytes: root.isDynamic || Number.isNaN(total) ? undefined : total,
      dynamicBytes,
    };
  }
}
