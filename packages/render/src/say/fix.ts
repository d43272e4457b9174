/** The result of `ldscope fix`: the layouts, the conflicts before and after, and the proof. */
import type { FixedBuffer, FixReport, ProofStep } from '@ldscope/core';
import { type Document, factOf, type Section, type Step } from '../document/document.ts';
import { grouped } from '../text/numbers.ts';
import type { Style } from '../text/style.ts';
import { sayTriedChanges } from './tried-changes.ts';

const verdicts: Readonly<
  Record<FixReport['verdict'], { readonly text: string; readonly style: Style }>
> = {
  fixed: { text: 'rewritten and proven', style: 'good' },
  partial: { text: 'partly rewritten; the rewritten part is proven', style: 'warn' },
  nothing: { text: 'nothing left to do', style: 'good' },
  stuck: {
    text: 'not rewritten: no layout that fix can write has fewer conflicts',
    style: 'warn',
  },
  refused: { text: 'not rewritten, for the reason above', style: 'bad' },
  sampled: { text: 'sampled, not proven, so not written', style: 'bad' },
  unproven: { text: 'not proven, so not written', style: 'bad' },
  failed: { text: 'not rewritten', style: 'bad' },
};

/** Of a source: what was executed shows what it shows, and proves nothing of other data. */
export const sourceVerdicts: typeof verdicts = {
  ...verdicts,
  fixed: { text: 'no conflicts are left: compiled, executed and compared', style: 'good' },
  partial: { text: 'fewer conflicts: compiled, executed and compared', style: 'warn' },
  nothing: { text: 'nothing to do: the launch has no conflicts', style: 'good' },
  stuck: { text: 'no change that was tried holds', style: 'warn' },
  refused: { text: 'not known: not all accesses are counted', style: 'warn' },
};

const NOTHING_SEEN = 'nothing to do in the executed workgroups';

/** The result of `fix` as a document, without its diagnostics. */
export function sayFix(report: FixReport): Document {
  const { kernel, machines, verdict, buffers, proof, grounds } = report;
  const { text, style } = (grounds === undefined ? verdicts : sourceVerdicts)[verdict];
  const { executed = 0, launched = 0 } = report.workgroups ?? {};
  const isSample = executed < launched;
  // The search is over the accesses of one workgroup.
  const searched = launched > 1 ? ' (for the accesses of the first workgroup)' : '';
  const title = kernel === '' ? 'fix' : kernel;
  const facts = [
    ...factOf('machines', machines.join(', ')),
    ...factOf('verdict', verdict === 'nothing' && isSample ? NOTHING_SEEN : text, style),
    ...(isSample
      ? factOf('executed', `${grouped(executed)} of ${grouped(launched)}; counts cover only those`)
      : []),
  ];
  return {
    title,
    sections: [
      { level: 1, heading: title, blocks: [{ kind: 'facts', facts }] },
      ...buffers.map((buffer) => sayBuffer(buffer, searched)),
      ...sayTriedChanges(report.candidates ?? []),
      {
        level: 2,
        heading: grounds === undefined ? 'Proof' : 'Grounds',
        blocks: proof.length === 0 ? [] : [{ kind: 'steps', steps: proof.map(stepOf) }],
      },
    ],
  };
}

/** `2 B`, or `4 bits` of elements that share bytes. */
function elementText(elementBytes: number): string {
  return elementBytes < 1 ? `${8 * elementBytes} bits` : `${elementBytes} B`;
}

function sayBuffer(buffer: FixedBuffer, sample: string): Section {
  const { names, rows, columns, elementBytes, before, after, accesses, changed } = buffer;
  const { bytesBefore, bytesAfter, conflicts, optimality } = buffer;
  const size =
    bytesBefore === bytesAfter
      ? `${grouped(bytesAfter)} B each`
      : `${grouped(bytesBefore)} B each, now ${grouped(bytesAfter)} B`;
  const facts = [
    ...factOf(
      'tile',
      `${rows} rows of ${columns} elements of ${elementText(elementBytes)}, ${size}`,
    ),
    ...factOf('layout', `${before}  ->  ${after}`),
    ...factOf('changed', `${changed} of ${accesses} operations that access it`),
    ...conflicts.flatMap(({ machine, readBefore, readAfter, writeBefore, writeAfter }) =>
      factOf(
        'conflicts',
        `${machine}: reads ${grouped(readBefore)} -> ${grouped(readAfter)}, ` +
          `writes ${grouped(writeBefore)} -> ${grouped(writeAfter)} cycles`,
      ),
    ),
    ...factOf('best', optimality === undefined ? undefined : optimality + sample),
  ];
  return { level: 2, heading: names.join(', '), blocks: [{ kind: 'facts', facts }] };
}

const outcomeStyles: Readonly<Record<ProofStep['outcome'], Style>> = {
  holds: 'good',
  sampled: 'warn',
  fails: 'bad',
  skipped: 'warn',
};

const stepOf = ({ name, outcome, detail }: ProofStep): Step => ({
  name,
  outcome,
  style: outcomeStyles[outcome],
  text: detail,
});
