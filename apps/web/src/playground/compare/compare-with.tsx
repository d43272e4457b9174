/**
 * The choice of the other side of a comparison: none, the pinned kernel, another model of the chip, another chip; and the
 * pin.
 */
import { machines } from '@ldscope/core';
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { Select } from '../../controls/fields.tsx';
import { PINNED } from '../../share/state.ts';
import { pinKernel } from '../runs.ts';
import { analyzed, baseline, compareName, report } from '../state.ts';

const NOTHING = '';

/** Other models of the same chip, and other chips; the chosen one stays in the list when the chip changes. */
const others = computed(() => {
  const { machine, model } = analyzed.value ?? {};
  const chosen = compareName.value;
  const pinned = baseline.value;
  const all = [
    ...(pinned === undefined ? [] : [{ value: PINNED, label: `pinned: ${pinnedName(pinned)}` }]),
    ...(machine?.models ?? [])
      .filter(({ name }) => name !== model?.name)
      .map(({ name }) => ({
        value: `${machine?.name ?? ''}/${name}`,
        label: `${machine?.name ?? ''}, ${name}`,
      })),
    ...machines
      .map(({ name }) => name)
      .filter((name) => name !== machine?.name)
      .map((name) => ({ value: name, label: name })),
  ];
  return chosen === undefined || all.some(({ value }) => value === chosen)
    ? all
    : [{ value: chosen, label: chosen.replace('/', ', ') }, ...all];
});

const pinnedName = ({
  file = 'kernel',
  machine,
}: {
  readonly file?: string | undefined;
  readonly machine?: string | undefined;
}): string => (machine === undefined ? file : `${file}, ${machine}`);

export function CompareWith(): JSX.Element {
  return (
    <>
      <Select
        label="Compare with"
        value={compareName.value ?? NOTHING}
        options={[{ value: NOTHING, label: 'nothing' }, ...others.value]}
        onChange={(chosen) => {
          compareName.value = chosen === NOTHING ? undefined : chosen;
        }}
      />
      <button
        type="button"
        class="button"
        disabled={report.value === undefined}
        title="Keep this kernel, and compare edits of it and other kernels with it"
        onClick={pinKernel}
      >
        {baseline.value === undefined ? 'Pin' : 'Pin again'}
      </button>
    </>
  );
}
