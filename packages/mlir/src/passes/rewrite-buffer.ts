/**
 * Gives a workgroup buffer another layout: every access goes to where its element is now.
 *
 *     %a = memref.alloc() : memref<64x64xf16, #lds>        XOR of 16-byte units with the row mod 8
 *     vector.load %a[%row, %column]                   ->   vector.load %a[%row, ((%column / 8) ^ (%row mod 8)) * 8]
 *
 *     padding: the allocation, and what loops carry of it, get longer rows; indices stay as they are
 *
 * Direct-to-LDS copies write where the hardware requires: the lane that owns a place fetches the element that belongs
 * there, so the index of their source moves instead.
 *
 * Nothing is changed that is not understood: an unknown user, an access that may cross a unit, a view whose rows do not
 * follow from its type, each is a diagnostic, and then there is no new text.
 */
import {
  diagnose,
  type Diagnostic,
  type Extent,
  failure,
  gcd,
  layoutOfElements,
  messages,
  type Result,
  rowBytes,
  success,
  type Tile,
  type TileLayout,
} from '@ldscope/core';
import { operandSegments, symbolOf } from '../ir/attribute-values.ts';
import type { Module, Operation, Value } from '../ir/ir.ts';
import { type MemRefType, resolveType } from '../ir/types.ts';
import { walk } from '../ir/walk.ts';
import { isViewOperation } from './views.ts';
import { memrefOf } from './memref-types.ts';
import { type BufferAccess, elementBytesOf, findBuffers, type WorkgroupBuffer } from './buffers.ts';
import { Emitter } from './emit.ts';
import { add, type Expression, quotient, remainder, scale, subtract } from './expression.ts';
import { IndexAnalysis } from './index-analysis.ts';
import {
  columnMove,
  type ColumnMove,
  elementColumn,
  placeColumn,
  rowsRepeat,
} from './moved-column.ts';
import { hasHead, keptText } from './kept-text.ts';
import { Rewriter } from './rewriter.ts';
import { accessesOf, redirect } from './flow/index/memory-access.ts';
import { locate, type LocatedAccess } from './rows.ts';

export interface RewriteRequest {
  /** Is used up: parse the text again afterwards. */
  readonly module: Module;
  readonly text: string;
  readonly kernel: Operation;
  /** Name of one of the buffer's allocations, with its sigil. */
  readonly buffer: string;
  /** The layout that the buffer has, and the one that it is to have; of the same tile. */
  readonly from: TileLayout;
  readonly to: TileLayout;
  readonly block: Extent;
  readonly waveSize: number;
  /** Only these accesses, by their number in the buffer; all by default. The pitch stays then. */
  readonly only?: ReadonlySet<number> | undefined;
}

export interface Rewritten {
  readonly text: string;
  /** Accesses whose operands or types changed. */
  readonly changed: number;
  readonly accesses: number;
}

/** The text with the buffer in its new layout, or why that cannot be. */
export function rewriteBuffer(request: RewriteRequest): Result<Rewritten> {
  const buffer = findBuffers(request.kernel).find(({ names }) => names.includes(request.buffer));
  if (buffer === undefined) {
    const names = findBuffers(request.kernel).flatMap((one) => one.names);
    return failure(diagnose(messages.fix.noBuffer(request.buffer, names)));
  }
  if (buffer.obstacles.length > 0) return failure(...buffer.obstacles);
  const plan = planOf(buffer, request);
  if ('code' in plan) return failure(plan);
  const rewriting = new Rewriting(request, buffer, plan);
  const problems = rewriting.rewrite();
  if (problems.length > 0) return failure(...problems);
  const text = rewriting.finish();
  return success({ text, changed: rewriting.changed(), accesses: buffer.accesses.length });
}

/** The result of a change of layout. Lengths are in elements. */
interface Plan {
  /** Undone first, then done. */
  readonly from: ColumnMove | undefined;
  readonly to: ColumnMove | undefined;
  /** From one row to the next. */
  readonly oldPitch: number;
  readonly newPitch: number;
  readonly columns: number;
  readonly rows: number;
  readonly rowsRepeat: number;
  /** The allocation has one dimension. */
  readonly flat: boolean;
}

