/** The extension as a file that VS Code installs: what is in it, and that its server serves. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Editor, uriOf } from '../../../packages/cli/test/lsp/client.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
if (!hasUnzip) console.log('skipped: unzip is not installed');

describe.skipIf(!hasUnzip)('the extension', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-vsix-'));
  const inside = (path: string): string => join(folder, 'extension', path);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is packaged with what its manifest names', () => {
    const packaged = spawnSync('npm', ['run', 'package', '--silent'], {
      cwd: here('..'),
      encoding: 'utf8',
    });
    expect(packaged.status, packaged.stderr).toBe(0);
    spawnSync('unzip', ['-q', here('../ldscope.vsix'), '-d', folder]);
    const manifest = JSON.parse(readFileSync(inside('package.json'), 'utf8')) as {
      readonly main: string;
      readonly icon: string;
      readonly contributes: {
        readonly commands: readonly { readonly command: string }[];
        readonly yamlValidation: readonly { readonly url: string }[];
      };
    };
    const code = readFileSync(inside(manifest.main), 'utf8');
    for (const { command } of manifest.contributes.commands) expect(code).toContain(`"${command}"`);
    for (const { url } of manifest.contributes.yamlValidation)
      expect(JSON.parse(readFileSync(inside(url), 'utf8'))).toHaveProperty('properties.launches');
    expect(readFileSync(inside(manifest.icon)).subarray(1, 4).toString()).toBe('PNG');
    // VS Code gives `vscode`; everything else is in the file.
    const outer = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(outer.filter((name = '') => !/^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/.test(name))).toEqual([]);
    expect(outer).toContain('vscode');
    expect(readdirSync(inside('.')).sort()).toEqual([
      'LICENSE.txt',
      'dist',
      'icon.png',
      'package.json',
      'readme.md',
    ]);
  }, 180_000);

  it('starts in VS Code', () => {
    const script = `
      const extension = require(${JSON.stringify(inside('dist/extension.cjs'))});
      const context = { subscriptions: [], asAbsolutePath: (path) => ${JSON.stringify(`${inside('')}/`)} + path };
      extension.activate(context).then(() => extension.deactivate())
        .then(() => process.exit(0), (error) => { console.error(error.message); process.exit(1); });
    `;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['-r', here('vscode-stub.cjs'), '-e', script],
      { encoding: 'utf8', timeout: 30_000 },
    );
    expect([status, stderr]).toEqual([0, '']);
  });

  it('brings a server that serves without anything else', async () => {
    const server = spawn(process.execPath, [inside('dist/server/bin.js'), 'lsp', '--stdio'], {
      cwd: folder,
    });
    const left = new Promise((settle) => server.once('exit', settle));
    const editor = new Editor(server.stdout, server.stdin);
    await editor.initialize({ machine: 'gfx942' });
    const kernel = here('../../../examples/transpose-plain/kernel.mlir');
    await editor.open(uriOf(kernel), readFileSync(kernel, 'utf8'));
    const found = await editor.diagnostics(uriOf(kernel), (all) => all.length > 0);
    expect(found.map(({ code }) => code)).toEqual(['ldscope/bank-conflict']);
    await editor.leave();
    expect(await left).toBe(0);
  });
});
