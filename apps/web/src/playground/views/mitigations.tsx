/** The recommended layout and other trade-offs: their cost, the proof, the code in every notation; one click applies one. */
import type { SuggestedLayout } from '@ldscope/core';
import { type BufferSuggestion, layoutTexts } from '@ldscope/engine';
import {
  ADDRESS_WORDS,
  addressText,
  sayNotations,
  sayPresent,
  sayProof,
  type Section,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { TableHead } from '../../picture/data-table.tsx';
import { DocumentView } from '../../picture/document.tsx';
import { applyLayout } from '../apply.ts';
import { buffer, buffers, layoutIndex, tried } from '../focus.ts';
import { HintWords, namesOption } from '../hint.tsx';
import { analyzed, bufferIndex, fixRun, siteId, suggestRun, text, triedWords } from '../state.ts';
import { count, size } from '../words.ts';
import { Empty } from './empty.tsx';
import { TileQuestion } from './tile-question.tsx';

export function MitigationsView(): JSX.Element {
  const { status, result } = suggestRun.value;
  const found = buffer.value;
  if (result === undefined) {
    return (
      <Empty>
        {status === 'running'
          ? 'Layouts are being searched ...'
          : 'No layouts have been searched for this kernel.'}
      </Empty>
    );
  }
  return (
    <div class="view-body">
      <TileQuestion />
      {buffers.value.length > 1 ? <BufferChoice all={buffers.value} /> : undefined}
      {found === undefined ? (
        <Messages />
      ) : (
        <>
          <BufferOf suggestion={found} />
          <Messages />
        </>
      )}
    </div>
  );
}

function Messages(): JSX.Element | null {
  const said = suggestRun.value.result?.diagnostics ?? [];
  // The fields above ask for the tile that is not said.
  const worth = said.filter(
    ({ about, hint }) =>
      about !== 'assumed-machine' && about !== 'named-machine' && !namesOption(hint, 'tile'),
  );
  if (worth.length === 0) return null;
  return (
    <ul class="reasons">
      {worth.map(({ message, hint }, index) => (
        <li key={index}>
          {message}{' '}
          <span class="soft">
            <HintWords hint={hint} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function BufferChoice({ all }: { readonly all: readonly BufferSuggestion[] }): JSX.Element {
  const chosen = buffer.value;
  return (
    <div class="chips" role="group" aria-label="Buffers">
      {all.map((one, index) => (
        <button
          key={index}
          type="button"
          class="button"
          aria-pressed={one === chosen}
          onClick={() => {
            bufferIndex.value = index;
            triedWords.value = undefined;
            siteId.value = one.problem.accesses.at(-1)?.name;
          }}
        >
          {one.suggested.names.join(', ')}{' '}
          <span class="soft">{one.suggested.machines.join(', ')}</span>
        </button>
      ))}
    </div>
  );
}

function BufferOf({ suggestion }: { readonly suggestion: BufferSuggestion }): JSX.Element {
  const { suggested } = suggestion;
  const { names, machines, now, front, recommendation } = suggested;
  return (
    <>
      <DocumentView id="present" sections={sayPresent(suggested)} />
      <OtherModel />
      <div class="view-scroll" tabIndex={0} role="region" aria-label="Layouts">
        <table class="data-table">
          <caption>
            Best trade-offs; conflict cycles of one workgroup, memory of the workgroup; address:{' '}
            {ADDRESS_WORDS}
          </caption>
          <TableHead
            columns={[
              { title: 'layout' },
              ...machines.map((title) => ({ title, numeric: true })),
              { title: 'LDS', numeric: true },
              { title: 'workgroups', numeric: true },
              { title: 'address', numeric: true },
              { title: 'width', numeric: true },
              { title: 'apply' },
            ]}
          />
          <tbody>
            <LayoutRow layout={now} index={-1} names={names} isNow />
            {front.map((layout, index) => (
              <LayoutRow key={index} layout={layout} index={index} names={names} isNow={false} />
            ))}
          </tbody>
        </table>
      </div>
      {front.length === 0 ? undefined : (
        <p class="soft">
          Recommended: {front[0]?.layout}, {recommendation}.
        </p>
      )}
      <FixVerdict />
      <DocumentView id="layout" sections={[sayProof(suggested, true), notationsOf(suggestion)]} />
    </>
  );
}

/** Layouts are searched under the first model of a chip, whatever else is looked at. */
function OtherModel(): JSX.Element | null {
  const { machine, model } = analyzed.value ?? {};
  const first = machine?.models[0].name;
  if (first === undefined || model === undefined || model.name === first) return null;
  return (
    <p class="verdict">
      <span class="tag warn">model {first}</span> Layouts are searched and counted under it; Banks
      and Tile show them under {model.name}.
    </p>
  );
}

interface LayoutRowProps {
  readonly layout: SuggestedLayout;
  readonly index: number;
  readonly names: readonly string[];
  readonly isNow: boolean;
}

function LayoutRow({ layout, index, names, isNow }: LayoutRowProps): JSX.Element {
  const chosen = layoutIndex.value === index;
  const rewritable = analyzed.value?.abilities?.fix === true;
  return (
    <tr class={chosen ? 'chosen' : ''}>
      <td>
        <button
          type="button"
          class="place"
          aria-pressed={chosen}
          title="Show the pictures under this layout"
          onClick={() => {
            triedWords.value = isNow ? undefined : layout.layout;
          }}
        >
          {layout.layout}
        </button>
        {isNow ? <span class="soft"> now</span> : undefined}
        {layout.recommended ? <span class="tag good"> recommended</span> : undefined}
      </td>
      {layout.conflicts.map((cycles, m) => (
        <td key={m} class={`numeric ${cycles > 0 ? 'bad' : 'fine'}`}>
          {count(cycles)}
        </td>
      ))}
      <td class="numeric">{size(layout.ldsBytes)}</td>
      <td class="numeric">{layout.workgroups.join(', ')}</td>
      <td class="numeric">{addressText(layout)}</td>
      <td class="numeric">{layout.widthBytes} B</td>
      <td>
        {rewritable && layout.unwritable === undefined && !(isNow && layout.layout === 'plain') ? (
          <button
            type="button"
            class="button small"
            disabled={fixRun.value.status === 'running'}
            onClick={() => void applyLayout(names[0], isNow ? 'plain' : buffer.value?.front[index])}
          >
            {isNow ? 'Make it plain' : 'Rewrite the kernel'}
          </button>
        ) : undefined}
        {layout.unwritable === undefined ? undefined : (
          <span class="soft">cannot be rewritten: {layout.unwritable}</span>
        )}
      </td>
    </tr>
  );
}

/** What became of the last rewriting. */
function FixVerdict(): JSX.Element | null {
  const { status, result } = fixRun.value;
  if (status === 'running' || result === undefined) return null;
  // Of a text that has been changed or taken back since it says nothing.
  if (text.value !== (result.text ?? result.source)) return null;
  const { report: fixed, diagnostics } = result;
  const wrong = diagnostics.filter(({ severity }) => severity !== 'note');
  return (
    <section class="fix" aria-label="The last rewriting">
      <p>
        <span class={`tag ${fixed?.verdict === 'fixed' ? 'good' : 'warn'}`}>
          {fixed === undefined
            ? 'refused'
            : fixed.verdict === 'fixed'
              ? 'rewritten'
              : fixed.verdict}
        </span>{' '}
        {fixed?.buffers
          .map(({ names, before, after }) => `${names.join(', ')}: ${before} → ${after}`)
          .join('; ')}
      </p>
      <ul class="reasons">
        {fixed?.proof.map(({ name, outcome, detail }) => (
          <li key={name}>
            {name}: {outcome}. <span class="soft">{detail}</span>
          </li>
        ))}
        {wrong.map(({ message, hint }, index) => (
          <li key={`d${index}`}>
            {message}{' '}
            <span class="soft">
              <HintWords hint={hint} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The layout that is tried on in every notation; the recommended one where none is. */
function notationsOf({ suggested }: BufferSuggestion): Section {
  const layout = tried.value;
  const chosen = layoutIndex.value > 0 && layout !== undefined;
  const title = suggested.front[chosen ? layoutIndex.value : 0]?.layout ?? '';
  return sayNotations(
    `${title}, written as`,
    title === '' ? [] : chosen ? layoutTexts(layout) : suggested.notations,
  );
}
