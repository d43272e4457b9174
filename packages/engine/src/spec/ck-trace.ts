/** What the waves of a workgroup do to LDS by the plans of a specification of CK Tile, and how many workgroups do it. */
import {
  type AccessTrace,
  registerIndex,
  type Site,
  type TileAccessPlan,
  tileTrace,
  type WorkgroupCounts,
} from '@ldscope/core';

/** Accesses of a workgroup that are kept. */
export const MOST_ROWS = 2 ** 20;

/** The rows of a workgroup in all of its steps, with sites that `nameOf` begins: `write` for `write.0`. */
export function ckTrace(
  plans: readonly TileAccessPlan[],
  steps: number,
  nameOf: (plan: TileAccessPlan) => string,
  buffer: (plan: TileAccessPlan) => string = () => 'lds',
): AccessTrace {
  const trace = tileTrace(plans, steps);
  const sites = plans.flatMap((plan) =>
    plan.instructions.map(({ registers, addressRegisters }, i): Site => {
      const which = `register${registers.length > 1 ? 's' : ''} ${registers.join(', ')}`;
      const ys = [...new Set([registers[0], registers.at(-1)])].map(
        (register) => `(${registerIndex(plan.access.distribution, register ?? 0).join(', ')})`,
      );
      const bytes = addressRegisters.map((register) => plan.addressBytes[register] ?? 0);
      const text = `${which}, y ${ys.join(' to ')}; lane 0 at byte ${bytes.join(' and ')}`;
      return { id: `${nameOf(plan)}.${i}`, text, buffer: buffer(plan) };
    }),
  );
  return { ...trace, sites };
}

/** All workgroups of a dispatch do the same to LDS. */
export const countsOf = (workgroups: number): WorkgroupCounts => ({
  executed: workgroups,
  launched: workgroups,
  ...(workgroups > 1 && {
    classes: [{ first: [0, 0, 0] as const, count: workgroups }],
    observed: 1,
  }),
});
