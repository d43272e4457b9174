import { expect, test } from 'vitest';
import { explainAccess } from '@ldscope/core';
import { svgOfSite } from '../../src/document/site-sheet.ts';
import { kernelOf, analyses, tagsOf } from './documents.ts';
import { analysisOf } from '../analyses.ts';

function sheetOf(analysis: ReturnType<typeof analysisOf>): string {
  const { machine, model } = kernelOf(analysis);
  const [site] = analysis.sites;
  if (machine === undefined || model === undefined || site === undefined)
    throw new Error('no site');
  const explanation = explainAccess(site.worst, 0, machine, model);
  if (explanation === undefined) throw new Error('no rule');
  return svgOfSite({ machine, model, site, explanation });
}

test('a picture that stands alone, in both themes', () => {
  const text = sheetOf(analyses.transpose());
  expect(text).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
  );
  expect(text).toContain('prefers-color-scheme:dark');
  const { sites } = analyses.transpose().report;
  expect(text).toContain(`${sites[0]?.worstWays} ways`);
  for (const phase of [1, 2]) expect(text).toContain(`>phase ${phase}<`);
});

test('names of a kernel stay text', () => {
  const text = sheetOf(
    analysisOf([
      {
        op: 'ds_read_b32',
        address: (lane) => 128 * lane,
        line: 1,
        buffer: '</svg><script>alert(1)</script>',
        text: ']]><!-- \u0000',
      },
    ]),
  );
  const body = text.slice(text.indexOf('<svg'));
  for (const { name } of tagsOf(body)) expect(['script', 'foreignObject', 'a']).not.toContain(name);
});
