/**
 * The report of an execution with values that are not given: the assumptions, and the LDS operations that are not counted.
 *
 *     3 of 4 LDS operations counted, not counted: 1 whose address depends on argument n
 */
import {
  diagnose,
  type Diagnostic,
  type LdsCoverage,
  ldsCoverage,
  type Message,
  messages,
} from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import type { RecordedSite } from '../recorder.ts';
import { accessOf } from './accesses.ts';
import type { AssumedExecution } from './assumed.ts';
import type { Plan } from './plan.ts';
import type { Source } from './value-class.ts';

/** True where a plan changes what is executed; operations that only compute are as well executed with zeros. */
export function changesExecution({ treatments }: Plan): boolean {
  for (const [op, { kind }] of treatments)
    if (kind !== 'skip' || accessOf(op) !== undefined) return true;
  return false;
}

/** Operations that are not executed without a value: branches between blocks, and what is not followed inside. */
export function refusalsOf({
  treatments,
}: Plan): readonly { readonly op: Operation; readonly source: Source | undefined }[] {
  return [...treatments].flatMap(([op, treatment]) =>
    treatment.kind === 'refuse' ? [{ op, source: treatment.source }] : [],
  );
}

/** The assumptions about a kernel, in the order of its operations; each message once. */
export function assumptionsOf({ treatments }: Plan): Diagnostic[] {
  const found: Diagnostic[] = [];
  const say = (message: Message, op: Operation): void => {
    if (!found.some((one) => one.message === message.message))
      found.push(diagnose(message, op.span));
  };
  let globals = 0;
  for (const [op, treatment] of treatments) {
    const { name } = op;
    if (treatment.kind === 'drop') {
      if (treatment.why === 'address')
        say(messages.execute.unknownAddress(name, treatment.source?.name ?? ''), op);
    } else if (treatment.kind === 'skip' || treatment.kind === 'without-source') {
      if (accessOf(op) !== undefined) globals++;
    } else if (treatment.kind === 'both')
      say(messages.execute.unknownBranch(name, treatment.source.name), op);
    else if (treatment.kind === 'once')
      say(messages.execute.unknownLoop(name, treatment.source.name), op);
    else if (treatment.kind === 'apart' || treatment.kind === 'once-apart')
      say(messages.execute.unknownLanes(name, treatment.source.name), op);
  }
  const [first] = treatments.keys();
  if (globals > 0 && first !== undefined) say(messages.execute.unknownGlobal(globals), first);
  return found;
}

/** True where races could be seen that no launch has, or be missed: ways were assumed, or accesses left out. */
export function hidesRaces({ plan: { treatments }, left }: AssumedExecution): boolean {
  if (left.size > 0) return true;
  return [...treatments.values()].some(({ kind }) =>
    ['drop', 'tolerate', 'both', 'apart', 'once', 'once-apart'].includes(kind),
  );
}

/** How many of the LDS operations are counted; `undefined` where all are. `uncounted`: why those without a site are not. */
export function coverageOf(
  sites: readonly RecordedSite[],
  assumed: AssumedExecution | undefined,
  uncounted: readonly string[],
): LdsCoverage | undefined {
  const own = sites.flatMap((site) => site.uncounted ?? []);
  if (assumed === undefined && uncounted.length + own.length === 0) return undefined;
  const { dropped = [], left = [] } = assumed ?? {};
  const reasons = dropped.map(({ why, source }) =>
    why === 'lanes'
      ? 'whose active lanes are unknown'
      : `whose address depends on ${source?.name ?? 'unknown values'}`,
  );
  const beyond = [...left]
    .filter((site) => sites[site]?.uncounted === undefined)
    .map(() => 'that leave memory on a way that perhaps no launch takes');
  const all = [...reasons, ...beyond, ...own, ...uncounted];
  return ldsCoverage(sites.length + dropped.length + uncounted.length, all);
}
