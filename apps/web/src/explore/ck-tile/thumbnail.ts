/** The picture of the page, for its card. */
import type { Picture } from '@ldscope/render';
import { swapControls } from './controls.ts';
import { flowPicture, steps } from './flow-picture.ts';
import { coordinatesOf, swapModel } from './model.ts';

export function thumbnail(): Picture | undefined {
  const { start } = swapControls;
  const result = swapModel(start);
  if (!result.ok) return undefined;
  const at = coordinatesOf(result.model, start.m, start.k);
  return flowPicture(result.model, at, steps(result.model, at).length - 1);
}
