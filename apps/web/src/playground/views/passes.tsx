/** Passes of `ldscope opt` on the kernel: which of them would change it, the difference, and the kernel rewritten by them. */
import type { OptimizedText, PassFor } from '@ldscope/engine';
import { sayDecisions, sayStates } from '@ldscope/render';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DiffView } from '../../controls/diff-view.tsx';
import { Select } from '../../controls/fields.tsx';
import { DocumentView } from '../../picture/document.tsx';
import { reveal } from '../editor-pane.tsx';
import { HintWords } from '../hint.tsx';
import { text } from '../state.ts';
import { Empty } from './empty.tsx';
import {
  fault,
  like,
  optimized,
  passesHere,
  passList,
  resolver,
  runPasses,
  tryPasses,
} from './passes/passes-run.ts';
import './passes/passes.css';

/** The text before and after passes were applied, so that they can be taken back. */
const applied = signal<{ readonly before: string; readonly after: string } | undefined>(undefined);

/** The difference of all passes together. */
const WHOLE = 'all';

const likes = [
  { value: 'corrected', label: 'corrected' },
  { value: 'iree', label: 'IREE as it is' },
  { value: 'iree-pr-23778', label: 'IREE with pull request 23778' },
] as const;

const resolvers = [
  { value: 'ldscope', label: 'what ldscope resolves' },
  { value: 'iree', label: 'what IREE resolves' },
] as const;

export function PassesView(): JSX.Element {
  const shown = text.value;
  const here = passesHere.value;
  useEffect(() => void tryPasses(), [shown, like.value, resolver.value, here]);
  const taken = applied.value;
  return (
    <div class="view-body">
      <form
        class="pass-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (passList.value.trim() !== '') void runPasses(passList.value);
        }}
      >
        <label class="labelled">
          Passes
          <input
            class="field"
            placeholder="iree-swizzle, or canonicalize,cse"
            spellcheck={false}
            value={passList.value}
            onInput={({ currentTarget }) => {
              passList.value = currentTarget.value;
            }}
          />
        </label>
        <Select
          label="Behaviour"
          value={like.value}
          options={likes}
          onChange={(next) => {
            like.value = next;
          }}
        />
        <Select
          label="Hints"
          value={resolver.value}
          options={resolvers}
          onChange={(next) => {
            resolver.value = next;
          }}
        />
        <button type="submit" class="button primary" disabled={passList.value.trim() === ''}>
          Run
        </button>
        {taken?.after === shown ? (
          <button
            type="button"
            class="button"
            onClick={() => {
              text.value = taken.before;
              applied.value = undefined;
            }}
          >
            Undo the passes
          </button>
        ) : undefined}
      </form>
      {fault.value === undefined ? undefined : (
        <p class="tag conflict">a fault of ldscope itself: {fault.value}</p>
      )}
      {optimized.value === undefined ? undefined : <Result made={optimized.value} />}
      {here === undefined ? (
        <Empty>Each pass is tried on the kernel ...</Empty>
      ) : here.length === 0 ? (
        <Empty>No pass reads this text. Passes take MLIR that parses without errors.</Empty>
      ) : (
        <PassTable all={here} />
      )}
    </div>
  );
}

function Result({ made }: { readonly made: OptimizedText }): JSX.Element {
  const { before, after, states, passes, allocations, diagnostics } = made;
  const [chosen, choose] = useState(WHOLE);
  useEffect(() => choose(WHOLE), [made]);
  const steps = states.map(({ pass = 'the kernel', mlir }, index) => ({
    name: `${index}`,
    title: index === 0 ? pass : `${index}. ${pass.replace(/\{.*/, '')}`,
    before: states[index - 1]?.mlir ?? mlir,
    after: mlir,
  }));
  const shown = steps.find(({ name }) => name === chosen) ?? { before, after };
  const isChanged = after === undefined ? steps.length > 1 : before !== after;
  const options = [
    ...(after === undefined ? [] : [{ value: WHOLE, label: 'all passes' }]),
    ...steps.slice(1).map(({ name, title }) => ({ value: name, label: title })),
  ];
  return (
    <section class="pass-result" aria-label="Result of the passes">
      <h2>{passes.length === 0 ? 'Nothing was run' : passes.join(', ')}</h2>
      {diagnostics.length === 0 ? undefined : (
        <ul class="reasons">
          {diagnostics.map(({ message, hint, line, severity }, index) => (
            <li key={index} class={severity === 'error' ? 'bad' : ''}>
              {line === undefined ? '' : `line ${line}: `}
              {message} <HintWords hint={hint} />
            </li>
          ))}
        </ul>
      )}
      {states.length > 1 ? (
        <DocumentView id="states" sections={[{ ...sayStates(states), level: 3 }]} />
      ) : undefined}
      {isChanged ? (
        <>
          <Select label="Difference made by" value={chosen} options={options} onChange={choose} />
          {shown.before === undefined || shown.after === undefined ? undefined : (
            <DiffView
              before={shown.before}
              after={shown.after}
              label="What the passes change, beside the kernel as ldscope prints it"
            />
          )}
          <div class="chips">
            <button
              type="button"
              class="button primary"
              disabled={shown.after === undefined}
              onClick={() => {
                if (shown.after === undefined) return;
                applied.value = { before: text.value, after: shown.after };
                text.value = shown.after;
              }}
            >
              Put the result into the editor
            </button>
          </div>
        </>
      ) : after === undefined ? undefined : (
        <p>The passes change nothing in this kernel.</p>
      )}
      <DocumentView
        id="passes"
        onLine={reveal}
        sections={allocations.map((allocation) => ({ ...sayDecisions(allocation), level: 3 }))}
      />
    </section>
  );
}

const outcomes = { changes: 'changes it', nothing: 'nothing to do', fails: 'fails' } as const;
const tones = { changes: 'accent', nothing: '', fails: 'conflict' } as const;
const order = { changes: 0, nothing: 1, fails: 2 } as const;

/** Passes that change the text first. */
function PassTable({ all }: { readonly all: readonly PassFor[] }): JSX.Element {
  const sorted = all.toSorted((a, b) => order[a.outcome] - order[b.outcome]);
  return (
    <div class="view-scroll" tabIndex={0} role="region" aria-label="Passes and pipelines">
      <table class="data-table passes">
        <caption>Each alone, on this kernel</caption>
        <thead>
          <tr>
            <th scope="col">pass</th>
            <th scope="col">here</th>
            <th scope="col">what it does</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name, summary, isPipeline, outcome, why }) => (
            <tr key={name}>
              <td>
                <button type="button" class="place" onClick={() => void runPasses(name)}>
                  {name}
                </button>
              </td>
              <td>
                <span class={`tag ${tones[outcome]}`} title={why}>
                  {outcomes[outcome]}
                </span>
              </td>
              <td>
                {isPipeline ? 'pipeline: ' : ''}
                {summary}
                {why === undefined ? '' : ` (${why})`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
