/**
 * The language server: what a client asks, answered from what the analyses have told so far. Nothing here executes a kernel, so every
 * answer is immediate; only code actions wait, for the rewritings, until the document changes.
 */
import { isRecord } from '@ldscope/core';
import { basename } from 'node:path';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  type Diagnostic,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type ExecuteCommandParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { sourceLanguage } from '../compile/language.ts';
import { abilitiesOf, type ClientAbilities } from './client.ts';
import { Analyses, type DocumentAnalysis } from './analyses.ts';
import { configCompletions, configHover, configProblems } from './config-file.ts';
import { pathOf } from './paths.ts';
import { type Pages, openPages } from './pages.ts';
import { takes } from './required.ts';
import { readSettings, type Settings } from './settings.ts';
import { codeActions } from './show/actions.ts';
import { hoverOf } from './show/hover.ts';
import { documentSymbols, type KernelPlace, kernelPlaces } from './show/kernels.ts';
import { codeLenses, EXPLAIN, inlayHints, readTarget } from './show/lenses.ts';
import { type LineMark, lineMarks } from './show/marks.ts';
import { problemsOf, stoppedProblem } from './show/problems.ts';
import { DocumentView } from './view.ts';
import type { RunTask } from './work/pool.ts';

export interface ServerOptions {
  readonly run: RunTask;
  readonly version: string;
  /** The folder of the built page. */
  readonly page: string;
  /** Most time of a task, for what is said of one that is ended. */
  readonly seconds: number;
}

const CONFIG = 'ldscope.yaml';

/** Changes to several other files within this time lead to one update. */
const OTHERS_MS = 400;

