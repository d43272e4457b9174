/**
 * A report as SARIF 2.1.0 (OASIS), which code hosts and editors show next to the source: a result for each instruction that
 * conflicts or is misaligned, each access that wastes global memory, each hazard, and each diagnostic that has a place. A
 * diagnostic without a location is a notification of the run.
 */
import {
  authoredLine,
  hintText,
  type Location,
  type ReportDiagnostic,
  type Severity,
} from '@ldscope/core';
import type { AnalyzedFile, AnalyzedKernel } from '../document/analyzed-file.ts';
import { conflictResults, globalResults, hazardResults, misalignedResults } from './results.ts';
import { termsFor } from '../text/terminology.ts';
import { isSample } from '../text/sample.ts';
import { verdict } from '../text/verdict.ts';
import { type Replacement, replacementsIn } from './diff.ts';
import type { Finding } from './finding.ts';
import { ruleFor, type SarifRule } from './rules.ts';

export interface SarifOptions {
  /** Of ldscope. */
  readonly version: string;
  /** Makes a path relative to the repository, where there is one. */
  readonly pathOf?: ((path: string) => string) | undefined;
}

/** The base of addresses in the repository. */
const ROOT = '%SRCROOT%';

/** The report of a file as a SARIF 2.1.0 log, ended by a newline. */
export const sarifReport = (analyzed: AnalyzedFile, options: SarifOptions): string =>
  sarifReports([analyzed], options);

/** The reports of files as one run of a log. */
export function sarifReports(files: readonly AnalyzedFile[], options: SarifOptions): string {
  const kernels = files.flatMap((analyzed) => analyzed.kernels);
  return sarifLog(
    {
      findings: files.flatMap(({ kernels: own, file, sources }) =>
        own.flatMap(findingsOf).map((finding) => ({ finding, file, sources })),
      ),
      placeless: [
        ...kernels
          .flatMap(({ diagnostics }) => diagnostics)
          .filter(({ line }) => line === undefined),
        ...kernels.flatMap(notCovered),
      ],
      isFailed: kernels.some(
        ({ analysis, diagnostics }) =>
          analysis === undefined || diagnostics.some(({ severity }) => severity === 'error'),
      ),
      properties: { kernels: kernels.flatMap(kernelProperties) },
    },
    options,
  );
}

/** A finding with the file that its places are in by default. */
export interface FiledFinding extends Pick<AnalyzedFile, 'file' | 'sources'> {
  readonly finding: Finding;
}

/** The results of a run. */
interface SarifRun {
  readonly findings: readonly FiledFinding[];
  /** Diagnostics without a place. */
  readonly placeless: readonly ReportDiagnostic[];
  readonly isFailed: boolean;
  readonly properties?: object;
}

/** A run as the text of a log. */
export function sarifLog(
  { findings, placeless, isFailed, properties }: SarifRun,
  { version, pathOf }: SarifOptions,
): string {
  const rules = new Map<string, SarifRule>();
  for (const { finding } of findings) rules.set(finding.ruleId, ruleFor(finding.ruleId));
  const ids = [...rules.keys()];
  const log = {
    $schema:
      'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'ldscope',
            version,
            semanticVersion: version,
            shortDescription: {
              text: 'Predicts and explains shared-memory bank conflicts of GPU kernels, without a GPU.',
            },
            rules: [...rules.values()],
          },
        },
        invocations: [
          {
            executionSuccessful: !isFailed,
            toolExecutionNotifications: placeless.map(notification),
          },
        ],
        originalUriBaseIds:
          pathOf === undefined
            ? undefined
            : { [ROOT]: { description: { text: 'the repository' } } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((one) => resultOf(one, ids, pathOf)),
        properties,
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** A run without results reads as free of conflicts: so the parts that its account does not cover are notifications. */
function notCovered({ analysis, machine }: AnalyzedKernel): ReportDiagnostic[] {
  if (analysis === undefined || analysis.report.account.isCovered) return [];
  const { report } = analysis;
  const message = `${report.kernel.name} on ${report.machine}: ${verdict(report, termsFor(machine))}`;
  return [{ code: 'report/not-covered', severity: 'warning', message, hint: '' }];
}

function findingsOf(kernel: AnalyzedKernel): Finding[] {
  const { analysis, diagnostics } = kernel;
  return [
    ...diagnostics.filter(({ line }) => line !== undefined).map(diagnosticFinding),
    ...(analysis === undefined
      ? []
      : [
          ...conflictResults(analysis, kernel),
          ...misalignedResults(analysis),
          ...hazardResults(analysis.report),
          ...globalResults(analysis.report),
        ]),
  ];
}

export function diagnosticFinding({
  code,
  severity,
  message,
  hint,
  line,
  column,
}: ReportDiagnostic): Finding {
  return {
    ruleId: code,
    level: severity,
    message: hint === '' ? message : `${message}. Hint: ${hintText(hint)}`,
    location: {
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    },
  };
}

function notification({ code, severity, message, hint }: ReportDiagnostic): object {
  return {
    descriptor: { id: code },
    level: severity satisfies Severity,
    message: { text: hint === '' ? message : `${message}. Hint: ${hintText(hint)}` },
  };
}

/**
 * The line of the source is the place where its text is known, and the instruction is related to it; else the other way round,
 * since a code host cannot show a file that it may not have.
 */
function resultOf(
  { finding, file, sources }: FiledFinding,
  ids: readonly string[],
  pathOf: SarifOptions['pathOf'],
): object {
  const { ruleId, level, message, location, related, fingerprint, properties } = finding;
  const { baselineState, suppression, fixes = [] } = finding;
  const authored = authoredLine(location.source ?? []);
  const isKnown = authored !== undefined && sources?.has(authored.file) === true;
  const from = { message: 'compiled from', location: authored ?? location };
  const others = [
    ...(isKnown ? [{ message: 'the instruction', location }] : []),
    ...(authored !== undefined && !isKnown ? [from] : []),
    ...(related === undefined ? [] : [related]),
  ].map(({ message: text, location: place }, index) => ({
    id: index + 1,
    message: { text },
    ...locationOf(place, file, pathOf),
  }));
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level,
    message: { text: message },
    locations: [locationOf(isKnown ? authored : location, file, pathOf)],
    relatedLocations: others.length === 0 ? undefined : others,
    baselineState,
    suppressions: suppression === undefined ? undefined : [suppressed(suppression)],
    fixes: fixes.length === 0 ? undefined : fixes.map((fix) => fixOf(fix, pathOf)),
    partialFingerprints: fingerprint === undefined ? undefined : { 'ldscopeSite/v1': fingerprint },
    properties,
  };
}

