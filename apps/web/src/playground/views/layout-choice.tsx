/** Which layout of the buffer is tried on: as it is, or one of the front. */
import type { JSX } from 'preact';
import { Select } from '../../controls/fields.tsx';
import { buffer, layoutIndex } from '../focus.ts';
import { triedWords } from '../state.ts';

export function LayoutChoice(): JSX.Element | null {
  const found = buffer.value;
  if (found === undefined || found.front.length === 0) return null;
  const { suggested } = found;
  return (
    <div class="layout-choice">
      <Select
        label={`Try a layout on ${suggested.names.join(', ')}`}
        value={String(layoutIndex.value)}
        options={[
          { value: '-1', label: `as it is: ${suggested.now.layout}` },
          ...suggested.front.map(({ layout }, index) => ({ value: String(index), label: layout })),
        ]}
        onChange={(value) => {
          triedWords.value = suggested.front[Number(value)]?.layout;
        }}
      />
    </div>
  );
}
