/** What a reader does, as changes of the state. */
import { messages } from '@ldscope/core';
import { batch } from '@preact/signals';
import type { Pointed } from '../picture/view.tsx';
import type { Served } from '../share/served.ts';
import type { SharedState } from '../share/state.ts';
import type { Example } from '../share/examples.ts';
import { Cancelled } from '../worker/client.ts';
import type { NamedBytes } from '../worker/tasks.ts';
import type { Read } from './dropped.ts';
import { readFiles as readOpened } from './opening.ts';
import {
  analysisRun,
  compareName,
  diagnostics,
  file,
  fixRun,
  hovered,
  isSchedule,
  kernelName,
  launch,
  machineName,
  modelName,
  opened,
  openProblems,
  phase,
  pinned,
  site,
  siteId,
  stale,
  suggestRun,
  text,
  tileAt,
  tileText,
  timelineRun,
  triedWords,
  view,
} from './state.ts';

/** Another chip, or what the kernel says; models are of a chip. */
export function chooseMachine(name: string | undefined): void {
  batch(() => {
    machineName.value = name;
    modelName.value = undefined;
  });
}

/** Shows a state as a link or an example has it; nothing of what was there before stays. */
export function openState(state: SharedState): void {
  batch(() => {
    analysisRun.value = { status: 'idle' };
    suggestRun.value = { status: 'idle' };
    timelineRun.value = { status: 'idle' };
    fixRun.value = { status: 'idle' };
    diagnostics.value = [];
    stale.value = false;
    isSchedule.value = false;
    opened.value = undefined;
    openProblems.value = [];
    file.value = state.file;
    machineName.value = state.machine;
    modelName.value = state.model;
    compareName.value = state.compare;
    launch.value = state.launch ?? '';
    kernelName.value = state.kernel;
    view.value = state.view ?? (state.file?.endsWith('.sched') === true ? 'timeline' : 'banks');
    siteId.value = state.site;
    phase.value = state.phase ?? 0;
    tileText.value = state.tile ?? '';
    tileAt.value = state.at ?? 0;
    triedWords.value = state.layout;
    pinned.value = { lane: state.lane, bank: state.bank, element: state.element };
    hovered.value = undefined;
    text.value = state.text;
  });
}

/** Shows what the command line serves, with the code object and the sources behind the text. */
export function openServedFile({ state, ...beside }: Served): void {
  const { text: listing, file: name = '', machine: target } = state;
  const content = { text: listing, file: name, target, parts: [], part: 0, notes: [], ...beside };
  batch(() => {
    openState(state);
    opened.value = { files: [], content };
  });
}

/** The other way: what a link carries. */
export function presentState(): SharedState {
  const { lane, bank, element } = pinned.value;
  return {
    text: text.value,
    file: file.value,
    machine: machineName.value,
    model: modelName.value,
    compare: compareName.value,
    ...(launch.value.trim() === '' ? {} : { launch: launch.value }),
    kernel: kernelName.value,
    view: view.value,
    site: siteId.value,
    ...(phase.value === 0 ? {} : { phase: phase.value }),
    lane,
    bank,
    element,
    ...(tileText.value === '' ? {} : { tile: tileText.value, at: tileAt.value }),
    layout: triedWords.value,
  };
}

export async function openExample(example: Example): Promise<void> {
  const { file: name, load, loadLaunch, kernel, source } = example;
  const [content, launched, from] = await Promise.all([load(), loadLaunch?.(), source?.load()]);
  const state = { text: content, file: name, launch: launched, kernel };
  if (source === undefined || from === undefined) openState(state);
  else openServedFile({ state, sources: new Map([[source.file, from]]) });
}

/** Opens files that were dropped or chosen, once they are read; what was there stays where they hold nothing. */
export async function openRead(reading: Promise<Read>): Promise<void> {
  const read = await reading.catch((error: unknown): Read => {
    const reason = error instanceof Error ? error.message : String(error);
    return { problems: [messages.usage.unreadable('what was dropped', reason)] };
  });
  if ('problems' in read) openProblems.value = read.problems;
  else await openNamed(read.files);
}

/** Opens another part of the files that are open. */
export async function openPart(part: number): Promise<void> {
  const files = opened.value?.files;
  if (files !== undefined) await openNamed(files, part);
}

async function openNamed(files: readonly NamedBytes[], part?: number): Promise<void> {
  const machine = machineName.value;
  const task = { kind: 'open', files, ...(part === undefined ? { machine } : { part }) } as const;
  try {
    const content = await readOpened(task);
    if ('problems' in content) {
      openProblems.value = content.problems;
      return;
    }
    const { text: listing, file: name } = content;
    batch(() => {
      openState({ text: listing, file: name });
      opened.value = { files, content };
    });
  } catch (error) {
    // Other files have taken their place.
    if (error instanceof Cancelled) return;
    const reason = error instanceof Error ? error.message : String(error);
    openProblems.value = [messages.usage.unexpected(reason)];
  }
}

export function pickSite(id: string): void {
  if (site.value?.id === id) {
    siteId.value = id;
    return;
  }
  batch(() => {
    siteId.value = id;
    phase.value = 0;
    pinned.value = {};
    triedWords.value = undefined;
  });
}

/** What is under the pointer, as all views show it. */
export function point(pointed: Pointed | undefined): void {
  hovered.value = pointed === undefined ? undefined : selectable(pointed);
}

/** Picks what is under the pointer; the same again lets it go. */
export function pick(pointed: Pointed): void {
  const next = selectable(pointed);
  const same = JSON.stringify(next) === JSON.stringify(pinned.value);
  pinned.value = same ? {} : next;
}

/** A lane or an element is meant where a mark has both it and a bank. */
function selectable({ lane, bank, element }: Pointed): {
  lane?: number;
  bank?: number;
  element?: number;
} {
  if (lane !== undefined) return { lane };
  if (element !== undefined) return { element };
  return bank === undefined ? {} : { bank };
}