/** A layout as what a memref of rows and index arithmetic on its columns express. Lengths are in elements. */
interface WrittenLayout {
  readonly tile: Tile;
  readonly move: ColumnMove | undefined;
  readonly pitch: number;
}

function writtenLayout(layout: TileLayout): WrittenLayout | string {
  const elements = layoutOfElements(layout);
  if (!elements.ok) return elements.diagnostics.map(({ message }) => message).join('; ');
  const move = columnMove(elements.value);
  if (typeof move === 'string') return move;
  const pitch = pitchOf(elements.value);
  if (pitch === undefined) return 'it is padded otherwise than at the end of each row';
  return { tile: elements.value.tile, move, pitch };
}

/** Why no rewriting gives a buffer this layout, whatever its accesses; `undefined` where a memref expresses it. */
export function layoutObstacle(layout: TileLayout): string | undefined {
  const written = writtenLayout(layout);
  return typeof written === 'string' ? written : undefined;
}

function planOf(buffer: WorkgroupBuffer, request: RewriteRequest): Plan | Diagnostic {
  const span = buffer.roots[0]?.definition?.span;
  const refuse = (reason: string): Diagnostic =>
    diagnose(messages.fix.layout(buffer.names.join(', '), reason), span);
  const [from, to] = [writtenLayout(request.from), writtenLayout(request.to)];
  if (typeof from === 'string') return refuse(`in its present layout, ${from}`);
  if (typeof to === 'string') return refuse(to);
  const { pitch: oldPitch, move: undone } = from;
  const { tile, pitch: newPitch, move: done } = to;
  if (tile.elementBytes !== buffer.elementBytes) return refuse('its elements have another size');
  const total = buffer.shape.reduce((all, size) => all * size, 1);
  const flat = buffer.shape.length === 1;
  const fits = flat ? total % oldPitch === 0 : buffer.shape.at(-1) === oldPitch;
  if (!fits || tile.rows * oldPitch !== total) {
    return refuse(`a tile of ${tile.rows}x${tile.columns} is not what ${total} elements hold`);
  }
  const repeats = [undone, done].map((move) => (move === undefined ? 1 : rowsRepeat(move)));
  const repeat = repeats.reduce((a, b) => (a * b) / gcd(a, b), 1);
  return {
    from: undone,
    to: done,
    oldPitch,
    newPitch,
    columns: tile.columns,
    rows: tile.rows,
    rowsRepeat: repeat,
    flat,
  };
}

/** Elements from row to row; `undefined` where padding is elsewhere. */
function pitchOf(layout: TileLayout): number | undefined {
  if (layout.kind === 'linear') return layout.tile.columns;
  if (layout.kind === 'reshaped') return undefined;
  const [padding, second] = layout.paddings;
  if (padding === undefined) return layout.tile.columns;
  if (second !== undefined || padding.intervalBytes !== rowBytes(layout.tile)) return undefined;
  const pitch = (padding.intervalBytes + padding.padBytes) / layout.tile.elementBytes;
  return Number.isInteger(pitch) ? pitch : undefined;
}

class Rewriting {
  readonly #request: RewriteRequest;
  readonly #buffer: WorkgroupBuffer;
  readonly #plan: Plan;
  readonly #rewriter: Rewriter;
  readonly #analysis: IndexAnalysis;
  readonly #emitter: Emitter;
  /** Indices that an access no longer uses. */
  readonly #dropped = new Set<Value>();

  constructor(request: RewriteRequest, buffer: WorkgroupBuffer, plan: Plan) {
    const { module, kernel, block, waveSize } = request;
    this.#request = request;
    this.#buffer = buffer;
    this.#plan = plan;
    this.#rewriter = new Rewriter(module);
    const { ownerOf } = this.#rewriter;
    this.#analysis = new IndexAnalysis({ block, waveSize, ownerOf });
    this.#emitter = new Emitter(kernel, this.#rewriter, this.#analysis);
  }

  /** How many accesses are not what they were. */
  changed(): number {
    return this.#buffer.accesses.filter(({ op }) => this.#rewriter.changed.has(op)).length;
  }

