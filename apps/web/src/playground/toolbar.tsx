/** The inputs: which kernel, on which chip, under which model, how it is launched. */
import { machines } from '@ldscope/core';
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Select } from '../controls/fields.tsx';
import { chooseMachine, openExample, openPart, openRead } from './actions.ts';
import { readFiles } from './dropped.ts';
import { examples } from '../share/examples.ts';
import { ShareButton } from './share-button.tsx';
import {
  analyses,
  analyzed,
  compareName,
  kernelName,
  machineName,
  modelName,
  openedText,
  report,
} from './state.ts';
import { LaunchField } from './launch-field.tsx';

const AUTO = '';
const machineOptions = machines.map(({ name }) => name);

/** Where the machine comes from while the reader leaves it to the kernel. */
const usualMachine = computed(() => {
  const name = analyzed.value?.machine?.name;
  if (machineName.value !== undefined || name === undefined) return 'as the kernel says';
  const said = analyzed.value?.diagnostics ?? [];
  const isAssumed = said.some(({ about }) => about === 'assumed-machine');
  return isAssumed ? `${name}, assumed` : `${name}, as the kernel says`;
});

/** Other models of the same chip, and other chips; what was chosen stays there when the chip changes. */
const others = computed(() => {
  const { machine, model } = analyzed.value ?? {};
  const chosen = compareName.value;
  const all = [
    ...(machine?.models ?? [])
      .filter(({ name }) => name !== model?.name)
      .map(({ name }) => ({
        value: `${machine?.name ?? ''}/${name}`,
        label: `${machine?.name ?? ''}, ${name}`,
      })),
    ...machineOptions
      .filter((name) => name !== machine?.name)
      .map((name) => ({ value: name, label: name })),
  ];
  return chosen === undefined || all.some(({ value }) => value === chosen)
    ? all
    : [{ value: chosen, label: chosen.replace('/', ', ') }, ...all];
});

export function Toolbar(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const { machine } = analyzed.value ?? {};
  const kernels = analyses.value.flatMap(({ analysis }) =>
    analysis === undefined ? [] : [analysis.report.kernel.name],
  );
  const { parts = [] } = openedText.value ?? {};
  return (
    <section class="toolbar" aria-label="Kernel and machine">
      <Select
        label="Example"
        value={AUTO}
        options={[
          { value: AUTO, label: 'Choose one ...' },
          ...examples.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(chosen) => {
          const example = examples.find(({ name }) => name === chosen);
          if (example !== undefined) void openExample(example);
        }}
      />
      <button type="button" class="button" onClick={() => input.current?.click()}>
        Open file
      </button>
      <input
        ref={input}
        type="file"
        multiple
        class="visually-hidden"
        tabIndex={-1}
        aria-label="A kernel's files"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          if (chosen.length > 0) void openRead(readFiles(chosen));
          currentTarget.value = '';
        }}
      />
      {parts.length < 2 ? undefined : (
        <Select
          label="Code"
          value={String(openedText.value?.part ?? 0)}
          options={parts.map((label, index) => ({ value: String(index), label }))}
          onChange={(chosen) => {
            void openPart(Number(chosen));
          }}
        />
      )}
      <Select
        label="Machine"
        value={machineName.value ?? AUTO}
        options={[{ value: AUTO, label: usualMachine.value }, ...machineOptions]}
        onChange={(chosen) => {
          chooseMachine(chosen === AUTO ? undefined : chosen);
        }}
      />
      <Select
        label="Model"
        value={modelName.value ?? AUTO}
        options={[
          { value: AUTO, label: machine?.models[0].name ?? 'default' },
          ...(machine?.models.slice(1).map(({ name }) => name) ?? []),
        ]}
        onChange={(chosen) => {
          modelName.value = chosen === AUTO ? undefined : chosen;
        }}
      />
      <Select
        label="Compare with"
        value={compareName.value ?? AUTO}
        options={[{ value: AUTO, label: 'nothing' }, ...others.value]}
        onChange={(chosen) => {
          compareName.value = chosen === AUTO ? undefined : chosen;
        }}
      />
      {kernels.length < 2 ? undefined : (
        <Select
          label="Kernel"
          value={report.value?.kernel.name ?? AUTO}
          options={kernels}
          onChange={(chosen) => {
            kernelName.value = chosen;
          }}
        />
      )}
      <LaunchField />
      <ShareButton />
    </section>
  );
}
