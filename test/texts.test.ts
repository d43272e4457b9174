import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { inFolder } from './in-folder.ts';
import { textsIn, textsOf, textsWith } from './texts.ts';

test('texts have names, and each of them is expected', () => {
  inFolder((folder) => {
    const path = join(folder, 'a.s');
    writeFileSync(path, '; About it.\n\n; ---- one\n  s_nop 0\n\n  s_nop 1\n\n// ---- two\nx\n');
    const file = pathToFileURL(path);
    const one = '  s_nop 0\n\n  s_nop 1';
    expect(textsOf(file)).toEqual([
      ['one', one],
      ['two', 'x'],
    ]);
    expect(textsIn(file)('two')).toBe('x');
    expect(() => textsIn(file)('three')).toThrow('lacks three');
    expect(textsWith(file, { two: 2, one: 1 })).toEqual([
      ['two', 'x', 2],
      ['one', one, 1],
    ]);
    expect(() => textsWith(file, { one: 1 })).toThrow('has two');
  });
});
