/** The passes of the flow over a small kernel, run in the browser when they are requested. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Fact } from '../../controls/facts.tsx';
import { hunksOf, lineDiff } from '../../controls/line-diff.ts';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import { Scrolled } from '../../picture/data-table.tsx';
import * as show from '../parts/show.tsx';
import { passControls } from './controls.ts';
import { flowKernels, OWN, passText, type Stage } from './flow.ts';

export function PassesFigure(): JSX.Element {
  const form = useControls(passControls);
  const { kernel: name, behaviour, resolver, writer, chip } = form.state;
  const [stages, setStages] = useState<readonly Stage[]>([]);
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const [asked, setAsked] = useState(false);
  const found = flowKernels.find((one) => one.name === name);
  const [own, setOwn] = useState(flowKernels.find((one) => one.name === OWN)?.text ?? '');
  const kernel = found && (name === OWN ? { ...found, text: own } : found);
  const passes = kernel?.passes ?? [];
  const [shown, stepper, choose] = useSteps('Pass', passes.length + 1, {
    of: name,
    text: (pass) => (pass === 0 ? 'the kernel' : `after ${passes[pass - 1] ?? ''}`),
    milliseconds: 1600,
  });
  const run = useRef(0);
  useEffect(() => {
    if (!asked || kernel === undefined) return;
    const current = ++run.current;
    setRunning(true);
    setStages([]);
    setFailed(undefined);
    import('./run-flow.ts')
      .then(({ runFlow }) =>
        runFlow(kernel, { like: behaviour, resolver, writerBits: writer }, chip, (reached) => {
          if (run.current === current) setStages(reached);
        }),
      )
      .catch((error: unknown) => {
        if (run.current === current)
          setFailed(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        if (run.current === current) setRunning(false);
      });
  }, [asked, name, behaviour, resolver, writer, chip]);
  if (kernel === undefined) return <></>;
  const stage = stages[shown];
  const lastStage = stages.at(-1);
  return show.figure('The passes, one by one', [
    name === OWN ? (
      <label class="labelled">
        Your MLIR: functions on vectors of the workgroup, tensors or memory
        <textarea
          class="field iree-own"
          rows={10}
          spellcheck={false}
          value={own}
          onInput={({ currentTarget }) => {
            setOwn(currentTarget.value);
            setAsked(false);
            setStages([]);
          }}
        />
      </label>
    ) : undefined,
    <ol class="iree-passes" start={0}>
      {['the kernel', ...passes].map((pass, index) => (
        <li key={index}>
          <button
            type="button"
            class="button small"
            aria-pressed={index === shown}
            onClick={() => choose(index)}
          >
            {pass.replace(/\{.*/, '')}
          </button>
          <PassTag stages={stages} index={index} />
        </li>
      ))}
    </ol>,
    show.prose(shown === 0 ? 'The kernel before any pass.' : (passText(passes[shown - 1]) ?? '')),
    <div class="figure-controls">
      <button type="button" class="button primary" disabled={asked} onClick={() => setAsked(true)}>
        {asked ? 'Passes are loaded' : 'Run the passes'}
      </button>
      <progress
        aria-label="Passes that have run"
        max={passes.length + 1}
        value={stages.length}
        hidden={!running}
      />
    </div>,
    stepper,
    failed === undefined ? undefined : <p class="verdict">The passes could not run: {failed}.</p>,
    show.facts(factsOf(stages[0], stage)),
    <Decisions stage={stage} last={lastStage} />,
    <Diff
      before={stages[shown - 1]?.text}
      after={stage?.text ?? (shown === 0 || !asked ? kernel.text : undefined)}
    />,
    show.fields(form),
    <p class="prose">{kernel.note}</p>,
    show.prose(
      'These are passes of ldscope. They do what the passes of IREE do, are compared with its tests, and can reproduce its defects. After each pass ldscope executes the kernel and counts its LDS accesses.',
    ),
    show.open(
      stage?.text,
      { file: `${kernel.name}.mlir`, machine: chip },
      'Open this text in the playground',
    ),
  ]);
}

function PassTag({
  stages,
  index,
}: Readonly<{ stages: readonly Stage[]; index: number }>): JSX.Element {
  const [stage, before] = [stages[index], stages[index - 1]];
  if (stage === undefined || index === 0) return <span class="iree-untold" />;
  if (stage.failed !== undefined) return <span class="tag conflict">fails</span>;
  return stage.text === before?.text ? (
    <span class="tag">no change</span>
  ) : (
    <span class="tag accent">changes</span>
  );
}

function factsOf(first: Stage | undefined, stage: Stage | undefined): Fact[] {
  const cost = stage?.cost;
  const text = (value: number | undefined) => value && grouped(value);
  const isFewer = cost !== undefined && cost.conflicts < (first?.cost?.conflicts ?? 0);
  return [
    ['conflict cycles, executed', text(cost?.conflicts), isFewer ? 'good' : undefined],
    ['LDS cycles', text(cost?.cycles)],
    ['LDS instructions', text(cost?.instructions)],
    [
      'can be executed',
      stage && (stage.stuck === undefined ? (cost === undefined ? 'no LDS access' : 'yes') : 'no'),
      stage?.stuck === undefined ? undefined : 'conflict',
    ],
    [
      'memory, beside the kernel',
      stage && stage.stuck === undefined ? (stage.difference ?? 'the same') : undefined,
      stage?.difference === undefined ? undefined : 'conflict',
    ],
  ];
}

function Decisions({
  stage,
  last,
}: Readonly<{ stage: Stage | undefined; last: Stage | undefined }>): JSX.Element {
  const lines = [
    ...(stage?.decisions ?? []),
    ...(stage?.failed === undefined ? [] : [`The pass fails: ${stage.failed}`]),
    ...(stage?.stuck === undefined ? [] : [`Execution fails: ${stage.stuck}`]),
    ...(stage === undefined && last?.failed !== undefined
      ? [`Not reached: ${last.pass ?? ''} failed.`]
      : []),
  ];
  return (
    <ul class="iree-decisions" aria-label="Decisions of the pass">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Lines around a change that are shown with it. */
const AROUND = 2;

type DiffProps = Readonly<Record<'before' | 'after', string | undefined>>;

function Diff({ before, after }: DiffProps): JSX.Element {
  const lines = useMemo(() => {
    if (after === undefined) return [];
    const all = lineDiff(before ?? after, after);
    const near = new Set(hunksOf(all, AROUND).flat());
    if (near.size === 0) return all;
    const shown = all.map((line) => (near.has(line) ? line : undefined));
    return shown.filter((line, i) => line !== undefined || i === 0 || shown[i - 1] !== undefined);
  }, [before, after]);
  return (
    <Scrolled label="The kernel after the pass" class="iree-text">
      <pre>
        {lines.map((line, index) =>
          line === undefined ? (
            <span key={index} class="iree-cut">
              {'  ...\n'}
            </span>
          ) : (
            <span key={index} class={`iree-line ${line.kind}`}>
              {`${{ kept: ' ', added: '+', removed: '-' }[line.kind]} ${line.text}\n`}
            </span>
          ),
        )}
      </pre>
    </Scrolled>
  );
}
