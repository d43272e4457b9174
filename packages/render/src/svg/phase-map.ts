/**
 * Which lanes a chip serves together: for each class of instructions its lanes, 16 to a line, with the number and the
 * colour of their phase; of one chip, or of two chips or models side by side.
 *
 *     read b128     8 x 8 lanes, 64 banks     ● measured
 *     0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3
 *     1 1 1 1 0 0 0 0 ...
 */
import { type Evidence, phaseLanes, type PhaseTable, type ServiceRule } from '@ldscope/core';
import { classNames, phasesText, sameRules } from '../text/machine-rules.ts';
import { counted } from '../text/numbers.ts';
import { characterWidth, fitText } from './chart-scale.ts';
import type { DataTable } from './data-table.ts';
import { type MachineChoice, pairRules, phasesInWords } from './machine.ts';
import { label, type Picture, svg, type SvgNode } from './node.ts';
import type { Selection } from './selection.ts';
import { laneColor } from './theme.ts';

export interface PhaseMapOptions {
  /** Beside the first, to compare. */
  readonly compared?: MachineChoice;
  /** Only classes that are served in different ways. */
  readonly onlyDifferences?: boolean;
  /** Pixels; 900 unless told. */
  readonly width?: number;
  readonly selection?: Selection;
}

const PER_LINE = 16;
const CELL = 16;
const GRID = PER_LINE * CELL;
const GAP = 36;
const HEAD = 38;

/** A rule and what it is called above its grid. */
interface Card {
  readonly title: string;
  readonly rule: ServiceRule | undefined;
  readonly mark?: 'differs' | 'same';
}

/** The picture; lanes carry `data-lane`. */
export function phaseMapPicture(choice: MachineChoice, options: PhaseMapOptions = {}): Picture {
  return options.compared === undefined
    ? oneMap(choice, options)
    : twoMaps(choice, options.compared, options);
}

function oneMap(
  { machine, model = machine.models[0] }: MachineChoice,
  options: PhaseMapOptions,
): Picture {
  const cards = machine.waveSizes.flatMap((waveSize) =>
    sameRules(model.rules[waveSize] ?? {}).map(({ classes, rule }): Card => ({
      title: classNames(classes) + (machine.waveSizes.length > 1 ? `, ${waveSize} lanes` : ''),
      rule,
    })),
  );
  const width = options.width ?? 900;
  const perRow = Math.max(1, Math.floor((width - 24 + GAP) / (GRID + GAP)));
  const lines = Array.from({ length: Math.ceil(cards.length / perRow) }, (_, line) =>
    cards.slice(line * perRow, (line + 1) * perRow),
  );
  const { nodes, bottom } = placeLines(lines, 12, options);
  return {
    width,
    height: bottom,
    title: `Phases of ${machine.name}, model ${model.name}`,
    description: `Which lanes are served together, for ${counted(cards.length, 'class', 'classes')} of instructions.`,
    content: nodes,
  };
}

function twoMaps(a: MachineChoice, b: MachineChoice, options: PhaseMapOptions): Picture {
  const pairs = pairRules(a, b).filter(
    ({ differs }) => differs || options.onlyDifferences !== true,
  );
  const names = [a, b].map(
    ({ machine, model = machine.models[0] }) => `${machine.name}, model ${model.name}`,
  );
  const lines = pairs.map(({ classes, waveSize, first, second, differs }): Card[] => {
    const title = `${classNames(classes)}, ${waveSize} lanes`;
    return [
      { title, rule: first },
      { title, rule: second, mark: differs ? 'differs' : 'same' },
    ];
  });
  const { nodes, bottom } = placeLines(lines, 36, options);
  const different = pairs.filter(({ differs }) => differs).length;
  return {
    width: options.width ?? 24 + 2 * GRID + GAP,
    height: Math.max(bottom, 60),
    title: `Phases of ${names.join(' and of ')}`,
    description: `${different} of ${counted(pairs.length, 'class', 'classes')} of instructions are served in different ways.`,
    content: [
      ...names.map((name, index) =>
        label(12 + index * (GRID + GAP), 16, fitText(name, GRID, characterWidth.large), {
          class: 'start large strong',
        }),
      ),
      ...(lines.length === 0
        ? [label(12, 44, 'Both serve every class in the same way.', { class: 'start soft' })]
        : []),
      ...nodes,
    ],
  };
}

function placeLines(
  lines: readonly (readonly Card[])[],
  top: number,
  { selection }: PhaseMapOptions,
): { readonly nodes: SvgNode[]; readonly bottom: number } {
  const nodes: SvgNode[] = [];
  let y = top;
  for (const line of lines) {
    for (const [index, card] of line.entries()) {
      nodes.push(...cardNodes(card, 12 + index * (GRID + GAP), y, selection));
    }
    y += Math.max(...line.map(cardHeight)) + 22;
  }
  return { nodes, bottom: y - 6 };
}

function gridHeight({ waveSize }: PhaseTable): number {
  return (waveSize / PER_LINE) * CELL;
}

function cardHeight({ rule }: Card): number {
  if (rule === undefined) return HEAD + 2 * CELL;
  const { phases, pairedPhases } = rule;
  return (
    HEAD + gridHeight(phases) + (pairedPhases === undefined ? 0 : 16 + gridHeight(pairedPhases))
  );
}

