/**
 * The part of a launch that a report covers. Figures of a sample are never scaled to the whole launch: other workgroups may
 * take other branches (an edge tile), so every verdict names the part that it holds for.
 *
 *     64 of 8,192 workgroups executed  ->  sampled 64 of 8,192 workgroups; totals cover only those
 *     3 executed, for all like them    ->  exact for all 8,192 workgroups: 3 classes
 */
import type { KernelSummary, SuggestedBuffer } from '@ldscope/core';
import type { Terms } from './terminology.ts';
import { counted, grouped } from './numbers.ts';

/** True when fewer workgroups were executed than launched. */
export function isSample({ workgroups }: KernelSummary): boolean {
  return workgroups !== undefined && workgroups.executed < workgroups.launched;
}

/** `64 of 8,192 workgroups` of a sample; `undefined` when all were executed, or nothing is launched. */
export function sampledPart(kernel: KernelSummary, { workgroup }: Terms): string | undefined {
  const { workgroups } = kernel;
  if (workgroups === undefined || !isSample(kernel)) return undefined;
  return `${grouped(workgroups.executed)} of ${grouped(workgroups.launched)} ${workgroup}s`;
}

/** The clause that a verdict ends with; `undefined` when every workgroup of the launch was executed. */
export function sampleClause(kernel: KernelSummary, terms: Terms): string | undefined {
  const part = sampledPart(kernel, terms);
  if (part !== undefined) return `sampled ${part}; totals cover only those`;
  const { classes, launched = 0 } = kernel.workgroups ?? {};
  if (classes === undefined) return undefined;
  const number = counted(classes.length, 'class', 'classes');
  return `exact for all ${grouped(launched)} ${terms.workgroup}s: ${number}`;
}

/** The clause of figures that are of executed workgroups where others are of classes: `of 4 of 8,192 workgroups`. */
export function observedClause(
  { workgroups }: KernelSummary,
  { workgroup }: Terms,
): string | undefined {
  const { observed, launched } = workgroups ?? {};
  if (observed === undefined || launched === undefined) return undefined;
  return `of ${grouped(observed)} of ${grouped(launched)} ${workgroup}s`;
}

/** The clause that ends a verdict on layouts of a sample; empty where it covers the launch. */
export function layoutSample({ workgroups }: Pick<SuggestedBuffer, 'workgroups'>): string {
  if (workgroups === undefined || workgroups.executed >= workgroups.launched) return '';
  const { executed, launched } = workgroups;
  return `, sampled in ${grouped(executed)} of ${grouped(launched)} workgroups`;
}
