/** Pipeline, waits and products look at one schedule. */
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import { useLater } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import { pipelineControls, type PipelineState } from './controls.ts';
import type { Schedule } from './generate.ts';
import { PipelineFields, PipelinesFigure, TITLE } from './pipelines.tsx';
import { ProductsFigure } from './products-figure.tsx';
import { scheduleOf } from './schedules.ts';
import { type Settings, settingsOf } from './settings.ts';
import { WaitsFigure } from './waits.tsx';
import { useKnownLoops } from './known-loops.ts';

export function HotLoopFigures(): JSX.Element {
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
