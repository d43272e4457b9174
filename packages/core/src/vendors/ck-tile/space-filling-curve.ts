/**
 * The order in which the registers of a thread are accessed: CK's `space_filling_curve`.
 *
 *     lengths (2, 2), snake     (0,0) (0,1) (1,1) (1,0)      the second row runs backwards
 *
 * Dimensions are walked in `order`, the last one fastest, in steps of `scalars` elements. In a snake, a dimension
 * runs backwards when the number of the walk outside of it is odd, so that each step changes one dimension.
 */
export interface SpaceFillingCurve {
  readonly lengths: readonly number[];
  /** The dimensions from slowest to fastest. */
  readonly order: readonly number[];
  /** Elements per access along each dimension. */
  readonly scalars: readonly number[];
  readonly snake: boolean;
}

/** The first element of each access, in order. */
export function accessesOf(curve: SpaceFillingCurve): number[][] {
  const { lengths, order, scalars, snake } = curve;
  const steps = order.map((d) => Math.ceil((lengths[d] ?? 1) / (scalars[d] ?? 1)));
  const count = steps.reduce((a, b) => a * b, 1);
  return Array.from({ length: count }, (_, access) => {
    const index = lengths.map(() => 0);
    let below = count;
    let outer = 0;
    let rest = access;
    for (const [k, d] of order.entries()) {
      const length = steps[k] ?? 1;
      below /= length;
      const forward = Math.floor(rest / below);
      rest %= below;
      const place = snake && outer % 2 === 1 ? length - 1 - forward : forward;
      index[d] = place * (scalars[d] ?? 1);
      outer = outer * length + place;
    }
    return index;
  });
}
