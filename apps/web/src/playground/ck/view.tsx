/** Layouts of CK Tile's C++: their formulas, indices, banks and threads, with fields for what the text leaves open. */
import { sayCkLayouts } from '@ldscope/render';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Select } from '../../controls/fields.tsx';
import { DocumentView } from '../../picture/document.tsx';
import { HintWords } from '../hint.tsx';
import { file } from '../state.ts';
import { Empty } from '../views/empty.tsx';
import { ckConstants, ckElement, ckIndex, ckMove, ckName, layoutsRun } from './state.ts';
import './ck.css';

const ALL = '';

export function CkCppView(): JSX.Element {
  const { result, status } = layoutsRun.value;
  const names = result?.names ?? [];
  const isOne = result?.layouts.length === 1;
  // An error in the index is shown at its field.
  const isGiven = [ckElement, ckIndex, ckMove].some((typed) => typed.value !== '');
  const hasIndex = isGiven || (isOne && result.layouts[0]?.kind === 'descriptor');
  return (
    <div class="view-body ck-cpp">
      <div class="fields">
        {names.length > 1 ? (
          <Select
            label="Layout"
            options={[{ value: ALL, label: 'all' }, ...names]}
            value={names.includes(ckName.value) ? ckName.value : ALL}
            onChange={(name) => {
              ckName.value = name;
            }}
          />
        ) : undefined}
        <TextField label="Constants" of={ckConstants} placeholder="kM=128 DataType=f16" />
        {hasIndex ? (
          <>
            <TextField label="Element" of={ckElement} placeholder="f16" />
            <TextField label="Index" of={ckIndex} placeholder="3, 8" />
            <TextField label="Move by" of={ckMove} placeholder="1, 0" />
          </>
        ) : undefined}
      </div>
      {result === undefined ? (
        <Empty>{status === 'fault' ? (layoutsRun.value.fault ?? '') : 'Reading layouts ...'}</Empty>
      ) : result.layouts.length === 0 ? (
        <Refused />
      ) : (
        <DocumentView
          id="ck-cpp"
          sections={
            sayCkLayouts({
              file: file.value ?? 'The text',
              layouts: result.layouts,
              choose: 'choose it in the field Layout',
            }).sections
          }
        />
      )}
    </div>
  );
}

/** Why there is no layout, and how to get one. */
function Refused(): JSX.Element {
  const error = layoutsRun.value.result?.diagnostics.find(({ severity }) => severity === 'error');
  return (
    <div class="empty-view refused">
      <p>
        <b>{error?.message ?? 'There is no layout'}.</b>
      </p>
      {error === undefined || error.hint === '' ? undefined : (
        <p>
          <HintWords hint={error.hint} />
        </p>
      )}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly of: Signal<string>;
  readonly placeholder: string;
}

function TextField({ label, of, placeholder }: TextFieldProps): JSX.Element {
  return (
    <label class="labelled">
      {label}
      <input
        class="field"
        type="text"
        spellcheck={false}
        placeholder={placeholder}
        value={of.value}
        onInput={({ currentTarget }) => {
          of.value = currentTarget.value;
        }}
      />
    </label>
  );
}
