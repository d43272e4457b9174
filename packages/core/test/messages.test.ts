/** Every message of the tables has a place in the sources that reports it; what has none was left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messages } from '@ldscope/core';

const root = join(import.meta.dirname, '../../..');

/** Names behind a dot in the sources of packages and the web app, but for the tables themselves. */
function namesInUse(): Set<string> {
  const found = new Set<string>();
  const tables = join('src', 'base', 'messages');
  const folders = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  for (const folder of [...folders, join('apps', 'web')]) {
    const sources = join(root, folder, 'src');
    for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
      const file = join(sources, path);
      if (!/\.tsx?$/.test(path) || file.includes(tables)) continue;
      for (const [, member = ''] of readFileSync(file, 'utf8').matchAll(/\.\s*(\w+)/g)) {
        found.add(member);
      }
    }
  }
  return found;
}

test('every message is reported somewhere', () => {
  const used = namesInUse();
  const names = Object.entries(messages).flatMap(([topic, table]) =>
    Object.keys(table).map((name) => [topic, name] as const),
  );
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter(([, name]) => !used.has(name)).map((path) => path.join('.'))).toEqual([]);
});
