/**
 * What `ldscope check` found: kernels measured by limits and by a baseline. Plain data behind its text, its JSON and what
 * code hosts read.
 */
import type { Account } from './account.ts';
import type { ReportDiagnostic } from './diagnostic.ts';
import type { FixReport } from './fix.ts';
import type { Location } from './location.ts';
import type { SiteName } from './match-sites.ts';
import type { Alternative, Hazard, KernelSummary, WorkgroupCounts } from './report.ts';

export const CHECK_SCHEMA = 'ldscope-check/1';

/** What a check can fail on. */
export const checkRules = ['conflicts', 'hazards', 'sampled', 'disputed'] as const;

export type CheckRule = (typeof checkRules)[number];

/** A check: its verdict, and each kernel on each chip with what fails in it. */
export interface CheckReport {
  readonly schema: typeof CHECK_SCHEMA;
  /** `wrong`: an input could not be analyzed or nothing of a kernel is known, so that the check does not hold for all of it. */
  readonly verdict: 'passed' | 'failed' | 'wrong';
  readonly cases: readonly CheckedCase[];
  /** Changes of sources that fail by conflicts, where they are requested. */
  readonly fixes?: readonly FileFix[] | undefined;
  /** Diagnostics of inputs that have no case, and of the configuration. */
  readonly diagnostics: readonly FileDiagnostics[];
  /** Present where the cases were compared with a baseline. */
  readonly baseline?: BaselineSummary | undefined;
}

/** What was tried of a file, on the launches and chips on which its kernels fail. */
export interface FileFix {
  readonly file: string;
  readonly report: FixReport;
}

/** A kernel on a chip under a launch. */
export interface CheckedCase extends CaseName {
  /** What reports call the kernel: its name in the source. */
  readonly title: string;
  readonly model: string;
  /** LDS cycles on AMD, wavefronts on NVIDIA. */
  readonly cycles: number;
  readonly conflictCycles: number;
  readonly sites: number;
  /** Slots of the fullest bank in the worst phase of all sites; 1 where nothing conflicts. */
  readonly worstWays: number;
  readonly workgroups?: WorkgroupCounts | undefined;
  /** How much of the kernel is counted. */
  readonly account: Account;
  readonly summary: KernelSummary;
  /** Not all of the kernel was executed or read: other workgroups, branches or instructions are not judged. */
  readonly isPart: boolean;
  /** Sites that conflict, in the order of the kernel. */
  readonly conflicts: readonly CheckedSite[];
  readonly hazards: readonly Hazard[];
  readonly findings: readonly CheckFinding[];
  /** The conflict cycles of the baseline; absent for a case that it does not have. */
  readonly before?: number | undefined;
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** A site with conflicts. */
export interface CheckedSite extends SiteName {
  readonly id: string;
  readonly location: Location;
  readonly conflictCycles: number;
  readonly worstWays: number;
}

/** What a case is called in a baseline. */
export interface CaseName {
  /** With `/` between folders, as it was found. */
  readonly file: string;
  /** Its symbol. */
  readonly kernel: string;
  readonly machine: string;
  /** What the configuration names the launch; empty for the one that the kernel itself has. */
  readonly launch: string;
}

/** True when something in the case fails the check. */
export const isFailed = ({ findings }: CheckedCase): boolean =>
  findings.some(({ status }) => status === 'failed');

/**
 * What a check says of a case. `unknown`: the kernel has errors, or none of its accesses was counted. `part`: it passes as far as it
 * was counted.
 */
export type CaseVerdict = 'failed' | 'unknown' | 'known' | 'suppressed' | 'part' | 'passed';

/** The verdict on a case. */
export function verdictOfCase(one: CheckedCase): CaseVerdict {
  if (isFailed(one)) return 'failed';
  if (isUnknown(one)) return 'unknown';
  const has = (status: CheckFinding['status']): boolean =>
    one.findings.some((finding) => finding.status === status);
  if (has('known')) return 'known';
  if (has('suppressed')) return 'suppressed';
  return one.isPart ? 'part' : 'passed';
}

/**
 * True where `check` cannot judge a kernel: it has errors, or accesses of which none was counted. A schedule has no accesses
 * to count; its barriers and waits are judged.
 */
export const isUnknown = ({ account, diagnostics }: CheckedCase): boolean =>
  diagnostics.some(({ severity }) => severity === 'error') ||
  (account.missing.length > 0 && account.counted === 0 && !account.limits.includes('no-addresses'));

/** Why a case fails, or would fail if it were not allowed. */
export interface CheckFinding {
  readonly rule: CheckRule;
  /** What is wrong, as data. */
  readonly what: FindingKind;
  /** `known`: the baseline has it. */
  readonly status: 'failed' | 'known' | 'suppressed';
  /** The reason that the configuration gives for suppressing it. */
  readonly reason?: string | undefined;
  readonly location: Location;
}

export type FindingKind =
  | {
      readonly kind: 'cycles';
      readonly cycles: number;
      readonly most: number;
      /** Sites that count towards the limit, the most expensive first. */
      readonly sites: readonly CheckedSite[];
    }
  /** A site beyond a limit of its own, or one that is suppressed. */
  | {
      readonly kind: 'site';
      readonly site: CheckedSite;
      readonly limit?: { readonly of: 'ways' | 'cycles'; readonly most: number } | undefined;
    }
  | {
      readonly kind: 'worse';
      readonly cycles: number;
      readonly before: number;
      readonly sites: readonly WorseSite[];
    }
  | { readonly kind: 'hazard'; readonly hazard: Hazard }
  | { readonly kind: 'sampled'; readonly workgroups?: WorkgroupCounts | undefined }
  /** The figures of another model, whose reading of the same rule is as good. */
  | { readonly kind: 'disputed'; readonly alternative: Alternative };

/** A site that costs more than in the baseline; `before` is absent for one that the baseline does not have. */
export interface WorseSite {
  readonly site: CheckedSite;
  readonly before?: Pick<CheckedSite, 'conflictCycles' | 'worstWays'> | undefined;
}

export interface FileDiagnostics {
  readonly file: string;
  /** Absent where it could not be read. */
  readonly text?: string | undefined;
  readonly diagnostics: readonly ReportDiagnostic[];
}

interface BaselineSummary {
  readonly file: string;
  /** Cases that cost less than before. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** Cases that the baseline does not have. */
  readonly added: number;
  /** Cases of checked files that no longer exist. */
  readonly gone: readonly CaseName[];
}
