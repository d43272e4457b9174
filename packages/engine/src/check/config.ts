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
  messages,
  diagnose,
  type PlacedDiagnostic,
  type Result,
  success,
} from '@ldscope/core';
import { machineNames, resolveMachine } from '../input/machine-choice.ts';
import { parseYaml, placed } from '../input/yaml-data.ts';
import { type ConfigEntry, readConfigShape } from './config-shape.ts';

type Entry<Name extends 'launches' | 'budgets' | 'suppressions'> = NonNullable<
  ConfigEntry[Name]
>[number];

/** What an entry is about, `machine` by the chip's own name; what is absent matches everything. */
export type Selector = Omit<Entry<'budgets'>, keyof Limits>;
export type Limits = Pick<ConfigEntry, 'maxConflictCycles' | 'maxWays'>;
export type CheckLaunch = Entry<'launches'> & { readonly name: string };
export type Suppression = Entry<'suppressions'>;

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
  const form = readConfigShape(data.value.value ?? {});
  if (!form.ok) return failure(...placed(data.value, form.problems));
  const { value } = form;
  const { launches = [], budgets = [], suppressions = [], files = [] } = value;
  const problems: PlacedDiagnostic[] = [];
  for (const [index, { expires }] of suppressions.entries()) {
    if (isDay(expires)) continue;
    const path = ['suppressions', index, 'expires'];
    problems.push({ path, diagnostic: diagnose(messages.check.date(expires)) });
  }
  for (const [list, entries] of Object.entries({ launches, budgets, suppressions })) {
    for (const [index, { machine }] of entries.entries()) {
      if (machine === undefined || resolveMachine(machine) !== undefined) continue;
      const diagnostic = diagnose(messages.check.machine(machine, machineNames()));
      problems.push({ path: [list, index, 'machine'], diagnostic });
    }
  }
  if (problems.length > 0) return failure(...placed(data.value, problems));
  const { failOn, machines = [], flags = [] } = value;
  return success({
    ...value,
    machines: listOf(machines),
    files: listOf(files).map((one) =>
      typeof one === 'string'
        ? { file: one, machines: [] }
        : { file: one.file, machines: listOf(one.machines) },
    ),
    failOn:
      failOn === undefined ? defaultRules : checkRules.filter((rule) => failOn.includes(rule)),
    flags,
    launches: launches.map((one) => ({ ...withChip(one), name: one.name ?? one.launch })),
    budgets: budgets.map(withChip),
    suppressions: suppressions.map(withChip),
  });
}

const listOf = <T>(some: string | readonly T[]): readonly (T | string)[] =>
  typeof some === 'string' ? [some] : some;

/** An entry with the chip's own name. */
const withChip = <T extends Selector>(entry: T): T => ({
  ...entry,
  machine: resolveMachine(entry.machine ?? '')?.name,
});

/** True for a day of the calendar. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
