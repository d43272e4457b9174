/**
 * One load of a wave from global memory in five steps: addresses, slices, unique lines, scatter, accounting. The engine
 * counts everything; `deck` is the model of the CDNA slides, lines of 64 bytes on every chip.
 */
import {
  type CoalescingScenario,
  coalescingScenarios,
  efficiency,
  explainGlobalAccess,
  findCoalescing,
  type GlobalExplanation,
  machineNamed,
  singleGlobalAccess,
} from '@ldscope/core';
import { lanes, masks } from '../parts/one-access.ts';

export const WAVE = 64;
export const widths = [1, 2, 4, 8, 16] as const;

export interface CoalescingParameters {
  readonly baseBytes: number;
  readonly strideBytes: number;
  readonly widthBytes: number;
  /** The number of lanes that take part, from lane 0. */
  readonly active: number;
}

/** What a fetch moves on a chip, as the engine has it. */
const choice = (chip: string, value = chip, name = 'default', label?: string) => {
  const model = findCoalescing(machineNamed(chip), name);
  if (model === undefined) throw new RangeError(`${chip} has no model ${name} of global memory`);
  const own = `${chip}: ${model.transactionBytes.value} B ${model.unit}s`;
  return { value, label: label ?? own, chip, model };
};

export type FetchChoice = ReturnType<typeof choice>;

export const fetches: readonly FetchChoice[] = [
  choice('gfx942', 'deck', 'deck-64', '64 B lines on every chip, as the CDNA slides count'),
  ...['gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1201', 'sm_80', 'sm_90'].map((chip) =>
    choice(chip),
  ),
];

/** Throws for a name that no way to fetch has. */
export function fetchOf(value: string): FetchChoice {
  const found = fetches.find((one) => one.value === value);
  if (found === undefined) throw new RangeError(`${value} is not a way to fetch`);
  return found;
}

export function parametersOf(scenario: CoalescingScenario): CoalescingParameters {
  const { baseBytes, strideBytes, widthBytes } = scenario;
  return { baseBytes, strideBytes, widthBytes, active: WAVE };
}

/** A part of a lane's request that is in one line, by the number of the line among those that are fetched. */
export type Slice = Readonly<Record<'lane' | 'line' | 'offsetBytes' | 'bytes', number>>;

export type CoalescingView = ReturnType<typeof coalescingView>;

/** All that is shown of one load; a warp of NVIDIA has 32 lanes. */
export function coalescingView(
  { baseBytes, strideBytes, widthBytes, active }: CoalescingParameters,
  { chip, model }: FetchChoice,
) {
  const machine = machineNamed(chip);
  const waveSize = machine.waveSizes[0] ?? WAVE;
  const addresses = lanes(waveSize, (lane) => baseBytes + lane * strideBytes);
  const trace = singleGlobalAccess(
    { name: nameOf(machine.vendor, widthBytes), direction: 'load', widthBytes },
    addresses,
    { waveSize, ...masks(Math.min(active, waveSize)) },
  );
  const explanation = explainGlobalAccess(trace, 0, model);
  const { usefulBytes, fetchedBytes } = explanation;
  return {
    explanation,
    /** Step 2, lane by lane. */
    slices: slicesOf(explanation),
    efficiency: efficiency(usefulBytes, fetchedBytes),
  };
}

function nameOf(vendor: 'AMD' | 'NVIDIA', widthBytes: number): string {
  if (vendor === 'NVIDIA') {
    return widthBytes > 4 ? `ld.global.v${widthBytes / 4}.b32` : `ld.global.b${8 * widthBytes}`;
  }
  const names = ['ubyte', 'ushort', 'dword', 'dwordx2', 'dwordx4'];
  return `global_load_${names[Math.log2(widthBytes)] ?? 'dword'}`;
}

/** Step 2: each request cut where a line ends. */
function slicesOf({ addressBytes, blocks, instruction, model }: GlobalExplanation): Slice[] {
  const size = model.transactionBytes.value;
  const lineAt = new Map(blocks.map((block, line) => [block.addressBytes, line]));
  return addressBytes.flatMap((address, lane) => {
    if (address === undefined) return [];
    const end = address + instruction.widthBytes;
    const slices: Slice[] = [];
    for (let at = address; at < end;) {
      const start = Math.floor(at / size) * size;
      const stop = Math.min(end, start + size);
      const line = lineAt.get(start) ?? 0;
      slices.push({ lane, line, offsetBytes: at - start, bytes: stop - at });
      at = stop;
    }
    return slices;
  });
}

/** The chip of the summary: gfx942 where lines of 64 bytes on every chip are chosen. */
export function besideTheDeck(fetch: FetchChoice): FetchChoice {
  return fetch.value === 'deck' ? fetchOf('gfx942') : fetch;
}

export type SummaryRow = ReturnType<typeof summary>[number];

/** Each scenario with lines of 64 bytes and with those of a chip. */
export function summary(fetch: FetchChoice) {
  const [deck = fetch] = fetches;
  return coalescingScenarios.map((scenario) => ({
    scenario,
    deck: coalescingView(parametersOf(scenario), deck),
    chip: coalescingView(parametersOf(scenario), fetch),
  }));
}

/** The load as a kernel in MLIR, for the playground; `undefined` where the stride is not whole elements. */
export function kernelText({
  baseBytes,
  strideBytes,
  widthBytes,
  active,
}: CoalescingParameters): string | undefined {
  const type = widthBytes === 1 ? 'i8' : widthBytes === 2 ? 'f16' : 'f32';
  const size = Math.min(4, widthBytes);
  if (baseBytes % size !== 0 || strideBytes % size !== 0) return undefined;
  const count = widthBytes / size;
  const length = (baseBytes + (WAVE - 1) * strideBytes + widthBytes) / size;
  const load =
    count === 1
      ? `%value = memref.load %in[%i] : memref<${length}x${type}>`
      : `%value = vector.load %in[%i] : memref<${length}x${type}>, vector<${count}x${type}>`;
  const body =
    active >= WAVE
      ? `    ${load}`
      : `    %count = arith.constant ${active} : index
    %takesPart = arith.cmpi ult, %lane, %count : index
    scf.if %takesPart {
      ${load}
    }`;
  return `// A load of one wave: lane l reads from base + l * stride.
gpu.module @coalescing {
  gpu.func @load(%in: memref<${length}x${type}>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %lane = gpu.thread_id x
    %i = affine.apply affine_map<(d0) -> (d0 * ${strideBytes / size} + ${baseBytes / size})>(%lane)
${body}
    gpu.return
  }
}
`;
}