function cardNodes(
  { title, rule, mark }: Card,
  x: number,
  y: number,
  selection: Selection | undefined,
): SvgNode[] {
  const marked =
    mark === undefined
      ? []
      : [
          label(x + GRID, y + 8, mark, {
            class: mark === 'differs' ? 'end conflict' : 'end small faint',
          }),
        ];
  const heading = label(x, y + 8, title, { class: 'start strong' });
  if (rule === undefined) {
    return [
      heading,
      ...marked,
      label(x, y + 26, 'no such instruction', { class: 'start small faint' }),
    ];
  }
  const { phases, pairedPhases, banks, evidence } = rule;
  const words = `${phasesText(rule).replace(/ \{.*?\}/, '')}, ${banks} banks`;
  const evidenceWidth = evidence.length * characterWidth.small + 14;
  return [
    heading,
    ...marked,
    label(x, y + 25, fitText(words, GRID - evidenceWidth - 8, characterWidth.small), {
      class: 'start small soft',
    }),
    ...evidenceMark(evidence, x + GRID - evidenceWidth, y + 25, rule),
    ...grid(phases, x, y + HEAD, selection),
    ...(pairedPhases === undefined
      ? []
      : [
          label(x, y + HEAD + gridHeight(phases) + 8, 'when lanes pair up on one address:', {
            class: 'start small soft',
          }),
          ...grid(pairedPhases, x, y + HEAD + gridHeight(phases) + 16, selection),
        ]),
  ];
}

const evidenceClasses: Readonly<Record<Evidence, string>> = {
  measured: 'good',
  documented: 'soft',
  inferred: 'warn',
  disputed: 'conflict',
};

/** A disc for what was measured, a square for a document, a ring for a neighbour's value, a triangle for a dispute. */
function evidenceMark(
  evidence: Evidence,
  x: number,
  y: number,
  { source, note }: ServiceRule,
): SvgNode[] {
  const colors = {
    measured: 'good',
    documented: 'ink-soft',
    inferred: 'warn',
    disputed: 'conflict',
  };
  const color = `var(--${colors[evidence]})`;
  const shape =
    evidence === 'documented'
      ? svg('rect', { x: x + 1, y: y - 3.5, width: 7, height: 7, fill: color })
      : evidence === 'disputed'
        ? svg('path', { d: `M${x + 0.5} ${y + 3.5}h8l-4 -7.5z`, fill: color })
        : svg('circle', {
            'cx': x + 4.5,
            'cy': y,
            'r': 3.5,
            'fill': evidence === 'measured' ? color : 'none',
            'stroke': color,
            'stroke-width': 1.5,
          });
  const why = note === undefined ? source : `${source}; ${note}`;
  return [
    svg(
      'g',
      {},
      svg('title', {}, why),
      shape,
      label(x + 14, y, evidence, {
        class: `start small ${evidenceClasses[evidence]}`,
      }),
    ),
  ];
}

function grid(
  table: PhaseTable,
  x: number,
  y: number,
  selection: Selection | undefined,
): SvgNode[] {
  const phaseOf = phasesByLane(table);
  const chosen = selection?.lane === undefined ? undefined : phaseOf[selection.lane];
  return phaseOf.flatMap((phase, lane): SvgNode[] => {
    const left = x + (lane % PER_LINE) * CELL;
    const top = y + Math.floor(lane / PER_LINE) * CELL;
    const state =
      chosen === undefined
        ? undefined
        : lane === selection?.lane
          ? 'selected'
          : phase === chosen
            ? undefined
            : 'dimmed';
    return [
      svg(
        'g',
        { 'data-lane': lane, 'class': state === 'dimmed' ? state : undefined },
        svg('title', {}, `lane ${lane}: phase ${phase}`),
        svg('rect', {
          x: left,
          y: top,
          width: CELL,
          height: CELL,
          fill: laneColor(phase, Math.max(2, table.count)),
          class: state === 'selected' ? 'lane selected' : 'lane',
        }),
        label(left + CELL / 2, top + CELL / 2 + 0.5, phase, { class: 'small on-lane' }),
      ),
    ];
  });
}

/** The phase of every lane. */
function phasesByLane(table: PhaseTable): number[] {
  const phases = Array.from({ length: table.waveSize }, () => 0);
  for (let phase = 0; phase < table.count; phase++) {
    for (const lane of phaseLanes(table, phase)) phases[lane] = phase;
  }
  return phases;
}

/** The same in words: a row for each class, with the lanes of every phase. */
export function phaseMapTable(choice: MachineChoice, compared?: MachineChoice): DataTable {
  const { machine, model = machine.models[0] } = choice;
  const words = (rule: ServiceRule | undefined): string[] =>
    rule === undefined ? ['-', '-'] : [phasesInWords(rule), rule.evidence];
  if (compared === undefined) {
    return {
      caption: `Phases of ${machine.name}, model ${model.name}`,
      columns: [
        { title: 'class' },
        { title: 'lanes', numeric: true },
        { title: 'phase: lanes' },
        { title: 'evidence' },
      ],
      rows: machine.waveSizes.flatMap((waveSize) =>
        sameRules(model.rules[waveSize] ?? {}).map(({ classes, rule }) => [
          classNames(classes),
          String(waveSize),
          ...words(rule),
        ]),
      ),
    };
  }
  const names = [choice, compared].map((one) => {
    const own = one.model ?? one.machine.models[0];
    return `${one.machine.name}, model ${own.name}`;
  });
  return {
    caption: `Phases of ${names.join(' and of ')}`,
    columns: [
      { title: 'class' },
      { title: 'lanes', numeric: true },
      ...names.flatMap((name) => [{ title: `${name}: phase: lanes` }, { title: 'evidence' }]),
      { title: 'served' },
    ],
    rows: pairRules(choice, compared).map(({ waveSize, classes, first, second, differs }) => [
      classNames(classes),
      String(waveSize),
      ...words(first),
      ...words(second),
      differs ? 'differently' : 'the same',
    ]),
  };
}
