/** Formulas of lane, wave and iteration, and their values for every wave and iteration. */
import {
  evaluateFormulas,
  type FormulaProgram,
  messages,
  parseFormulas,
  type Place,
  type Result,
  type Tile,
} from '@ldscope/core';

/** The executions of an access: their product is the number of values of a formula. */
export interface Who {
  readonly lanes: number;
  readonly waves: number;
  readonly repeat: number;
}

/** What every formula may use. */
const CONSTANTS = ['waves', 'rows', 'columns'] as const;

/** Values by `(iteration * waves + wave) * lanes + lane`. */
export type Values = Uint32Array;

/** The values of a formula; `fallback` where there is none. `undefined` when it is wrong. */
export function formulaValues(
  text: string | undefined,
  place: Place,
  who: Who,
  tile: Tile,
  fallback: number,
): Values | undefined {
  const { lanes, waves, repeat } = who;
  if (text === undefined) return new Uint32Array(lanes * waves * repeat).fill(fallback);
  const program = parseLaneFormulas(text, who);
  if (!program.ok) return tell(place, program);
  const values = evaluate(program.value, who, tile);
  if (!values.ok) return tell(place, values);
  return values.value.result ?? place.fail(messages.expression.noResult());
}

/** `row = ...; column = ...` with `where` if need be, of a text that begins at `start` of the place's. */
export function namedValues(
  place: Place,
  { text, start }: { readonly text: string; readonly start: number },
  who: Who,
  tile: Tile,
): ReadonlyMap<string, Values> | undefined {
  const program = parseLaneFormulas(text, who);
  const values = program.ok ? evaluate(program.value, who, tile) : program;
  if (values.ok) return values.value.values;
  return tell(place, values, start);
}

function tell(place: Place, { diagnostics }: Result<unknown>, start = 0): undefined {
  place.tell(
    diagnostics.map(({ span, ...one }) =>
      span === undefined
        ? one
        : { ...one, span: { start: span.start + start, end: span.end + start } },
    ),
  );
  return undefined;
}

/** Origins of patterns are of a wave: they do not know lanes. */
const inputsOf = ({ lanes }: Who): string[] => [
  ...(lanes > 1 ? ['lane', 'lanes'] : []),
  'wave',
  'i',
  ...CONSTANTS,
];

const parseLaneFormulas = (text: string, who: Who): Result<FormulaProgram> =>
  parseFormulas(text, inputsOf(who));

function evaluate(program: FormulaProgram, who: Who, { rows, columns }: Tile) {
  const { lanes, waves, repeat } = who;
  const count = lanes * waves * repeat;
  const list = (of: (i: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => of(i));
  const inputs = new Map([
    ['lane', list((i) => i % lanes)],
    ['wave', list((i) => Math.floor(i / lanes) % waves)],
    ['i', list((i) => Math.floor(i / (lanes * waves)))],
    ...Object.entries({ lanes, waves, rows, columns }).map(
      ([name, value]) => [name, list(() => value)] as const,
    ),
  ]);
  return evaluateFormulas(program, inputs, count);
}
