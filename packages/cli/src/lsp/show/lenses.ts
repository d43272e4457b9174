/** What is written between and behind the lines: code lenses and inlay hints. */
import { isRecord } from '@ldscope/core';
import { kernelMark, siteHint, siteMark, siteTitle } from '@ldscope/render';
import type { CodeLens, InlayHint, Range } from 'vscode-languageserver';
import type { KernelPlace } from './kernels.ts';
import { conflicting, type LineMark, type MarkedSite, onChip } from './marks.ts';

export const EXPLAIN = 'ldscope.explain';

const MOST_TEXT = 4096;

/** What the command that explains takes. */
export interface ExplainTarget {
  readonly uri: string;
  readonly kernel?: string | undefined;
  readonly machine?: string | undefined;
  readonly launch?: string | undefined;
  readonly site?: string | undefined;
}

export const explainTarget = (
  uri: string,
  { kernel, report, site }: Pick<MarkedSite, 'kernel' | 'report'> & Partial<MarkedSite>,
): ExplainTarget => ({
  uri,
  kernel: kernel.kernel === '' ? undefined : kernel.kernel,
  machine: report.machine,
  launch: kernel.launchOption,
  site: site?.id,
});

/** The target in an argument of a client, which may be anything. */
export function readTarget(value: unknown): ExplainTarget | undefined {
  if (!isRecord(value) || typeof value['uri'] !== 'string') return undefined;
  const textOf = (key: string): string | undefined => {
    const text = value[key];
    return typeof text === 'string' && text.length <= MOST_TEXT ? text : undefined;
  };
  return {
    uri: value['uri'],
    kernel: textOf('kernel'),
    machine: textOf('machine'),
    launch: textOf('launch'),
    site: textOf('site'),
  };
}

/** A lens per kernel with its verdict, and one per access that conflicts; each opens its explanation. */
export function codeLenses(
  uri: string,
  places: readonly KernelPlace[],
  marks: readonly LineMark[],
): CodeLens[] {
  const lens = (range: CodeLens['range'], title: string, target: ExplainTarget): CodeLens => ({
    range,
    command: { title, command: EXPLAIN, arguments: [target] },
  });
  return [
    ...places.flatMap(({ range, cases }) =>
      cases.flatMap((kernel) => {
        const { report, launch } = kernel;
        if (report === undefined) return [];
        const under = launch === '' ? '' : `, ${launch}`;
        return [
          lens(range, `${kernelMark(report)}${under}`, explainTarget(uri, { kernel, report })),
        ];
      }),
    ),
    ...marks.flatMap(({ range, sites }) =>
      conflicting(sites).map((one) =>
        lens(
          range,
          `${siteTitle(one.site)}: ${siteMark(one.site, one.report)}${onChip(one, sites)}`,
          explainTarget(uri, one),
        ),
      ),
    ),
  ];
}

/** Behind each line that conflicts, how much; lines outside of the range are left out. */
export function inlayHints(marks: readonly LineMark[], within: Range): InlayHint[] {
  return marks
    .filter(
      ({ range: { start } }) => start.line >= within.start.line && start.line <= within.end.line,
    )
    .flatMap(({ range, sites }) =>
      conflicting(sites).map((one) => ({
        position: range.end,
        label: `${siteHint(one.site, one.report)}${onChip(one, sites)}`,
        tooltip: `${siteTitle(one.site)}: ${siteMark(one.site, one.report)}`,
        paddingLeft: true,
      })),
    );
}
