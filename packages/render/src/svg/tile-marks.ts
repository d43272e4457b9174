/**
 * The marks of all cells of a tile. A mark at rest is made once and is the same object in every picture of the same cells,
 * so that drawing a new selection can skip unchanged marks by identity. Marks outside the selection are dimmed by the class
 * of the group alone.
 */
import { svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import type { TileCell, TileCells } from './tile-cells.ts';
import { type Box, tileMark, type TileOptions } from './tile-map-cell.ts';

/** The position of a cell and its possible labels. */
export interface TilePlace {
  readonly cell: TileCell;
  readonly box: Box;
  readonly texts: readonly string[];
}

/** By cells and by kind of picture: the marks at rest, place by place. */
const resting = new WeakMap<TileCells, Map<string, readonly SvgNode[]>>();

/** The group of marks; `kind` names the picture, of which the places follow with the colours and the size. */
export function tileMarks(
  kind: 'logical' | 'physical',
  places: readonly TilePlace[],
  cells: TileCells,
  options: TileOptions,
): SvgNode {
  const { colorBy, compact = false, selection, access } = options;
  const atRest = restingMarks(`${kind} ${colorBy} ${compact}`, places, cells, options);
  const known = selection === undefined ? {} : ownPart(selection, access !== undefined);
  const selecting = Object.keys(known).length > 0;
  const marks = selecting
    ? places.map(({ cell, box, texts }, index) => {
        const mark = atRest[index];
        return mark === undefined || isSelected(cell, cells, known)
          ? tileMark(cell, box, texts, cells, options, true)
          : mark;
      })
    : atRest;
  return svg('g', { class: classes('tile-cells', selecting && 'selecting') }, ...marks);
}

function restingMarks(
  key: string,
  places: readonly TilePlace[],
  cells: TileCells,
  options: TileOptions,
): readonly SvgNode[] {
  const kinds = resting.get(cells) ?? new Map<string, readonly SvgNode[]>();
  resting.set(cells, kinds);
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const made = places.map(({ cell, box, texts }) =>
    tileMark(cell, box, texts, cells, options, false),
  );
  kinds.set(key, made);
  return made;
}

/** The parts of a selection that cells can match; lanes only where an access is shown. */
function ownPart({ lane, bank, element }: Selection, withLanes: boolean): Selection {
  return {
    ...(lane === undefined || !withLanes ? {} : { lane }),
    ...(bank === undefined ? {} : { bank }),
    ...(element === undefined ? {} : { element }),
  };
}

function isSelected(
  cell: TileCell,
  { banks, cellElements }: TileCells,
  selection: Selection,
): boolean {
  const { element } = selection;
  const isInside =
    element !== undefined && element >= cell.element && element < cell.element + cellElements;
  const subject = {
    lanes: cell.lanes.map(({ lane }) => lane),
    banks: Array.from({ length: cell.banks }, (_, i) => (cell.bank + i) % banks),
    elements: isInside ? [element] : [],
  };
  return emphasis(selection, subject) === 'selected';
}
