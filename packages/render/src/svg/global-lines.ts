/**
 * The lines of global memory that one access of a wave fetches: which bytes are used, and by which lanes.
 *
 *              +0            +64           +128          columns are lines; x in a column is the byte in the line
 *     bytes    ▓▓▓▓▓▓▓▓▓▓▓▓  ▓▓▓▓▓▓▓▓▓▓▓▓  ▓▓░░░░░░░░░░  wanted by some lane; hatched: fetched for nothing
 *     lane 0   ▓
 *     lane 1    ▓                                        rows are lanes
 *
 * Only lines that are fetched have a column, so the number of columns is that of the transactions.
 */
import { efficiency, type GlobalExplanation } from '@ldscope/core';
import { counted, grouped, percent } from '../text/numbers.ts';
import { characterWidth } from './chart-scale.ts';
import { hatch, LEFT, linesFrame, RIGHT } from './global-lines-frame.ts';
import { laneRows } from './global-lines-rows.ts';
import { lineBytes, lineShares } from './global-lines-strip.ts';
import { label, type Picture, rect, svg, type SvgNode } from './node.ts';
import type { Selection } from './selection.ts';
import { laneColor } from './theme.ts';

export interface GlobalLinesOptions {
  /** Pixels of the whole picture; 900 unless told. */
  readonly width?: number;
  readonly selection?: Selection;
}

const NARROWEST = 280;

/** The picture of one access; lines carry `data-block`, lanes `data-lane`. */
export function globalLinesPicture(
  explanation: GlobalExplanation,
  options: GlobalLinesOptions = {},
): Picture {
  const { blocks, model, addressBytes } = explanation;
  const width = Math.max(NARROWEST, options.width ?? 900);
  const head = headOf(explanation, width);
  const frame = linesFrame(explanation, width, head.bottom, options.selection);
  const key = legend(frame.bottom + 20, width, model.unit, addressBytes.length);
  return {
    width,
    height: key.bottom,
    title: `${counted(blocks.length, model.unit)} of global memory for ${explanation.instruction.name}`,
    description: explanation.reasons.join('; '),
    content: [
      ...head.nodes,
      ...lineBytes(explanation, frame),
      ...lineShares(explanation, frame),
      ...laneRows(explanation, frame),
      ...key.nodes,
    ],
  };
}

/** The bytes fetched, the ideal, and the useful share; on two lines, or on three in a narrow picture. */
function headOf(
  explanation: GlobalExplanation,
  width: number,
): { readonly nodes: readonly SvgNode[]; readonly bottom: number } {
  const { blocks, idealTransactions, usefulBytes, fetchedBytes, model } = explanation;
  const { unit, transactionBytes } = model;
  const best = blocks.length === idealTransactions;
  const verdict =
    blocks.length === 0
      ? 'no lane takes part'
      : best
        ? 'no access of these bytes takes fewer'
        : `${counted(idealTransactions, unit)} would do`;
  const useful =
    fetchedBytes === 0
      ? 'nothing is fetched'
      : `${percent(usefulBytes, fetchedBytes)} useful: ${grouped(usefulBytes)} of ${grouped(fetchedBytes)} B`;
  const share = fetchedBytes === 0 ? 0 : Math.min(1, efficiency(usefulBytes, fetchedBytes));
  const bar = Math.min(220, width / 4);
  const at = width - RIGHT - bar;
  const fits = (verdict.length + useful.length + 3) * characterWidth.normal <= width - 12 - RIGHT;
  return {
    bottom: fits ? 44 : 62,
    nodes: [
      label(
        12,
        16,
        `${counted(blocks.length, unit)} of ${transactionBytes.value} B`,
        'start large strong',
      ),
      label(12, 36, verdict, `start ${best ? 'good' : 'conflict'}`),
      rect(at, 10, bar, 10, 'empty'),
      rect(at, 10, bar * share, 10, 'bar-good'),
      fits ? label(width - RIGHT, 36, useful, 'end soft') : label(12, 54, useful, 'start soft'),
    ],
  };
}

/** The meaning of colours and hatches; side by side where there is room. */
function legend(
  y: number,
  width: number,
  unit: string,
  lanes: number,
): { readonly nodes: readonly SvgNode[]; readonly bottom: number } {
  const text = `fetched with its ${unit} and not wanted`;
  const fits = LEFT + 290 + text.length * characterWidth.small <= width;
  const [x, below] = fits ? [LEFT + 250, y] : [LEFT, y + 18];
  const swatches = [0, 1, 2, 3].map((index) =>
    rect(LEFT + index * 8, y - 5, 8, 10, { fill: laneColor((index * (lanes - 1)) / 3, lanes) }),
  );
  return {
    bottom: below + 14,
    nodes: [
      ...swatches,
      label(LEFT + 40, y, 'wanted, in the colour of its lane', 'start small soft'),
      rect(x, below - 5, 32, 10, 'empty'),
      svg('path', { d: hatch(x, below - 5, 32, 10, 5), class: 'axis', opacity: 0.45 }),
      label(x + 40, below, text, 'start small soft'),
    ],
  };
}
