/**
 * The configuration of a check, as a file. docs/check.md has all of it.
 *
 *     machines: [gfx942, gfx950]
 *     files: [kernels/, { file: cuda/, machines: sm_90 }]
 *     launches:
 *       - { kernel: '*gemm*', launch: 'grid=8x8,block=256' }
 *     budgets:
 *       - { kernel: softmax, maxConflictCycles: 4096 }
 *     suppressions:
 *       - { kernel: old_gemm, rule: conflicts, reason: replaced in release 3, expires: 2027-03-31 }
 */
import {
  type CheckRule,
  checkRules,
  failure,
  isRecord,
  messages,
  diagnose,
  type PlacedDiagnostic,
  type Result,
  success,
} from '@ldscope/core';
import { machineNames, resolveMachine } from '../input/machine-choice.ts';
import { parseYaml, placed } from '../input/yaml-data.ts';
import { checkConfigShape } from './config-shape.ts';

/** What an entry is about; what is absent matches everything. */
export interface Selector {
  /** A glob, relative to the configuration. */
  readonly file?: string | undefined;
  /** A name, or a pattern with `*` and `?`. */
  readonly kernel?: string | undefined;
  /** A chip by its own name, whatever the file calls it. */
  readonly machine?: string | undefined;
  readonly buffer?: string | undefined;
  readonly instruction?: string | undefined;
}

export interface Limits {
  readonly maxConflictCycles?: number | undefined;
  readonly maxWays?: number | undefined;
}

export interface CheckLaunch extends Selector {
  readonly name: string;
  /** As `--launch` takes it. */
  readonly launch: string;
}

export interface Suppression extends Selector {
  /** A rule, or the code of a hazard. */
  readonly rule?: string | undefined;
  readonly reason: string;
  /** The last day: `2027-03-31`. */
  readonly expires: string;
}

/** Files by a path or glob, and the chips that they are for; none where those of the whole configuration hold. */
interface CheckedFiles {
  readonly file: string;
  readonly machines: readonly string[];
}

/** The configuration of a check, as `ldscope.yaml` gives it. */
export interface CheckConfig extends Limits {
  readonly machines: readonly string[];
  readonly files: readonly CheckedFiles[];
  readonly failOn: readonly CheckRule[];
  readonly workgroups?: number | 'all' | undefined;
  readonly flags: readonly string[];
  readonly baseline?: string | undefined;
  readonly launches: readonly CheckLaunch[];
  readonly budgets: readonly (Selector & Limits)[];
  readonly suppressions: readonly Suppression[];
}

const defaultRules: readonly CheckRule[] = ['conflicts', 'hazards'];

/** The configuration without a file. */
export const noConfig: CheckConfig = {
  machines: [],
  files: [],
  failOn: defaultRules,
  flags: [],
  launches: [],
  budgets: [],
  suppressions: [],
};

/** Reads a configuration; what is wrong has its place in the text. */
export function parseCheckConfig(text: string): Result<CheckConfig> {
  const data = parseYaml(text, { fault: messages.check.yaml });
  if (!data.ok) return data;
  // A file with comments alone configures nothing.
  const value = data.value.value ?? {};
  const problems: PlacedDiagnostic[] = checkConfigShape(value);
  if (problems.length > 0 || !isRecord(value)) return failure(...placed(data.value, problems));
  const suppressions = entriesOf(value['suppressions']).map((entry) => ({
    ...selectorOf(entry),
    rule: textOf(entry['rule']),
    reason: textOf(entry['reason']) ?? '',
    expires: textOf(entry['expires']) ?? '',
  }));
  for (const [index, { expires }] of suppressions.entries()) {
    if (isDay(expires)) continue;
    const path = ['suppressions', index, 'expires'];
    problems.push({ path, diagnostic: diagnose(messages.check.date(expires)) });
  }
  for (const list of ['launches', 'budgets', 'suppressions']) {
    for (const [index, { machine }] of entriesOf(value[list]).entries()) {
      if (typeof machine !== 'string' || resolveMachine(machine) !== undefined) continue;
      const diagnostic = diagnose(messages.check.machine(machine, machineNames()));
      problems.push({ path: [list, index, 'machine'], diagnostic });
    }
  }
  if (problems.length > 0) return failure(...placed(data.value, problems));
  const { workgroups, failOn } = value;
  return success({
    ...limitsOf(value),
    machines: textsOf(value['machines']),
    files: filesOf(value['files']),
    failOn:
      failOn === undefined
        ? defaultRules
        : checkRules.filter((rule) => textsOf(failOn).includes(rule)),
    workgroups: workgroups === 'all' ? 'all' : countOf(workgroups),
    flags: textsOf(value['flags']),
    baseline: textOf(value['baseline']),
    launches: entriesOf(value['launches']).map((entry) => {
      const launch = textOf(entry['launch']) ?? '';
      return { ...selectorOf(entry), launch, name: textOf(entry['name']) ?? launch };
    }),
    budgets: entriesOf(value['budgets']).map((entry) => ({
      ...selectorOf(entry),
      ...limitsOf(entry),
    })),
    suppressions,
  });
}

function filesOf(value: unknown): CheckedFiles[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return list.flatMap((one): CheckedFiles[] => {
    if (typeof one === 'string') return [{ file: one, machines: [] }];
    if (!isRecord(one)) return [];
    return [{ file: textOf(one['file']) ?? '', machines: textsOf(one['machines']) }];
  });
}

type Entry = Readonly<Record<string, unknown>>;

const selectorOf = (entry: Entry): Selector => ({
  file: textOf(entry['file']),
  kernel: textOf(entry['kernel']),
  machine: resolveMachine(textOf(entry['machine']) ?? '')?.name,
  buffer: textOf(entry['buffer']),
  instruction: textOf(entry['instruction']),
});

const limitsOf = (entry: Entry): Limits => ({
  maxConflictCycles: countOf(entry['maxConflictCycles']),
  maxWays: countOf(entry['maxWays']),
});

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];
const entriesOf = (value: unknown): Entry[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isRecord) : [];

/** True for a day of the calendar. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
