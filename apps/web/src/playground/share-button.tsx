/** The state in the address: kept up to date as one works, copied by one click, read when a link is opened. */
import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { grouped } from '../controls/words.ts';
import { decodeState, encodeCompact, encodeState } from '../share/link.ts';
import type { SharedState } from '../share/state.ts';
import { readServed } from '../share/served.ts';
import { keepUnsaved, takeUnsaved } from '../share/unsaved.ts';
import { lastKernel, rememberKernel } from '../shell/last-kernel.ts';
import { recognizeExample } from './loaded-example.ts';
import { openServedFile, openState, presentState } from './actions.ts';
import { refusedLink } from './state.ts';

const copied = signal<'no' | 'yes' | 'failed'>('no');

export function ShareButton(): JSX.Element {
  const words = { no: 'Share', yes: 'Link copied', failed: 'Copy it from the address bar' };
  return (
    <button type="button" class="button" onClick={() => void copyLink()}>
      <span aria-live="polite">{words[copied.value]}</span>
    </button>
  );
}

/** Programs that people send links with cut longer ones. */
const LONG_LINK = 2000;
const NOTE_MILLISECONDS = 8000;

/** How long the copied link is, in words. */
export const linkNote = signal<string | undefined>(undefined);

/** Copies the shortest link to what is shown; the address has it too. */
export async function copyLink(): Promise<void> {
  const state = presentState();
  if (state.text === '') return;
  setAddress(await encodeCompact(state));
  const { href } = location;
  try {
    await navigator.clipboard.writeText(href);
    copied.value = 'yes';
  } catch {
    copied.value = 'failed';
  }
  const length = `The link has ${grouped(href.length)} characters`;
  linkNote.value =
    href.length > LONG_LINK
      ? `${length}: some mail and chat programs cut it. The kernel's file can be sent instead.`
      : `${length}.`;
  setTimeout(() => {
    copied.value = 'no';
  }, 2500);
  setTimeout(() => {
    linkNote.value = undefined;
  }, NOTE_MILLISECONDS);
}

/** The address follows texts up to this length; links to longer ones are made when the reader copies one. */
const MOST_FOLLOWED = 300_000;
const PAUSE_MILLISECONDS = 400;

/** The state that is not yet in the address nor in the link back from another page. */
let unsaved: SharedState | undefined;

/** Saves a state for the link back, and in the address unless the text is too long for one. */
async function save(state: SharedState): Promise<void> {
  const fragment = await encodeState(state);
  // The state may have changed meanwhile; it is then saved in its turn.
  if (unsaved !== state) return;
  unsaved = undefined;
  if (state.text.length > MOST_FOLLOWED) rememberKernel(fragment);
  else setAddress(fragment);
}

function setAddress(fragment: string): void {
  written = fragment;
  rememberKernel(fragment);
  history.replaceState(null, '', fragment);
}

/** The fragment that this page wrote last. */
let written = '';

/** Follows the address, and the address follows the state. True when the address has a state, or a broken link. */
export async function followAddress(): Promise<boolean> {
  const opened = await openAddress();
  addEventListener('hashchange', () => {
    if (location.hash !== written) void openAddress();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const state = presentState();
    clearTimeout(timer);
    unsaved = undefined;
    if (state.text === '') return;
    refusedLink.value = undefined;
    unsaved = state;
    if (state.text.length > MOST_FOLLOWED) {
      // The address of another state would be worse than none.
      history.replaceState(null, '', location.pathname + location.search);
    }
    timer = setTimeout(() => void save(state), PAUSE_MILLISECONDS);
  });
  addEventListener('pagehide', () => {
    // Links of other pages lead to the last kernel; the way back by the browser and a reload to the address.
    if (unsaved !== undefined) keepUnsaved([location.hash, lastKernel()], unsaved);
  });
  addEventListener('pageshow', ({ persisted }) => {
    // The page is there again as it was left.
    if (persisted) takeUnsaved(location.hash);
  });
  return opened;
}

async function openAddress(): Promise<boolean> {
  if (location.hash === '' && new URLSearchParams(location.search).has('opened')) {
    return await openServed();
  }
  const kept = takeUnsaved(location.hash);
  if (kept !== undefined) {
    await openShared(kept);
    return true;
  }
  const decoded = await decodeState(location.hash);
  if (decoded.kind === 'refused') refuse(decoded.reason);
  else refusedLink.value = undefined;
  if (decoded.kind === 'state') await openShared(decoded.state);
  return decoded.kind !== 'none';
}

/** Another kernel here would be taken for the link's. */
function refuse(reason: string): void {
  openState({ text: '' });
  refusedLink.value = reason;
}

async function openShared(state: SharedState): Promise<void> {
  openState(state);
  if (state.example !== undefined) await recognizeExample(state.example);
}

/** `ldscope web FILE` serves the file's state beside the page. */
async function openServed(): Promise<boolean> {
  try {
    const response = await fetch('opened.json');
    const served = readServed(await response.json());
    if (served === undefined) throw new Error('no state');
    openServedFile(served);
  } catch {
    refuse('the file that it names is no longer served');
  }
  return true;
}
