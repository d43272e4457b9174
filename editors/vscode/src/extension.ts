/**
 * ldscope in VS Code: starts the language server that the extension brings along, and shows its pages beside the editor.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

/** Kernels, and the data around them; what is not a kernel the server leaves alone. */
const FILES = '**/*.{mlir,ttgir,s,ptx,hip,cu,yaml,yml,json}';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = context.asAbsolutePath('dist/server/bin.js');
  client = clientOf(server);
  context.subscriptions.push(
    vscode.commands.registerCommand('ldscope.openPage', openPage),
    vscode.commands.registerCommand('ldscope.showReport', () => showReport(server)),
    vscode.commands.registerCommand('ldscope.restart', async () => await client?.restart()),
    vscode.workspace.onDidGrantWorkspaceTrust(async () => await client?.restart()),
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function clientOf(server: string): LanguageClient {
  const program = { module: server, args: ['lsp'], transport: TransportKind.stdio };
  return new LanguageClient('ldscope', 'ldscope', program, {
    documentSelector: [
      { scheme: 'file', pattern: FILES },
      { scheme: 'untitled', language: 'mlir' },
      { scheme: 'untitled', language: 'ptx' },
    ],
    initializationOptions: settings,
    middleware: {
      workspace: { configuration: ({ items }) => items.map(settings) },
      window: {
        showDocument: async (shown, token, next) => {
          if (!isPage(shown.uri)) return await next(shown, token);
          await showBeside(shown.uri);
          return { success: true };
        },
      },
    },
  });
}

/** What the server may do: sources are compiled where the user trusts the workspace. */
function settings(): object {
  const { machine, launch, workgroups, compile, pictures } =
    vscode.workspace.getConfiguration('ldscope');
  return {
    machine: machine as unknown,
    launch: launch as unknown,
    workgroups: workgroups as unknown,
    compile: compile === true && vscode.workspace.isTrusted,
    pictures: pictures as unknown,
  };
}

/** The page with the kernel of the editor; the server asks to show its address. */
async function openPage(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return;
  await vscode.commands.executeCommand('ldscope.explain', { uri: document.uri.toString() });
}

const isPage = (uri: string): boolean => uri.startsWith('http://127.0.0.1:');

/** Opens an address of this machine beside the editor; where the window is elsewhere, through its tunnel. */
async function showBeside(address: string): Promise<void> {
  const uri = await vscode.env.asExternalUri(vscode.Uri.parse(address, true));
  await vscode.commands.executeCommand('simpleBrowser.api.open', uri, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
  });
}

/** The report of `ldscope analyze` on the file of the editor, as Markdown beside it. */
async function showReport(server: string): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || document.isUntitled) return;
  const { machine = '', launch = '' } = settings() as Readonly<Record<string, string>>;
  const options = [
    ...(machine === '' ? [] : ['-m', machine]),
    ...(launch === '' ? [] : ['-l', launch]),
  ];
  const words = ['analyze', document.uri.fsPath, '--format', 'markdown', ...options];
  const content = await run(server, words);
  const report = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.commands.executeCommand('markdown.showPreviewToSide', report.uri);
}

/** What the command prints; of one that fails, what it complains about. */
async function run(server: string, words: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [server, ...words], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      maxBuffer: 2 ** 25,
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return stdout === '' ? `\`\`\`\n${stderr}\n\`\`\`\n` : stdout;
  }
}
