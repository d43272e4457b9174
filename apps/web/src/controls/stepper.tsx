/** Steps of a picture, one at a time or played. Arrow keys step, the space bar plays, Home and End jump. */
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { controls, whole } from './schema.ts';
import { useControls } from './use-controls.ts';

interface StepperProps {
  /** The noun for a step: `Phase`. */
  readonly label: string;
  readonly count: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** The name of the present step; by default its number. */
  readonly text?: string | undefined;
  readonly milliseconds?: number | undefined;
}

export function Stepper({
  label,
  count,
  value,
  onChange,
  text,
  milliseconds = 700,
}: StepperProps): JSX.Element {
  const [playing, setPlaying] = useState(false);
  const last = Math.max(0, count - 1);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => onChange(value >= last ? 0 : value + 1), milliseconds);
    return () => clearTimeout(timer);
  }, [playing, value, last, milliseconds, onChange]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextStep(event.key, value, last);
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) setPlaying(!playing);
    else if (next === undefined) return;
    else onChange(next);
    event.preventDefault();
  };
  return (
    <div class="stepper" role="group" aria-label={`${label}, step by step`} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="button"
        aria-label={`Previous ${label.toLowerCase()}`}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
      >
        ←
      </button>
      <button
        type="button"
        class="button"
        aria-label={playing ? 'Stop' : 'Play'}
        aria-pressed={playing}
        disabled={count < 2}
        onClick={() => setPlaying(!playing)}
      >
        {playing ? '❚❚' : '▶'}
      </button>
      <button
        type="button"
        class="button"
        aria-label={`Next ${label.toLowerCase()}`}
        disabled={value >= last}
        onClick={() => onChange(value + 1)}
      >
        →
      </button>
      <input
        type="range"
        aria-label={label}
        min={0}
        max={last}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      <output>{text ?? `${label} ${value}, ${value + 1} of ${count}`}</output>
    </div>
  );
}

interface StepsOptions {
  /** Its name in the address, `step.NAME=3`: by default the label. */
  readonly name?: string;
  /** It starts over when this changes. */
  readonly of?: unknown;
  readonly text?: (step: number) => string;
  readonly milliseconds?: number;
}

/**
 * The present step out of `count`, and the stepper element: `const [phase, stepper] = useSteps('Phase', 8)`. It begins with
 * the first step, or with the one in the address.
 */
export function useSteps(
  label: string,
  count: number,
  { name = label.toLowerCase(), of, text, milliseconds }: StepsOptions = {},
): readonly [step: number, stepper: JSX.Element, choose: (step: number) => void] {
  const own = useMemo(() => controls('step', { [name]: whole(label, 0) }), [name, label]);
  const { state, put } = useControls(own);
  const owner = useRef(of);
  const isOther = owner.current !== of;
  const step = isOther ? 0 : Math.max(0, Math.min(Number(own.value(state, name)), count - 1));
  const choose = useCallback((next: number) => put(name, next), [put, name]);
  useEffect(() => {
    if (!isOther) return;
    owner.current = of;
    choose(0);
  }, [isOther, of, choose]);
  const stepper = (
    <Stepper
      {...{ label, count, milliseconds }}
      value={step}
      onChange={choose}
      text={text?.(step)}
    />
  );
  return [step, stepper, choose];
}

/** Where a key leads; `undefined` for any other key. */
export function nextStep(key: string, value: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, value + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, value - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