/** Serves a client on a connection; the result ends what it has started. */
export function serveClient(
  connection: Connection,
  options: ServerOptions,
): { close(): Promise<void> } {
  const documents = new TextDocuments(TextDocument);
  let settings: Settings = readSettings(undefined);
  let client: ClientAbilities = abilitiesOf({});
  const pages: Pages = openPages(options.run, options.page);

  const analyses = new Analyses({
    run: options.run,
    settings: () => settings,
    texts: () => new Map(documents.all().map((one) => [pathOf(one.uri), one.getText()])),
    onStep: (document, analysis) => {
      const view = new DocumentView(pathOf(document.uri), document, analysis.text);
      const problems = problemsOf(document.uri, analysis, view);
      const { stopped } = analysis;
      if (stopped !== undefined) problems.push(stoppedProblem(stopped, options.seconds, view));
      publish(document, problems);
      if (client.refreshesLenses) connection.sendRequest(CodeLensRefreshRequest.type).catch(ignore);
      if (client.refreshesHints) connection.languages.inlayHint.refresh().catch(ignore);
    },
  });

  const publish = ({ uri, version }: TextDocument, diagnostics: Diagnostic[]): void => {
    // Where the client has a newer version by now, its diagnostics follow.
    connection.sendDiagnostics({ uri, version, diagnostics }).catch(ignore);
  };

  const update = (document: TextDocument, delay?: number): void => {
    if (isConfig(document)) publish(document, configProblems(document));
    else analyses.start(document, delay);
  };
  /** All documents but one; kernels with many edits in a row are not held up by those of others. */
  const updateAll = (but?: TextDocument): void => {
    for (const document of documents.all())
      if (document !== but && !isConfig(document)) analyses.start(document, OTHERS_MS);
  };

  /** The lines of a document with their results; `undefined` without an analysis. */
  const known = (uri: string): Known | undefined => {
    const [document, analysis] = [documents.get(uri), analyses.of(uri)];
    return document === undefined || analysis === undefined
      ? undefined
      : knownOf(document, analysis);
  };

  connection.onInitialize(
    takes(['capabilities'], (params): InitializeResult => {
      client = abilitiesOf(params.capabilities);
      settings = readSettings(params.initializationOptions);
      return {
        serverInfo: { name: 'ldscope', version: options.version },
        capabilities: {
          positionEncoding: 'utf-16',
          textDocumentSync: {
            openClose: true,
            change: TextDocumentSyncKind.Incremental,
            save: { includeText: false },
          },
          hoverProvider: true,
          codeLensProvider: { resolveProvider: false },
          inlayHintProvider: true,
          documentSymbolProvider: true,
          codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
          completionProvider: { triggerCharacters: [' ', '\n'] },
          executeCommandProvider: { commands: [EXPLAIN] },
        },
      };
    }),
  );

  connection.onInitialized(() => {
    register().catch(ignore);
  });

  const register = async (): Promise<void> => {
    if (client.registersConfiguration)
      await connection.client.register(DidChangeConfigurationNotification.type, {
        section: 'ldscope',
      });
    if (client.registersWatchers)
      await connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{yaml,yml,json}' }],
      });
    if (client.hasConfiguration) await askSettings();
  };

  const askSettings = async (): Promise<void> => {
    const given: unknown = await connection.workspace.getConfiguration('ldscope');
    // Clients without settings of ours answer nothing: what they began with holds.
    if (isRecord(given)) settings = readSettings(given);
    updateAll();
  };

  connection.onDidChangeConfiguration(({ settings: given }: { readonly settings: unknown }) => {
    if (client.hasConfiguration) {
      askSettings().catch(ignore);
      return;
    }
    const own =
      typeof given === 'object' && given !== null && 'ldscope' in given ? given.ldscope : given;
    settings = readSettings(own);
    updateAll();
  });
  connection.onDidChangeWatchedFiles(() => updateAll());

  // A source is compiled when it is saved, all else is analyzed as it is edited; opening counts as both.
  documents.onDidOpen(({ document }) => {
    if (isSource(document)) update(document, 0);
  });
  documents.onDidSave(({ document }) => {
    if (isSource(document)) update(document, 0);
  });
  documents.onDidChangeContent(({ document }) => {
    if (!isSource(document)) update(document);
    // A launch or a configuration that is edited holds for the others at once.
    if (isData(document)) updateAll(document);
  });
  documents.onDidClose(({ document }) => {
    analyses.close(document.uri);
    publish(document, []);
  });

  documents.listen(connection);

  connection.onHover(
    takes(['textDocument', 'position'], ({ textDocument: { uri }, position }) => {
      const document = documents.get(uri);
      if (document !== undefined && isConfig(document)) return configHover(document, position);
      const mark = known(uri)?.marks.find(({ range }) => range.start.line === position.line);
      return mark && hoverOf(mark, settings.pictures);
    }),
  );
  connection.onCompletion(
    takes(['textDocument', 'position'], ({ textDocument: { uri }, position }) => {
      const document = documents.get(uri);
      return document !== undefined && isConfig(document)
        ? configCompletions(document, position)
        : undefined;
    }),
  );
  connection.onCodeLens(
    takes(['textDocument'], ({ textDocument: { uri } }) => {
      const { places, marks } = known(uri) ?? nothing;
      return codeLenses(uri, places, marks);
    }),
  );
  connection.languages.inlayHint.on(
    takes(['textDocument', 'range'], ({ textDocument: { uri }, range }) =>
      inlayHints(known(uri)?.marks ?? [], range),
    ),
  );
  connection.onDocumentSymbol(
    takes(['textDocument'], ({ textDocument: { uri } }) => {
      const { places, marks, view } = known(uri) ?? nothing;
      return view === undefined ? [] : documentSymbols(places, marks, view);
    }),
  );
  connection.onCodeAction(
    takes(
      ['textDocument', 'range', 'context'],
      async ({ textDocument: { uri }, range, context }, token) => {
        const cancelled = new Promise<void>((settle) =>
          token.onCancellationRequested(() => settle()),
        );
        await Promise.race([analyses.settled(uri), cancelled]);
        const [document, found] = [documents.get(uri), known(uri)];
        if (document === undefined || found === undefined || token.isCancellationRequested)
          return [];
        const { diagnostics } = context;
        return codeActions(document, found.analysis, found.marks, {
          ...client,
          range,
          diagnostics,
        });
      },
    ),
  );
  connection.onExecuteCommand(
    takes(['command'], async ({ command, arguments: [given] = [] }: ExecuteCommandParams) => {
      if (command !== EXPLAIN) return undefined;
      const target = readTarget(given);
      const document = documents.get(target?.uri ?? '');
      if (target === undefined || document === undefined) return undefined;
      const path = pathOf(document.uri);
      const texts = new Map([[path, document.getText()]]);
      const { compile: compiles } = settings;
      const page = await pages.open(document.uri, { ...target, path, texts, compiles });
      if ('problem' in page) {
        say(MessageType.Error, page.problem);
        return undefined;
      }
      const shown = client.showsPages && (await showPage(page.address));
      if (!shown) say(MessageType.Info, page.address);
      return page.address;
    }),
  );

  /** True where the client shows the page. */
  const showPage = async (uri: string): Promise<boolean> => {
    const shown = connection.window.showDocument({ uri, external: true });
    return await shown.then(
      ({ success }) => success,
      () => false,
    );
  };
  const say = (type: MessageType, message: string): void => {
    connection.sendNotification(ShowMessageNotification.type, { type, message }).catch(ignore);
  };

  return {
    close: async () => {
      analyses.closeAll();
      await pages.close();
    },
  };
}

interface Known {
  readonly analysis: DocumentAnalysis;
  readonly view: DocumentView;
  readonly marks: readonly LineMark[];
  readonly places: readonly KernelPlace[];
}

const nothing = { marks: [], places: [], view: undefined };

function knownOf(document: TextDocument, analysis: DocumentAnalysis): Known {
  const view = new DocumentView(pathOf(document.uri), document, analysis.text);
  const marks = lineMarks(analysis.kernels, view);
  return { analysis, view, marks, places: kernelPlaces(analysis.kernels, view) };
}

const isConfig = ({ uri }: TextDocument): boolean => basename(pathOf(uri)) === CONFIG;
const isData = ({ uri }: TextDocument): boolean => /\.(?:ya?ml|json)$/i.test(uri);
const isSource = ({ uri }: TextDocument): boolean => sourceLanguage(pathOf(uri)) !== undefined;

/** A client that is gone answers nothing, and others refuse what they do not know. */
const ignore = (): void => {};
