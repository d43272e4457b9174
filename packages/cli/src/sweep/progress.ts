/**
 * How far a sweep is, and how long it takes: a line that is drawn again on a terminal, one now and then elsewhere.
 *
 *     jobs 1,204 of 9,600, 38 per second, 4 min left, 12 without an answer
 */
import type { Io } from '../io/io.ts';

const REDRAW_MS = 100;
const LINE_MS = 10_000;

export interface SweepProgress {
  /** One more is done; `isAnswer` where it has figures. */
  done(isAnswer: boolean): void;
  /** The line goes from a terminal. */
  end(): void;
}

export function sweepProgress(io: Io, what: string, all: number): SweepProgress {
  const began = io.now();
  let last = began;
  let done = 0;
  let without = 0;
  const { stderr } = io;
  const isShown = io.isQuiet !== true;
  const show = (): void => {
    const line = progressLine({ what, done, all, without, seconds: (io.now() - began) / 1000 });
    stderr.write(stderr.isTTY ? `\r\u001B[2K${line}` : `${line}\n`);
  };
  return {
    done: (isAnswer) => {
      done++;
      if (!isAnswer) without++;
      const now = io.now();
      if (!isShown || now - last < (stderr.isTTY ? REDRAW_MS : LINE_MS)) return;
      last = now;
      show();
    },
    end: () => {
      if (isShown && stderr.isTTY && last !== began) stderr.write('\r\u001B[2K');
    },
  };
}

interface ProgressState {
  readonly what: string;
  readonly done: number;
  readonly all: number;
  readonly without: number;
  readonly seconds: number;
}

/** The line; the estimate takes the jobs to come for as fast as those that are done. */
export function progressLine({ what, done, all, without, seconds }: ProgressState): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const parts = [
    `${what} ${grouped(done)} of ${grouped(all)}`,
    ...(rate > 0 ? [`${rateText(rate)}`, `${durationText((all - done) / rate)} left`] : []),
    ...(without > 0 ? [`${grouped(without)} without an answer`] : []),
  ];
  return parts.join(', ');
}

const grouped = (value: number): string => value.toLocaleString('en-US');

export const rateText = (perSecond: number): string =>
  perSecond >= 1
    ? `${perSecond.toFixed(perSecond < 10 ? 1 : 0)} per second`
    : `${(perSecond * 60).toFixed(1)} per minute`;

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
