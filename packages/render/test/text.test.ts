import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '@ldscope/render';
import { clean, displayWidth, fit, hang, wrap } from '../src/text/measure.ts';
import { byteSize, grouped, percent } from '../src/text/numbers.ts';
import { pageFor } from '../src/text/style.ts';
import { table } from '../src/text/table.ts';

describe('numbers', () => {
  test('are grouped by thousands', () => {
    expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
  });

  test('a share that is there is never nothing, and one that is not all never everything', () => {
    expect(percent(0, 0)).toBe('0.0 %');
    expect(percent(24_576, 40_960)).toBe('60.0 %');
    expect(percent(1, 1_000_000)).toBe('<0.1 %');
    expect(percent(999_999, 1_000_000)).toBe('>99.9 %');
    expect(percent(7, 7)).toBe('100.0 %');
  });

  test('sizes are KiB where they are whole', () => {
    expect([1280, 65536, 512].map(byteSize)).toEqual(['1,280 B', '64 KiB', '512 B']);
  });
});

describe('columns', () => {
  test('count what a terminal shows', () => {
    expect(displayWidth('abc')).toBe(3);
    expect(displayWidth('漢字')).toBe(4);
    expect(displayWidth('e\u0301')).toBe(1);
  });

  test('a text is cut with an ellipsis', () => {
    expect(fit('vector.load', 8)).toBe('vector.…');
    expect(fit('漢字漢字', 5)).toBe('漢字…');
    expect(fit('abc', 3)).toBe('abc');
  });

  test('control characters become visible', () => {
    expect(clean('a\u0007b\tc\u200Bd')).toBe('a?b c?d');
  });

  test('words wrap, and long ones break', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrap('', 10)).toEqual(['']);
    expect(hang('- ', 'one two', 5)).toEqual(['- one', '  two']);
  });
});

describe('a table', () => {
  const columns = [
    { title: 'name', least: 4 },
    { title: 'kind', leaves: 1, implied: true },
    { title: 'count', align: 'right', leaves: 2 },
    { title: 'cycles', align: 'right' },
  ] as const;
  const rows = [
    { cells: [{ text: 'a-long-name' }, { text: 'read' }, { text: '12' }, { text: '1,000,000' }] },
  ];

  test('is as wide as it needs to be', () => {
    expect(table(columns, rows, pageFor({ width: 80 }))).toEqual([
      '  name         kind  count     cycles',
      '  a-long-name  read     12  1,000,000',
    ]);
  });

  test('breaks texts into lines, then lets columns go, and keeps their values', () => {
    const page = { ...pageFor({}), width: 32 };
    expect(table(columns, rows, page)).toEqual([
      '  name    kind  count     cycles',
      '  a-long  read     12  1,000,000',
      '  -name',
    ]);
    expect(table(columns, rows, { ...page, width: 18 })).toEqual([
      '  name      cycles',
      '  a-lon  1,000,000',
      '  g-nam',
      '  e',
      '    count 12',
    ]);
  });
});

describe('diagnostics', () => {
  const diagnostic = {
    code: 'syntax/expected',
    severity: 'error',
    message: "expected ')', found ','",
    hint: "write ')' here",
  } as const;

  test('have a frame with a caret', () => {
    const source = 'module {\n\t%0 = arith.addi(%a, , %b)\n}\n';
    const at = { ...diagnostic, line: 2, column: 22 };
    expect(renderDiagnostics([at], { source, file: 'kernel.mlir' }).split('\n')).toEqual([
      "error syntax/expected: expected ')', found ','",
      '  kernel.mlir:2:22',
      '  2 | %0 = arith.addi(%a, , %b)',
      '    |                     ^',
      "  hint: write ')' here",
      '',
    ]);
  });

  test('show the part of a long line that matters', () => {
    const source = `${'x'.repeat(300)} here ${'y'.repeat(300)}`;
    const at = { ...diagnostic, line: 1, column: 302 };
    const text = renderDiagnostics([at], { source, width: 60 });
    const [, , line = '', caret = ''] = text.split('\n');
    expect(line.length).toBeLessThanOrEqual(60);
    expect(line.slice(caret.indexOf('^')).startsWith('here')).toBe(true);
  });

  test('stand without a place when they have none', () => {
    expect(renderDiagnostics([diagnostic])).toBe(
      "error syntax/expected: expected ')', found ','\n  hint: write ')' here\n",
    );
  });
});
