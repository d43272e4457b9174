/** The reader's actions, as changes of the state. */
import { messages } from '@ldscope/core';
import { batch } from '@preact/signals';
import type { Pointed } from '../picture/view.tsx';
import type { Served } from '../share/served.ts';
import { PINNED, type SharedKernel, type SharedState } from '../share/state.ts';
import type { Example } from '../share/examples.ts';
import { Cancelled } from '../worker/client.ts';
import type { NamedBytes } from '../worker/tasks.ts';
import { openCkFields, presentCkFields } from './ck/state.ts';
import type { Read } from './dropped.ts';
import { loadedExample, openedExample } from './loaded-example.ts';
import { readFiles as readOpened } from './opening.ts';
import { buffer } from './focus.ts';
import {
  analysisRun,
  baseline,
  type Baseline,
  comparedKernel,
  compareName,
  cursorLine,
  diagnostics,
  file,
  fixRun,
  hovered,
  isOtherKernel,
  isSchedule,
  kernelName,
  launch,
  machineName,
  modelName,
  opened,
  openings,
  openProblems,
  phase,
  pinned,
  selection,
  site,
  siteId,
  stale,
  suggestRun,
  text,
  tileAt,
  tileText,
  timelineRun,
  toReveal,
  triedWords,
  view,
  workgroups,
} from './state.ts';

/** Sets another chip, or leaves it to the kernel. The model is reset, since models belong to a chip. */
export function chooseMachine(name: string | undefined): void {
  batch(() => {
    machineName.value = name;
    modelName.value = undefined;
  });
}

