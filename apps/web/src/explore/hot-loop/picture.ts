/** The picture of the page, for its card: an iteration of the loop. */
import { type Picture, timelinePicture } from '@ldscope/render';
import { pipelineControls } from './controls.ts';
import { hotLoop } from './model.ts';
import { scheduleOf } from './schedules.ts';
import { settingsOf } from './settings.ts';

export function thumbnail(): Picture {
  const settings = settingsOf(pipelineControls.start);
  const schedule = scheduleOf(settings);
  const text = schedule.ok ? schedule.value.text : '';
  const loop = hotLoop(text, settings.chip, settings.circumstances);
  const { program, timeline, starts, loops } = loop;
  const [from = 0, to = timeline.cycles] = starts.slice(1, 3);
  return timelinePicture(program, timeline, { from, to, loops });
}
