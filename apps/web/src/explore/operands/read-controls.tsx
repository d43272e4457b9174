/** Instruction, tile and read. */
import type { JSX } from 'preact';
import { Choice } from '../../controls/choice.tsx';
import { Select } from '../../controls/fields.tsx';
import {
  columnsFor,
  type OperandRead,
  presets,
  readableMatrices,
  type ReadParameters,
  readsFor,
  settled,
} from './model.ts';
import { chips, nameOf } from './registers.ts';

interface ReadControlsProps {
  readonly read: OperandRead;
  readonly onChange: (parameters: ReadParameters) => void;
}

const presetTitles = {
  talk: "IREE's talk",
  wave: "Wave's kernel",
  gemm: 'GEMM notes',
} as const;

export function ReadControls({ read, onChange }: ReadControlsProps): JSX.Element {
  const { parameters, matrix } = read;
  const { chip, order } = parameters;
  const change = (changed: Partial<ReadParameters>): void =>
    onChange(settled({ ...parameters, ...changed }));
  return (
    <>
      <div class="figure-controls">
        <div class="operand-presets" role="group" aria-label="As in">
          {(['talk', 'wave', 'gemm'] as const).map((name) => (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={JSON.stringify(presets[name]) === JSON.stringify(ordered(parameters))}
              onClick={() => onChange(presets[name])}
            >
              {presetTitles[name]}
            </button>
          ))}
        </div>
      </div>
      <div class="figure-controls">
        <Choice
          label="Chip"
          options={chips}
          value={chip}
          onChange={(next) => change({ chip: next })}
        />
        <Select
          label="Matrix instruction"
          options={readableMatrices(chip).map((one) => nameOf(one))}
          value={nameOf(matrix)}
          onChange={(instruction) => change({ instruction })}
        />
      </div>
      <div class="figure-controls">
        <Choice
          label="k in the tile"
          options={[
            { value: 'along', label: 'along its rows' },
            { value: 'down', label: 'down its columns' },
          ]}
          value={order}
          onChange={(next) => change({ order: next })}
        />
        <Choice
          label="Elements of a row"
          options={columnsFor(matrix, order, parameters.read).map(String)}
          value={String(parameters.columns)}
          onChange={(columns) => change({ columns: Number(columns) })}
        />
        <Choice
          label="Read"
          options={readsFor(chip, matrix, order)}
          value={parameters.read}
          onChange={(next) => change({ read: next })}
        />
        <Choice
          label="Beside plain"
          options={[
            { value: 'padded', label: 'padded' },
            { value: 'xor', label: 'XOR of the row' },
            { value: 'best', label: 'best XOR' },
          ]}
          value={parameters.layout}
          onChange={(layout) => change({ layout })}
        />
      </div>
    </>
  );
}

const ordered = ({ chip, instruction, order, columns, read, layout }: ReadParameters) => ({
  chip,
  instruction,
  order,
  columns,
  read,
  layout,
});
