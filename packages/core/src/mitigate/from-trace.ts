/**
 * The accesses of one buffer, out of what a kernel did: addresses go back to the elements that they are of.
 *
 *     trace row   ds_read_b128   0x2010, 0x2090, ...     buffer at 0x2000, rows of 128 B, plain
 *     instance                   (0, 8), (1, 8), ...     f16 elements
 *
 * Rows of one site and opcode are one access; equal rows are one instance. An access that no chip has a rule for is held: its
 * cost is not known, but layouts have to keep it whole and aligned. What another layout does to the kernel is known only when
 * every address of the buffer is known: an address between elements or outside the tile is an error.
 */
import { opcodeAt } from '../access/opcodes.ts';
import type { AccessTrace } from '../access/trace.ts';
import { diagnose, type Diagnostic } from '../base/diagnostic.ts';
import { FNV_START, mixed } from '../base/fnv.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import { tileExtent, type TileLayout } from '../layout/tile/tile-layout.ts';
import {
  type ProblemAccess,
  makeProblem,
  type Problem,
  type ProblemOptions,
  ruleOf,
  type Target,
} from './problem.ts';
import { placeElements } from './placement.ts';
import type { Machine } from '../machine/machine.ts';
import { isActive } from '../access/wave-rows.ts';

/** A buffer as the kernel has it now. */
export interface TileBuffer {
  readonly layout: TileLayout;
  /** Where it begins in shared memory. */
  readonly baseBytes: number;
  /** Tiles that follow each other, for example of a multi-buffered loop; 1 by default. */
  readonly copies?: number;
  /** Bytes from one copy to the next; by default the extent of the tile. */
  readonly copyBytes?: number;
}

export interface TraceOptions extends Omit<ProblemOptions, 'copies'> {
  /** Every site is one instruction, as in machine code; by default only those that say so. */
  readonly sitesRepeat?: boolean;
}

/** A problem from the rows of a trace whose addresses are in a buffer. */
export function problemFromTrace(
  trace: AccessTrace,
  buffer: TileBuffer,
  targets: readonly (Target | Machine)[],
  options: TraceOptions = {},
): Result<Problem> {
  const { layout, baseBytes, copies = 1 } = buffer;
  const { tile } = layout;
  const extent = tileExtent(layout);
  const copyBytes = buffer.copyBytes ?? extent;
  const elementAt = elementsByOffset(layout, extent);
  const endBytes = baseBytes + (copies - 1) * copyBytes + extent;
  const builders = new Map<string, AccessBuilder>();
  const diagnostics: Diagnostic[] = [];
  const { count, waveSize, addressBytes } = trace;
  const elements = new Int32Array(waveSize);
  for (let row = 0; row < count; row++) {
    const op = trace.op[row] ?? 0;
    if (opcodeAt(op).addressing.kind === 'none') continue;
    const site = trace.sites[trace.site[row] ?? 0];
    let inside = 0;
    let stray: number | undefined;
    for (let lane = 0; lane < waveSize; lane++) {
      elements[lane] = -1;
      if (!isActive(trace, row, lane)) continue;
      const address = addressBytes[row * waveSize + lane] ?? 0;
      if (address < baseBytes || address >= endBytes) {
        stray ??= address;
        continue;
      }
      inside++;
      const element = elementAt[(address - baseBytes) % copyBytes] ?? -1;
      if (element < 0) stray ??= address;
      elements[lane] = element;
    }
    if (inside === 0) continue;
    const name = site?.id ?? `site ${trace.site[row]}`;
    if (stray !== undefined) {
      diagnostics.push(diagnose(messages.mitigate.uncovered(name, stray)));
      continue;
    }
    const key = `${op} ${name}`;
    const builder =
      builders.get(key) ??
      new AccessBuilder(
        name,
        op,
        waveSize,
        tile.columns,
        options.sitesRepeat === true || site?.repeats === true,
      );
    builders.set(key, builder);
    builder.add(elements, trace.wave[row] ?? 0, trace.order[row] ?? 0);
  }
  if (diagnostics.length > 0) return failure(...distinct(diagnostics));
  const all = [...builders.values()].map((builder) => builder.finish());
  const problem = makeProblem(tile, all, targets, waveSize, { ...options, copies });
  const isCounted = ({ op }: ProblemAccess): boolean =>
    problem.targets.some((target) => ruleOf(target, opcodeAt(op), waveSize) !== undefined);
  const held = all.filter((access) => !isCounted(access));
  return success({ ...problem, accesses: all.filter(isCounted), held });
}

