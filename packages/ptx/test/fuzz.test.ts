/** Kernels with random changes: their execution ends without an exception, and what it reports has its place in the text. */
import { type KernelArgument, machineNamed } from '@ldscope/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { constructs, moduleOf } from './constructs/corpus.ts';
import { changed, changes, MENAGERIE, texts } from './menagerie.ts';
import { forAll } from '../../../test/for-all.ts';

/** Executes the first kernel of a text; diagnostics of reading and executing it. */
function diagnosticsOf(text: string): ReturnType<typeof parsePtx>['diagnostics'] {
  const machine = machineNamed('sm_90');
  const { module, diagnostics } = parsePtx(text);
  const kernel = module.functions.find(({ isEntry, hasBody }) => isEntry && hasBody);
  const { diagnostics: executed } = executePtx(module, text, {
    machine,
    kernel: kernel?.name,
    arguments: kernel?.parameters.map(({ bytes }): KernelArgument =>
      bytes === 8
        ? { kind: 'buffer', data: new Uint8Array(4096) }
        : { kind: 'value', bytes: new Uint8Array(Math.min(bytes, 64)).fill(1) },
    ),
    maxSteps: 2000,
    launch: { block: [64, 1, 1], scalars: new Map() },
  });
  return [...diagnostics, ...executed];
}

test('without a change the kernel ends and is right', () => {
  expect(diagnosticsOf(MENAGERIE).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('with changes it ends, and reports are about places of the text', () => {
  forAll([fc.constantFrom(...texts), changes], 400, (text, list) => {
    expectPlaces(changed(text, list));
  });
});

/** Executes a text: what it reports has its place in it. */
function expectPlaces(whole: string): void {
  for (const { code, span } of diagnosticsOf(whole)) {
    // These are about the module, not a place of it.
    if (/^(?:ptx\/(?:no-kernels|narrow-addresses|before-ptxas))$/.test(code)) continue;
    expect(span, code).toBeDefined();
    expect(span?.start ?? -1).toBeGreaterThanOrEqual(0);
    expect(span?.end ?? Infinity).toBeLessThanOrEqual(whole.length);
  }
}

test('with words dropped, doubled and exchanged, declarations and expressions end too', () => {
  const word = /\.?[\w$%]+|\s+|[^]/g;
  const edit = fc.tuple(fc.nat(), fc.constantFrom('drop', 'double', 'take'), fc.nat());
  forAll(
    [fc.constantFrom(...constructs.map(moduleOf)), fc.array(edit, { minLength: 1, maxLength: 6 })],
    600,
    (text, edits) => {
      const parts = text.match(word) ?? [];
      for (const [at, kind, from] of edits) {
        const place = at % parts.length;
        const own = parts[place] ?? '';
        if (kind === 'drop') parts.splice(place, 1);
        else if (kind === 'double') parts.splice(place, 0, own);
        else parts[place] = parts[from % parts.length] ?? '';
      }
      expectPlaces(parts.join(''));
    },
  );
});

test('brackets and signs without end are refused', () => {
  for (const text of ['('.repeat(50_000), '-'.repeat(50_000) + '1', '1?'.repeat(50_000)])
    expectPlaces(moduleOf({ body: `mov.u32 %r1, ${text};` }));
  for (const text of ['{'.repeat(50_000), `{${'0xff('.repeat(9000)}`])
    expectPlaces(moduleOf({ before: `.global .u32 g[] = ${text};` }));
});
