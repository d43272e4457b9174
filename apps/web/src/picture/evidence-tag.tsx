/** The evidence of a fact, in the colour that it has in pictures, reports and the command. */
import type { Evidence } from '@ldscope/core';
import { evidenceStyles } from '@ldscope/render';
import type { JSX } from 'preact';

const classes = { good: 'good', plain: '', warn: 'warn', bad: 'conflict' } as const;

export function EvidenceTag({ evidence }: { readonly evidence: Evidence }): JSX.Element {
  return <span class={`tag ${classes[evidenceStyles[evidence]]}`}>{evidence}</span>;
}
