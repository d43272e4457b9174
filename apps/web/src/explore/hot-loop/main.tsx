/** The hot loop of a GEMM: budgets, pipelines, waits. */
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import * as show from '../parts/show.tsx';
import { useLater } from '../parts/use-later.ts';
import { BudgetFigure, MemoryFigure } from './before.tsx';
import { pipelineControls, type PipelineState } from './controls.ts';
import type { Schedule } from './generate.ts';
import './hot-loop.css';
import { type HotLoop, type LoopOf, prepare, type Prepared, simulated } from './model.ts';
import { PipelineFields, PipelinesFigure, TITLE } from './pipelines.tsx';
import { ProductsFigure } from './products-figure.tsx';
import { scheduleOf } from './schedules.ts';
import { type Settings, settingsOf } from './settings.ts';
import { WaitsFigure } from './waits.tsx';

/** More than there are pipelines; the rest are edits, of which a reader makes many. */
const MOST = 16;

function useKnownLoops({ chip, circumstances }: Settings): LoopOf {
  const { latency, bytesPerCycle, readConflicts } = circumstances;
  const prepared = useMemo(() => new Map<string, Prepared>(), [chip, readConflicts]);
  return useMemo(() => {
    const loops = new Map<string, HotLoop>();
    return (text) =>
      known(loops, text, () =>
        simulated(
          known(prepared, text, () => prepare(text, chip, readConflicts)),
          circumstances,
        ),
      );
  }, [prepared, latency, bytesPerCycle]);
}

function known<T>(all: Map<string, T>, text: string, make: () => T): T {
  const found = all.get(text);
  if (found !== undefined) return found;
  if (all.size >= MOST) all.clear();
  const made = make();
  all.set(text, made);
  return made;
}

function HotLoopFigures(): JSX.Element {
  const form = useControls(pipelineControls);
  const settings = useMemo(() => settingsOf(form.state), [form.state]);
  const { circumstances: _, ...request } = settings;
  // A change of memory alone keeps what was edited.
  const schedule = useMemo(() => scheduleOf(request), [JSON.stringify(request)]);
  if (schedule.ok) return <OfSchedule schedule={schedule.value} {...{ form, settings }} />;
  return show.figure(TITLE, [
    show.refused(schedule.why),
    <PipelineFields {...{ form, settings }} />,
  ]);
}

function OfSchedule({
  form,
  settings,
  schedule,
}: Readonly<{ form: Form<PipelineState>; settings: Settings; schedule: Schedule }>): JSX.Element {
  const { chip } = settings;
  const original = schedule.text;
  const [edited, setEdited] = useStateOf<string | undefined>(original, undefined);
  const [line, setLine] = useStateOf<number | undefined>(settings, undefined);
  const text = edited ?? original;
  const loopOf = useKnownLoops(settings);
  const loop = useMemo(() => loopOf(text), [loopOf, text]);
  const later = useLater(
    useMemo(() => ({ loop, chip, text, original }), [loop, chip, text, original]),
  );
  const products = useLater(useMemo(() => ({ schedule, settings }), [schedule, settings]));
  return show.all([
    <PipelinesFigure {...{ form, settings, schedule, loop, loopOf, line }} onLine={setLine} />,
    useMemo(
      () => h(WaitsFigure, { ...later, onText: setEdited, line, onLine: setLine }),
      [later, line, setEdited, setLine],
    ),
    useMemo(() => h(ProductsFigure, products), [products]),
  ]);
}

show.page(
  'hot-loop',
  [
    <HotLoopFigures />,
    show.text('How to read it', [
      'The waves of a workgroup multiply a tile, 256 x 256 and 32 deep at first, step after step. A step has a budget: each unit is busy for some cycles, whatever the order of the instructions. If the matrix core is the busiest unit, the best loop takes its cycles and no more. The order decides how close a loop comes, and the waits decide whether its result is right.',
      'All cycles are those of a model that advances from event to event with published constants. They are not measurements.',
    ]),
    <BudgetFigure />,
    show.beside('gemm', [
      <MemoryFigure />,
      show.prose([
        '**Level 1** of the notes hides the fetch in the drawing but not in numbers: the next tile needs its bandwidth and a latency on top, and the sketch waits for it after three quarters of the matrix instructions. The loop by hand requests each piece a whole step ahead and waits only for the oldest of eight, `vmcnt(7)`, which hides the latency.',
        '**Three waits that the notes call a bug**, `lgkmcnt(9)`, `(4)` and `(7)`, never wait, because fewer operations are in flight. They cost nothing and protect nothing. **A wait that they do not call a bug is one**: `lgkmcnt(7)` before the second barrier leaves seven of eight writes in flight when the other waves begin to read the tile. It has to be `lgkmcnt(0)`: change it under “Waits” and see what it costs.',
        '**May a load overwrite the register of a write at once?** The notes ask whether a load may follow a `ds_write` from the same register without `lgkmcnt(0)`. For these chips LLVM inserts no wait there, the archive of the notes saw no cost in leaving it out, and the verdicts above require none.',
        '**512 cycles for LDS writes** would be one pair of SIMDs at 64 bytes per cycle for all four waves. Both pairs write at once, and a write of 16 bytes per lane occupies its pair for 20 cycles.',
      ]),
    ]),
  ],
  [
    'The plan, the pipelines and the loop by hand: {gemm}, tingqli/pyhip @6d691992. The latencies, measured on an MI308X: tingqli/pyhip, docs/mem_latency.md.',
    'Four SIMDs in two pairs, 64 bytes per cycle between LDS and a pair: ROCm Compute Profiler, ROCm/rocprofiler-compute, pipeline descriptions.',
    'When a matrix result may be read: LLVM, GCNHazardRecognizer and SISchedule.td. All constants of the model with their sources: `ldscope timeline --format json`.',
  ],
);
