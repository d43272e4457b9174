/**
 * The part of a launch that a report covers. Figures of a sample are never scaled to the whole launch: other workgroups may
 * take other branches (an edge tile), so every verdict names the part that it holds for.
 *
 *     64 of 8,192 workgroups executed  ->  sampled 64 of 8,192 workgroups; totals cover only those
 */
import type { KernelSummary, SuggestedBuffer } from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { grouped } from './numbers.ts';

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

/** The clause that a verdict ends with; `undefined` when it covers the whole launch. */
export function sampleClause(kernel: KernelSummary, terms: Terms): string | undefined {
  const part = sampledPart(kernel, terms);
  return part && `sampled ${part}; totals cover only those`;
}

/** The clause that ends a verdict on layouts of a sample; empty where it covers the launch. */
export function layoutSample({ workgroups }: Pick<SuggestedBuffer, 'workgroups'>): string {
  if (workgroups === undefined || workgroups.executed >= workgroups.launched) return '';
  const { executed, launched } = workgroups;
  return `, sampled in ${grouped(executed)} of ${grouped(launched)} workgroups`;
}
