/** How many workgroups are executed, where the launch has more than the default: totals count executed workgroups alone. */
import { termsFor } from '@ldscope/render';
import type { JSX } from 'preact';
import { Select } from '../controls/fields.tsx';
import { grouped } from '../controls/words.ts';
import { analyzed, report, workgroups } from './state.ts';

/** The engine's default. */
const DEFAULT = 64;

const STEPS = [512, 4096];

export function WorkgroupsField(): JSX.Element | null {
  const { launched = 0 } = report.value?.kernel.workgroups ?? {};
  const chosen = workgroups.value;
  if (launched <= DEFAULT && chosen === undefined) return null;
  const { workgroup } = termsFor(analyzed.value?.machine);
  const title = `${workgroup.charAt(0).toUpperCase()}${workgroup.slice(1)}s`;
  const steps = [...new Set([...STEPS, ...(typeof chosen === 'number' ? [chosen] : [])])]
    .filter((step) => step < launched || step === chosen)
    .sort((a, b) => a - b);
  return (
    <Select
      label={title}
      value={chosen === undefined ? '' : String(chosen)}
      options={[
        { value: '', label: `at most ${DEFAULT}` },
        ...steps.map((step) => ({ value: String(step), label: `at most ${grouped(step)}` })),
        { value: 'all', label: `all ${grouped(launched)}` },
      ]}
      onChange={(value) => {
        if (value === 'all') workgroups.value = 'all';
        else workgroups.value = value === '' ? undefined : Number(value);
      }}
    />
  );
}
