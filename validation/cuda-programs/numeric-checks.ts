/** Bodies, differences, options, random numbers and an iteration of Jacobi's, computed plainly. */
import { sum } from '@ldscope/core';
import { OPTIONS } from './fills.ts';
import {
  type Check,
  doubles,
  elementAt as at,
  floats,
  type Read,
  sameNumbers,
  words,
} from './results.ts';

const BODIES = 128;
const STEP = 0.016;
const DAMPING = 0.9;

/** Every body is drawn by all others: positions and masses, then velocities. */
export const bodies =
  (read: Read): Check =>
  (after, before) => {
    const [old, velocity] = [read(before[1]), read(before[2])];
    const wanted = new Float64Array(4 * BODIES);
    for (let body = 0; body < BODIES; body++) {
      const pull = [0, 0, 0];
      for (let other = 0; other < BODIES; other++) {
        const way = [0, 1, 2].map((axis) => at(old, 4 * other + axis) - at(old, 4 * body + axis));
        const square = sum(way.map((one) => one * one)) + 0.01;
        const strength = at(old, 4 * other + 3) * square ** -1.5;
        for (const [axis, one] of way.entries()) pull[axis] = at(pull, axis) + one * strength;
      }
      for (const [axis, one] of pull.entries()) {
        const next = (at(velocity, 4 * body + axis) + one * STEP) * DAMPING;
        wanted[4 * body + axis] = at(old, 4 * body + axis) + next * STEP;
      }
      wanted[4 * body + 3] = at(old, 4 * body + 3);
    }
    return sameNumbers('position', read(after[0]), wanted);
  };

/** Of a space of 64 x 16 x 5 with a border of four. */
const [X, Y, Z, RADIUS] = [64, 16, 5, 4];
const STENCIL = [0.5, 0.25, 0.125, 0.0625, 0.03125];

/** Weighted sums of neighbours in six directions. */
export const differences: Check = (after, before) => {
  const [found, from] = [floats(after[0]), floats(before[1])];
  const [pitch, plane] = [X + 8, (X + 8) * (Y + 8)];
  for (let z = 0; z < Z; z++)
    for (let y = 0; y < Y; y++)
      for (let x = 0; x < X; x++) {
        const place = (z + RADIUS) * plane + (y + RADIUS) * pitch + x + RADIUS;
        let all = at(STENCIL, 0) * at(from, place);
        for (let far = 1; far <= RADIUS; far++) {
          const around = [1, pitch, plane].flatMap((step) => [
            place - far * step,
            place + far * step,
          ]);
          all += at(STENCIL, far) * sum(around.map((one) => at(from, one)));
        }
        if (!(Math.abs((found[place] ?? NaN) - all) <= 1e-4))
          return `element ${x}, ${y}, ${z} is ${found[place]}, not ${all}`;
      }
  return undefined;
};

const STEPS = 2048;

/** Values of options by going back through the tree. */
export const options: Check = (after) => {
  const wanted = OPTIONS.map(([price = 0, strike = 0, step = 0, up = 0, down = 0]) => {
    const values = Float64Array.from({ length: STEPS + 1 }, (_, rises) =>
      Math.max(0, price * Math.exp(step * (2 * rises - STEPS)) - strike),
    );
    for (let left = STEPS; left > 0; left--)
      for (let rises = 0; rises < left; rises++)
        values[rises] = up * at(values, rises + 1) + down * at(values, rises);
    return at(values, 0);
  });
  return sameNumbers('value', floats(after[1]), wanted, 2e-3);
};

const VECTORS = 1024;

/** The n-th number combines direction numbers by the bits of the Gray code of n. */
export const sobol: Check = (after, before) => {
  const directions = words(before[0]);
  const found = floats(after[1]);
  for (let place = 0; place < 4 * VECTORS; place++) {
    const n = place % VECTORS;
    let bits = 0;
    for (let gray = n ^ (n >> 1), k = 0; gray !== 0; gray >>= 1, k++)
      if (gray & 1) bits ^= at(directions, 32 * Math.floor(place / VECTORS) + k);
    const wanted = Math.fround((bits >>> 0) * 2 ** -32);
    if (!(Math.abs((found[place] ?? NaN) - wanted) <= 1e-6 * wanted))
      return `number ${place} is ${found[place]}, not ${wanted}`;
  }
  return undefined;
};

/** A step towards the solution, and how far it goes. */
export const jacobi: Check = (after, before) => {
  const [a, b, x] = [floats(before[0]), doubles(before[1]), doubles(before[2])];
  const steps = b.map((right, row) => {
    const own = a.subarray(row * b.length, (row + 1) * b.length);
    return (
      (right - sum(Float64Array.from(own, (one, column) => one * at(x, column)))) / at(own, row)
    );
  });
  const wanted = steps.map((step, row) => at(x, row) + step);
  return (
    sameNumbers('x', doubles(after[3]), wanted, 1e-9) ??
    sameNumbers('sum', doubles(after[4]), [sum(steps.map(Math.abs))], 1e-9)
  );
};

/** How far all are from 1. */
export const farFromOne: Check = (after, before) => {
  const far = sum(doubles(before[0]).map((one) => Math.abs(one - 1)));
  return sameNumbers('sum', doubles(after[1]), [far], 1e-9);
};
