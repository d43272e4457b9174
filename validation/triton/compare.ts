/**
 * Every kernel: the accesses that its TTGIR says against those of its machine code, at their addresses.
 *
 * An access is the same when the wave, the width, whether it transposes and the addresses of all lanes are. Nothing of
 * the machine code helps: instructions, widths and the places of buffers are those that `@ldscope/mlir` gives. A tile
 * of a buffer with several stages may be at any of them.
 */
import {
  type AccessTrace,
  opcodeAt,
  printTritonAttribute,
  transferAddresses,
  isActive,
} from '@ldscope/core';
import { type Lowered, type Module, TileTypes, walk } from '@ldscope/mlir';
import type { CompiledKernel } from './kernels.ts';
import { readModule } from './ttgir.ts';

export interface Comparison {
  readonly kernel: CompiledKernel;
  /** Accesses of waves to memory in the run (a two-address instruction makes two). */
  readonly rows: number;
  /** Those that the layouts say, in width and all lanes. */
  readonly exact: number;
  /** Why the others are not: reasons with numbers of accesses. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Accesses that the layouts say, and those of them that ran. */
  readonly said: number;
  readonly ran: number;
  /** Shared memory as placed from the module, and as Triton asks for it. */
  readonly ldsBytes: number;
  /** Layouts in the text, and those that print back as they came. */
  readonly layouts: number;
  readonly printedBack: number;
}

/** What uses shared memory without a layout of the module that says where. */
const WITHOUT_LAYOUT: Readonly<Record<string, string>> = {
  'tt.reduce': 'tt.reduce: partial results of waves, in scratch memory that has no encoding',
  'tt.histogram': 'tt.histogram: the addresses are the data',
};

export function compareKernel(kernel: CompiledKernel, trace: AccessTrace): Comparison {
  const { module, kernel: read } = readModule(kernel.ttgir, kernel.machine);
  const said = saidAccesses(read.lowered, read.waves.warps);
  const ran = new Set<string>();
  const reasons = new Map<string, number>();
  let rows = 0;
  let exact = 0;
  for (let row = 0; row < trace.count; row++) {
    const { addressing } = opcodeAt(trace.op[row] ?? 0);
    if (addressing.kind === 'none') continue;
    rows++;
    const key = keyOfRow(trace, row);
    const name = key === undefined ? undefined : said.get(key);
    if (name !== undefined) {
      exact++;
      ran.add(name);
      continue;
    }
    const reason = reasonIn(module);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return {
    kernel,
    rows,
    exact,
    reasons,
    said: new Set(said.values()).size,
    ran: ran.size,
    ldsBytes: read.ldsBytes,
    ...printBack(module, kernel.ttgir),
  };
}

/** Accesses by what identifies them; those of one tile in different stages have one name. */
function saidAccesses(lowered: readonly Lowered[], warps: number): Map<string, string> {
  const said = new Map<string, string>();
  const addresses = new Uint32Array(64);
  for (const { access, transfers } of lowered) {
    const { buffer, view } = access;
    const tile = (view?.placement.size ?? 0) * (view?.type.elementBytes ?? 0);
    const stages = tile === 0 ? 1 : Math.max(1, Math.round(buffer.bytes / tile));
    for (const { transfer } of transfers) {
      for (const start of transfer.starts) {
        for (let warp = 0; warp < warps; warp++) {
          transferAddresses(transfer, start, warp, addresses);
          const first = keyOf(
            transfer.op,
            warp,
            addresses.map((a) => a + buffer.baseBytes),
          );
          for (let stage = 0; stage < stages; stage++) {
            const base = buffer.baseBytes + stage * tile;
            said.set(
              keyOf(
                transfer.op,
                warp,
                addresses.map((a) => a + base),
              ),
              first,
            );
          }
        }
      }
    }
  }
  return said;
}

/** `undefined` for a row that not all lanes take part in. */
function keyOfRow(trace: AccessTrace, row: number): string | undefined {
  for (let lane = 0; lane < 64; lane++) if (!isActive(trace, row, lane)) return undefined;
  const addresses = trace.addressBytes.subarray(64 * row, 64 * (row + 1));
  return keyOf(trace.op[row] ?? 0, trace.wave[row] ?? 0, addresses);
}

function keyOf(op: number, wave: number, addresses: Uint32Array): string {
  const { widthBytes, direction, name } = opcodeAt(op);
  return [direction, widthBytes, name.includes('_tr_'), wave, ...addresses].join();
}

/** The one thing of a module that could make an access which no layout says. */
function reasonIn(module: Module): string {
  const names = new Set([...walk(module.operations)].map(({ name }) => name));
  const found = Object.entries(WITHOUT_LAYOUT).filter(([name]) => names.has(name));
  const [only] = found;
  return found.length === 1 && only !== undefined ? only[1] : 'not explained';
}

/** Each layout of the text, read and printed. */
function printBack(module: Module, text: string): { layouts: number; printedBack: number } {
  const types = new TileTypes(module);
  let layouts = 0;
  let printedBack = 0;
  for (const [written] of text.matchAll(LAYOUT)) {
    layouts++;
    const read = types.encoding(written);
    if (read.ok && printTritonAttribute(read.value, { names: types.names }) === written)
      printedBack++;
  }
  return { layouts, printedBack };
}

/** A layout in full, with at most one in it. */
const LAYOUT = /#ttg\.(?!shared_memory)\w+<\{(?:[^<>{}]|<\{[^<>{}]*\}>)*\}>/g;
