/**
 * `npm run isa [-- FAMILY ...]`: measures how instructions are encoded, and writes the tables of `packages/amdgcn/src/decode/tables`.
 *
 *     npm run isa -- gfx11
 *
 * LLVM's disassembler is the source: it is asked about random encodings of every opcode of every format, and the operands and modifiers
 * of the decoder that write the same become a row. What none writes the same has no row, and is printed. A family takes ten minutes or so.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disassembler } from '../packages/amdgcn/test/text/oracle.ts';
import { measureRows } from './isa/measure.ts';
import { measureIsa } from './isa/names.ts';
import { moduleText } from './isa/write.ts';

const FOLDER = 'packages/amdgcn/src/decode/tables';
const families: Readonly<Record<string, readonly string[]>> = {
  gfx9: ['gfx90a', 'gfx942', 'gfx950'],
  gfx11: ['gfx1100', 'gfx1151'],
  gfx12: ['gfx1201', 'gfx1250'],
};

function main(asked: readonly string[]): number {
  const unknown = asked.find((name) => families[name] === undefined);
  const problem = unknown === undefined ? disassembler.missing : `there is no family ${unknown}`;
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  for (const [family, chips] of Object.entries(families)) {
    if (asked.length > 0 && !asked.includes(family)) continue;
    const measured = chips.map((chip) => {
      const isa = measureIsa(chip);
      return { isa, rows: measureRows(isa, console.log) };
    });
    writeFileSync(join(FOLDER, `${family}.ts`), moduleText(family, measured, disassembler.version));
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
