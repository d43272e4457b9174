/**
 * A movable line between two panes: by pointer, by arrow keys (Shift for larger steps), Home and End; a double click or
 * Enter gives the first size back.
 *
 *     <Separator label="Width of the kernel" controls="kernel" orientation="vertical" value={42} ... />
 *
 * The caller chooses the unit of the value, and maps a position of the pointer to a value.
 */
import type { JSX } from 'preact';

interface SeparatorProps {
  readonly label: string;
  /** The id of the pane before it, whose size it sets. */
  readonly controls: string;
  /** `vertical` parts left and right. */
  readonly orientation: 'vertical' | 'horizontal';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value for a position of the pointer; `separator` is the line itself. */
  readonly valueAt: (
    event: Pick<PointerEvent, 'clientX' | 'clientY'>,
    separator: HTMLElement,
  ) => number;
  readonly onChange: (value: number) => void;
  readonly onReset: () => void;
}

/** Steps of an arrow key with Shift. */
const LARGE = 4;

export function Separator({
  label,
  controls,
  orientation,
  value,
  min,
  max,
  step,
  valueAt,
  onChange,
  onReset,
}: SeparatorProps): JSX.Element {
  const set = (next: number): void => onChange(Math.round(Math.max(min, Math.min(max, next))));
  const [less, more] =
    orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? LARGE * step : step;
    if (event.key === less) set(value - by);
    else if (event.key === more) set(value + by);
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else if (event.key === 'Enter') onReset();
    else return;
    event.preventDefault();
  };
  return (
    <div
      class={`separator ${orientation}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      title="Drag to resize; double-click to reset"
      onKeyDown={onKeyDown}
      onDblClick={onReset}
      onPointerDown={({ currentTarget, pointerId, button }) => {
        if (button === 0) currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={(event) => {
        const { currentTarget, pointerId } = event;
        if (currentTarget.hasPointerCapture(pointerId)) set(valueAt(event, currentTarget));
      }}
    />
  );
}
