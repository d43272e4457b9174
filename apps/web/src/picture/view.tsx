/** A picture with what belongs to it: what is under the pointer, files of it, and the table that says the same. */
import { type Picture, pictureNode, type SvgNode } from '@ldscope/render';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { theme } from '../shell/theme.ts';
import { TableTwin, type TwinTable } from './data-table.tsx';
import { draw } from './drawing.ts';
import { savePng, saveSvg } from './export.ts';

/** The `data-` attributes of an element of a picture: `lane`, `bank`, `element`, `line`, `phase`, ... as numbers. */
export type Pointed = Readonly<Record<string, number>>;

export interface ViewProps {
  readonly picture: Picture;
  readonly table?: TwinTable;
  /** The name of saved files, without an ending. */
  readonly name: string;
  /** Shrinks to any width; otherwise a picture shrinks a little and then scrolls. */
  readonly fit?: boolean;
  /** What the pointer is over; `undefined` when it leaves. */
  readonly onPoint?: (pointed: Pointed | undefined) => void;
  readonly onPick?: (pointed: Pointed) => void;
}

/** Smaller than this, texts of a picture are not readable any more. */
const LEAST_SCALE = 0.7;

export function View({
  picture,
  table,
  name,
  fit = false,
  onPoint,
  onPick,
}: ViewProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<SvgNode>(undefined);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const node = pictureNode(picture);
    draw(place.current, drawn.current, node);
    drawn.current = node;
  }, [picture]);
  return (
    <figure class="view">
      <div
        ref={place}
        class="view-scroll"
        style={{ '--least-width': `${fit ? 0 : Math.round(LEAST_SCALE * picture.width)}px` }}
        tabIndex={0}
        role="group"
        aria-label={picture.title}
        {...(onPoint === undefined
          ? {}
          : {
              onPointerOver: (event: PointerEvent) => onPoint(pointedAt(event)),
              onPointerLeave: () => onPoint(undefined),
            })}
        {...(onPick === undefined
          ? {}
          : {
              onClick: (event: MouseEvent) => {
                const pointed = pointedAt(event);
                if (pointed !== undefined) onPick(pointed);
              },
            })}
      />
      <div class="view-tools">
        <button
          type="button"
          class="button quiet"
          aria-label={`Save as SVG: ${picture.title}`}
          onClick={() => saveSvg(picture, theme.value, name)}
        >
          SVG
        </button>
        <button
          type="button"
          class="button quiet"
          aria-label={`Save as PNG: ${picture.title}`}
          onClick={() => void savePng(picture, theme.value, name)}
        >
          PNG
        </button>
      </div>
      {table === undefined ? undefined : <TableTwin table={table} />}
    </figure>
  );
}

/**
 * The attributes of the mark under the pointer, or of the nearest group around it that has any. A number or a frame that stands on
 * a mark is not a part of it: the mark is what lies below.
 */
function pointedAt({ target, clientX, clientY }: MouseEvent): Pointed | undefined {
  const own = attributesAround(target);
  if (own !== undefined) return own;
  for (const below of document.elementsFromPoint(clientX, clientY)) {
    const pointed = attributesAround(below);
    if (pointed !== undefined) return pointed;
  }
  return undefined;
}

function attributesAround(start: unknown): Pointed | undefined {
  let element = start;
  while (element instanceof SVGElement) {
    const entries = Object.entries(element.dataset).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, Number(value)] as const],
    );
    if (entries.length > 0) return Object.fromEntries(entries);
    element = element.parentElement;
  }
  return undefined;
}
