/**
 * Rewritings of a document without its conflicts: for each buffer, and for all of a kernel at once, the one that `ldscope fix` chooses;
 * then layouts of other families that the search finds. Each has the whole proof of `ldscope fix`; without it there is none.
 */
import type { TileLayout } from '@ldscope/core';
import { fixText, type LaunchOptions, suggestKernel } from '@ldscope/engine';
import { sourceLanguage } from '../../compile/language.ts';
import { verified } from '../../run/fix-verified.ts';
import type { Io } from '../../io/io.ts';
import { readLaunch } from '../../run/launch.ts';
import { fixSourceDocument } from './fix-source.ts';
import { reasonOf } from './reason.ts';
import type { Fixes, FixRequest, FixTarget, OfferedFix, RefusedFix } from './request.ts';

/** What `ldscope fix` does to each target. */
export async function fixDocument(io: Io, request: FixRequest): Promise<Fixes> {
  const language = sourceLanguage(request.path);
  if (language !== undefined) return await fixSourceDocument(io, request, language);
  const offered: OfferedFix[] = [];
  const refused: RefusedFix[] = [];
  for (const target of request.targets) {
    const all = target.buffers.length > 1 ? [undefined] : [];
    for (const buffer of [...target.buffers, ...all]) {
      const fix = await rewritten(io, request, target, { buffer });
      if ('reason' in fix) refused.push(fix);
      else offered.push(fix);
    }
  }
  return { offered, refused };
}

/** Layouts for a buffer besides the one that `fix` chooses. */
const MOST_OTHERS = 2;

/** Other layouts with fewer conflicts, for buffers that `fix` has one for. */
export async function otherFixes(
  io: Io,
  request: FixRequest & { readonly known: readonly OfferedFix[] },
): Promise<readonly OfferedFix[]> {
  const found: OfferedFix[] = [];
  for (const target of request.targets) {
    const launch = await readLaunch(io, target.launchOption);
    if (!launch.ok) continue;
    for (const buffer of target.buffers) {
      const known = request.known.find(
        ({ kernel, buffers }) => kernel === target.kernel && buffers.includes(buffer),
      );
      if (known === undefined) continue;
      for (const layout of otherLayouts(request, target, buffer, launch.value, known)) {
        const fix = await rewritten(io, request, target, { buffer, layout });
        const isBetter = !('reason' in fix) && fix.conflictsAfter < fix.conflictsBefore;
        if (isBetter && fix.text !== known.text) found.push(fix);
      }
    }
  }
  return found;
}

async function rewritten(
  io: Io,
  { path, texts, workgroups }: FixRequest,
  { kernel, machines, launchOption }: FixTarget,
  what: { readonly buffer: string | undefined; readonly layout?: TileLayout },
): Promise<OfferedFix | RefusedFix> {
  const text = texts.get(path) ?? '';
  const buffers = what.buffer === undefined ? [] : [what.buffer];
  const refuse = (reason: string): RefusedFix => ({ kernel, buffers, reason });
  const launch = await readLaunch(io, launchOption);
  if (!launch.ok) return refuse(reasonOf(launch.diagnostics));
  const options = { file: path, machines, kernel, workgroups, ...what };
  const fixed = fixText(text, { ...launch.value, ...options });
  if (fixed.report === undefined) return refuse(reasonOf(fixed.diagnostics));
  // For a part of a file, the rewriting is of that part.
  if (fixed.source !== text)
    return refuse('the file has several parts: ldscope fix writes one of them');
  const outcome = fixed.text === undefined ? {} : { text: fixed.text };
  const { report, text: result } = await verified(io, text, { report: fixed.report, ...outcome });
  const isProven = report.verdict === 'fixed' || report.verdict === 'partial';
  if (!isProven || result === undefined) return refuse(reasonOf(report.diagnostics));
  const sum = (side: 'Before' | 'After'): number =>
    report.buffers
      .flatMap(({ conflicts }) => conflicts)
      .reduce((all, one) => all + one[`read${side}`] + one[`write${side}`], 0);
  return {
    kernel,
    buffers: report.buffers.flatMap(({ names }) => names),
    layouts: [...new Set(report.buffers.map(({ after }) => after))],
    conflictsBefore: sum('Before'),
    conflictsAfter: sum('After'),
    text: result,
  };
}

/** The best layout of each family that `fix` can write, without the one that it has chosen. */
function otherLayouts(
  { path, texts }: FixRequest,
  { kernel, machines }: FixTarget,
  buffer: string,
  launch: LaunchOptions,
  { layouts }: OfferedFix,
): readonly TileLayout[] {
  const options = { file: path, machines, kernel, buffer, ...launch };
  const families = new Map<string, TileLayout>();
  for (const { suggested, front } of suggestKernel(texts.get(path) ?? '', options).buffers) {
    for (const [index, { family, layout: words, unwritable }] of suggested.front.entries()) {
      const layout = front[index];
      const isOther = unwritable === undefined && !layouts.includes(words);
      if (isOther && layout !== undefined && !families.has(family)) families.set(family, layout);
    }
  }
  return [...families.values()].slice(0, MOST_OTHERS);
}
