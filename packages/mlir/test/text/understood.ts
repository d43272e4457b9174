import { expect } from 'vitest';
import { parseModule, printModule } from '../../src/index.ts';
import { dumpModule } from './dump.ts';

/** The dump of a text that parses without a diagnostic and survives print and parse. */
export function understood(text: string): string {
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  const dump = dumpModule(module);
  const again = parseModule(printModule(module));
  expect(again.diagnostics).toEqual([]);
  expect(dumpModule(again.module)).toBe(dump);
  return dump;
}

/** A function around a body. */
export const inFunction = (parameters: string, body: string): string =>
  `func.func @f(${parameters}) {\n  ${body}\n  return\n}`;