/** Shows the state of a link or an example in place of everything shown before. */
export function openState(state: SharedState): void {
  batch(() => {
    openings.value++;
    analysisRun.value = { status: 'idle' };
    suggestRun.value = { status: 'idle' };
    timelineRun.value = { status: 'idle' };
    fixRun.value = { status: 'idle' };
    diagnostics.value = [];
    stale.value = false;
    isSchedule.value = false;
    openedExample.value = undefined;
    toReveal.value = true;
    cursorLine.value = state.line;
    isOtherKernel.value = false;
    opened.value = undefined;
    openProblems.value = [];
    file.value = state.file;
    machineName.value = state.machine;
    modelName.value = state.model;
    compareName.value = state.compare;
    baseline.value = state.baseline;
    workgroups.value = state.workgroups;
    launch.value = state.launch ?? '';
    kernelName.value = state.kernel;
    view.value = state.view ?? (state.file?.endsWith('.sched') === true ? 'timeline' : 'banks');
    siteId.value = state.site;
    phase.value = state.phase ?? 0;
    tileText.value = state.tile ?? '';
    tileAt.value = state.at ?? 0;
    triedWords.value = state.layout;
    openCkFields(state.ck);
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

/** The state that a link carries; the inverse of `openState`. */
export function presentState(): SharedState {
  const { lane, bank, element } = pinned.value;
  return {
    text: text.value,
    file: file.value,
    machine: machineName.value,
    model: modelName.value,
    compare: compareName.value,
    baseline: baseline.value && sharedKernel(baseline.value),
    ...(launch.value.trim() === '' ? {} : { launch: launch.value }),
    kernel: kernelName.value,
    workgroups: workgroups.value,
    view: view.value,
    site: siteId.value,
    ...(phase.value === 0 ? {} : { phase: phase.value }),
    line: cursorLine.value,
    lane,
    bank,
    element,
    ...(tileText.value === '' ? {} : { tile: tileText.value, at: tileAt.value }),
    example: loadedExample.value?.name,
    layout: triedWords.value,
    ...presentCkFields(),
  };
}

/** The part of a pinned kernel that a link carries. */
const sharedKernel = ({
  code: _code,
  dynamicLdsBytes: _bytes,
  triton: _triton,
  ...shared
}: Baseline): SharedKernel => shared;

/** Another kernel is compared with the pinned one. */
const keptComparison = (): Pick<SharedState, 'compare' | 'baseline'> =>
  comparedKernel.value === undefined ? {} : { compare: PINNED, baseline: comparedKernel.value };

export async function openExample(example: Example): Promise<void> {
  const { file: name, load, loadLaunch, kernel, machine, source } = example;
  const [content, launched, from] = await Promise.all([load(), loadLaunch?.(), source?.load()]);
  const given = { text: content, file: name, launch: launched, kernel, machine };
  const state = { ...given, ...keptComparison() };
  batch(() => {
    if (source === undefined || from === undefined) openState(state);
    else openServedFile({ state, sources: new Map([[source.file, from]]) });
    openedExample.value = { example, text: content, machine, launch: launched };
  });
}

/** Another kernel replaces the text: settings of an example are dropped, the reader's own stay. */
export function replaceText(next: string): void {
  batch(() => {
    const { launch: launched } = openedExample.value ?? {};
    if (isOfExample(machineName.value)) chooseMachine(undefined);
    if (launched !== undefined && launch.value === launched) launch.value = '';
    openedExample.value = undefined;
    file.value = undefined;
    kernelName.value = undefined;
    siteId.value = undefined;
    phase.value = 0;
    pinned.value = {};
    triedWords.value = undefined;
    openProblems.value = [];
    toReveal.value = true;
    cursorLine.value = undefined;
    isOtherKernel.value = true;
    text.value = next;
  });
}

/** Opens dropped or chosen files once they are read; files without a kernel leave the page as it is. */
export async function openRead(reading: Promise<Read>): Promise<void> {
  const read = await reading.catch((error: unknown): Read => {
    const reason = error instanceof Error ? error.message : String(error);
    return { problems: [messages.usage.unreadable('what was dropped', reason)] };
  });
  if ('problems' in read) openProblems.value = read.problems;
  else await openNamed(read.files);
}

const isOfExample = (machine: string | undefined): boolean =>
  machine !== undefined && machine === openedExample.value?.machine;

/** Opens another part of the files that are open. */
export async function openPart(part: number): Promise<void> {
  const files = opened.value?.files;
  if (files !== undefined) await openNamed(files, part);
}

async function openNamed(files: readonly NamedBytes[], part?: number): Promise<void> {
  // The chip of an example is not the reader's choice.
  const machine = isOfExample(machineName.value) ? undefined : machineName.value;
  const task = { kind: 'open', files, ...(part === undefined ? { machine } : { part }) } as const;
  try {
    const content = await readOpened(task);
    if ('problems' in content) {
      openProblems.value = content.problems;
      return;
    }
    const { text: listing, file: name } = content;
    batch(() => {
      openState({ text: listing, file: name, ...keptComparison() });
      opened.value = { files, content };
    });
  } catch (error) {
    // Other files were opened meanwhile.
    if (error instanceof Cancelled) return;
    const reason = error instanceof Error ? error.message : String(error);
    openProblems.value = [messages.usage.unexpected(reason)];
  }
}

export function pickSite(id: string): void {
  // The instruction's own line is shown, wherever the cursor was.
  cursorLine.value = undefined;
  if (site.value?.id === id) {
    siteId.value = id;
    return;
  }
  batch(() => {
    // A tried layout stays for all instructions of its buffer.
    const isOfBuffer = buffer.value?.problem.accesses.some(({ name }) => name === id) === true;
    siteId.value = id;
    phase.value = 0;
    pinned.value = {};
    if (!isOfBuffer) triedWords.value = undefined;
  });
}

/** The mark under the pointer, highlighted in all views. */
export function point(pointed: Pointed | undefined): void {
  hovered.value = pointed === undefined ? undefined : selectable(pointed);
}

/** Picks the mark under the pointer; picking it again clears the selection. */
export function pick(pointed: Pointed): void {
  const next = selectable(pointed);
  const same = JSON.stringify(next) === JSON.stringify(pinned.value);
  pinned.value = same ? {} : next;
}

/** Of a mark with a bank and a lane or element, the lane or element is picked. */
function selectable({ lane, bank, element }: Pointed): {
  lane?: number;
  bank?: number;
  element?: number;
} {
  if (lane !== undefined) return { lane };
  if (element !== undefined) return { element };
  return bank === undefined ? {} : { bank };
}

/** Picks the next lane that takes part, or the one before; from none, the first. */
export function stepLane(by: 1 | -1, addresses: readonly unknown[]): void {
  const lanes = addresses.flatMap((address, lane) => (address === undefined ? [] : [lane]));
  const now = selection.value.lane;
  const next =
    now === undefined
      ? lanes[0]
      : by > 0
        ? lanes.find((lane) => lane > now)
        : lanes.findLast((lane) => lane < now);
  if (next === undefined) return;
  batch(() => {
    hovered.value = undefined;
    pinned.value = { lane: next };
  });
}
