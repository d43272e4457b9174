/** What an H200 counted of sources before and after `ldscope fix`. */
import { expect, it } from 'vitest';
import { readMeasured } from './nvidia.ts';

/** The chip counts fewer conflicts of these, as they are, than their PTX has. */
const FEWER = new Set(['neko-550', 'scan']);

it.each(readMeasured())(
  '$name computes the same, with the conflicts that were predicted',
  (one) => {
    const { name, isEqual, predicted, counted } = one;
    expect(isEqual).toBe(true);
    expect(counted[1]).toBe(predicted[1]);
    if (FEWER.has(name)) expect(counted[0]).toBeLessThan(predicted[0]);
    else expect(counted[0]).toBe(predicted[0]);
  },
);
