/** The table of docs/ck-tile.md: what the model says of a wave and tile, and what the machine code did. */
import { machineNamed, simulate, tutorials, waveTiles } from '@ldscope/core';
import { type Chip, type Compiled, chips, readCompiled } from './compiled.ts';
import { launch } from './launch.ts';
import { executedByWave, replayOn } from './model.ts';

const [M, K] = [256, 64] as const;

export function tutorialTable(): string[] {
  const code = chips.map((chip) => [chip, readCompiled(chip)] as const);
  const rows = tutorials.map(({ name }) => {
    const sides = code.map(([chip, compiled]) => sideOf(name, chip, compiled));
    const [first] = sides;
    const [lds, buffers] = [first?.lds ?? '', first?.buffers ?? ''];
    if (sides.some((side) => side.lds !== lds || side.buffers !== buffers))
      throw new Error(`${name}: the chips differ and need columns of their own`);
    return [name, lds, ...sides.flatMap(({ cells }) => cells), buffers];
  });
  const figures = chips.flatMap((chip) => [`${chip}: instructions`, 'conflicts', 'cycles']);
  return markdown(['tutorial', 'LDS, compiled', ...figures, 'global, compiled'], rows);
}

interface Side {
  readonly lds: string;
  readonly buffers: string;
  /** Instructions, conflicts and cycles: of the model, and of the machine code where that differs. */
  readonly cells: readonly string[];
}

function sideOf(name: string, chip: Chip, compiled: Compiled): Side {
  const { traces, buffers, execution } = launch(compiled, name, chip, M, K);
  const tiles = waveTiles(M, K);
  const costs = traces.map((trace) => simulate(trace, machineNamed(chip)));
  const total = (key: 'bankConflict' | 'idxActive'): number =>
    costs.flatMap((cost) => [...cost[key]]).reduce((sum, cycles) => sum + cycles, 0);
  const model = replayOn(name, machineNamed(chip));
  const waves = model.cost.executions / model.instructionsPerWaveTile;
  const pairs = [
    [model.instructionsPerWaveTile, execution.counts.LDS.instructions / tiles],
    [model.conflictsPerWaveTile, total('bankConflict') / tiles],
    [model.cost.idxActive / waves, total('idxActive') / tiles],
  ] as const;
  const [trace] = traces;
  const first = trace === undefined ? [] : [...(executedByWave(trace).get(0) ?? [])];
  const tilesOfWave = K / 32;
  return {
    lds: listed(tally(first.map((one) => one.name)), tilesOfWave),
    buffers: listed(Object.entries(buffers), tiles),
    cells: pairs.map(([ours, theirs]) =>
      ours === theirs ? `${ours} = ${theirs}` : `${ours} ≠ ${theirs}`,
    ),
  };
}

const tally = (list: readonly string[]): (readonly [string, number])[] =>
  [...new Set(list)].map((name) => [name, list.filter((other) => other === name).length]);

/** `ds_write_b128, 8 x ds_read_u16`. */
const listed = (counts: readonly (readonly [string, number])[], of: number): string =>
  counts
    .map(([name, times]) => (times === of ? `\`${name}\`` : `${times / of} \`${name}\``))
    .join(', ');

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const isText = (i: number): boolean => i < 2 || i === head.length - 1;
  const widths = head.map((cell, i) =>
    Math.max(3, cell.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, i) => (isText(i) ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    isText(i) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)];
}
