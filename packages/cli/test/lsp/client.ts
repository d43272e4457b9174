/** An editor for tests: the protocol's own client library, with documents that keep what the server publishes. */
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionRequest,
  type CodeLens,
  CodeLensRequest,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  type Hover,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type InlayHint,
  InlayHintRequest,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type Range,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

export const uriOf = (path: string): string => pathToFileURL(path).href;

export class Editor {
  readonly connection: ProtocolConnection;
  readonly #documents = new Map<string, TextDocument>();
  readonly #published = new Map<
    string,
    { version: number | undefined; diagnostics: Diagnostic[] }
  >();
  #told: (() => void)[] = [];

  constructor(input: Readable, output: Writable) {
    this.connection = createProtocolConnection(
      new StreamMessageReader(input),
      new StreamMessageWriter(output),
    );
    this.connection.onNotification(
      PublishDiagnosticsNotification.type,
      ({ uri, version, diagnostics }) => {
        this.#published.set(uri, { version, diagnostics });
        for (const told of this.#told.splice(0)) told();
      },
    );
    this.connection.listen();
  }

  async initialize(settings: object = {}): Promise<InitializeResult> {
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      initializationOptions: settings,
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true } },
        textDocument: { codeAction: { disabledSupport: true } },
      },
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  async open(uri: string, text: string, languageId = 'mlir'): Promise<void> {
    this.#documents.set(uri, TextDocument.create(uri, languageId, 1, text));
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Replaces ranges one after another, as an editor sends what is typed. */
  async edit(
    uri: string,
    changes: readonly { readonly range: Range; readonly text: string }[],
  ): Promise<void> {
    const before = this.#document(uri);
    const version = before.version + 1;
    this.#documents.set(uri, TextDocument.update(before, [...changes], version));
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [...changes],
    });
  }

  async replace(uri: string, from: string, to: string): Promise<void> {
    const document = this.#document(uri);
    const start = document.getText().indexOf(from);
    if (start < 0) throw new Error(`there is no ${from}`);
    const range = {
      start: document.positionAt(start),
      end: document.positionAt(start + from.length),
    };
    await this.edit(uri, [{ range, text: to }]);
  }

  async save(uri: string): Promise<void> {
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, {
      textDocument: { uri },
    });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri },
    });
  }

  text(uri: string): string {
    return this.#document(uri).getText();
  }

  /** The position of a text, after its beginning. */
  at(uri: string, text: string, after = 0): Position {
    const document = this.#document(uri);
    return document.positionAt(document.getText().indexOf(text) + after);
  }

  /** What the server publishes of the present version, once it fits. */
  async diagnostics(
    uri: string,
    fits: (diagnostics: readonly Diagnostic[]) => boolean = () => true,
  ): Promise<readonly Diagnostic[]> {
    for (;;) {
      const known = this.#published.get(uri);
      const isPresent = known?.version === this.#documents.get(uri)?.version;
      if (known !== undefined && isPresent && fits(known.diagnostics)) return known.diagnostics;
      await new Promise<void>((settle) => this.#told.push(settle));
    }
  }

  async hover(uri: string, position: Position): Promise<Hover | null> {
    return await this.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position,
    });
  }

  async lenses(uri: string): Promise<CodeLens[]> {
    const found = await this.connection.sendRequest(CodeLensRequest.type, {
      textDocument: { uri },
    });
    return found ?? [];
  }

  async hints(uri: string): Promise<InlayHint[]> {
    const document = this.#document(uri);
    const range = { start: { line: 0, character: 0 }, end: document.positionAt(Infinity) };
    const found = await this.connection.sendRequest(InlayHintRequest.type, {
      textDocument: { uri },
      range,
    });
    return found ?? [];
  }

  async actions(uri: string, position: Position): Promise<CodeAction[]> {
    const found = await this.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: this.#published.get(uri)?.diagnostics ?? [] },
    });
    return (found ?? []) as CodeAction[];
  }

  /** Makes the edit of an action, as an editor does. */
  async apply({ edit }: CodeAction): Promise<void> {
    for (const change of edit?.documentChanges ?? []) {
      if (!('textDocument' in change)) throw new Error('not an edit of a document');
      const { uri, version } = change.textDocument;
      const document = this.#document(uri);
      if (version !== document.version) throw new Error('an edit of another version');
      const text = TextDocument.applyEdits(
        document,
        change.edits.filter((one) => 'newText' in one),
      );
      const range = {
        start: { line: 0, character: 0 },
        end: document.positionAt(document.getText().length),
      };
      await this.edit(uri, [{ range, text }]);
    }
  }

  async leave(): Promise<void> {
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    this.connection.dispose();
  }

  #document(uri: string): TextDocument {
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }
}
