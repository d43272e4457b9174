/** Lane, or row, column and block of an element: either chooses the other. */
import type { ShownMatrix } from '@ldscope/render';
import type { JSX } from 'preact';
import { NumberField } from '../../controls/fields.tsx';
import type { Spot } from './spot.ts';
import { axes, holderOf, type Place, registerContent, sizeOf } from './registers.ts';

export function ElementFields({
  matrix,
  spot,
  onChange,
}: Readonly<{ matrix: ShownMatrix; spot: Spot; onChange: (spot: Spot) => void }>): JSX.Element {
  const { name, lane, register } = spot;
  const [first] = registerContent(matrix, name, lane, register);
  const { rows, columns } = sizeOf(matrix, name);
  const [rowTitle, columnTitle] = axes[name];
  const go = (changed: Partial<Place>): void => {
    if (first === undefined) return;
    const holder = holderOf(matrix, name, { ...first, ...changed });
    if (holder !== undefined) onChange({ name, lane: holder.lane, register: holder.register });
  };
  return (
    <>
      <NumberField
        label="Lane"
        value={lane}
        min={0}
        max={matrix.lanes - 1}
        onChange={(next) => onChange({ ...spot, lane: next })}
      />
      <NumberField
        label={`Element: ${rowTitle}`}
        value={first?.row ?? 0}
        min={0}
        max={rows - 1}
        onChange={(row) => go({ row })}
      />
      <NumberField
        label={`Element: ${columnTitle}`}
        value={first?.column ?? 0}
        min={0}
        max={columns - 1}
        onChange={(column) => go({ column })}
      />
      {matrix.blocks > 1 ? (
        <NumberField
          label="Block"
          value={first?.block ?? 0}
          min={0}
          max={matrix.blocks - 1}
          onChange={(block) => go({ block })}
        />
      ) : undefined}
    </>
  );
}
