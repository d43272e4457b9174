/** Where the kernels of a document begin, and what an editor lists of them. */
import { groupBy, readableName } from '@ldscope/core';
import { kernelMark, siteMark, siteTitle } from '@ldscope/render';
import { type DocumentSymbol, type Range, SymbolKind } from 'vscode-languageserver';
import type { DocumentView } from '../view.ts';
import type { AnalyzedText } from '../work/request.ts';
import type { LineMark } from './marks.ts';

export interface KernelPlace {
  readonly name: string;
  readonly range: Range;
  /** Under each chip and launch. */
  readonly cases: readonly AnalyzedText[];
}

/** Each kernel with its first line, in order; of one that is not found, the first line of the document. */
export function kernelPlaces(kernels: readonly AnalyzedText[], view: DocumentView): KernelPlace[] {
  const named = groupBy(kernels, (one) => one.kernel);
  return [...named]
    .filter(([, cases]) => cases.some(({ report }) => report !== undefined))
    .map(([name, cases]) => ({
      name: readableName(name) || 'kernel',
      range: view.find(beginnings(name)) ?? view.start(),
      cases,
    }))
    .sort((a, b) => a.range.start.line - b.range.start.line);
}

/** How languages begin a kernel: MLIR, assembly, PTX, C++. */
function beginnings(symbol: string): RegExp[] {
  const name = escaped(symbol.replace(/^@/, ''));
  const plain = escaped(
    /([\w$]+)\s*(?:<[^()]*>)?\s*(?:\(.*)?$/.exec(readableName(symbol))?.[1] ?? '',
  );
  return [
    new RegExp(`^[^\\n/]*\\bfunc\\b[^\\n]*@"?${name}(?![\\w$.])`, 'm'),
    new RegExp(`^"?${name}"?:`, 'm'),
    new RegExp(`^[^\\n/]*\\.entry\\s+${name}(?![\\w$])`, 'm'),
    ...(plain === '' ? [] : [new RegExp(`^[^\\n/]*\\b${plain}\\s*\\([^;\\n]*$`, 'm')]),
  ];
}

/** A text as a part of a pattern. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Kernels with their accesses. */
export function documentSymbols(
  places: readonly KernelPlace[],
  marks: readonly LineMark[],
  view: DocumentView,
): DocumentSymbol[] {
  return places.map(({ name, range, cases }, index) => {
    const next = places[index + 1]?.range.start;
    const end = next !== undefined && next.line > range.start.line ? next : view.end();
    const own = new Set(cases);
    const children = marks.flatMap((mark) => {
      const first = mark.sites.find(({ kernel }) => own.has(kernel));
      return first === undefined
        ? []
        : [
            {
              name: siteTitle(first.site),
              detail: siteMark(first.site, first.report),
              kind: SymbolKind.Event,
              range: mark.range,
              selectionRange: mark.range,
            },
          ];
    });
    const [report] = cases.flatMap((one) => one.report ?? []);
    return {
      name,
      detail: report === undefined ? '' : kernelMark(report),
      kind: SymbolKind.Function,
      range: { start: range.start, end },
      selectionRange: range,
      children,
    };
  });
}
