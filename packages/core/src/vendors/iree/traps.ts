/**
 * What IREE accepts and should not: four traps of its swizzle attributes, each shown by an element.
 *
 *     T1 period      <128, 16, 128, 2>, element 1056: at 1120, but `32 + 1024` is looked for at 1056
 *     T2 groups      <96, 8>: 12 groups, elements 448 and 520 are both at 480
 *     T3 alignment   <128, 16>, 16 elements from 1955: 1968 is at 1984, the access takes 2016
 *     T4 row width   a permutation still, but not of the rows that banks see
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import {
  assumedPeriod,
  exactPeriod,
  groupsOf,
  type IreeSwizzle,
  swizzleAddedConstant,
  swizzleOffset,
} from './swizzle.ts';

/** T1: an element that is looked for elsewhere when a constant is added to the offset. `elements` in the buffer. */
export function periodFault(swizzle: IreeSwizzle, elements: number): Diagnostic | undefined {
  const period = assumedPeriod(swizzle);
  if (exactPeriod(swizzle) === period) return undefined;
  for (let offset = period; offset < elements; offset += swizzle.accessWidth) {
    const right = swizzleOffset(swizzle, offset);
    const found = swizzleAddedConstant(swizzle, offset - period, period);
    if (right === found) continue;
    const what = `element ${offset} is at ${right}, but IREE looks for '${offset - period} + ${period}' at ${found}: it reduces constants by ${period}, the permutation repeats after ${exactPeriod(swizzle)}`;
    return diagnose(messages.notation.constantOffset(what));
  }
  return undefined;
}

/** T2: two elements at one place, or one outside of the buffer. */
export function permutationFault(swizzle: IreeSwizzle, elements: number): Diagnostic | undefined {
  const owner = new Map<number, number>();
  for (let offset = 0; offset < elements; offset += swizzle.accessWidth) {
    const place = swizzleOffset(swizzle, offset);
    const other = owner.get(place);
    if (other !== undefined) {
      const [first, second] = [`element ${other}`, `element ${offset}`];
      return diagnose(messages.notation.collision(first, second, `element ${place} of the buffer`));
    }
    owner.set(place, offset);
    if (place + Math.min(swizzle.accessWidth, elements - offset) > elements) {
      const limit = `the buffer of ${elements} elements`;
      return diagnose(messages.notation.outside(`element ${offset}`, `element ${place}`, limit));
    }
  }
  return undefined;
}

/**
 * T3: an access of `length` elements from `offset` whose elements are not where it takes them. One element is always
 * right; multiples of the access width are taken group by group.
 */
export function accessFault(
  swizzle: IreeSwizzle,
  offset: number,
  length: number,
): Diagnostic | undefined {
  const { accessWidth } = swizzle;
  if (length === 1) return undefined;
  if (length % accessWidth !== 0) {
    const what = `an access of ${length} elements is not a multiple of access_width ${accessWidth}: the hint is dropped, for the whole allocation`;
    const hint = `use an access_width that divides ${length}`;
    return diagnose(messages.notation.unaligned(what, hint));
  }
  for (let i = 0; i < length; i++) {
    const group = offset + i - (i % accessWidth);
    const taken = swizzleOffset(swizzle, group) + (i % accessWidth);
    const right = swizzleOffset(swizzle, offset + i);
    if (taken === right) continue;
    const what = `${length} elements from ${offset}: element ${offset + i} is at ${right}, but the access takes ${taken}`;
    const hint = `align accesses to access_width ${accessWidth}`;
    return diagnose(messages.notation.unaligned(what, hint));
  }
  return undefined;
}

/** T4: `row_width` is not the row pitch of the buffer. */
export function rowWidthFault(swizzle: IreeSwizzle, pitch: number): Diagnostic | undefined {
  if (swizzle.rowWidth === pitch) return undefined;
  const groups = groupsOf(swizzle);
  const what =
    swizzle.rowWidth > pitch
      ? `row_width ${swizzle.rowWidth} spans ${swizzle.rowWidth / pitch} rows of ${pitch} elements: units move between rows, and the key changes only from one span to the next`
      : `row_width ${swizzle.rowWidth} is a part of a row of ${pitch} elements: only ${groups} keys are used`;
  return diagnose(messages.notation.rowWidth(what));
}
