/** The verdict in a line of figures, and what it rests on. */
import {
  coverageClause,
  hasUnits,
  groundsText,
  hintSentences,
  isPartial,
  isSample,
  partClauses,
  unitClause,
  roomText,
  sampleClause,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { EvidenceTag } from '../picture/evidence-tag.tsx';
import { type Fact, Facts } from '../controls/facts.tsx';
import { FixButton } from './fix-button.tsx';
import { analyzed, comparedWith, report, terms as machineTerms } from './state.ts';
import { count, percent, plural, size } from './words.ts';

export function Summary(): JSX.Element | null {
  const shown = report.value;
  const { machine, model } = analyzed.value ?? {};
  if (shown === undefined || machine === undefined || model === undefined) return null;
  const terms = machineTerms.value;
  const { totals, kernel, sites, evidence, alternatives, hints } = shown;
  const conflicting = sites.filter(({ bankConflict }) => bankConflict > 0).length;
  const other = comparedWith.value;
  const sample = sampleClause(kernel, terms);
  const coverage = coverageClause(kernel, terms);
  const units = unitClause(kernel);
  const otherCycles = other?.report?.totals.bankConflict;
  const facts: Fact[] = [
    {
      name: `conflict ${terms.cycles}`,
      value: count(totals.bankConflict),
      ...(totals.bankConflict > 0 ? { tone: 'conflict' as const } : {}),
      ...(totals.bankConflict === 0 && !isSample(kernel) && !isPartial(kernel) && !hasUnits(kernel)
        ? { tone: 'good' as const }
        : {}),
    },
    { name: `of all ${terms.memoryCycles}`, value: percent(totals.bankConflict, totals.idxActive) },
    { name: 'instructions with conflicts', value: `${conflicting} of ${sites.length}` },
    ...(shown.hazards.length === 0
      ? []
      : [{ name: 'hazards', value: count(shown.hazards.length), tone: 'conflict' as const }]),
    { name: `${terms.sharedMemory} of a ${terms.workgroup}`, value: size(kernel.ldsBytes) },
    ...(other === undefined
      ? []
      : [
          {
            name: `conflict ${other.terms.cycles} ${other.phrase}`,
            value: otherCycles === undefined ? '-' : count(otherCycles),
            ...(otherCycles === undefined
              ? {}
              : { tone: otherCycles === 0 ? ('good' as const) : ('conflict' as const) }),
          },
        ]),
  ];
  const kinds = [...new Set(evidence.map((one) => one.evidence))];
  return (
    <section class="summary" aria-label="Summary">
      <div class="verdict-row">
        <Facts facts={facts} />
        <FixButton />
      </div>
      <p class="rests">
        {kernel.name === '' ? '' : `${kernel.name}, `}
        {plural(kernel.waves, terms.wave)} executed
        {kernel.block === undefined
          ? ''
          : `, block ${kernel.block.shape.join(' x ')} from ${kernel.block.from}`}
        , {machine.name}, {model.title}
        {shown.occupancy === undefined
          ? ''
          : `, room for ${roomText(shown.occupancy, terms)}${groundsText(shown.occupancy, terms)}`}
        {coverage === undefined ? undefined : <span class="tag warn">{coverage}</span>}
        {units === undefined ? undefined : <span class="tag warn">{units}</span>}
        {sample === undefined ? undefined : <span class="tag warn">{sample}</span>}
        {partClauses(kernel).map((clause) => (
          <span key={clause} class="tag warn">
            {clause}
          </span>
        ))}
        {kinds.map((kind) => (
          <>
            {' '}
            <EvidenceTag key={kind} evidence={kind} />
          </>
        ))}
        {other?.why === undefined ? undefined : (
          <span class="tag warn">
            {other.phrase}: {other.why}
          </span>
        )}
        {alternatives.map(({ model: name, title, totals: theirs }) => (
          <span key={name} class="tag conflict">
            {title}: {count(theirs.bankConflict)}
          </span>
        ))}
      </p>
      {hints === undefined
        ? undefined
        : hintSentences(hints, terms).map((sentence) => (
            <p key={sentence} class="rests">
              {sentence}.
            </p>
          ))}
    </section>
  );
}
