/** Where the levels of the picture are. */
import type { Level } from './levels.ts';

export const WIDTH = 940;
export const LEFT = 120;
export const RIGHT = 928;

const heights: Readonly<Record<Level, number>> = {
  grid: 58,
  units: 96,
  unit: 190,
  wave: 66,
  banks: 144,
};

const order: readonly Level[] = ['grid', 'units', 'unit', 'wave', 'banks'];

export function levelTop(level: Level): number {
  return order.slice(0, order.indexOf(level)).reduce((sum, name) => sum + heights[name], 10);
}

export function bottomOf(level: Level): number {
  return levelTop(level) + heights[level];
}
