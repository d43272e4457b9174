/** Pipeline and waits look at one schedule. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useLater } from '../parts/use-later.ts';
import { useKnownLoops } from './known-loops.ts';
import { PipelinesFigure } from './pipelines.tsx';
import { scheduleText } from './schedules.ts';
import { ITERATIONS, type Settings, usualSettings } from './settings.ts';
import { WaitsFigure } from './waits.tsx';

export function HotLoopFigures(): JSX.Element {
  const [settings, setSettings] = useState(() => usualSettings('gfx942'));
  const { pipeline, tile, chip } = settings;
  const original = useMemo(
    () => scheduleText(pipeline, tile, chip, ITERATIONS),
    [pipeline, tile, chip],
  );
  const [edited, setEdited] = useState<string | undefined>(undefined);
  const [line, setLine] = useState<number | undefined>(undefined);
  const text = edited ?? original;
  const loopOf = useKnownLoops(settings);
  const loop = useMemo(() => loopOf(text), [loopOf, text]);
  const later = useLater(
    useMemo(() => ({ loop, chip, text, original }), [loop, chip, text, original]),
  );
  const change = (next: Settings): void => {
    setSettings(next);
    setLine(undefined);
    const same = next.pipeline === pipeline && next.chip === chip && next.tile === tile;
    if (!same) setEdited(undefined);
  };
  return (
    <>
      <PipelinesFigure
        settings={settings}
        onChange={change}
        loop={loop}
        loopOf={loopOf}
        line={line}
        onLine={setLine}
      />
      {useMemo(
        () => (
          <WaitsFigure {...later} onText={setEdited} line={line} onLine={setLine} />
        ),
        [later, line],
      )}
    </>
  );
}
