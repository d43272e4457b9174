/** The state in the address: kept up to date as one works, copied by one click, read when a link is opened. */
import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { decodeState, encodeState } from '../share/link.ts';
import { readServed } from '../share/served.ts';
import { openServedFile, openState, presentState } from './actions.ts';

/** Why a link was not followed, in words. */
export const refusedLink = signal<string | undefined>(undefined);

const copied = signal<'no' | 'yes' | 'failed'>('no');

export function ShareButton(): JSX.Element {
  const words = { no: 'Share', yes: 'Link copied', failed: 'Copy it from the address bar' };
  return (
    <button type="button" class="button" onClick={() => void copyLink()}>
      <span aria-live="polite">{words[copied.value]}</span>
    </button>
  );
}

async function copyLink(): Promise<void> {
  await writeAddress();
  try {
    await navigator.clipboard.writeText(location.href);
    copied.value = 'yes';
  } catch {
    copied.value = 'failed';
  }
  setTimeout(() => {
    copied.value = 'no';
  }, 2500);
}

/** Longer addresses are made when they are asked for. */
const MOST_FOLLOWED = 300_000;
const PAUSE_MILLISECONDS = 400;

async function writeAddress(): Promise<void> {
  const state = presentState();
  if (state.text === '') return;
  const fragment = await encodeState(state);
  written = fragment;
  history.replaceState(null, '', fragment);
}

/** The fragment that we have written ourselves. */
let written = '';

/** Follows the address, and the address follows the state. True when the address had a state. */
export async function followAddress(): Promise<boolean> {
  const opened = await openAddress();
  addEventListener('hashchange', () => {
    if (location.hash !== written) void openAddress();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const { text } = presentState();
    clearTimeout(timer);
    if (text === '') return;
    if (text.length > MOST_FOLLOWED) {
      // An address of something else would be worse than none.
      history.replaceState(null, '', location.pathname + location.search);
      return;
    }
    timer = setTimeout(() => void writeAddress(), PAUSE_MILLISECONDS);
  });
  return opened;
}

async function openAddress(): Promise<boolean> {
  if (location.hash === '' && new URLSearchParams(location.search).has('opened')) {
    return await openServed();
  }
  const decoded = await decodeState(location.hash);
  refusedLink.value = decoded.kind === 'refused' ? decoded.reason : undefined;
  if (decoded.kind !== 'state') return false;
  openState(decoded.state);
  return true;
}

/** `ldscope web FILE` serves the file's state beside the page. */
async function openServed(): Promise<boolean> {
  try {
    const response = await fetch('opened.json');
    const served = readServed(await response.json());
    if (served === undefined) throw new Error('no state');
    openServedFile(served);
    return true;
  } catch {
    refusedLink.value = 'the file that it names is not served any more';
    return false;
  }
}
