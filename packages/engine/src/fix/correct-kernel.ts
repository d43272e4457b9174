/** `--correct`: gives one side of the buffer that is written and read under different layouts the layout of the other, with its proof. */
import { messages } from '@ldscope/core';
import { type MixedLayout, mixedWords } from '../buffers/mixed-layouts.ts';
import { presentTiles } from '../buffers/present-tiles.ts';
import { readKernel } from '../buffers/read-kernel.ts';
import type { CorrectedSide, FixOutcome } from '../source/fix-outcome.ts';
import { correctSides } from './correct-sides.ts';
import { bufferSummary, doubtful, type ExecutedKernel, observeAll } from './mlir-subject.ts';
import type { Ending } from './outcome.ts';
import { proveRewriting } from './prove.ts';
import { doubtOf } from './subject.ts';

export function correctKernel(
  kernel: ExecutedKernel,
  side: CorrectedSide,
  finish: (verdict: FixOutcome['report']['verdict'], ending?: Ending) => FixOutcome,
): FixOutcome {
  const { read, options, before } = kernel;
  const { machines, buffer: wanted } = options;
  const [machine] = machines;
  const reread = (text: string): ReturnType<typeof readKernel> =>
    machine === undefined ? [] : readKernel(text, machine, options);
  const corrections: { readonly index: number; readonly mixed: MixedLayout }[] = [];
  for (const [index, buffer] of read.buffers.entries()) {
    if (wanted !== undefined && !buffer.names.includes(wanted)) continue;
    const present = presentTiles(read, buffer, before, index);
    if (present.kind === 'mixed') corrections.push({ index, mixed: present });
  }
  const [first, second] = corrections;
  if (first === undefined) return finish('nothing', { diagnostics: [messages.fix.notMixed()] });
  if (second !== undefined) {
    const names = corrections.flatMap(({ index }) => read.buffers[index]?.names ?? []);
    return finish('refused', { diagnostics: [messages.fix.severalMixed(names)] });
  }
  const buffer = read.buffers[first.index];
  if (buffer === undefined) return finish('nothing');
  const corrected = correctSides(read, buffer, first.mixed, side, reread);
  if (!corrected.ok) return finish('refused', { diagnostics: corrected.diagnostics });
  const { text, meant, plain, to, changed } = corrected.value;
  const [plainRead, now] = [reread(meant), reread(text)];
  if (!('text' in plainRead)) return finish('unproven', { diagnostics: plainRead });
  if (!('text' in now)) return finish('unproven', { diagnostics: now });
  const [old, after] = [observeAll(plainRead, options), observeAll(now, options)];
  const { index } = first;
  const moves = [{ name: buffer.names[0] ?? '', index, from: plain, to }];
  const proof = proveRewriting(plainRead, now, old, after, moves, { machines, better: false });
  const part = { index, from: plain, to, changed, accesses: buffer.accesses.length };
  const summary = { ...bufferSummary(kernel, part, after), before: mixedWords(first.mixed) };
  const parts = { buffers: [summary], proof };
  const doubt = doubtOf(proof);
  if (doubt === undefined) return finish('fixed', { ...parts, result: text });
  return finish(doubt.verdict, { ...parts, diagnostics: [doubtful(kernel, doubt)] });
}
