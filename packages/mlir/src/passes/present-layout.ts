/**
 * The layout that a kernel has already given a buffer, read off its index arithmetic.
 *
 *     read     column 8 * ((x / 16) ^ (x mod 8)), row x mod 16      x mod 8 is the row mod 8: XOR, 8 phases
 *     copy     source 8 * ((x mod 8) ^ (x / 8)), slot in row x / 8  the same key
 *
 * Evidence is evaluated, not compared as text: what fills a row from global memory shows which element each place of it
 * holds; other accesses show which part of their column follows from the row. A layout is `known` when it fits all
 * accesses in all rows that they reach, and then it is the least that does (`row-key.ts`). Otherwise it is `unknown`,
 * with a reason, or `mixed`: writers and readers move rows differently.
 *
 * Limits: rows are those of the tile that is asked about; moves are XORs or rotations of units inside a row. Of loop
 * variables some values are looked at, of ids all.
 */
import { elementView, type Extent, layoutOfBytes, type RowLayout, type Tile } from '@ldscope/core';
import type { Module, Operation } from '../ir/ir.ts';
import type { BufferAccess, WorkgroupBuffer } from './buffers.ts';
import { Rewriter } from './rewriter.ts';
import { IndexAnalysis } from './index-analysis.ts';
import {
  type Evidence,
  evidenceOf,
  type Extents,
  fits,
  hasXor,
  opaqueLeaf,
  type PlacedAccess,
  placedAccess,
} from './present/access-evidence.ts';
import { filledRows } from './present/filled-rows.ts';
import { IndexDomain } from './present/index-domain.ts';
import { findMismatch } from './present/mismatch.ts';
import { type FoundKey, keyOfRows, movesOfKey, type RowMove } from './present/row-key.ts';

export interface PresentRequest {
  readonly module: Module;
  readonly buffer: WorkgroupBuffer;
  /** Rows and columns that hold elements. */
  readonly tile: Tile;
  /** Elements from row to row, with padding; by default the columns. */
  readonly pitch?: number;
  readonly block: Extent;
  readonly waveSize: number;
}

/** The layout of one side of a buffer, with an operation that has it. */
export interface LayoutSide {
  /** Absent where it is not a layout of the family. */
  readonly layout?: RowLayout;
  readonly op: Operation;
}

/** A read whose vector is across units that its own swizzle moves apart. */
interface TornVector {
  readonly op: Operation;
  /** The first row where that is so. */
  readonly row: number;
  /** Elements of the vector, and of a unit. */
  readonly width: number;
  readonly unit: number;
}

export type PresentLayout =
  | {
      readonly kind: 'known';
      readonly layout: RowLayout;
      /** The evidence that is missing to rule out other layouts; empty when there is enough. */
      readonly missing: readonly string[];
    }
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      readonly op?: Operation;
      readonly torn?: TornVector;
    }
  | {
      readonly kind: 'mixed';
      readonly writers: LayoutSide;
      readonly readers: LayoutSide;
      /** The first row that the sides move differently. */
      readonly row: number;
      /** The layout that each access of the buffer has by itself; `any` for one that fits all, such as clearing. */
      readonly accesses: readonly (RowLayout | 'any' | 'unknown')[];
    };

/** The layout of a buffer, or why it is not known. Indices count elements, also those that share bytes. */
export function presentLayout(request: PresentRequest): PresentLayout {
  const { tile, pitch = tile.columns } = request;
  const seen = elementView(tile);
  const columnsOf = (columns: number): number => elementView({ ...tile, columns }).columns;
  const found = presentElements({ ...request, tile: seen, pitch: columnsOf(pitch) });
  return tile.elementBits === undefined ? found : ofBytes(found, tile);
}

/** A layout of elements as one of the bytes that hold them; not known where it parts a byte. */
function ofBytes(found: PresentLayout, tile: Tile): PresentLayout {
  if (found.kind === 'unknown') return found;
  const stored = (layout: RowLayout): RowLayout | undefined => {
    const read = layoutOfBytes(layout, tile);
    return read.ok && read.value.kind === 'rows' ? read.value : undefined;
  };
  if (found.kind === 'known') {
    const layout = stored(found.layout);
    return layout === undefined ? IN_BYTES : { ...found, layout };
  }
  const side = ({ op, layout }: LayoutSide): LayoutSide => {
    const own = layout && stored(layout);
    return own === undefined ? { op } : { op, layout: own };
  };
  return { ...found, writers: side(found.writers), readers: side(found.readers) };
}

const TORN = 'a read takes more elements than its swizzle keeps together';

const IN_BYTES: PresentLayout = { kind: 'unknown', reason: 'it moves parts of a byte' };

