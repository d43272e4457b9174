/** The fields of a pattern of addresses. */
import type { JSX } from 'preact';
import { NumberField, Select } from '../../controls/fields.tsx';
import type { LanePattern } from './lane-pattern.ts';

interface Props {
  readonly pattern: LanePattern;
  readonly waveSize: number;
  readonly onChange: (pattern: LanePattern) => void;
}

const MOST_PITCH = 8192;
const ROWS = [1, 2, 4, 8, 16, 32, 64];

export function PatternFields({ pattern, waveSize, onChange }: Props): JSX.Element {
  const rows = Math.min(pattern.rows, waveSize);
  const active = Math.min(pattern.active, waveSize);
  const set = (change: Partial<LanePattern>): void => onChange({ ...pattern, ...change });
  return (
    <>
      <NumberField
        label="Stride, bytes"
        value={pattern.pitchBytes}
        min={0}
        max={MOST_PITCH}
        onChange={(pitchBytes) => set({ pitchBytes })}
      />
      <Select
        label="Lanes before it starts over"
        options={ROWS.filter((one) => one <= waveSize).map((one) => ({
          value: String(one),
          label: one === waveSize ? `${one}: never` : String(one),
        }))}
        value={String(rows)}
        onChange={(value) => set({ rows: Number(value) })}
      />
      <NumberField
        label="then further by, bytes"
        value={pattern.stepBytes}
        min={0}
        max={MOST_PITCH}
        onChange={(stepBytes) => set({ stepBytes })}
      />
      <NumberField
        label="Active lanes"
        value={active}
        min={1}
        max={waveSize}
        onChange={(count) => set({ active: count })}
      />
    </>
  );
}
