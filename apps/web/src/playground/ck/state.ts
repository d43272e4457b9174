/**
 * C++ of CK Tile in the editor: it has layouts and no accesses, so nothing is executed. This is the reader's input for it,
 * and the layouts read.
 */
import { isCkTileCpp, isPrinted } from '@ldscope/core';
import { computed, type Signal, signal } from '@preact/signals';
import { ckFields, type SharedCkFields } from '../../share/state.ts';
import type { LayoutsTask, TaskResults } from '../../worker/tasks.ts';
import { machineName, type Run, text } from '../state.ts';

export const isCkCpp = computed(() => isCkTileCpp(text.value) || isPrinted(text.value));

/** Constants that the text does not define, as typed: `Problem::kM=128 DataType=f16`. */
export const ckConstants = signal('');
/** One of several layouts. */
export const ckName = signal('');
/** `f16`, for the bank of each element. */
export const ckElement = signal('');
/** An index, `3, 8`, and an offset that is added to it. */
export const ckIndex = signal('');
export const ckMove = signal('');

const fields: Readonly<Record<keyof SharedCkFields, Signal<string>>> = {
  constants: ckConstants,
  layout: ckName,
  element: ckElement,
  index: ckIndex,
  move: ckMove,
};

/** The fields that a link carries; none where they are hidden or empty. */
export function presentCkFields(): { readonly ck?: SharedCkFields } {
  const typed = ckFields.filter((name) => isCkCpp.value && fields[name].value.trim() !== '');
  return typed.length === 0
    ? {}
    : { ck: Object.fromEntries(typed.map((name) => [name, fields[name].value])) };
}

/** The fields as a link has them, the others empty. */
export function openCkFields(ck: SharedCkFields = {}): void {
  for (const name of ckFields) fields[name].value = ck[name] ?? '';
}

export const layoutsRun = signal<Run<TaskResults['layouts']>>({ status: 'idle' });

/** `name=value`, at spaces and commas that are outside of brackets. */
const constantsIn = (typed: string): string[] =>
  [...typed.matchAll(/[^\s,<]+(?:<[^>]*>)?[^\s,<]*/g)].map(([one]) => one);

/** Whole numbers of a text; `undefined` where it has none. */
function numbersIn(typed: string): readonly number[] | undefined {
  const numbers = typed.match(/-?\d{1,9}/g);
  return numbers === null ? undefined : numbers.map(Number);
}

/** Sets a constant among the typed ones, in place of its earlier value. */
export function withConstant(typed: string, given: string): string {
  const name = `${given.split('=')[0] ?? ''}=`;
  return [...constantsIn(typed).filter((one) => !one.startsWith(name)), given].join(' ');
}

const wordOf = (typed: string): string | undefined =>
  typed.trim() === '' ? undefined : typed.trim();

export const layoutsTask = computed<LayoutsTask>(() => ({
  kind: 'layouts',
  text: text.value,
  machine: machineName.value,
  define: constantsIn(ckConstants.value),
  // A new text need not have the layout that was chosen in the old one.
  use: text.value.includes(ckName.value.replace(/^.*::/, '')) ? wordOf(ckName.value) : undefined,
  element: wordOf(ckElement.value),
  index: numbersIn(ckIndex.value),
  move: numbersIn(ckMove.value),
}));
