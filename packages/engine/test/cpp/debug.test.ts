import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { Analysis } from '../../src/cpp/analysis.ts';
import { Program } from '../../src/cpp/program.ts';
test('debug', () => {
  const file = process.env['DEBUG_FILE'] ?? '';
  const p = new Program([{ file, text: readFileSync(file, 'utf8') }], 'hip');
  const a = new Analysis(p);
  console.log([...p.functionNames].map((n) => p.functionsOf(n).map((f) => [n, f.parameters.map((x) => x.name), a.flow.calls.of(f).length])));
  console.log(p.declared.map((d) => [d.kind, d.name, d.block.kind, d.block.name]));
  for (const h of a.flow.handles) console.log(h.entity.name, h.root.declared.name, h.prefix.length, h.isFlat, p.occurrencesOf(h.entity).length);
});
