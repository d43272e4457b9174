/**
 * The recommended layout and other trade-offs: their cost, the proof, the code in every notation; one click applies a
 * layout.
 */
import type { SuggestedLayout } from '@ldscope/core';
import { type BufferSuggestion, layoutTexts } from '@ldscope/engine';
import {
  ADDRESS_WORDS,
  addressText,
  sayNotations,
  sayPresent,
  sayProof,
  type Section,
  termsForAll,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { grouped } from '../../controls/words.ts';
import { TableHead } from '../../picture/data-table.tsx';
import { DocumentView } from '../../picture/document.tsx';
import { applyLayout } from '../apply.ts';
import { otherTile } from '../compare/other.ts';
import { buffer, buffers, layoutIndex } from '../focus.ts';
import { HintWords, namesOption } from '../hint.tsx';
import { LayoutCosts } from '../layouts/layout-costs.tsx';
import { LayoutField } from '../layouts/layout-field.tsx';
import { tried, typedText } from '../layouts/tried.ts';
import {
  analyzed,
  bufferIndex,
  comparedKernel,
  fixRun,
  siteId,
  suggestRun,
  triedWords,
} from '../state.ts';
import { size } from '../words.ts';
import { Empty } from './empty.tsx';
import { Rewriting } from './rewriting.tsx';
import { TileQuestion } from './tile-question.tsx';

export function MitigationsView(): JSX.Element {
  const { status, result } = suggestRun.value;
  const found = buffer.value;
  if (result === undefined) {
    return (
      <div class="view-body">
        <Rewriting />
        <Empty>
          {status === 'running'
            ? 'Searching for layouts ...'
            : 'No layout search has run for this kernel.'}
        </Empty>
      </div>
    );
  }
  return (
    <div class="view-body">
      <Rewriting />
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
  // The fields above ask for the missing tile.
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
  const { names, machines, now, front, recommendation, isUntried } = suggested;
  const terms = termsForAll(machines);
  return (
    <>
      <Present suggested={suggested} />
      <OtherModel />
      <div class="view-scroll" tabIndex={0} role="region" aria-label="Layouts">
        <table class="data-table">
          <caption>
            Best trade-offs: conflict {terms.cycles} and {terms.sharedMemory} per {terms.workgroup};
            address: {ADDRESS_WORDS}
          </caption>
          <TableHead
            columns={[
              { title: 'layout' },
              ...machines.map((title) => ({ title, numeric: true })),
              { title: terms.sharedMemory, numeric: true },
              { title: `${terms.workgroup}s`, numeric: true },
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
          {isUntried === true
            ? 'None is recommended: a compiler may choose other instructions for each of them, and none was tried.'
            : `Recommended: ${front[0]?.layout}, ${recommendation}.`}
        </p>
      )}
      <LayoutField />
      <LayoutCosts />
      <RewriteTyped names={names} />
      <DocumentView
        id="layout"
        sections={[sayProof(suggested, true), ...notationsOf(suggestion)]}
      />
    </>
  );
}

/** The buffer as it is, beside that of the pinned kernel. */
function Present({ suggested }: Pick<BufferSuggestion, 'suggested'>): JSX.Element {
  const own = <DocumentView id="present" sections={sayPresent(suggested)} />;
  const other = comparedKernel.value === undefined ? undefined : otherTile.value;
  if (other === undefined) return own;
  return (
    <div class="side-by-side">
      <section aria-label="The pinned kernel">
        <p class="soft">pinned</p>
        <DocumentView id="present-other" sections={sayPresent(other.buffer.suggested)} />
      </section>
      <section aria-label="This kernel">
        <p class="soft">here</p>
        {own}
      </section>
    </div>
  );
}

/** Layouts are searched under the first model of a chip, whichever is selected. */
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
          {grouped(cycles)}
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

/** A button for the layout that the reader typed, where the kernel can be rewritten. */
function RewriteTyped({ names }: { readonly names: readonly string[] }): JSX.Element | null {
  const { layout } = tried.value ?? {};
  if (typedText.value === undefined || layout === undefined) return null;
  if (analyzed.value?.abilities?.fix !== true) return null;
  return (
    <p>
      <button
        type="button"
        class="button small"
        disabled={fixRun.value.status === 'running'}
        onClick={() => void applyLayout(names[0], layout)}
      >
        Rewrite the kernel to the typed layout
      </button>
    </p>
  );
}

/** The tried or recommended layout in every notation, and the buffer's present one. */
function notationsOf({ suggested, now, isNowKnown, array }: BufferSuggestion): Section[] {
  const { layout, words } = tried.value ?? {};
  const best = suggested.front[0]?.layout;
  const other = layout === undefined || words === best ? undefined : layout;
  const title = `${(other === undefined ? best : words) ?? ''}, written as`;
  // The notations describe known layouts only, not one on top of an unknown layout.
  if (!isNowKnown) return best === undefined ? [] : [sayNotations(title, suggested.notations)];
  const shown = other === undefined ? suggested.notations : layoutTexts(other, undefined, array);
  const present = `The present layout, ${suggested.now.layout}, written as`;
  return [
    ...(shown.length === 0 ? [] : [sayNotations(title, shown)]),
    sayNotations(present, layoutTexts(now, undefined, array)),
  ];
}
