/**
 * `validation/timing.md`, and the table in `validation/README.md`, are what the command prints.
 * `UPDATE_TIMING=1 npx vitest run validation/timing` rewrites them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { printDocument, summaryTable, tallyOf, verdictLine } from './document.ts';
import { scoreSeries } from './scoreboard.ts';
import { findSeries, publishedSeries } from './series.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const update = process.env['UPDATE_TIMING'] === '1';
const series = publishedSeries().map(scoreSeries);

describe('the scoreboard of the simulator', () => {
  test('is validation/timing.md', () => {
    const text = printDocument(series);
    if (update) writeFileSync(at('../timing.md'), text);
    expect(readFileSync(at('../timing.md'), 'utf8')).toBe(text);
  });

  test('is summed up in validation/README.md', () => {
    const path = at('../README.md');
    const [begin, end] = ['<!-- timing -->\n', '<!-- end of timing -->'];
    const block = `\n${summaryTable(series).join('\n')}\n\n${verdictLine(series)}.\n\n`;
    const text = readFileSync(path, 'utf8');
    const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
    if (update) writeFileSync(path, text.slice(0, from) + block + text.slice(to));
    expect(readFileSync(path, 'utf8').slice(from).split(end)[0]).toBe(block);
  });

  test('has a reason for every miss', () => {
    for (const { scores } of series) {
      for (const { row, verdict } of scores) {
        if (verdict === 'misses') expect(row.reason, row.id).toBeTruthy();
      }
    }
  });

  test('counts what its parts count', () => {
    const { within, misses, circular } = tallyOf(series);
    const rows = series.reduce((sum, one) => sum + one.scores.length, 0);
    expect(within + misses + circular).toBe(rows);
  });

  test('calls nothing a prediction that a fit was made on', () => {
    for (const { series: of, scores } of series) {
      const fitted = [of.fit?.from, of.fit?.to].filter((id) => id !== undefined);
      for (const id of fitted) {
        const row = scores.find((score) => score.row.id === id);
        expect(row?.row.circular, id).toBeTruthy();
        expect(row?.verdict, id).toBe('circular');
      }
    }
  });

  test('finds a wrong figure', () => {
    const given = findSeries('shark-mi300x');
    if (given === undefined) throw new Error('the series is missing');
    const rows = given.rows.map((row) =>
      row.id === 'ds_read_b64, stride 32 B'
        ? { ...row, measured: row.measured.map((value) => 1.3 * value) }
        : row,
    );
    const verdictIn = (of: typeof given): string | undefined =>
      scoreSeries(of).scores.find(({ row }) => row.id === 'ds_read_b64, stride 32 B')?.verdict;
    expect([verdictIn(given), verdictIn({ ...given, rows })]).toEqual(['within', 'misses']);
  });

  test('keeps the ratio of competing workgroups between one and all that reside', () => {
    for (const { series: of, ratio, resident } of series) {
      if (resident === undefined) continue;
      expect(ratio, of.id).toBeGreaterThan(1);
      expect(ratio, of.id).toBeLessThan(resident);
    }
  });
});
