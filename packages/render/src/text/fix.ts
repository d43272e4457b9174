/** What `ldscope fix` did: the layouts, the conflicts before and after, and the proof. */
import type { FixedBuffer, FixReport, ProofStep } from '@ldscope/core';
import { keyed } from './keyed.ts';
import { hang } from './measure.ts';
import { grouped } from './numbers.ts';
import { type Page, pageFor, type Style, type TextOptions } from './style.ts';

const verdicts: Readonly<
  Record<FixReport['verdict'], { readonly text: string; readonly style: Style }>
> = {
  fixed: { text: 'rewritten and proven', style: 'good' },
  partial: { text: 'rewritten in part, and that proven', style: 'warn' },
  nothing: { text: 'nothing is left to do', style: 'good' },
  stuck: {
    text: 'not rewritten: no layout that can be written has fewer conflicts',
    style: 'warn',
  },
  refused: { text: 'not rewritten, for the reason above', style: 'bad' },
  sampled: { text: 'sampled, not proven, so not written', style: 'bad' },
  unproven: { text: 'not proven, so not written', style: 'bad' },
  failed: { text: 'not rewritten', style: 'bad' },
};

const NOTHING_SEEN = 'nothing to do in the workgroups that were executed';

/** The report without its diagnostics. */
export function renderFix(report: FixReport, options: TextOptions = {}): string {
  const page = pageFor(options);
  const { kernel, machines, verdict, buffers, proof } = report;
  const { text, style } = verdicts[verdict];
  const { executed = 0, launched = 0 } = report.workgroups ?? {};
  const sample = `${grouped(executed)} of ${grouped(launched)}, and every count is of these`;
  // The search is over the accesses of one workgroup.
  const searched = launched > 1 ? ' (for the accesses of the first workgroup)' : '';
  const lines = [
    page.paint('strong', kernel === '' ? 'fix' : kernel),
    ...keyed('machines', machines.join(', '), page),
    ...keyed(
      'verdict',
      verdict === 'nothing' && executed < launched ? NOTHING_SEEN : text,
      page,
    ).map((line) => page.paint(style, line)),
    ...(executed < launched ? keyed('executed', sample, page) : []),
    ...buffers.flatMap((buffer) => ['', ...bufferLines(buffer, searched, page)]),
    ...(proof.length === 0 ? [] : ['', page.paint('strong', 'Proof')]),
    ...proof.flatMap((step) => proofLines(step, page)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** `2 B`, or `4 bits` of elements that share bytes. */
function elementText(elementBytes: number): string {
  return elementBytes < 1 ? `${8 * elementBytes} bits` : `${elementBytes} B`;
}

function bufferLines(buffer: FixedBuffer, sample: string, page: Page): string[] {
  const { names, rows, columns, elementBytes, before, after, accesses, changed } = buffer;
  const { bytesBefore, bytesAfter, conflicts, optimality } = buffer;
  const size =
    bytesBefore === bytesAfter
      ? `${grouped(bytesAfter)} B each`
      : `${grouped(bytesBefore)} B each, now ${grouped(bytesAfter)} B`;
  return [
    ...hang('', names.join(', '), page.width).map((line) => page.paint('strong', line)),
    ...keyed(
      'tile',
      `${rows} rows of ${columns} elements of ${elementText(elementBytes)}, ${size}`,
      page,
    ),
    ...keyed('layout', `${before}  ->  ${after}`, page),
    ...keyed('changed', `${changed} of ${accesses} operations that access it`, page),
    ...conflicts.flatMap(({ machine, readBefore, readAfter, writeBefore, writeAfter }) =>
      keyed(
        'conflicts',
        `${machine}: reads ${grouped(readBefore)} -> ${grouped(readAfter)}, ` +
          `writes ${grouped(writeBefore)} -> ${grouped(writeAfter)} cycles`,
        page,
      ),
    ),
    ...(optimality === undefined ? [] : keyed('best', optimality + sample, page)),
  ];
}

const outcomeStyles: Readonly<Record<ProofStep['outcome'], Style>> = {
  holds: 'good',
  sampled: 'warn',
  fails: 'bad',
  skipped: 'warn',
};

function proofLines({ name, outcome, detail }: ProofStep, page: Page): string[] {
  const head = `  ${name.padEnd(11)} ${outcome.padEnd(7)}  `;
  const [first = '', ...rest] = hang(' '.repeat(head.length), detail, page.width);
  const painted = `  ${name.padEnd(11)} ${page.paint(outcomeStyles[outcome], outcome.padEnd(7))}  `;
  return [painted + first.slice(head.length), ...rest];
}
