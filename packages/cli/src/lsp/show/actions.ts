/** Code actions at accesses that conflict: the rewritings that are proven, why others are refused, and the explanation. */
import { grouped, siteTitle } from '@ldscope/render';
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentAnalysis } from '../analyses.ts';
import { uriOf } from '../paths.ts';
import type { OfferedFix } from '../work/request.ts';
import { editsOf } from './edits.ts';
import { EXPLAIN, explainTarget } from './lenses.ts';
import { CONFLICT, conflicting, type LineMark } from './marks.ts';
import { fixTitle } from './problems.ts';

export interface ActionOptions {
  readonly range: Range;
  /** Those that the client shows there. */
  readonly diagnostics: readonly Diagnostic[];
  /** The client takes edits of a version. */
  readonly hasVersions: boolean;
  /** The client shows what cannot be done. */
  readonly hasDisabled: boolean;
}

/** The actions of a range; edits only where the analysis is of the text as it is. */
export function codeActions(
  document: TextDocument,
  analysis: DocumentAnalysis,
  marks: readonly LineMark[],
  { range, diagnostics, hasVersions, hasDisabled }: ActionOptions,
): CodeAction[] {
  const sites = marks
    .filter(
      (mark) =>
        mark.range.start.line <= range.end.line && mark.range.start.line >= range.start.line,
    )
    .flatMap((mark) => conflicting(mark.sites));
  const isAbout = ({ kernel, buffers }: Pick<OfferedFix, 'kernel' | 'buffers'>): boolean =>
    sites.some(
      (one) =>
        one.kernel.kernel === kernel && (buffers.length === 0 || buffers.includes(one.site.buffer)),
    );
  const { offered = [], refused = [] } = analysis.fixes ?? {};
  const solved = diagnostics.filter(({ code }) => code === CONFLICT);
  const own = document.getText() === analysis.text ? offered.filter(isAbout) : [];
  const explained = new Map(
    sites.map((one) => [
      `${siteTitle(one.site)} on ${one.report.machine}`,
      explainTarget(document.uri, one),
    ]),
  );
  return [
    ...own.map((fix, index) => ({
      title: `Fix: ${titleOf(fix)}`,
      kind: CodeActionKind.QuickFix,
      diagnostics: solved,
      isPreferred: index === 0,
      edit: workspaceEdit(document, analysis.text, fix, hasVersions),
    })),
    ...(hasDisabled ? refused.filter(isAbout) : []).map(({ buffers, reason }) => ({
      title: buffers.length === 0 ? 'Fix all buffers' : `Fix ${buffers.join(', ')}`,
      kind: CodeActionKind.QuickFix,
      disabled: { reason },
    })),
    ...[...explained].map(([name, target]) => ({
      title: `Explain ${name}`,
      command: { title: 'Explain', command: EXPLAIN, arguments: [target] },
    })),
  ];
}

/** `XOR of 16 B units with row mod 8 (%tileB: 1,536 conflict cycles to 0)` */
function titleOf(fix: OfferedFix): string {
  const { buffers, conflictsBefore, conflictsAfter } = fix;
  const cost = `${grouped(conflictsBefore)} conflict cycles to ${grouped(conflictsAfter)}`;
  return `${fixTitle(fix)} (${[buffers.join(', '), cost].filter((one) => one !== '').join(': ')})`;
}

function workspaceEdit(
  document: TextDocument,
  before: string,
  fix: OfferedFix,
  hasVersions: boolean,
): WorkspaceEdit {
  const files = [
    { own: document, version: document.version, after: fix.text, before },
    ...(fix.others ?? []).map((one) => ({
      own: TextDocument.create(uriOf(one.path), '', 0, one.before),
      version: null,
      before: one.before,
      after: one.text,
    })),
  ].map(({ own, version, after, ...one }) => ({
    uri: own.uri,
    version,
    edits: editsOf(one.before, after).map(({ from, to, text }) => ({
      range: { start: own.positionAt(from), end: own.positionAt(to) },
      newText: text,
    })),
  }));
  return hasVersions
    ? {
        documentChanges: files.map(({ uri, version, edits }) => ({
          textDocument: { uri, version },
          edits,
        })),
      }
    : { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
}