function presentElements(request: PresentRequest): PresentLayout {
  const { module, buffer, tile, pitch = tile.columns, block, waveSize } = request;
  const rewriter = new Rewriter(module);
  const analysis = new IndexAnalysis({ block, waveSize, ownerOf: rewriter.ownerOf });
  const accesses: PlacedAccess[] = [];
  for (const access of buffer.accesses) {
    const placed = placedAccess(buffer, access, pitch, analysis, rewriter);
    if (typeof placed === 'string') return { kind: 'unknown', reason: placed, op: access.op };
    if (placed !== undefined) accesses.push(placed);
  }
  const domain = new IndexDomain(
    block,
    accesses.map(({ row, column }) => [row, column]),
  );
  const extents: Extents = { rows: tile.rows, columns: tile.columns };
  const evidence = accesses.map((access) => evidenceOf(access, domain, extents));
  const read = new Reading(request, evidence, domain, extents, analysis, rewriter);
  return read.layout();
}

class Reading {
  readonly #tile: Tile;
  readonly #buffer: WorkgroupBuffer;
  readonly #isFlat: boolean;
  readonly #evidence: readonly Evidence[];
  readonly #domain: IndexDomain;
  readonly #extents: Extents;
  readonly #analysis: IndexAnalysis;
  readonly #rewriter: Rewriter;

  constructor(
    { tile, buffer }: PresentRequest,
    evidence: readonly Evidence[],
    domain: IndexDomain,
    extents: Extents,
    analysis: IndexAnalysis,
    rewriter: Rewriter,
  ) {
    this.#tile = tile;
    this.#buffer = buffer;
    this.#isFlat = buffer.shape.length === 1;
    this.#evidence = evidence;
    this.#domain = domain;
    this.#extents = extents;
    this.#analysis = analysis;
    this.#rewriter = rewriter;
  }

