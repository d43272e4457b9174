/** The inputs: which kernel, on which chip, under which model, how it is launched. */
import { machines } from '@ldscope/core';
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { Select } from '../controls/fields.tsx';
import { isBeginning } from './begin.tsx';
import { chooseMachine, openExample, openPart } from './actions.ts';
import { CompareWith } from './compare/compare-with.tsx';
import { examples } from '../share/examples.ts';
import { loadedExample } from './loaded-example.ts';
import { OpenButton } from './open-button.tsx';
import { ShareButton } from './share-button.tsx';
import {
  analyses,
  analyzed,
  kernelName,
  machineName,
  modelName,
  openedText,
  report,
} from './state.ts';
import { WorkgroupsField } from './workgroups-field.tsx';
import { LaunchField } from './launch-field.tsx';

const AUTO = '';
const machineOptions = machines.map(({ name }) => name);

/** Where the machine comes from while the reader leaves it to the kernel. */
const usualMachine = computed(() => {
  const name = report.value === undefined ? undefined : analyzed.value?.machine?.name;
  if (machineName.value !== undefined || name === undefined) return 'from the kernel';
  const said = analyzed.value?.diagnostics ?? [];
  const isAssumed = said.some(({ about }) => about === 'assumed-machine');
  return isAssumed ? `${name}, assumed` : `${name}, from the kernel`;
});

export function Toolbar(): JSX.Element {
  const { machine } = analyzed.value ?? {};
  const kernels = analyses.value.flatMap(({ analysis }) =>
    analysis === undefined ? [] : [analysis.report.kernel.name],
  );
  const { parts = [] } = openedText.value ?? {};
  return (
    <section class="toolbar" aria-label="Kernel and machine">
      <Select
        label="Example"
        value={loadedExample.value?.name ?? AUTO}
        options={[
          { value: AUTO, label: loadedExample.value === undefined ? 'Choose one ...' : 'None' },
          ...examples.map(({ name, title, language }) => ({
            value: name,
            label: title,
            group: language,
          })),
        ]}
        onChange={(chosen) => {
          const example = examples.find(({ name }) => name === chosen);
          if (example !== undefined) void openExample(example);
        }}
      />
      {isBeginning.value ? undefined : <OpenButton class="button" />}
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
      <CompareWith />
      <WorkgroupsField />
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
