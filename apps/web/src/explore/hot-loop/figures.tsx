/** Pipeline and waits look at one schedule. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useControls } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import { useLater } from '../parts/use-later.ts';
import { pipelineControls } from './controls.ts';
import { useKnownLoops } from './known-loops.ts';
import { PipelinesFigure } from './pipelines.tsx';
import { scheduleText } from './schedules.ts';
import { ITERATIONS, settingsOf } from './settings.ts';
import { WaitsFigure } from './waits.tsx';

export function HotLoopFigures(): JSX.Element {
  const form = useControls(pipelineControls);
  const settings = useMemo(() => settingsOf(form.state), [form.state]);
  const { pipeline, tile, buffering, chip } = settings;
  // A change of memory alone keeps what was edited.
  const original = useMemo(
    () => scheduleText(pipeline, tile, chip, ITERATIONS, buffering),
    [pipeline, JSON.stringify([tile, buffering]), chip],
  );
  const [edited, setEdited] = useStateOf<string | undefined>(original, undefined);
  const [line, setLine] = useStateOf<number | undefined>(settings, undefined);
  const text = edited ?? original;
  const loopOf = useKnownLoops(settings);
  const loop = useMemo(() => loopOf(text), [loopOf, text]);
  const later = useLater(
    useMemo(() => ({ loop, chip, text, original }), [loop, chip, text, original]),
  );
  return (
    <>
      <PipelinesFigure
        form={form}
        settings={settings}
        loop={loop}
        loopOf={loopOf}
        line={line}
        onLine={setLine}
      />
      {useMemo(
        () => (
          <WaitsFigure {...later} onText={setEdited} line={line} onLine={setLine} />
        ),
        [later, line, setEdited, setLine],
      )}
    </>
  );
}