  layout(): PresentLayout {
    const moved = this.#evidence.find(({ row }) => hasXor(row));
    if (this.#isFlat && moved !== undefined) {
      return { kind: 'unknown', reason: 'an XOR moves elements to other rows', op: moved.op };
    }
    const writers = this.#evidence.filter(({ writes }) => writes);
    const filled = filledRows(writers, this.#domain, this.#used(), this.#isFlat);
    if (filled.kind === 'differ') {
      const { one, other } = filled;
      const reason = 'operations that fill it place the elements of a row differently';
      return { kind: 'unknown', reason, op: other.op === one.op ? one.op : other.op };
    }
    const traced = filled.kind === 'xor' || filled.kind === 'rotate' ? filled : undefined;
    if (traced?.kind === 'rotate' && this.#used().columns !== this.#extents.columns) {
      return { kind: 'unknown', reason: 'its rows are rotated in a part of their columns' };
    }
    const marked = this.#evidence.some(({ own }) => own.kind !== 'none' && own.kind !== 'open');
    if (filled.kind === 'other' && (marked || this.#isFlat)) {
      const reason =
        'what fills its rows is neither an XOR nor a rotation of the columns of its source';
      return { kind: 'unknown', reason, op: filled.by.op };
    }
    for (const one of this.#evidence) {
      if (one.writes && one.source !== undefined && traced !== undefined) continue;
      const leaf = opaqueLeaf(one, this.#analysis);
      if (leaf === undefined) continue;
      return {
        kind: 'unknown',
        reason: `its column depends on ${leaf}, which is not followed`,
        op: one.op,
      };
    }
    const move = traced ?? this.#markedMove();
    if ('reason' in move) return move;
    const found = keyOfRows(move, this.#extents.columns);
    if (found === undefined) {
      return { kind: 'unknown', reason: 'the keys of its rows are not an XOR, table or rotation' };
    }
    const all = movesOfKey(found, this.#extents.rows, this.#extents.columns);
    // The contents of rows were evaluated element by element.
    const rest = this.#evidence.filter(
      (one) => traced === undefined || !one.writes || one.source === undefined,
    );
    const wrong = rest.find(
      (one) => one.points.length > 0 && !fits(one, all, this.#extents.columns),
    );
    if (wrong === undefined) {
      const torn = traced === undefined ? undefined : this.#torn(found.unit, all);
      return torn === undefined
        ? this.#known(found, move)
        : { kind: 'unknown', reason: TORN, op: torn.op, torn };
    }
    const context = {
      domain: this.#domain,
      extents: this.#extents,
      rewriter: this.#rewriter,
      analysis: this.#analysis,
    };
    const mismatch = findMismatch(this.#evidence, traced, context);
    if (mismatch === undefined) {
      const reason = 'no layout fits all of its accesses';
      return { kind: 'unknown', reason, op: wrong.op };
    }
    const { writer, reader, row } = mismatch;
    return {
      kind: 'mixed',
      row,
      accesses: this.#buffer.accesses.map((access) => this.#ownLayout(access, writer.move)),
      writers: this.#side(writer.op, writer.move),
      readers: this.#side(reader.op, reader.move),
    };
  }

  /** The first read that follows the move of its rows, but takes more elements than the move keeps together. */
  #torn(unit: number, { kind, byRow }: RowMove): TornVector | undefined {
    const { columns } = this.#extents;
    for (const { op, writes, own, points, rowOf, columnOf, width } of this.#evidence) {
      if (writes || own.kind !== kind) continue;
      for (let k = 0; k < points.length; k++) {
        const point = points[k] ?? 0;
        const row = rowOf[point] ?? 0;
        const place = columnOf[point] ?? 0;
        // It is inside one unit, which moves as a whole.
        if (unit % width === 0 && place % width === 0) continue;
        const by = byRow[row] ?? 0;
        const element = (at: number): number =>
          kind === 'xor' ? at ^ by : (at - by + columns) % columns;
        for (let i = 1; i < width; i++) {
          if (element(place + i) !== element(place) + i) return { op, row, width, unit };
        }
      }
    }
    return undefined;
  }

  /** Columns behind the last one that is touched are padding. */
  #used(): Extents {
    const { rows, columns } = this.#extents;
    let last = 0;
    for (const { points, columnOf, width } of this.#evidence) {
      for (let k = 0; k < points.length; k++) {
        const end = (columnOf[points[k] ?? 0] ?? 0) + width;
        if (end > last) last = end;
      }
    }
    return { rows, columns: last === 0 ? columns : last };
  }

  /** The move that the columns themselves show; of the accesses whose column follows its row in one way only. */
  #markedMove(): RowMove | Extract<PresentLayout, { kind: 'unknown' }> {
    const { rows } = this.#extents;
    const moves = this.#evidence.flatMap((one) =>
      one.own.kind === 'xor' || one.own.kind === 'rotate' ? [{ ...one, own: one.own }] : [],
    );
    const constant = this.#evidence.find(
      ({ own, fixed }) => (fixed.bits !== 0 || fixed.shift !== 0) && own.kind !== 'open',
    );
    if (constant !== undefined) {
      const reason =
        'whether a constant in its column is a part of the key does not follow: no copy from global memory fills a whole row';
      return { kind: 'unknown', reason, op: constant.op };
    }
    const byRow = new Float64Array(rows).fill(NaN);
    const [first] = moves;
    if (first === undefined) {
      const other = this.#evidence.find(({ own }) => own.kind === 'other');
      if (other !== undefined) {
        return {
          kind: 'unknown',
          reason: 'its row moves its column by no XOR and no rotation',
          op: other.op,
        };
      }
      return { kind: 'xor', byRow: byRow.fill(0) };
    }
    for (const { own, op } of moves) {
      for (const [row, value] of own.byRow.entries()) {
        if (Number.isNaN(value)) continue;
        const known = byRow[row] ?? NaN;
        if (own.kind === first.own.kind && (Number.isNaN(known) || known === value))
          byRow[row] = value;
        else return { kind: 'unknown', reason: 'its accesses move rows by different keys', op };
      }
    }
    return { kind: first.own.kind, byRow };
  }

  #known(found: FoundKey, move: RowMove): PresentLayout {
    const missing = [...this.#missing(found, move)];
    return { kind: 'known', layout: this.#layoutOf(found), missing };
  }

  /** The missing evidence on rows that an access may reach. */
  *#missing({ isOpen, key }: FoundKey, { byRow }: RowMove): Generator<string> {
    for (const { row, column } of this.#evidence) {
      const cut = this.#domain.cutLeaf(row) ?? this.#domain.cutLeaf(column);
      if (cut !== undefined) {
        yield `all values of ${cut}: some of them are looked at`;
        break;
      }
    }
    if (!isOpen || key === undefined) return;
    const unseen = [...byRow.entries()].flatMap(([row, value]) =>
      Number.isNaN(value) ? [row] : [],
    );
    const [first] = unseen;
    if (first === undefined) return;
    const which =
      unseen.length === 1 ? `row ${first}` : `${unseen.length} rows from row ${first} on`;
    yield `how ${which} of ${byRow.length} are moved: taken to follow the rows that are seen`;
  }

  #layoutOf({ unit, key }: FoundKey): RowLayout {
    const unitBytes = unit * this.#tile.elementBytes;
    const plain: RowLayout = {
      kind: 'rows',
      tile: this.#tile,
      unitBytes: this.#tile.elementBytes,
      paddings: [],
    };
    return key === undefined ? plain : { ...plain, unitBytes, key };
  }

  /** The layout that one access has by itself. */
  #ownLayout({ op }: BufferAccess, written: RowMove): RowLayout | 'any' | 'unknown' {
    const one = this.#evidence.find((evidence) => evidence.op === op);
    if (one === undefined) return 'any';
    const { own, writes, source } = one;
    const still: RowMove = {
      kind: 'xor',
      byRow: new Float64Array(this.#extents.rows),
    };
    const isWritten = (writes && source !== undefined) || own.kind === 'open';
    const move = isWritten ? written : own.kind === 'xor' ? own : still;
    const found = keyOfRows(move, this.#extents.columns);
    if (found === undefined) return 'unknown';
    const all = movesOfKey(found, this.#extents.rows, this.#extents.columns);
    const fitting = (writes && source !== undefined) || fits(one, all, this.#extents.columns);
    return fitting ? this.#layoutOf(found) : 'unknown';
  }

  #side(op: Operation, move: RowMove): LayoutSide {
    const found = keyOfRows(move, this.#extents.columns);
    return found === undefined ? { op } : { op, layout: this.#layoutOf(found) };
  }
}
