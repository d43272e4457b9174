/**
 * How a kernel is launched: `--launch "grid=2x8,block=256x2,lds=32768,arg3=1024"`.
 *
 * Every part is optional; what is absent comes from the kernel itself where it says so.
 */
import { diagnose, type Message } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { nearestName } from '../base/nearest-name.ts';
import { failure, type Result, success } from '../base/result.ts';

export type Extent = readonly [x: number, y: number, z: number];

export interface Launch {
  /** Workgroups. */
  readonly grid?: Extent | undefined;
  /** Work-items of one workgroup. */
  readonly block?: Extent | undefined;
  /** Workgroups of a cluster, which run together (NVIDIA). */
  readonly cluster?: Extent | undefined;
  /** Workgroups may wait for all others of the grid: `cudaLaunchCooperativeKernel`. */
  readonly cooperative?: boolean | undefined;
  /** Bytes of shared memory that the launch adds to what the kernel declares. */
  readonly dynamicLdsBytes?: number | undefined;
  /** Values of scalar kernel arguments by position (`arg0` is 0) or by name; `bigint` beyond what a double holds. */
  readonly scalars: ReadonlyMap<string, number | bigint>;
}

export const emptyLaunch: Launch = { scalars: new Map() };

/** Largest size of a block or grid that is taken seriously; beyond it a launch is a typing error. */
const MOST_ITEMS = 2 ** 31 - 1;

/** Reads a launch as the command line takes it. */
export function parseLaunch(text: string): Result<Launch> {
  let grid: Extent | undefined;
  let block: Extent | undefined;
  let cluster: Extent | undefined;
  let dynamicLdsBytes: number | undefined;
  const scalars = new Map<string, number | bigint>();
  const given = new Set<string>();
  for (const part of text.trim() === '' ? [] : text.split(',')) {
    const [name = '', value = '', ...more] = part.split('=').map((piece) => piece.trim());
    if (more.length > 0) return failure(diagnose(messages.launch.part(part.trim())));
    if (given.has(name)) return failure(diagnose(messages.launch.twice(name)));
    given.add(name);
    if (name === 'grid' || name === 'block' || name === 'cluster') {
      const extent = parseExtent(value);
      if (extent === undefined) return failure(diagnose(messages.launch.extent(name, value)));
      if (name === 'grid') grid = extent;
      else if (name === 'block') block = extent;
      else cluster = extent;
    } else if (name === 'lds') {
      if (!/^\d{1,9}$/.test(value)) return failure(diagnose(messages.launch.lds(value)));
      dynamicLdsBytes = Number(value);
    } else if (/^[A-Za-z_]\w*$/.test(name) && value !== '' && Number.isFinite(Number(value))) {
      scalars.set(name, scalarOf(value));
    } else {
      return failure(diagnose(messages.launch.part(part.trim())));
    }
  }
  return success({ scalars, grid, block, dynamicLdsBytes, ...(cluster && { cluster }) });
}

/** An integer that a double would round stays whole. */
function scalarOf(text: string): number | bigint {
  const value = Number(text);
  const whole = /^-?\d{1,20}$/.test(text) || /^0x[0-9a-f]{1,16}$/i.test(text);
  if (!whole || Number.isSafeInteger(value)) return value;
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
}

function parseExtent(text: string): Extent | undefined {
  const sizes = text.split('x').map((size) => (/^\d+$/.test(size) ? Number(size) : 0));
  const [x = 1, y = 1, z = 1] = sizes;
  const sound = sizes.length <= 3 && sizes.every((size) => size > 0) && x * y * z <= MOST_ITEMS;
  return sound ? [x, y, z] : undefined;
}

/** The parts of a launch other than the arguments of its kernel. */
const launchKeys = ['grid', 'block', 'lds'] as const;

/** Most arguments that a message lists. */
const MOST_LISTED = 12;

/**
 * Scalars of a launch that no argument of the kernel takes, each an error with the nearest name. An argument is meant
 * by its name, where it has one, or by its position (`arg0`). `others`: the other parts of the launch.
 */
export function unknownScalars(
  { scalars }: Launch,
  names: readonly (string | undefined)[],
  others: readonly string[] = [],
): Message[] {
  const positions = names.map((_, i) => `arg${i}`);
  const known = new Set([...positions, ...names.filter((name) => name !== undefined), ...others]);
  const shown = [...launchKeys, ...names.map((name, i) => name ?? `arg${i}`), ...others];
  const listed = shown.length > MOST_LISTED ? [...shown.slice(0, MOST_LISTED), 'and so on'] : shown;
  return [...scalars.keys()]
    .filter((name) => !known.has(name))
    .map((name) =>
      messages.launch.unknownKey(name, nearestName(name, [...launchKeys, ...known]), listed),
    );
}

/** Number of work-items or workgroups. */
export function volume([x, y, z]: Extent): number {
  return x * y * z;
}

/** `256x2`, without trailing ones. */
export function showExtent([x, y, z]: Extent): string {
  if (z > 1) return `${x}x${y}x${z}`;
  return y > 1 ? `${x}x${y}` : `${x}`;
}
