/**
 * What a report that could be made still says against its kernel: it is wrong whatever its conflicts cost, or a part of it
 * does not run on this chip. Warnings (a result that depends on timing) are not among it.
 *
 *     a read that no wait and no barrier parts from the write   an error hazard        not sound
 *     buffer_load_dwordx4 lds on gfx942                         no service rule        not sound
 *     LDS that is read before anything is written               a warning              sound
 */
import type { Report, ReportSite } from './report.ts';

/** False for an instruction that the machine has no rule for: its zero means "not known". */
export function isCosted(report: Report, site: ReportSite): boolean {
  return report.evidence.some((rule) => rule.ops.includes(site.op));
}

/** False when a hazard is an error, or the chip lacks an instruction that was executed: exit code 1. */
export function isSound(report: Report): boolean {
  return (
    report.hazards.every(({ severity }) => severity !== 'error') &&
    report.sites.every((site) => isCosted(report, site))
  );
}
