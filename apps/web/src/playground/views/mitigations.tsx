/** The recommended layout and other trade-offs: their cost, the proof, the code in every notation; one click applies one. */
import {
  rowText,
  type SuggestedBuffer,
  type SuggestedLayout,
  type SuggestedNotation,
} from '@ldscope/core';
import { type BufferSuggestion, layoutTexts } from '@ldscope/engine';
import { ADDRESS_WORDS, addressText } from '@ldscope/render';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { TableHead, TableOf } from '../../picture/data-table.tsx';
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

const verdicts: Readonly<Record<SuggestedBuffer['verdict'], string>> = {
  free: 'It has no conflicts: there is nothing to do.',
  solved: 'There is a layout without conflicts.',
  better: 'Layouts have fewer conflicts, none removes all.',
  stuck: 'No layout that was searched has fewer conflicts.',
};

/** Other workgroups may take other branches. */
function sampleSentence({ workgroups }: SuggestedBuffer): string {
  if (workgroups === undefined || workgroups.executed >= workgroups.launched) return '';
  return ` Sampled in ${count(workgroups.executed)} of ${count(workgroups.launched)} workgroups.`;
}

function BufferOf({ suggestion }: { readonly suggestion: BufferSuggestion }): JSX.Element {
  const { suggested } = suggestion;
  const { names, tile, machines, verdict, now, front, recommendation, why, obstacles } = suggested;
  return (
    <>
      <p class="verdict">
        <strong>{names.join(', ')}</strong>: {tile.rows} x {rowText(tile)}. {verdicts[verdict]}
        {sampleSentence(suggested)}
      </p>
      <OtherModel />
      <Why findings={why} />
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
      <Proof suggested={suggested} />
      <NotationsOf suggestion={suggestion} />
      {obstacles.length === 0 ? undefined : (
        <ul class="reasons">
          {obstacles.map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
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

/** Why the present layout conflicts; accesses after the first few are folded away. */
function Why({ findings }: { readonly findings: SuggestedBuffer['why'] }): JSX.Element | null {
  if (findings.length === 0) return null;
  const items = findings.map(({ target, access, ways, example, causes }, index) => (
    <li key={index}>
      {access} on {target}: {ways} ways. {example}
      {causes.map(({ text }) => ` ${text}`)}
    </li>
  ));
  return (
    <div>
      <ul class="reasons">{items.slice(0, SHOWN_FINDINGS)}</ul>
      {items.length <= SHOWN_FINDINGS ? undefined : (
        <details class="table-twin">
          <summary>
            {items.length - SHOWN_FINDINGS === 1
              ? '1 more finding'
              : `${items.length - SHOWN_FINDINGS} more findings`}
          </summary>
          <ul class="reasons">{items.slice(SHOWN_FINDINGS)}</ul>
        </details>
      )}
    </div>
  );
}

const SHOWN_FINDINGS = 1;

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

function Proof({
  suggested: { proof, front },
}: {
  readonly suggested: SuggestedBuffer;
}): JSX.Element | null {
  const { claims, argument, families } = proof;
  if (claims.length === 0) return null;
  return (
    <details class="table-twin">
      <summary>
        Certificate of {front.length === 0 ? 'the present layout' : 'the recommended layout'}
      </summary>
      <div class="view-scroll" tabIndex={0} role="region" aria-label="Certificate">
        <TableOf
          table={{
            caption: argument,
            columns: [
              { title: 'machine' },
              { title: 'access' },
              { title: 'cycles', numeric: true },
              { title: 'conflicts', numeric: true },
              { title: 'least under any layout', numeric: true },
            ],
            rows: claims.map(({ machine, access, cycles, conflicts, leastConflicts }) => [
              machine,
              access,
              count(cycles),
              count(conflicts),
              count(leastConflicts),
            ]),
          }}
        />
        {families.length === 0 ? undefined : (
          <p class="soft">
            Tried:{' '}
            {families.map(({ name, size: members }) => `${name} (${count(members)})`).join(', ')}
          </p>
        )}
      </div>
    </details>
  );
}

/** Which notation was copied last. */
const copied = signal<string | undefined>(undefined);

/** The layout that is tried on in every notation; the recommended one where none is. */
function NotationsOf({
  suggestion: { suggested },
}: {
  readonly suggestion: BufferSuggestion;
}): JSX.Element | null {
  const layout = tried.value;
  const chosen = layoutIndex.value > 0 && layout !== undefined;
  const all = chosen ? layoutTexts(layout) : suggested.notations;
  const title = suggested.front[chosen ? layoutIndex.value : 0]?.layout;
  return title === undefined ? null : <Notations title={title} all={all} />;
}

interface NotationsProps {
  readonly title: string;
  readonly all: readonly SuggestedNotation[];
}

function Notations({ title: layout, all }: NotationsProps): JSX.Element | null {
  if (all.length === 0) return null;
  return (
    <section class="notations" aria-label="The layout in every notation">
      <h2>{layout}, in every notation</h2>
      {all.map(({ notation, title, text, reason, instead }) => (
        <div key={notation} class="notation">
          <h3>
            {title}
            {text === undefined ? undefined : (
              <button
                type="button"
                class="button small"
                aria-label={`Copy the form for ${title}`}
                onClick={() => void copyText(notation, text)}
              >
                <span aria-live="polite">{copied.value === notation ? 'Copied' : 'Copy'}</span>
              </button>
            )}
          </h3>
          {instead === undefined ? undefined : (
            <p class="soft">
              {reason}; this is {instead}, which has as few conflicts
            </p>
          )}
          {text === undefined ? (
            <p class="soft">{reason}</p>
          ) : (
            <pre tabIndex={0} aria-label={title}>
              {text}
            </pre>
          )}
        </div>
      ))}
    </section>
  );
}

async function copyText(notation: string, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  copied.value = notation;
  setTimeout(() => {
    if (copied.value === notation) copied.value = undefined;
  }, 2500);
}
