/** The verdict in a line of figures, and its evidence. */
import {
  coverageClause,
  groundsText,
  hintSentences,
  limitClauses,
  passingClause,
  roomText,
  sampleClause,
  unitClause,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { counted, grouped } from '../controls/words.ts';
import { EvidenceTag } from '../picture/evidence-tag.tsx';
import { type Fact, Facts, toneOf } from '../controls/facts.tsx';
import { FixButton } from './fix-button.tsx';
import { analyzed, comparedWith, report, terms as machineTerms } from './state.ts';
import { percent, size } from './words.ts';

export function Summary(): JSX.Element | null {
  const shown = report.value;
  const { machine, model } = analyzed.value ?? {};
  if (shown === undefined || machine === undefined || model === undefined) return null;
  const terms = machineTerms.value;
  const { totals, kernel, account, sites, evidence, alternatives, hints } = shown;
  const conflicting = sites.filter(({ bankConflict }) => bankConflict > 0).length;
  const other = comparedWith.value;
  const isKnown = totals.bankConflict > 0 || account.isCovered;
  const limits = [
    coverageClause(shown, terms),
    ...limitClauses(shown, terms, (limit) => limit !== 'sample' && limit !== 'errors'),
    sampleClause(kernel, terms),
    unitClause(account),
    passingClause(account),
  ].flatMap((clause) => clause ?? []);
  const isOneIteration = account.limits.some((one) => one === 'iterations' || one === 'once');
  const theirs = other?.report;
  const isOtherKnown =
    theirs !== undefined && (theirs.totals.bankConflict > 0 || theirs.account.isCovered);
  const otherCycles = isOtherKnown ? theirs.totals.bankConflict : undefined;
  const facts: Fact[] = [
    [
      `conflict ${terms.cycles}${isOneIteration ? ' per iteration' : ''}`,
      isKnown ? grouped(totals.bankConflict) : 'not known',
      isKnown ? toneOf(totals.bankConflict) : undefined,
    ],
    [
      `of all ${terms.memoryCycles}`,
      isKnown ? percent(totals.bankConflict, totals.idxActive) : 'not known',
    ],
    [
      'instructions with conflicts',
      `${conflicting} of ${sites.filter(({ unserved }) => unserved === undefined).length}`,
    ],
    account.missing.length === 0
      ? undefined
      : ['counted', `${grouped(account.counted)} of ${grouped(account.instructions)}`],
    shown.hazards.length === 0 ? undefined : ['hazards', grouped(shown.hazards.length), 'conflict'],
    [`${terms.sharedMemory} of a ${terms.workgroup}`, size(kernel.ldsBytes)],
    other && [
      `conflict ${other.terms.cycles} ${other.phrase}`,
      otherCycles === undefined ? theirs && 'not known' : grouped(otherCycles),
      otherCycles === undefined ? undefined : toneOf(otherCycles),
    ],
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
        {counted(kernel.waves, terms.wave)} executed
        {kernel.block === undefined
          ? ''
          : `, block ${kernel.block.shape.join(' x ')} from ${kernel.block.from}`}
        , {machine.name}, {model.title}
        {shown.occupancy === undefined
          ? ''
          : `, room for ${roomText(shown.occupancy, terms)}${groundsText(shown.occupancy, terms)}`}
        {limits.map((clause) => (
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
        {alternatives.map(({ model: name, title, totals: read }) => (
          <span key={name} class="tag conflict">
            {title}: {grouped(read.bankConflict)}
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
