/**
 * Which lanes a chip serves together: for each class of instructions its lanes, 16 to a line, with the number and the
 * colour of their phase; of one chip, or of two chips or models side by side.
 *
 *     read b128     8 x 8 lanes, 64 banks     ● measured
 *     0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3
 *     1 1 1 1 0 0 0 0 ...
 */
import { greatestOf } from '@ldscope/core';
import { classNames, sameRules } from '../text/machine-rules.ts';
import { counted } from '../text/numbers.ts';
import { characterWidth, fitText } from './chart-scale.ts';
import { costsDiffer, type MachineChoice, pairRules } from './machine-compare.ts';
import { label, type Picture, type SvgNode } from './node.ts';
import { type Card, CARD_WIDTH, cardHeight, cardNodes } from './phase-map-card.ts';
import type { Selection } from './selection.ts';

export interface PhaseMapOptions {
  /** A second choice to compare with. */
  readonly compared?: MachineChoice | undefined;
  /** Only classes that are served in different ways. */
  readonly onlyDifferences?: boolean;
  /** Pixels; 900 unless told, and what two cards take where chips are compared. */
  readonly width?: number;
  readonly selection?: Selection;
}

const GAP = 36;
const EDGE = 12;

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
  const width = Math.max(options.width ?? 900, CARD_WIDTH + 2 * EDGE);
  const perRow = Math.max(1, Math.floor((width - 2 * EDGE + GAP) / (CARD_WIDTH + GAP)));
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
  const all = pairRules(a, b);
  const pairs = all.filter(({ differs }) => differs || options.onlyDifferences !== true);
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
  const different = all.filter(({ differs }) => differs).length;
  const costs = costsDiffer(a, b) ? ' The cost of a phase differs between the two.' : '';
  return {
    width: Math.max(options.width ?? 0, 2 * (EDGE + CARD_WIDTH) + GAP),
    height: Math.max(bottom, 60),
    title: `Phases of ${names.join(' and of ')}`,
    description: `${different} of ${counted(all.length, 'class', 'classes')} of instructions are served in different ways.${costs}`,
    content: [
      ...names.map((name, index) =>
        label(
          EDGE + index * (CARD_WIDTH + GAP),
          16,
          fitText(name, CARD_WIDTH, characterWidth.large),
          'start large strong',
        ),
      ),
      ...(lines.length === 0
        ? [label(EDGE, 44, `Both serve the same lanes together.${costs}`, 'start soft')]
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
      nodes.push(...cardNodes(card, EDGE + index * (CARD_WIDTH + GAP), y, selection));
    }
    y += greatestOf(line.map(cardHeight)) + 22;
  }
  return { nodes, bottom: y - 6 };
}
