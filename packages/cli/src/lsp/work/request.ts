/**
 * Requests to the worker and its answers, as data that can be handed from thread to thread.
 *
 *     analyze     kernels under their launches, each with its report and the worst execution of each site
 *     glance      the same of the first workgroup of each launch
 *     fix         rewritings that are proven, and why others are refused
 *     otherFixes  rewritings to other layouts
 *     page        the state that the page opens
 */
import type { AccessTrace, Report, ReportDiagnostic } from '@ldscope/core';
import type { Finding } from '@ldscope/render';
import type { Settings } from '../settings.ts';

/** A document with what it is analyzed for: what the user sets, else what ldscope.yaml has. */
export interface DocumentRequest extends Pick<Settings, 'machine' | 'launch' | 'workgroups'> {
  /** Its absolute path; of one that was never saved, where it could be. */
  readonly path: string;
  /** The texts of open documents by their absolute paths, with its own. */
  readonly texts: ReadonlyMap<string, string>;
  /** Sources in C++ may be compiled, with the flags of ldscope.yaml. */
  readonly compiles: boolean;
}

/** A kernel of a document under a launch, or why there is none. */
export interface AnalyzedText {
  readonly kernel: string;
  /** The launch by its name in ldscope.yaml; empty where it has none. */
  readonly launch: string;
  /** What `--launch` would be given. */
  readonly launchOption?: string | undefined;
  /** Absent where the kernel was not executed. */
  readonly report?: Report | undefined;
  /** The most expensive execution of each site, in the order of the report. */
  readonly worst: readonly AccessTrace[];
  /** Conflicts, misaligned accesses and hazards in words. */
  readonly findings: readonly Finding[];
  /** `fix` can rewrite the language. */
  readonly isFixable: boolean;
  readonly diagnostics: readonly ReportDiagnostic[];
  /** Another file that the diagnostics are of: a launch file. */
  readonly otherFile?: string | undefined;
  /** The text is what a compiler made of the document: places are lines of assembly. */
  readonly isCompiled: boolean;
}

/** A kernel that conflicts, for what the search and the rewriting need. */
export interface FixTarget {
  readonly kernel: string;
  readonly machines: readonly string[];
  readonly launchOption?: string | undefined;
  /** Buffers that conflict, with their sigils. */
  readonly buffers: readonly string[];
}

export interface FixRequest extends DocumentRequest {
  readonly targets: readonly FixTarget[];
}

/** A rewriting of a kernel that is proven; of a source in C++, a change that was tried. */
export interface OfferedFix {
  readonly kernel: string;
  /** The allocations that change, with their sigils. */
  readonly buffers: readonly string[];
  /** The layouts in words. */
  readonly layouts: readonly string[];
  readonly conflictsBefore: number;
  readonly conflictsAfter: number;
  /** The whole document without these conflicts. */
  readonly text: string;
  /** Other files that change with it: launch files. */
  readonly others?: readonly ChangedFile[] | undefined;
}

/** A file by its absolute path. */
interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly text: string;
}

/** A kernel or buffer that `fix` leaves as it is. */
export interface RefusedFix {
  readonly kernel: string;
  readonly buffers: readonly string[];
  readonly reason: string;
}

export interface Fixes {
  readonly offered: readonly OfferedFix[];
  readonly refused: readonly RefusedFix[];
}

/** A kernel of a document that the page shows, at a site. */
export interface PageRequest extends DocumentRequest {
  readonly kernel?: string | undefined;
  readonly site?: string | undefined;
}

/** A state of the page as JSON, or why there is none. */
export type PageState = { readonly json: string } | { readonly problem: string };

/** The tasks by their names. */
export interface Tasks {
  readonly glance: (request: DocumentRequest) => Promise<readonly AnalyzedText[]>;
  readonly analyze: (request: DocumentRequest) => Promise<readonly AnalyzedText[]>;
  readonly fix: (request: FixRequest) => Promise<Fixes>;
  readonly otherFixes: (
    request: FixRequest & { readonly known: readonly OfferedFix[] },
  ) => Promise<readonly OfferedFix[]>;
  readonly page: (request: PageRequest) => Promise<PageState>;
}