  finish(): string {
    return keptText(this.#request.text, this.#rewriter);
  }

  rewrite(): Diagnostic[] {
    const { oldPitch, newPitch, rowsRepeat: repeat } = this.#plan;
    const longer = oldPitch !== newPitch;
    const options = { pitch: oldPitch, rowsRepeat: repeat, wholeOnly: longer };
    const problems: Diagnostic[] = [];
    const located: LocatedAccess[] = [];
    const { only } = this.#request;
    for (const [index, access] of this.#buffer.accesses.entries()) {
      if (only?.has(index) === false) continue;
      const found = locate(this.#buffer, access, this.#analysis, options);
      if (typeof found !== 'string') located.push(found);
      else
        problems.push(diagnose(messages.fix.unknownPlace(access.op.name, found), access.op.span));
    }
    for (const access of located) {
      const problem =
        access.access.direction === 'copy' ? this.#moveSource(access) : this.#moveAccess(access);
      if (problem !== undefined) problems.push(problem);
    }
    if (problems.length > 0) return problems;
    if (longer) for (const member of this.#buffer.members) this.#dropped.add(member);
    this.#rewriter.sweep(this.#dropped);
    return longer ? this.#lengthen() : [];
  }

  /** Where the element of a column is now. */
  #moved(row: Expression, column: Expression): Expression {
    const { from, to } = this.#plan;
    const element = from === undefined ? column : elementColumn(from, row, column);
    return to === undefined ? element : placeColumn(to, row, element);
  }

  /** An access may not be wider than what moves as one, nor begin in the middle of it. */
  #crossing({ op, bytes }: BufferAccess, column: Expression): Diagnostic | undefined {
    const elements = bytes / this.#buffer.elementBytes;
    for (const move of [this.#plan.from, this.#plan.to]) {
      if (move === undefined) continue;
      if (remainder(column, move.unit).high + elements <= move.unit) continue;
      const unitBytes = move.unit * this.#buffer.elementBytes;
      return diagnose(messages.fix.crossesUnit(op.name, bytes, unitBytes), op.span);
    }
    return undefined;
  }

  #moveAccess(located: LocatedAccess): Diagnostic | undefined {
    const { access, row, column } = located;
    const problem = this.#crossing(access, column);
    if (problem !== undefined) return problem;
    const moved = this.#moved(row, column);
    const { flat, oldPitch, newPitch } = this.#plan;
    const indices =
      flat && oldPitch !== newPitch
        ? [add(scale(row, newPitch), moved)]
        : located.withColumn(moved);
    this.#useIndices(located, indices);
    return undefined;
  }

  #useIndices({ access, anchor }: LocatedAccess, indices: readonly Expression[]): void {
    const { op, base, rank } = access;
    const old = op.operands.slice(base + 1, base + 1 + rank);
    const stays = op.operands[base] === anchor;
    const values = indices.map((index, i) => {
      const own = old[i];
      const same = stays && own !== undefined && this.#keyOf(own) === index.key;
      return same ? own : this.#emitter.emit(index, op);
    });
    if (stays && values.every((value, i) => value === old[i])) return;
    const view = op.operands[base];
    for (const found of accessesOf(op)) redirect(this.#rewriter, found, anchor, values);
    for (const value of old) this.#dropped.add(value);
    if (view !== undefined) this.#dropped.add(view);
  }

  #keyOf(value: Value): string {
    return this.#analysis.expressionOf(value).key;
  }

