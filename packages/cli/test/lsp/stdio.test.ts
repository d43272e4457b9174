/** The built language server as an editor starts it; skipped when it has not been built. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver-protocol/node';
import { expect, it } from 'vitest';
import { Editor, uriOf } from './client.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const built = existsSync(here('../../dist/lsp-worker.js'));
if (!built) console.log('skipped: packages/cli/dist is absent, run npm run build first');

const kernel = here('../../../../examples/transpose-plain/kernel.mlir');
const isConflict = ({ code }: Diagnostic): boolean => code === 'ldscope/bank-conflict';

it.skipIf(!built)('removes the conflicts of a kernel by an action, over stdio', async () => {
  const server = spawn(process.execPath, [here('../../bin/ldscope.cjs'), 'lsp', '--stdio']);
  const left = new Promise((settle) => server.once('exit', settle));
  const editor = new Editor(server.stdout, server.stdin);
  const { serverInfo } = await editor.initialize({ machine: 'gfx942' });
  expect(serverInfo?.name).toBe('ldscope');
  const uri = uriOf(kernel);
  await editor.open(uri, readFileSync(kernel, 'utf8'));
  const whole = (all: readonly Diagnostic[]): boolean =>
    JSON.stringify(all).includes('7,936 of 8,192');
  expect((await editor.diagnostics(uri, whole)).filter(isConflict)).toHaveLength(1);
  const place = editor.at(uri, 'memref.load %tile');
  expect(JSON.stringify(await editor.hover(uri, place))).toContain('bank 0, 32 ways');
  const [fix] = await editor.actions(uri, place);
  expect(fix?.title).toBe('Fix: pad rows to 132 B (128 + 4) (%tile: 7,936 conflict cycles to 0)');
  await editor.apply(fix ?? { title: '' });
  expect(editor.text(uri)).toContain('workgroup(%tile: memref<32x33xf32, #lds>)');
  expect((await editor.diagnostics(uri)).filter(isConflict)).toEqual([]);
  await editor.leave();
  expect(await left).toBe(0);
});
