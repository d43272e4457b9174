/** The picture of the page, for its card. */
import type { Picture } from '@ldscope/render';
import { gpuControls } from './controls.ts';
import { levels } from './levels.ts';
import { gpuView } from './model.ts';
import { pathPicture } from './path-picture.ts';

export const thumbnail = (): Picture => pathPicture(gpuView(gpuControls.start), levels.length - 1);