function fixOf(
  { text, diff }: NonNullable<Finding['fixes']>[number],
  pathOf: SarifOptions['pathOf'],
): object {
  const regionOf = ({ line, deleted }: Replacement): object => ({
    startLine: line,
    startColumn: 1,
    endLine: line + deleted,
    endColumn: 1,
  });
  return {
    description: { text },
    artifactChanges: [...replacementsIn(diff)].map(([file, replacements]) => ({
      artifactLocation: artifact(file, pathOf),
      replacements: replacements.map((one) => ({
        deletedRegion: regionOf(one),
        ...(one.inserted !== '' && { insertedContent: { text: one.inserted } }),
      })),
    })),
  };
}

const suppressed = (justification: string): object => ({
  kind: 'external',
  status: 'accepted',
  justification,
});

function locationOf(
  { file: own, line, column }: Location,
  file: string,
  pathOf: SarifOptions['pathOf'],
): { readonly physicalLocation: object } {
  const region = line !== undefined &&
    line >= 1 && {
      startLine: line,
      startColumn: column !== undefined && column >= 1 ? column : undefined,
    };
  return {
    physicalLocation: {
      artifactLocation: artifact(own ?? file, pathOf),
      ...(region === false ? {} : { region }),
    },
  };
}

/** A path as the address of an artifact; the standard input has none. */
function artifact(given: string, pathOf: SarifOptions['pathOf']): object {
  if (given === '<stdin>') return { description: { text: 'the standard input' } };
  const path = pathOf?.(given) ?? given;
  const slashed = path.replaceAll('\\', '/');
  const drive = /^[A-Za-z]:\//.test(slashed);
  const encoded = slashed
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  if (drive) return { uri: `file:///${slashed.slice(0, 2)}${encoded.slice(encoded.indexOf('/'))}` };
  if (slashed.startsWith('/')) return { uri: `file://${encoded}` };
  return pathOf === undefined ? { uri: encoded } : { uri: encoded, uriBaseId: ROOT };
}

function kernelProperties({ analysis }: AnalyzedKernel): object[] {
  if (analysis === undefined) return [];
  const { kernel, account, machine, model, totals } = analysis.report;
  return [
    {
      name: kernel.name,
      machine,
      model,
      cycles: totals.idxActive,
      conflictCycles: totals.bankConflict,
      ...(kernel.workgroups === undefined
        ? {}
        : {
            workgroupsExecuted: kernel.workgroups.executed,
            workgroupsLaunched: kernel.workgroups.launched,
            sampled: isSample(kernel),
          }),
      block: kernel.block && { shape: kernel.block.shape, from: kernel.block.from },
      ldsInstructions: kernel.ldsInstructions,
      covered: account.isCovered,
      instructions: account.instructions,
      counted: account.counted,
      missing: account.missing,
      passing: account.passing,
      limits: account.limits,
    },
  ];
}
