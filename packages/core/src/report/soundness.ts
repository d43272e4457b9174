/**
 * What a report that could be made still says against its kernel: it is wrong whatever its conflicts cost, or a part of it
 * does not run on this chip. Warnings (a result that depends on timing) are not among it.
 *
 *     a read that no wait and no barrier parts from the write   an error hazard          not sound
 *     buffer_load_dwordx4 lds on gfx942                         the chip lacks it        not sound
 *     ds_bpermute_b32                                           passes by the banks      sound
 *     global_load_async_to_lds_b128 on gfx1250                  no public service rule   sound, not covered
 *     LDS that is read before anything is written               a warning                sound
 */
import type { Report } from './report.ts';

/** False when a hazard is an error, or the chip lacks an instruction that was executed: exit code 1. */
export function isSound(report: Report): boolean {
  return (
    report.hazards.every(({ severity }) => severity !== 'error') &&
    report.sites.every(({ unserved }) => unserved !== 'no-instruction')
  );
}
