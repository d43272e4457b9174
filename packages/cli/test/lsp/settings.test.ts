/** The settings of a client: what is understood, and those that the extension for VS Code offers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaOf } from '@ldscope/core';
import { readSettings, settingKeys } from '../../src/lsp/settings.ts';

const nothing = {
  machine: undefined,
  launch: undefined,
  workgroups: undefined,
  compile: false,
  pictures: false,
};

test.each([
  [undefined, {}],
  ['gfx942', {}],
  [{ machine: ' gfx942 ', launch: '  ' }, { machine: 'gfx942' }],
  [{ machine: 'x'.repeat(4097), workgroups: 7 }, { workgroups: 7 }],
  [{ workgroups: 0, compile: true }, { compile: true }],
  [{ workgroups: 1.5, pictures: 'yes', other: 1 }, {}],
  [{ workgroups: null, pictures: true }, { pictures: true }],
])('%j', (given, read) => {
  expect(readSettings(given)).toEqual({ ...nothing, ...read });
});

test('are those of the extension for VS Code', () => {
  const path = join(import.meta.dirname, '../../../../editors/vscode/package.json');
  const { contributes } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly contributes: { readonly configuration: { readonly properties: object } };
  };
  const defaults = { string: '', integer: null, boolean: true };
  const properties = Object.entries(settingKeys).map(([name, { shape, about }]) => {
    const { type, minimum } = schemaOf(shape);
    const kind = type === 'string' || type === 'integer' ? type : 'boolean';
    return [
      `ldscope.${name}`,
      {
        // A number that nobody has set is null.
        type: kind === 'integer' ? [kind, 'null'] : kind,
        ...(minimum !== undefined && { minimum }),
        default: defaults[kind],
        [about.includes('`') ? 'markdownDescription' : 'description']: about,
      },
    ] as const;
  });
  expect(contributes.configuration.properties).toEqual(Object.fromEntries(properties));
});
