/**
 * Tries what `suggest` would tell the author of a source to declare: changes the length in the text, compiles it as the source was
 * compiled, executes both on the launch, and compares every byte of its buffers and the cycles of the array.
 *
 *     __shared__ float t[32][32];     t[32][33]: the same 4,096 bytes, 992 -> 0        told
 *                                     t[32][33]: 992 bytes differ                      a warning, and nothing is told
 */
import { resolve } from 'node:path';
import {
  type Diagnostic,
  distinctDiagnostics,
  messages,
  paddedLayout,
  placeDiagnostics,
  rowBytes,
  type SuggestedBuffer,
  type SuggestedDeclaration,
  sum,
} from '@ldscope/core';
import {
  arrayCost,
  type BufferSuggestion,
  bytesLeft,
  differenceOf,
  layoutWords,
  leftMemory,
  type LeftMemory,
  Program,
  sharedDeclarations,
  spanOf,
  type Suggested,
  type SuggestOptions,
} from '@ldscope/engine';
import { sourceLanguage } from '../compile/language.ts';
import { compiledParts } from '../input/compiled.ts';
import type { KernelInput } from '../input/kernel-input.ts';
import type { Io } from '../io/io.ts';
import type { CompilerOptions } from '../options/options.ts';

/** Changes of one array that are compiled, the most promising ones. */
const MOST_TRIALS = 3;

/** The compiled text of a changed source; `undefined` where it does not compile. */
type Recompile = (changed: string) => Promise<string | undefined>;

/** Compiles changes of a source as the source is; `undefined` for what no compiler has made. */
export function recompiler(
  io: Io,
  path: string,
  machine: string | undefined,
  options: CompilerOptions,
): Recompile | undefined {
  const language = sourceLanguage(path);
  if (language === undefined) return undefined;
  return async (changed) => {
    const { saveTemps: _kept, ...how } = options;
    const parts = await compiledParts(io, path, language, machine, how, {
      changed: new Map([[resolve(path), changed]]),
    });
    if (!('length' in parts)) return undefined;
    const read = await parts[0].read();
    return 'diagnostics' in read ? undefined : read.text;
  };
}

/** A suggestion for a source with the changes that hold. The input is what was made of it. */
export async function triedDeclarations(
  path: string,
  suggested: Suggested,
  { text: assembly, sources }: KernelInput,
  recompile: Recompile,
  options: SuggestOptions,
): Promise<Suggested> {
  const text = sources?.get(path);
  const { report } = suggested;
  if (
    report === undefined ||
    text === undefined ||
    suggested.buffers.every(({ declarations = [] }) => declarations.length === 0)
  )
    return suggested;
  const before = leftMemory(assembly, options);
  if (!before.ok) return suggested;
  const said: Diagnostic[] = [];
  const buffers: BufferSuggestion[] = [];
  for (const buffer of suggested.buffers) {
    const { declarations = [] } = buffer;
    if (declarations.length === 0) {
      buffers.push(buffer);
      continue;
    }
    const trial = new Trial(path, text, before.value, recompile, options);
    const declaration = await trial.best(assembly, declarations);
    for (const each of trial.diagnostics) said.push(each);
    buffers.push({ ...buffer, suggested: withOutcome(buffer.suggested, declaration) });
  }
  const more = placeDiagnostics(distinctDiagnostics(said), suggested.text ?? '');
  const diagnostics = [...suggested.diagnostics, ...more];
  const all = buffers.map((one) => one.suggested);
  return { ...suggested, buffers, diagnostics, report: { ...report, buffers: all, diagnostics } };
}

/** Why no layout holds, by what the kernel does with longer rows. */
const otherAccess = {
  'other results':
    'a longer row makes the kernel compute something else: some access reaches the array without its rows, and no layout ' +
    'holds for it',
  'fails':
    'with longer rows the kernel has a fault that it does not have now: some access reaches the array without its rows, or ' +
    'goes by their length, and no layout is known to hold for it',
} as const;

type Outcome = SuggestedDeclaration | 'not tried' | keyof typeof otherAccess | undefined;

/** The suggestion for a buffer after the trial: no layout where an access does not go by rows. */
function withOutcome(suggested: SuggestedBuffer, outcome: Outcome): SuggestedBuffer {
  if (outcome === 'not tried') return suggested;
  if (typeof outcome !== 'string') {
    const isUntried = suggested.isUntried === true && !isFirst(suggested, outcome);
    return { ...suggested, declaration: outcome, isUntried: isUntried ? true : undefined };
  }
  const text = otherAccess[outcome];
  return {
    ...suggested,
    verdict: 'unknown',
    declaration: undefined,
    front: [],
    others: [],
    recommendation: '',
    notations: [],
    obstacles: [{ kind: 'other-access', text }],
  };
}

/** True where the layout that is recommended is that of the declaration, with the conflicts that the trial has counted. */
function isFirst(
  { front: [first], tile }: SuggestedBuffer,
  declaration: SuggestedDeclaration | undefined,
): boolean {
  const pitch = declaration?.better.at(-1);
  if (first === undefined || pitch === undefined || declaration?.tried === undefined) return false;
  const elementBytes = rowBytes(tile) / (declaration.now.at(-1) ?? NaN);
  const same = layoutWords(paddedLayout(tile, pitch * elementBytes)) === first.layout;
  return same && first.conflicts.join() === declaration.after.join();
}

