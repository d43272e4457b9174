/** Random kernels with their rewriting, and the two judges of a mutant: execution of the whole launch, and the proof. */
import {
  emptyLaunch,
  findMachine,
  firstDifference,
  plainLayout,
  type RowLayout,
} from '@ldscope/core';
import {
  describeKernel,
  executeKernel,
  type Module,
  type Operation,
  parseModule,
  type PlacementProof,
  provePlacement,
  type RelaidBuffer,
  rewriteBuffer,
} from '@ldscope/mlir';
import { raise } from '../../../../../test/raise.ts';
import { bufferMap } from '../../interpret/harness.ts';
import { kernelText, type RandomCase, STAGES, WORKGROUPS } from './random-kernels.ts';

const machine = findMachine('gfx950') ?? raise('no gfx950');
const launch = { ...emptyLaunch, grid: [WORKGROUPS, 1, 1] as const };

export interface ParsedKernel {
  readonly module: Module;
  readonly kernel: Operation;
}

export function parse(text: string): ParsedKernel {
  const { module, diagnostics } = parseModule(text);
  if (diagnostics.length > 0) raise(`${diagnostics[0]?.message}\n${text}`);
  const described = describeKernel(module, machine, { launch });
  return described.ok ? { module, kernel: described.value.op } : raise('not described');
}

/** A kernel and what the rewriter made of it. */
export interface Subject {
  readonly random: RandomCase;
  readonly original: ParsedKernel;
  readonly originalText: string;
  readonly rewrittenText: string;
  readonly relaid: readonly RelaidBuffer[];
  /** What the original leaves in memory. */
  readonly expected: string;
}

const blockOf = ({ shape: { block } }: RandomCase): readonly [number, number, number] => [
  block[0],
  block[1],
  1,
];

/** `undefined` where the rewriter refuses. */
function relay(
  random: RandomCase,
  text: string,
  buffer: string,
  from: RowLayout,
  to: RowLayout,
): string | undefined {
  const { module, kernel } = parse(text);
  const block = blockOf(random);
  const result = rewriteBuffer({ module, text, kernel, buffer, from, to, block, waveSize: 64 });
  return result.ok ? result.value.text : undefined;
}

/** `undefined` where the rewriter refuses the layout for this kernel. */
export function subjectOf(random: RandomCase): Subject | undefined {
  const { shape, before, layout, both } = random;
  const plain = plainLayout(shape.tile);
  const buffers = both ? ['%a', '%d'] : ['%a'];
  let originalText: string | undefined = kernelText(shape);
  const from = before ?? plain;
  if (before !== undefined) {
    for (const buffer of buffers) {
      originalText = originalText && relay(random, originalText, buffer, plain, before);
    }
  }
  let rewrittenText = originalText;
  for (const buffer of buffers) {
    rewrittenText = rewrittenText && relay(random, rewrittenText, buffer, from, layout);
  }
  if (originalText === undefined || rewrittenText === undefined) return undefined;
  if (firstDifference(from, layout) === undefined) return undefined;
  const original = parse(originalText);
  const relaid = buffers.map((name) => ({ name, from, to: layout }));
  const expected =
    memoryOf(random, original) ?? raise(`the original does not run\n${originalText}`);
  return { random, original, originalText, rewrittenText, relaid, expected };
}

/** What a kernel leaves in memory after all workgroups; `undefined` when it does not run. */
export function memoryOf({ shape }: RandomCase, { module }: ParsedKernel): string | undefined {
  const { rows, columns, elementBytes } = shape.tile;
  const count = STAGES * rows * columns;
  const input = new Uint8Array(count * elementBytes);
  const view = new DataView(input.buffer);
  for (let i = 0; i < count; i++) {
    if (elementBytes === 2) view.setInt16(2 * i, i + 1, true);
    else view.setInt32(4 * i, i + 1, true);
  }
  const output = new Uint8Array(2 * WORKGROUPS * input.length);
  const buffers = bufferMap(input, output);
  const { diagnostics } = executeKernel(module, '', { machine, launch, buffers, maxSteps: 20_000 });
  if (diagnostics.some(({ severity }) => severity === 'error')) return undefined;
  return `${Buffer.from(input).toString('base64')} ${Buffer.from(output).toString('base64')}`;
}

/** The proof of a text or of a mutant, as `fix` asks for it. */
export function proofOf(
  { random, original, relaid }: Subject,
  rewritten: ParsedKernel,
  claimed: readonly RelaidBuffer[] = relaid,
): PlacementProof {
  const environment = { block: blockOf(random), waveSize: 64 };
  return provePlacement(original, rewritten, claimed, environment);
}

export const isProven = ({ different, open }: PlacementProof): boolean =>
  different === undefined && open.length === 0;
