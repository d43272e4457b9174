/** What a reader does, as changes of the state. */
import { batch } from '@preact/signals';
import type { Pointed } from '../picture/view.tsx';
import type { SharedState } from '../share/state.ts';
import type { Example } from '../share/examples.ts';
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

export async function openExample({ file: name, load, loadLaunch }: Example): Promise<void> {
  const [kernel, launched] = await Promise.all([load(), loadLaunch?.()]);
  openState({ text: kernel, file: name, launch: launched });
}

export async function openFile(chosen: File): Promise<void> {
  openState({ text: await chosen.text(), file: chosen.name });
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