type Attempt =
  | { readonly ok: true; readonly value: SuggestedDeclaration; readonly isAligned: boolean }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }
  | { readonly fault: Diagnostic };

class Trial {
  readonly diagnostics: Diagnostic[] = [];
  readonly #path: string;
  readonly #text: string;
  readonly #before: LeftMemory;
  readonly #recompile: Recompile;
  readonly #options: SuggestOptions;

  constructor(
    path: string,
    text: string,
    before: LeftMemory,
    recompile: Recompile,
    options: SuggestOptions,
  ) {
    this.#path = path;
    this.#text = text;
    this.#before = before;
    this.#recompile = recompile;
    this.#options = options;
  }

  /** The change with the fewest cycles of those that compute the same; `undefined` where none holds. */
  async best(assembly: string, declarations: readonly SuggestedDeclaration[]): Promise<Outcome> {
    const [first] = declarations;
    const now = first && arrayCost(assembly, this.#options, first.name);
    if (first === undefined || now?.ok !== true) return 'not tried';
    const present = sum(now.value.cycles);
    let best: SuggestedDeclaration | undefined;
    let refused: Diagnostic | undefined;
    let fault: Diagnostic | undefined;
    let isTried = false;
    for (const one of chosen(declarations)) {
      if (best !== undefined && sum(one.cycles) >= sum(best.cycles)) continue;
      const outcome = await this.#try(one);
      if (outcome === undefined) continue;
      isTried = true;
      if ('fault' in outcome) {
        fault ??= outcome.fault;
        continue;
      }
      if (!outcome.ok) {
        // Results that one length changes, every other length changes too.
        for (const each of outcome.diagnostics) this.diagnostics.push(each);
        return 'other results';
      }
      const cycles = sum(outcome.value.cycles);
      const name = arrayText(one);
      if (!outcome.isAligned) refused ??= messages.suggest.misaligned(name);
      else if (cycles >= present) refused ??= messages.suggest.notAsPromised(name, cycles, present);
      else if (best === undefined || cycles < sum(best.cycles)) best = outcome.value;
    }
    if (!isTried) return 'not tried';
    if (best !== undefined) return best;
    const reason = fault ?? refused;
    if (reason !== undefined) this.diagnostics.push(reason);
    return fault === undefined ? undefined : 'fails';
  }

  /** The outcome of a change: fails where the kernel then computes something else; `undefined` where it cannot be tried. */
  async #try(one: SuggestedDeclaration): Promise<Attempt | undefined> {
    const changed = changedText(this.#path, this.#text, one);
    const assembly = changed === undefined ? undefined : await this.#recompile(changed);
    if (assembly === undefined) return undefined;
    const after = leftMemory(assembly, this.#options);
    const cost = arrayCost(assembly, this.#options, one.name);
    const fails = (reason: string): Attempt => ({
      fault: messages.suggest.fails(arrayText(one), reason),
    });
    if (!after.ok) return fails(after.diagnostics[0]?.message ?? 'it does not end');
    if (!cost.ok) return undefined;
    const difference = differenceOf(this.#before, after.value);
    if (difference !== undefined) {
      const { buffer, bytes, of } = difference;
      const message = messages.suggest.otherResults(arrayText(one), buffer, bytes, of);
      return { ok: false, diagnostics: [message] };
    }
    const [hazard] = after.value.hazards.slice(this.#before.hazards.length);
    if (hazard !== undefined) return fails(hazard);
    const { conflicts, cycles, isAligned } = cost.value;
    const tried = { equalBytes: bytesLeft(after.value), workgroups: after.value.workgroups };
    return { ok: true, value: { ...one, after: conflicts, cycles, tried }, isAligned };
  }
}

/** The most promising ones, both of those that keep vectors and of those that leave cutting them to the compiler. */
function chosen(declarations: readonly SuggestedDeclaration[]): readonly SuggestedDeclaration[] {
  const [kept, other] = [true, false].map((keeps) =>
    declarations.filter(({ keepsVectors }) => keepsVectors === keeps),
  );
  const [best, ...more] = kept ?? [];
  const [cut] = other ?? [];
  return [best, cut, ...more].flatMap((one) => one ?? []).slice(0, MOST_TRIALS);
}

const arrayText = ({ name, better }: SuggestedDeclaration): string =>
  plainName(name) + better.map((length) => `[${length}]`).join('');

/** Without the line that tells two variables of one name apart. */
const plainName = (name: string): string => name.replace(/:\d+$/, '');

/** The source with the last length of a declaration changed; `undefined` where the declaration is not found in it. */
function changedText(
  path: string,
  text: string,
  { name, line, now, better }: SuggestedDeclaration,
): string | undefined {
  const found = sharedDeclarations(new Program([{ file: path, text }], 'hip')).find(
    (one) => one.name === plainName(name) && one.place.line === line,
  );
  const last = found?.lengths.at(-1);
  if (last === undefined || found?.lengths.length !== now.length) return undefined;
  const { start, end } = spanOf(last);
  const length = text.slice(start, end);
  const more = (better.at(-1) ?? 0) - (now.at(-1) ?? 0);
  const changed = /^\d+$/.test(length) ? String(Number(length) + more) : `(${length}) + ${more}`;
  return text.slice(0, start) + changed + text.slice(end);
}
