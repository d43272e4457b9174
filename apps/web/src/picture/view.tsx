/** A picture with a line for the mark under the pointer, buttons to save it, and a table with its numbers. */
import { type Picture, pictureNode, type ReadoutField, type SvgNode } from '@ldscope/render';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../shell/theme.ts';
import { TableTwin, type TwinTable } from './data-table.tsx';
import { draw } from './drawing.ts';
import { type Caption, savePng, saveSvg } from './export.ts';
import { readableScale } from './readable.ts';
import { useScrollHint } from './scroll-hint.ts';

/** The `data-` attributes of an element of a picture: `lane`, `bank`, `element`, `line`, `phase`, ... as numbers. */
export type Pointed = Readonly<Record<string, number>>;

export interface ViewProps {
  readonly picture: Picture;
  readonly table?: TwinTable;
  /** The name of saved files, without an extension. */
  readonly name: string;
  /** The caption of saved files; by default the title of the picture. */
  readonly caption?: (() => Caption) | undefined;
  /**
   * Called with the mark under the pointer, `undefined` when it leaves. A finger points until it taps elsewhere in the
   * picture.
   */
  readonly onPoint?: (pointed: Pointed | undefined) => void;
  readonly onPick?: (pointed: Pointed) => void;
  /** The selection in figures; by default the title of the mark under the pointer. */
  readonly readout?: readonly ReadoutField[] | undefined;
  /** An arrow key was pressed in the picture; true when it was taken, so that the picture does not scroll. */
  readonly onArrow?: (key: ArrowKey) => boolean;
}

export type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const isArrow = (key: string): key is ArrowKey => /^Arrow(Up|Down|Left|Right)$/.test(key);

/** The largest scale of a picture that may grow. */
const MOST_SCALE = 1.5;

export function View({
  picture,
  table,
  name,
  caption = () => ({ lines: [picture.title], file: name }),
  onPoint,
  onPick,
  readout,
  onArrow,
}: ViewProps): JSX.Element {
  const [said, setSaid] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<SvgNode>(undefined);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const node = pictureNode(picture);
    draw(place.current, drawn.current, node);
    drawn.current = node;
  }, [picture]);
  useScrollHint(place);
  // As wide as the page allows; a picture whose smallest text would have less than 10 pixels scrolls instead.
  const leastWidth = Math.ceil(readableScale(picture) * picture.width);
  return (
    <figure class="view">
      <div
        ref={place}
        class="view-scroll"
        style={{
          '--least-width': `${leastWidth}px`,
          '--most-width': `${Math.round(MOST_SCALE * picture.width)}px`,
        }}
        tabIndex={0}
        role="group"
        aria-label={picture.title}
        onPointerOver={(event: PointerEvent) => {
          if (readout === undefined) setSaid(titleAt(event) ?? '');
          // The tap that begins here picks the mark.
          if (event.pointerType !== 'touch' || onPick === undefined) onPoint?.(pointedAt(event));
        }}
        onPointerLeave={({ pointerType }: PointerEvent) => {
          // Lifting a finger leaves the tapped mark pointed at.
          if (pointerType === 'touch') return;
          setSaid('');
          onPoint?.(undefined);
        }}
        {...(onArrow === undefined
          ? {}
          : {
              onKeyDown: (event: KeyboardEvent) => {
                const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
                if (altKey || ctrlKey || metaKey || shiftKey || !isArrow(key)) return;
                if (onArrow(key)) event.preventDefault();
              },
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
          onClick={() => saveSvg(picture, theme.value, caption())}
        >
          SVG
        </button>
        <button
          type="button"
          class="button quiet"
          aria-label={`Save as PNG: ${picture.title}`}
          onClick={() => void savePng(picture, theme.value, caption())}
        >
          PNG
        </button>
        <Readout fields={readout} text={said} />
      </div>
      {table === undefined ? undefined : <TableTwin table={table} />}
    </figure>
  );
}

/** The line stays when it is empty, so that nothing moves. */
function Readout({
  fields,
  text,
}: {
  readonly fields: readonly ReadoutField[] | undefined;
  readonly text: string;
}): JSX.Element {
  if (fields === undefined) return <output class="readout">{text}</output>;
  return (
    <output class="readout">
      {fields.length === 0 ? (
        <span class="soft">point at a mark, or use the arrow keys in the picture</span>
      ) : (
        fields.map(({ name, value }) => (
          <span key={name + value} class="field-of">
            {name === '' ? undefined : <span class="soft">{name}</span>} {value}
          </span>
        ))
      )}
    </output>
  );
}

/** The title of the mark at an event: that of the nearest group around it that has one. */
function titleAt({ target, clientX, clientY }: MouseEvent): string | undefined {
  const around = [target, ...document.elementsFromPoint(clientX, clientY)];
  for (const one of around) {
    let element = one;
    while (element instanceof SVGElement && !(element instanceof SVGSVGElement)) {
      const title = element.querySelector(':scope > title')?.textContent;
      if (title !== undefined && title !== '') return title;
      element = element.parentElement;
    }
  }
  return undefined;
}

/**
 * The attributes of the mark under the pointer, or of the nearest group around it that has any. A number or a frame drawn
 * over a mark is not part of it: the mark is the element below.
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
