/**
 * Which panes are open, and their sizes. This belongs to the reader and not to the kernel, so the browser remembers it and
 * links do not carry it.
 */
import { isRecord } from '@ldscope/core';
import { effect, signal } from '@preact/signals';

export const paneNames = ['kernel', 'sites', 'views'] as const;

export type PaneName = (typeof paneNames)[number];

const KEY = 'ldscope-panes';

/** Percent of the width that the kernel has. */
export const KERNEL_PERCENT = { initial: 42, min: 15, max: 80 } as const;
/** Pixels that the table of instructions has at most. */
export const SITES_PIXELS = { initial: 178, min: 60, max: 900 } as const;

export const kernelPercent = signal<number>(KERNEL_PERCENT.initial);
export const sitesPixels = signal<number>(SITES_PIXELS.initial);
export const closedPanes = signal<ReadonlySet<PaneName>>(new Set());

export function togglePane(name: PaneName): void {
  const next = new Set(closedPanes.value);
  if (!next.delete(name)) next.add(name);
  closedPanes.value = next;
}

/** Restores the remembered panes, and remembers changes from now on. */
export function rememberPanes(): () => void {
  restore();
  return effect(() => {
    const kept = {
      kernel: kernelPercent.value,
      sites: sitesPixels.value,
      closed: [...closedPanes.value],
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A browser that remembers nothing shows the panes all the same.
    }
  });
}

function restore(): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
    if (!isRecord(kept)) return;
    kernelPercent.value = within(kept['kernel'], KERNEL_PERCENT);
    sitesPixels.value = within(kept['sites'], SITES_PIXELS);
    const { closed } = kept;
    if (Array.isArray(closed)) {
      closedPanes.value = new Set(paneNames.filter((name) => closed.includes(name)));
    }
  } catch {
    // Nothing is remembered, or something else.
  }
}

interface Bounds {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

const within = (value: unknown, { initial, min, max }: Bounds): number =>
  typeof value === 'number' && value >= min && value <= max ? value : initial;
