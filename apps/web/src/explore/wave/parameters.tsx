/** What can be changed of the tile and its swizzle. */
import type { JSX } from 'preact';
import { Choice } from '../../controls/choice.tsx';
import { Select } from '../../controls/fields.tsx';
import {
  chips,
  columnChoices,
  documentParameters,
  gatherChoices,
  hasWideGathers,
  phaseChoices,
  readChoices,
  ROWS,
  unitChoices,
  type WaveModel,
  type WaveParameters,
  withWavesChoice,
} from './model.ts';

interface ControlsProps {
  readonly model: WaveModel;
  readonly readIndex: number;
  readonly onRead: (index: number) => void;
  readonly onChange: (parameters: WaveParameters) => void;
}

export function WaveControls({ model, readIndex, onRead, onChange }: ControlsProps): JSX.Element {
  const { parameters, chosen, reads } = model;
  const change = (changed: Partial<WaveParameters>): void =>
    onChange({ ...parameters, ...changed });
  const follow = (changed: Partial<WaveParameters>): void =>
    onChange(withWavesChoice({ ...parameters, ...changed }));
  const isDocument = Object.entries(documentParameters).every(
    ([name, value]) => Object.entries(parameters).find(([own]) => own === name)?.[1] === value,
  );
  return (
    <>
      <div class="figure-controls">
        <Choice
          label="Chip"
          options={chips}
          value={parameters.chip}
          onChange={(chip) => change({ chip })}
        />
        <Numbers
          label={`Tile, f16`}
          values={columnChoices}
          text={(columns) => `${ROWS} x ${columns}`}
          value={parameters.columns}
          onChange={(columns) => follow({ columns })}
        />
        <Numbers
          label="Gather, elements a lane"
          values={gatherChoices}
          value={parameters.gather}
          onChange={(gather) => follow({ gather })}
        />
        <Numbers
          label="Read, elements a lane"
          values={readChoices}
          value={parameters.read}
          onChange={(read) => follow({ read })}
        />
      </div>
      <div class="figure-controls">
        <Numbers
          label="swizzle_unit"
          values={unitChoices}
          value={parameters.unit}
          onChange={(unit) => change({ unit })}
        />
        <Numbers
          label="max_phase"
          values={phaseChoices}
          value={parameters.phases}
          onChange={(phases) => change({ phases })}
        />
        <Select
          label="Which read"
          options={reads.map(({ firstRow, firstColumn }, i) => ({
            value: String(i),
            label: `rows ${firstRow}-${firstRow + 15}, columns ${firstColumn}-${firstColumn + 4 * parameters.read - 1}`,
          }))}
          value={String(readIndex)}
          onChange={(index) => onRead(Number(index))}
        />
        <button
          type="button"
          class="button"
          disabled={isDocument}
          onClick={() => onChange(documentParameters)}
        >
          As in the document
        </button>
      </div>
      <p class="wave-note">
        {chosen === undefined
          ? 'Wave would leave this tile alone: a row has fewer than two chunks.'
          : `Wave would choose swizzle_unit = max(${parameters.gather}, ${parameters.read}) = ${chosen.swizzleUnit} and max_phase = min(8, ${parameters.columns} / ${chosen.swizzleUnit}) = ${chosen.maxPhase}.`}
        {parameters.gather > 8
          ? ' A gather of 16 halves is the document’s example; hardware moves at most 16 bytes a lane.'
          : ''}
        {parameters.gather === 8 && !hasWideGathers(parameters.chip)
          ? ` ${parameters.chip} itself has gathers of 4 bytes only.`
          : ''}
      </p>
    </>
  );
}

interface NumbersProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly text?: (value: number) => string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Numbers({ label, values, text = String, value, onChange }: NumbersProps): JSX.Element {
  return (
    <Choice
      label={label}
      options={values.map((one) => ({ value: String(one), label: text(one) }))}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
