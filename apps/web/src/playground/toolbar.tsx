/** The inputs: which kernel, on which chip, under which model, how it is launched. */
import { machines } from '@ldscope/core';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Select } from '../controls/fields.tsx';
import { openExample, openFile } from './actions.ts';
import { examples } from '../share/examples.ts';
import { ShareButton } from './share-button.tsx';
import {
  analyses,
  analyzed,
  compareName,
  kernelName,
  launch,
  machineName,
  modelName,
} from './state.ts';

const AUTO = '';
const machineOptions = machines.map(({ name }) => name);

export function Toolbar(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const { machine } = analyzed.value ?? {};
  const kernels = analyses.value.flatMap(({ analysis }) =>
    analysis === undefined ? [] : [analysis.report.kernel.name],
  );
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
        class="visually-hidden"
        tabIndex={-1}
        aria-label="A kernel's file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) void openFile(chosen);
          currentTarget.value = '';
        }}
      />
      <Select
        label="Machine"
        value={machineName.value ?? AUTO}
        options={[
          {
            value: AUTO,
            label: machine === undefined ? 'the kernel’s' : `the kernel’s: ${machine.name}`,
          },
          ...machineOptions,
        ]}
        onChange={(chosen) => {
          machineName.value = chosen === AUTO ? undefined : chosen;
          modelName.value = undefined;
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
        options={[
          { value: AUTO, label: 'nothing' },
          ...(machine?.models.map(({ name }) => ({
            value: `${machine.name}/${name}`,
            label: `${machine.name}, model ${name}`,
          })) ?? []),
          ...machineOptions.filter((name) => name !== machine?.name),
        ]}
        onChange={(chosen) => {
          compareName.value = chosen === AUTO ? undefined : chosen;
        }}
      />
      {kernels.length < 2 ? undefined : (
        <Select
          label="Kernel"
          value={kernelName.value ?? kernels[0] ?? AUTO}
          options={kernels}
          onChange={(chosen) => {
            kernelName.value = chosen;
          }}
        />
      )}
      <label class="labelled launch">
        Launch
        <textarea
          class="field"
          rows={1}
          spellcheck={false}
          placeholder="grid=2x8,block=256"
          value={launch.value}
          onInput={({ currentTarget }) => {
            launch.value = currentTarget.value;
          }}
        />
      </label>
      <ShareButton />
    </section>
  );
}