  /**
   * The lane that owns a place of the tile fetches what belongs there. Lane l writes at `destination + l * slot`, so its
   * row and place follow from the destination; the columns that it fetched and has to fetch differ by the move.
   */
  #moveSource({ access, row, column, indices }: LocatedAccess): Diagnostic | undefined {
    const { op, bytes } = access;
    const { from, to, oldPitch, newPitch, columns } = this.#plan;
    const { elementBytes } = this.#buffer;
    const refuse = (reason: string): Diagnostic =>
      diagnose(messages.fix.copy(op.name, reason), op.span);
    if (bytes !== 4 && bytes !== 16) return refuse(`transfers of ${bytes} B leave gaps`);
    if (!indices.every((index) => this.#analysis.isUniform(index))) {
      return refuse('its destination may differ from lane to lane');
    }
    const slot = bytes / elementBytes;
    if (!Number.isInteger(slot)) return refuse('a lane transfers part of an element');
    const block = slot * this.#request.waveSize;
    if (oldPitch !== newPitch && (columns % block !== 0 || remainder(column, block).key !== '0')) {
      return refuse('a wave writes across the end of a row, where the padding would be');
    }
    if (from === undefined && to === undefined) return undefined;
    const linear = add(scale(row, oldPitch), column, scale(this.#analysis.lane(), slot));
    const [slotRow, place] = [quotient(linear, oldPitch), remainder(linear, oldPitch)];
    const problem = this.#crossing(access, place);
    if (problem !== undefined) return problem;
    const [[source] = [], sourceIndices = []] = operandSegments(op);
    const last = sourceIndices.at(-1);
    const type = memrefOf(source);
    if (last === undefined || type === undefined || !hasNeighbours(type)) {
      return refuse('the elements of a row are not known to be neighbours in its source');
    }
    if (type.shape?.length !== sourceIndices.length) {
      return refuse('its source has fewer indices than dimensions');
    }
    if (elementBytesOf(type.element) !== elementBytes) {
      return refuse('its source has elements of another size');
    }
    const fetched = from === undefined ? place : elementColumn(from, slotRow, place);
    const wanted = to === undefined ? place : elementColumn(to, slotRow, place);
    const old = this.#analysis.expressionOf(last);
    const moved = add(old, subtract(wanted, fetched));
    if (moved.key === old.key) return undefined;
    this.#rewriter.setOperand(op, sourceIndices.length, this.#emitter.emit(moved, op));
    this.#dropped.add(last);
    return undefined;
  }

  /** Gives the allocations, and all that stands for them, rows of the new length. */
  #lengthen(): Diagnostic[] {
    const { flat, newPitch, rows } = this.#plan;
    const { roots, shape, members, type } = this.#buffer;
    const sizes = flat ? [rows * newPitch] : [...shape.slice(0, -1), newPitch];
    const problems = new Map<Operation, Diagnostic>();
    const names = this.#buffer.names.join(', ');
    for (const member of members) {
      const { definition } = member;
      if (definition !== undefined && this.#rewriter.isErased(definition)) continue;
      const users = this.#rewriter.usersOf(member);
      const fixed = isView(member) || definition?.name === 'memref.view' ? definition : undefined;
      const dependent = fixed ?? users.find(({ name }) => name === 'memref.dim');
      const typed = [definition, this.#rewriter.ownerOf(member), ...users];
      const headless = typed.find((op) => op !== undefined && !hasHead(op));
      const [op, message] =
        dependent === undefined
          ? [headless, messages.fix.genericForm(headless?.name ?? '')]
          : [dependent, messages.fix.padding(names, dependent.name)];
      if (op !== undefined) problems.set(op, diagnose(message, op.span));
    }
    if (problems.size > 0) return [...problems.values()];
    const longer: MemRefType = { ...type, shape: sizes };
    for (const member of members) {
      if (member.definition !== undefined && this.#rewriter.isErased(member.definition)) continue;
      this.#rewriter.retype(member, longer);
    }
    for (const root of roots) this.#lengthenGlobal(root, longer);
    return [];
  }

  /** A `memref.global` spells its type itself. */
  #lengthenGlobal({ definition }: Value, type: MemRefType): void {
    if (definition?.name !== 'memref.get_global') return;
    const name = symbolOf(definition.attributes.get('name'));
    for (const op of walk(this.#request.module.operations)) {
      if (op.name !== 'memref.global' || symbolOf(op.attributes.get('sym_name')) !== name) continue;
      this.#rewriter.setAttribute(op, 'type', { kind: 'type', type });
    }
  }
}

const isView = ({ definition }: Value): boolean =>
  definition !== undefined && isViewOperation(definition);

/** True when the last index of a memref counts neighbours. */
function hasNeighbours(type: MemRefType): boolean {
  const { layout } = type;
  if (layout?.kind === 'strided') return layout.strides.at(-1) === 1;
  return layout === undefined && resolveType(type.element).kind !== 'opaque';
}