function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [one.message, one])).values()];
}

/** By byte offset: the element that begins there, row after row; -1 between them. */
function elementsByOffset(layout: TileLayout, extent: number): Int32Array {
  const elements = new Int32Array(extent).fill(-1);
  placeElements(layout).forEach((offset, element) => {
    elements[offset] = element;
  });
  return elements;
}

/** Collects the instances of an access, equal ones once. */
class AccessBuilder {
  readonly #name: string;
  readonly #op: number;
  readonly #waveSize: number;
  readonly #rowLength: number;
  readonly #elements: Int32Array[] = [];
  readonly #executions: number[] = [];
  readonly #waves: number[] = [];
  readonly #orders: number[] = [];
  readonly #rounds: Rounds | undefined;
  /** Instances by a hash of their elements. */
  readonly #known = new Map<number, number[]>();

  constructor(name: string, op: number, waveSize: number, rowLength: number, repeats: boolean) {
    this.#rounds = repeats ? new Rounds() : undefined;
    this.#name = name;
    this.#op = op;
    this.#waveSize = waveSize;
    this.#rowLength = rowLength;
  }

  add(elements: Int32Array, wave: number, order: number): void {
    this.#rounds?.add(wave, order);
    let hash = FNV_START;
    for (const element of elements) hash = mixed(hash, element);
    const candidates = this.#known.get(hash) ?? [];
    const same = candidates.find((i) =>
      elements.every((e, lane) => this.#elements[i]?.[lane] === e),
    );
    if (same !== undefined) {
      this.#executions[same] = (this.#executions[same] ?? 0) + 1;
      return;
    }
    this.#known.set(hash, [...candidates, this.#elements.length]);
    this.#elements.push(elements.slice());
    this.#executions.push(1);
    this.#waves.push(wave);
    this.#orders.push(order);
  }

  finish(): ProblemAccess {
    const instances = this.#elements.length;
    const size = this.#waveSize;
    const rows = new Uint32Array(instances * size);
    const columns = new Uint32Array(instances * size);
    const activeMask = new Uint32Array(2 * instances);
    for (const [instance, elements] of this.#elements.entries()) {
      for (const [lane, element] of elements.entries()) {
        if (element < 0) continue;
        rows[instance * size + lane] = Math.floor(element / this.#rowLength);
        columns[instance * size + lane] = element % this.#rowLength;
        const word = 2 * instance + (lane >> 5);
        activeMask[word] = (activeMask[word] ?? 0) | (1 << (lane & 31));
      }
    }
    const rounds = this.#rounds;
    const roundOf = (instance: number): number =>
      rounds?.of(this.#waves[instance] ?? 0, this.#orders[instance] ?? 0) ?? 0;
    return {
      name: this.#name,
      op: this.#op,
      round: rounds && Uint32Array.from({ length: instances }, (_, i) => roundOf(i)),
      instances,
      rows,
      columns,
      activeMask,
      executions: Float64Array.from(this.#executions),
      wave: Uint32Array.from(this.#waves),
    };
  }
}

/**
 * The rounds of a loop in which a site is executed. Positions that follow each other are one round, of an access in
 * several instructions; where all of them do, nothing else is in the loop, and each is a round.
 */
class Rounds {
  /** By wave: where each run of positions begins, and the last position. */
  readonly #runs = new Map<number, { readonly starts: number[]; last: number }>();

  add(wave: number, order: number): void {
    const known = this.#runs.get(wave);
    if (known === undefined) {
      this.#runs.set(wave, { starts: [order], last: order });
      return;
    }
    if (order > known.last + 1) known.starts.push(order);
    known.last = order;
  }

  of(wave: number, order: number): number {
    const { starts = [] } = this.#runs.get(wave) ?? {};
    const [first = 0, second] = starts;
    if (second === undefined) return order - first;
    return starts.findLastIndex((start) => start <= order);
  }
}
