/**
 * What can be set on each page, read from the controls of its figures: a section of docs/figures.md, so that it tells what the
 * pages have. `UPDATE_GOLDENS=1` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Control } from '../../src/controls/schema.ts';
import { explorers } from '../../src/explore/explorers.ts';
import { type AnyControls, controlsOf } from './page-controls.ts';

const path = fileURLToPath(new URL('../../../../docs/figures.md', import.meta.url));
const MARKS = ['<!-- settings -->\n', '<!-- end of settings -->'] as const;

/** More values than these are told by their first, their last and their number. */
const FEW = 9;

/** `16 to 512`, `f16 | f32 | fp8`, `16 | 32 | ... 512: 12`. */
function rangeOf({ kind, values, min, max, step, text }: Control): string {
  if (kind === 'number') {
    const upTo = max === Infinity ? `from ${min}` : `${min} to ${max}`;
    return step === 1 ? upTo : `${upTo} in steps of ${step}`;
  }
  const words = values.map((value) => text(value));
  const [first = '', second = ''] = words;
  return words.length <= FEW
    ? words.join(' | ')
    : `${first} | ${second} | ... ${words.at(-1) ?? ''}: ${words.length}`;
}

/** A figure is what the addresses of its controls begin with. */
function figureOf(own: AnyControls): string {
  const [name = ''] = own.names;
  const changed = { ...own.start, [name]: 'x' };
  const [key = ''] = new URLSearchParams(own.write(changed, '')).keys();
  return key.includes('.') ? key.replace(/\..*$/, '') : 'main figure';
}

function settingsList(): string {
  const lines = explorers.flatMap(({ slug }) =>
    controlsOf(slug).map((own) => {
      const settings = own.names.map((name) => {
        const control = own.control(name, own.start);
        return `${control.label} (${rangeOf(control)})`;
      });
      return `- [${slug}](../apps/web/src/explore/${slug}), ${figureOf(own)}: ${settings.join('; ')}`;
    }),
  );
  return lines.join('\n');
}

test('docs/figures.md tells what can be set on each page', () => {
  const text = readFileSync(path, 'utf8');
  const [begin, end] = [text.indexOf(MARKS[0]) + MARKS[0].length, text.indexOf(MARKS[1])];
  expect(end).toBeGreaterThan(begin);
  const wanted = settingsList();
  if (process.env['UPDATE_GOLDENS'] === '1') {
    writeFileSync(path, `${text.slice(0, begin)}\n${wanted}\n${text.slice(end)}`);
    return;
  }
  expect(text.slice(begin, end).trim()).toBe(wanted);
});
