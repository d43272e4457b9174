/** What can be chosen: a case, the tile and its accesses, the padding, the XOR. */
import type { JSX } from 'preact';
import { Choice } from '../../controls/choice.tsx';
import { NumberField, Select } from '../../controls/fields.tsx';
import { machineOf } from '../parts/one-access.ts';
import {
  chips,
  type ChipName,
  choices,
  MOST_PAD,
  PAD_STEP,
  type PaddingParameters,
  presets,
} from './parameters.ts';

interface ControlsProps {
  readonly parameters: PaddingParameters;
  readonly onChange: (part: Partial<PaddingParameters>) => void;
}

const OWN = 'your own';
type NumberKey = Exclude<keyof PaddingParameters, 'chip'>;

/** What makes a case; padding and XOR are tried on it. */
const TILE_KEYS: readonly NumberKey[] = [
  'rows',
  'columns',
  'elementBytes',
  'rowWidth',
  'columnWidth',
  'rowsOfLane',
];

export function Controls({ parameters, onChange }: ControlsProps): JSX.Element {
  const preset = presets.find(({ parameters: other }) =>
    TILE_KEYS.every((key) => other[key] === parameters[key]),
  );
  const select = (
    label: string,
    key: NumberKey,
    values: readonly number[],
    unit = '',
  ): JSX.Element => (
    <Select
      label={label}
      options={values.map((value) => ({ value: String(value), label: `${value}${unit}` }))}
      value={String(parameters[key])}
      onChange={(value) => onChange({ [key]: Number(value) })}
    />
  );
  return (
    <>
      <div class="figure-controls">
        <Choice
          label="Case"
          options={[...presets.map(({ name }) => name), ...(preset === undefined ? [OWN] : [])]}
          value={preset?.name ?? OWN}
          onChange={(name) => onChange(presets.find((one) => one.name === name)?.parameters ?? {})}
        />
        <Choice
          label="Chip"
          options={chips.map((chip) => ({
            value: chip,
            label: `${chip}, ${machineOf(chip).sharedMemory.banks.value} banks`,
          }))}
          value={parameters.chip}
          onChange={(chip: ChipName) => onChange({ chip })}
        />
      </div>
      <div class="figure-controls">
        {select('Rows', 'rows', choices.rows)}
        {select('Columns', 'columns', choices.columns)}
        {select('Element', 'elementBytes', choices.elementBytes, ' B')}
        {select('Stored along a row', 'rowWidth', choices.widths, ' B a lane')}
        {select('Read of each row', 'columnWidth', choices.widths, ' B a lane')}
        {select('Rows of a lane', 'rowsOfLane', choices.rowsOfLane)}
        {select('Tiles in LDS', 'copies', choices.copies)}
      </div>
      <div class="figure-controls">
        <NumberField
          label={`Padding, bytes (${parameters.padBytes / parameters.elementBytes} elements)`}
          value={parameters.padBytes}
          min={0}
          max={MOST_PAD}
          step={PAD_STEP}
          onChange={(padBytes) => {
            if (padBytes % PAD_STEP === 0) onChange({ padBytes });
          }}
        />
        {select('XOR unit', 'unitBytes', choices.unitBytes, ' B')}
        {select('XOR keys', 'keys', choices.keys)}
      </div>
    </>
  );
}
