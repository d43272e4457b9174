/** One site as a page: every phase, its lanes, and all that is known of the chip. */
import type { ReportDiagnostic } from '@ldscope/core';
import { globalLinesPicture } from '../svg/global-lines.ts';
import { globalLinesTable } from '../svg/global-lines-table.ts';
import type { Explained } from '../document/explained.ts';
import type { GlobalExplained } from '../document/explained.ts';
import { diagnosticList, type DiagnosticsSource } from './diagnostics.ts';
import { figure } from './figure.ts';
import { h, type HtmlNode } from './node.ts';
import { FIGURES_NOTE, pageText } from './page.ts';
import { siteSection, stepNames } from './site.ts';

/** The page of a site of shared memory. */
export function htmlExplanation(
  { machine, model, site }: Explained,
  origin: DiagnosticsSource,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return pageText({
    note: FIGURES_NOTE,
    title: `${site.id} of ${origin.file} - ldscope`,
    steps: stepNames([site], machine, model),
    main: [
      heading(
        origin,
        `${machine.name} (${machine.vendor} ${machine.products}), model ${model.name}`,
      ),
      siteSection(site, { machine, model, id: 'site', level: 2, inFull: true }),
      ...messages(diagnostics, origin),
    ],
  });
}

/** The page of an access of global memory. */
export function htmlGlobalExplanation(
  { machine, site, explanation }: GlobalExplained,
  origin: DiagnosticsSource,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return pageText({
    note: FIGURES_NOTE,
    title: `${site.id} of ${origin.file} - ldscope`,
    steps: [],
    main: [
      heading(origin, `${machine.name} (${machine.vendor} ${machine.products})`),
      h(
        'section',
        { class: 'panel site' },
        h('h2', {}, h('code', {}, `${site.id} ${site.op}`)),
        h('ul', {}, ...explanation.reasons.map((reason) => h('li', {}, reason))),
        figure(globalLinesPicture(explanation), { table: globalLinesTable(explanation) }),
      ),
      ...messages(diagnostics, origin),
    ],
  });
}

function heading({ file }: DiagnosticsSource, chip: string): HtmlNode {
  return h('div', { class: 'head' }, h('h1', {}, file), h('p', { class: 'soft' }, chip));
}

function messages(diagnostics: readonly ReportDiagnostic[], origin: DiagnosticsSource): HtmlNode[] {
  return diagnostics.length === 0
    ? []
    : [
        h(
          'section',
          {},
          h('h2', {}, 'Diagnostics'),
          h('div', { class: 'panel' }, ...diagnosticList(diagnostics, origin)),
        ),
      ];
}
