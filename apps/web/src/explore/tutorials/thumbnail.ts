/** The picture of the page, for its card: the elements that one read moves. */
import type { Picture } from '@ldscope/render';
import { tutorialControls } from './controls.ts';
import { movedElements, tutorialModel } from './model.ts';
import { tilePicture } from './tile-picture.ts';

const FIRST_READ = 1;

export function thumbnail(): Picture {
  const model = tutorialModel(tutorialControls.start);
  return tilePicture(model, FIRST_READ, 0, movedElements(model, FIRST_READ, 0));
}
