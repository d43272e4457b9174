/**
 * The set-ups of docs/editors.md, taken from its own blocks: what an editor needs in each entry, and that every kind of file that the page
 * names has one. Where Neovim is new enough, it reads its block itself.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder } from '../../../test/in-folder.ts';

const page = readFileSync(new URL('../../../docs/editors.md', import.meta.url), 'utf8');
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';

/** Endings that the page names: `.mlir`, ... */
const endings = [...(/It reads (.*?) and tile/.exec(page)?.[1] ?? '').matchAll(/`(\.\w+)`/g)].map(
  ([, ending = '']) => ending,
);

test('the page names the endings', () => {
  expect(endings).toEqual(['.mlir', '.ttgir', '.s', '.ptx', '.hip', '.cu']);
});

describe('Helix', () => {
  const toml = blockOf('toml');
  const entries = toml.split('[[language]]').slice(1);
  const listOf = (entry: string, key: string): string[] =>
    [
      ...(new RegExp(`^${key} = \\[(.*)\\]$`, 'm').exec(entry)?.[1] ?? '').matchAll(/"([^"]+)"/g),
    ].map(([, word = '']) => word);
  const nameOf = (entry: string): string => /^name = "([\w-]+)"$/m.exec(entry)?.[1] ?? '';

  test('has whole entries: one without a scope is an error of the whole file', () => {
    expect(entries.length).toBeGreaterThan(4);
    for (const entry of entries) {
      expect(nameOf(entry)).not.toBe('');
      expect(listOf(entry, 'language-servers')).toContain('ldscope');
      // YAML is a language of Helix, whose entry is completed by its own.
      if (nameOf(entry) === 'yaml') continue;
      expect(entry).toMatch(/^scope = "source\.\w+"$/m);
      expect(listOf(entry, 'file-types').length).toBeGreaterThan(0);
    }
    for (const line of toml.split('\n'))
      expect(line).toMatch(/^(?:\[\[?[\w.-]+\]\]?|[\w-]+ = (?:"[^"]*"|\[.*\])|)$/);
  });

  test('has each kind of file', () => {
    const types = entries.flatMap((entry) => listOf(entry, 'file-types'));
    expect(types.map((type) => `.${type}`)).toEqual(expect.arrayContaining(endings));
  });
});

describe('Neovim', () => {
  const lua = blockOf('lua');
  /** File types that Neovim gives by itself to endings of the page. */
  const known: Readonly<Record<string, string>> = {
    '.mlir': 'mlir',
    '.s': 'asm',
    '.ptx': 'ptx',
    '.cu': 'cuda',
  };
  const served = [...(/filetypes = \{(.*)\}/.exec(lua)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, type]) => type,
  );

  test.each(endings)('serves %s', (ending) => {
    const added = new RegExp(`\\b${ending.slice(1)} = '(\\w+)'`).exec(lua)?.[1];
    expect(served).toContain(added ?? known[ending]);
    expect(served).toContain('yaml');
  });

  test('reads the block', ({ skip }) => {
    const has = spawnSync(
      'nvim',
      ['--headless', '-u', 'NONE', '+lua io.write(tostring(vim.fn.has("nvim-0.11")))', '+q'],
      { encoding: 'utf8' },
    );
    if (!`${has.stdout}${has.stderr}`.includes('1')) skip('Neovim 0.11 is not installed');
    inFolder((folder) => {
      writeFileSync(join(folder, 'init.lua'), lua);
      for (const ending of endings) {
        const file = join(folder, `kernel${ending}`);
        writeFileSync(file, '');
        const asked = `+lua io.write(tostring(vim.tbl_contains(vim.lsp.config.ldscope.filetypes, vim.bo.filetype)))`;
        const { stdout, stderr } = spawnSync(
          'nvim',
          ['--headless', '-u', join(folder, 'init.lua'), file, asked, '+q!'],
          { encoding: 'utf8' },
        );
        expect(`${stdout}${stderr}`, ending).toContain('true');
      }
    });
  });
});

test('Emacs is asked for the server in each mode that it is registered for', () => {
  const lisp = blockOf('elisp');
  const modes = /'\(\((.*?)\) \./.exec(lisp)?.[1]?.split(' ') ?? [];
  expect(modes.length).toBeGreaterThan(1);
  for (const mode of modes)
    expect(lisp).toMatch(new RegExp(`\\(dolist \\(hook '\\([^)]*\\b${mode}-hook`));
  expect(page).toContain('mlir/utils/emacs/mlir-mode.el');
});

test('VS Code gives each ending a language that starts the extension', () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../../../editors/vscode/package.json', import.meta.url), 'utf8'),
  ) as {
    readonly activationEvents: readonly string[];
    readonly contributes: {
      readonly languages: readonly {
        readonly id: string;
        readonly extensions: readonly string[];
      }[];
    };
  };
  const languages = [
    ...manifest.contributes.languages,
    // Its own.
    { id: 'cuda-cpp', extensions: ['.cu'] },
  ];
  for (const ending of endings) {
    const language = languages.find(({ extensions }) => extensions.includes(ending));
    expect(manifest.activationEvents, ending).toContain(`onLanguage:${language?.id}`);
  }
});
