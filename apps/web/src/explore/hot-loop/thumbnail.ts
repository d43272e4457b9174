/** The picture of the page, for its card: an iteration of the loop. */
import { type Picture, timelinePicture } from '@ldscope/render';
import { pipelineControls } from './controls.ts';
import { hotLoop } from './model.ts';
import { scheduleText } from './schedules.ts';
import { ITERATIONS, settingsOf } from './settings.ts';

export function thumbnail(): Picture {
  const { pipeline, tile, chip, circumstances } = settingsOf(pipelineControls.start);
  const loop = hotLoop(scheduleText(pipeline, tile, chip, ITERATIONS), chip, circumstances);
  const { program, timeline, starts, loops } = loop;
  const [from = 0, to = timeline.cycles] = starts.slice(1, 3);
  return timelinePicture(program, timeline, { from, to, loops });
}
