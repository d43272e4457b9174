/**
 * Speed-ups of padding and swizzle on the talk's 110 attention shapes, by the model: the kernels of `attention.hip` at both head
 * dimensions, alone on a compute unit and with as many workgroups as it holds.
 *
 *     cycles(resident, keys) = start + keys * slope         of two lengths, the kernel being a loop over keys
 *     192x4096x64 on 304 units: 41 workgroups each, 2 resident: 20 rounds of 2, and one of 1
 *
 * LIMITATION. Memory gives each unit what it gives one alone: workgroups of a head read the same keys and values, so most of them
 * come from caches.
 */
import type { Program } from '@ldscope/amdgcn';
import { deviceOf, machineNamed, simulateTiming, type TimedProgram } from '@ldscope/core';
import { timedKernel } from '@ldscope/engine';
import { type AttentionShape, attentionShapes, elementBytesOf } from '../../attention/shapes.ts';
import { modelOf } from '../kernel-timing.ts';
import { type Element, type Variant, variants } from './attention.ts';

const CHIP = 'gfx942';
const QUERIES = 64;
const COLUMNS = 64;
const LENGTHS = [256, 512] as const;

/** What the talk reports, over no mitigation. */
export const published = {
  f16: { padding: 1.485, swizzle: 1.477 },
  f32: { padding: 1.724, swizzle: 1.83 },
} as const;

export interface CompiledHead {
  readonly head: number;
  readonly program: Program;
  readonly text: string;
}

/** Cycles of a number of resident workgroups, as a line over the keys. */
type Line = (keys: number) => number;

export interface ShapeTimes {
  readonly shape: AttentionShape;
  /** Cycles of the compute unit with most workgroups. */
  readonly cycles: Readonly<Record<Variant, number>>;
}

/** Every shape in one element type. */
export function timesOfShapes(
  heads: readonly CompiledHead[],
  element: Element,
): readonly ShapeTimes[] {
  const lines = new Map<string, readonly Line[]>();
  for (const compiled of heads)
    for (const variant of variants)
      lines.set(`${compiled.head} ${variant}`, linesOf(compiled, element, variant));
  const units = deviceOf(CHIP, 'MI300X')?.computeUnits.value ?? 1;
  return attentionShapes.map((shape) => {
    const { batch, length, headDim } = shape;
    const workgroups = batch * (length / QUERIES) * (headDim / COLUMNS);
    const each = Math.ceil(workgroups / units);
    const cyclesOf = (variant: Variant): number => {
      const own = lines.get(`${headDim} ${variant}`) ?? [];
      const resident = Math.min(each, own.length);
      const rest = each % resident;
      const run = (count: number): number => own[count - 1]?.(length) ?? 0;
      return Math.floor(each / resident) * run(resident) + (rest === 0 ? 0 : run(rest));
    };
    return {
      shape,
      cycles: {
        plain: cyclesOf('plain'),
        padding: cyclesOf('padding'),
        swizzle: cyclesOf('swizzle'),
      },
    };
  });
}

/** A line for each number of workgroups up to those that a compute unit holds. */
function linesOf(compiled: CompiledHead, element: Element, variant: Variant): readonly Line[] {
  const [short, long] = LENGTHS.map((keys) => executed(compiled, element, variant, keys));
  if (short === undefined || long === undefined) return [];
  const machine = machineNamed(CHIP);
  const timing = modelOf(machine);
  const cycles = (program: TimedProgram, count: number): number =>
    simulateTiming(
      { ...program, streams: program.streams.filter(({ workgroup }) => workgroup < count) },
      { machine, timing },
    ).cycles;
  return Array.from({ length: short.resident }, (_, i) => {
    const [first, second] = [cycles(short.program, i + 1), cycles(long.program, i + 1)];
    const slope = (second - first) / (LENGTHS[1] - LENGTHS[0]);
    return (keys) => first + slope * (keys - LENGTHS[0]);
  });
}

/** As many workgroups as are resident, executed on zeros: what they cost does not depend on values. */
function executed(
  { head, program, text }: CompiledHead,
  element: Element,
  variant: Variant,
  keys: number,
): { readonly program: TimedProgram; readonly resident: number } {
  const machine = machineNamed(CHIP);
  const most = 4;
  const buffer = (rows: number, bytes: number) => ({
    kind: 'buffer' as const,
    data: new Uint8Array(rows * head * bytes),
  });
  const bytes = elementBytesOf[element];
  const timed = timedKernel(program, text, CHIP, machine, {
    file: 'attention.hip',
    kernel: `${element}_${variant}`,
    launch: { block: [256, 1, 1], grid: [most, 1, 1], scalars: new Map() },
    arguments: [
      buffer(most * QUERIES, bytes),
      buffer(keys, bytes),
      buffer(keys, bytes),
      buffer(most * QUERIES, 4),
      { kind: 'value', bytes: new Uint8Array(Int32Array.of(keys).buffer) },
    ],
  });
  const resident = Math.min(most, timed.occupancy?.workgroups ?? 1);
  return { program: timed.program, resident };
}

/** Of the speed-ups over the plain layout. */
export function medianSpeedUp(times: readonly ShapeTimes[], variant: Variant): number {
  const sorted = times.map(({ cycles }) => cycles.plain / cycles[variant]).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
