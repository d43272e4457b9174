/**
 * What `suggest` promises for a kernel, and what the kernel costs once its first layout is applied.
 *
 *     kernel -> suggest -> first layout -> fix writes the kernel again -> analyze        the way of a user
 *     kernel -> analyze -> addresses -> each element at its place under the layout       where fix cannot write it
 *
 * The second way is for buffers whose layout is not understood: their suggestion is about the addresses as they are.
 */
import {
  elementOffset,
  emptyLaunch,
  findMachine,
  type Machine,
  type Opcode,
  opcodeAt,
  opcodes,
  simulate,
  sum,
  type TileLayout,
  TraceBuilder,
} from '@ldscope/core';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import { observe } from '../src/buffers/observe.ts';
import { readKernel } from '../src/buffers/read-kernel.ts';
import { analyzeKernel, suggestKernel } from '../src/index.ts';

export type PromiseOutcome =
  | {
      readonly kind: 'compared';
      readonly by: 'kernel' | 'addresses';
      readonly promised: number;
      readonly counted: number;
    }
  /** The buffer has no conflicts, or no layout that has fewer. */
  | { readonly kind: 'nothing'; readonly conflicts: number }
  | { readonly kind: 'failed'; readonly why: string };

/** Compares the promise for the only buffer of a kernel with the figures of the kernel that keeps it. */
export function promiseOf(text: string, chip: string): PromiseOutcome {
  const machine = findMachine(chip);
  if (machine === undefined) throw new Error(`no machine ${chip}`);
  const { buffers, diagnostics } = suggestKernel(text, { machines: [chip] });
  const [buffer] = buffers;
  if (buffer === undefined)
    return { kind: 'failed', why: diagnostics.map(({ code }) => code).join() };
  const { suggested, now, front } = buffer;
  const [layout] = front;
  const [first] = suggested.front;
  if (layout === undefined || first === undefined)
    return { kind: 'nothing', conflicts: sum(suggested.now.conflicts) };
  const promised = sum(first.conflicts);
  const request = { machines: [machine], launch: emptyLaunch };
  const fixed = fixKernel(text, { ...request, layout });
  const written = fixed.text ?? chosenText(text, request, first.layout);
  if (written !== undefined) {
    const { analysis } = analyzeKernel(written, { machine: chip });
    const counted = analysis?.report.sites.reduce((all, { bankConflict }) => all + bankConflict, 0);
    if (counted === undefined)
      return { kind: 'failed', why: 'the rewritten kernel is not analyzed' };
    return { kind: 'compared', by: 'kernel', promised, counted };
  }
  const counted = countMoved(text, machine, now, layout, first.widthBytes);
  return typeof counted === 'string'
    ? {
        kind: 'failed',
        why: `${counted}; ${fixed.report.diagnostics.map(({ message }) => message).join()}`,
      }
    : { kind: 'compared', by: 'addresses', promised, counted };
}

/** A buffer whose layout is not understood is rewritten to what fix chooses: the text where that is this layout. */
function chosenText(
  text: string,
  request: Parameters<typeof fixKernel>[1],
  layout: string,
): string | undefined {
  const chosen = fixKernel(text, request);
  return chosen.report.buffers[0]?.after === layout ? chosen.text : undefined;
}

/**
 * Conflicts when the element at each address of a plain tile goes to its place under another layout; else why not. What
 * is wider than the layout keeps together is taken apart into accesses of `widthBytes`.
 */
function countMoved(
  text: string,
  machine: Machine,
  now: TileLayout,
  to: TileLayout,
  widthBytes: number,
): number | string {
  const read = readKernel(text, machine, { launch: emptyLaunch });
  if (!('text' in read)) return 'the kernel is not read';
  const { module, description, buffers } = read;
  const options = { kernel: description.name, launch: emptyLaunch };
  const traces = observe({ module, text, description, buffers }, machine, options).buffers[0]
    ?.traces;
  if (traces === undefined) return 'the kernel has no buffer';
  const { elementBytes } = now.tile;
  const places = new Map<number, number>();
  for (let row = 0; row < now.tile.rows; row++)
    for (let column = 0; column < now.tile.columns; column++)
      places.set(elementOffset(now, row, column), elementOffset(to, row, column));
  let conflicts = 0;
  for (const trace of traces) {
    const { waveSize, sites, count, activeMask } = trace;
    const moved = new TraceBuilder(waveSize, sites, 4 * count);
    for (let row = 0; row < count; row++) {
      const opcode = opcodeAt(trace.op[row] ?? 0);
      const piece = Math.min(opcode.widthBytes, widthBytes);
      const op = piece === opcode.widthBytes ? opcode : narrower(opcode, piece);
      if (op === undefined) return `${opcode.name} has no form of ${piece} bytes`;
      for (let part = 0; part < opcode.widthBytes; part += piece) {
        const addresses = new Uint32Array(waveSize);
        for (let lane = 0; lane < waveSize; lane++) {
          const active = ((activeMask[2 * row + (lane >> 5)] ?? 0) >>> (lane & 31)) & 1;
          if (active === 0) continue;
          const from = (trace.addressBytes[row * waveSize + lane] ?? 0) + part;
          const first = places.get(from);
          if (first === undefined || first % piece !== 0)
            return `no place for ${piece} bytes at ${from}`;
          for (let byte = 0; byte < piece; byte += elementBytes)
            if (places.get(from + byte) !== first + byte)
              return `${piece} bytes at ${from} are cut`;
          addresses[lane] = first;
        }
        const [site = 0, wave = 0, order = 0] = [
          trace.site[row],
          trace.wave[row],
          trace.order[row],
        ];
        moved.add(
          opcodes.indexOf(op),
          site,
          wave,
          order,
          addresses,
          activeMask[2 * row],
          activeMask[2 * row + 1],
        );
      }
    }
    const cycles = simulate(moved.finish(), machine).bankConflict;
    conflicts += cycles.reduce((all, one) => all + one, 0);
  }
  return conflicts;
}

/** `ds_read_b64` for `ds_read_b128`; of two addresses the same for each. */
function narrower({ direction }: Opcode, widthBytes: number): Opcode | undefined {
  return opcodes.find(({ name }) => name === `ds_${direction}_b${8 * widthBytes}`);
}
