/** What a terminal can show, and a progress line that leaves no trace. */
import type { Io } from '../io/io.ts';

const USUAL_WIDTH = 100;
const LEAST_WIDTH = 60;

/** Colour and width of what is printed to the standard output. */
export function pageOf(io: Io): { readonly width: number; readonly color: boolean } {
  return { width: widthOf(io), color: isColored(io, io.stdout.isTTY) };
}

/** The same for the standard error, where diagnostics go. */
export function errorPageOf(io: Io): { readonly width: number; readonly color: boolean } {
  return { width: widthOf(io), color: isColored(io, io.stderr.isTTY) };
}

/** `FORCE_COLOR` decides when it is set, then `NO_COLOR`; otherwise a terminal that is not dumb has colour. */
function isColored({ env }: Io, isTTY: boolean): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isTTY && env['TERM'] !== 'dumb';
}

function widthOf({ stdout }: Io): number {
  const { isTTY, columns = USUAL_WIDTH } = stdout;
  return isTTY && columns >= LEAST_WIDTH ? Math.min(columns, USUAL_WIDTH) : USUAL_WIDTH;
}

export interface Progress {
  /** Shows how far the work is, when it has lasted long enough to be worth a line. */
  update(done: number, all: number): void;
  /** Erases the line. */
  end(): void;
}

const PATIENCE_MS = 300;
const REFRESH_MS = 100;

/** A line on the standard error; nothing where that is not a terminal. */
export function progressOn(io: Io, what: string): Progress {
  if (!io.stderr.isTTY || io.isQuiet === true) return { update: () => {}, end: () => {} };
  const start = io.now();
  let last = start + PATIENCE_MS - REFRESH_MS;
  let shown = false;
  return {
    update: (done, all) => {
      const now = io.now();
      if (now - last < REFRESH_MS || done >= all) return;
      last = now;
      shown = true;
      io.stderr.write(`\r\u001B[2K${what} ${done} of ${all}`);
    },
    end: () => {
      if (shown) io.stderr.write('\r\u001B[2K');
      shown = false;
    },
  };
}
