/** What `ldscope opt` decided of each allocation, pass by pass, and the list of its passes. */
import type { AllocationDecisions, OptReport, PassVerdict } from '@ldscope/core';
import { type Document, factOf, type Item, listOf, type Section } from '../document/document.ts';
import { grouped } from '../text/numbers.ts';
import type { Style } from '../text/style.ts';

const NOTE = "Made by ldscope, which runs IREE's passes as it knows them.";

const styles: Readonly<Partial<Record<PassVerdict, Style>>> = {
  resolved: 'good',
  padded: 'warn',
  dropped: 'warn',
  refused: 'bad',
};

/** The report without its diagnostics; with the MLIR, where the report has it. */
export function sayOpt(report: OptReport): Document {
  const { file, passes, like, machine, verdict, allocations, mlir } = report;
  const facts = [
    ...factOf('passes', passes.join(', ')),
    ...factOf('like', like),
    ...factOf('machine', machine),
    ...(verdict === 'failed' ? factOf('verdict', 'failed: nothing was written', 'bad') : []),
  ];
  const codes = mlir === undefined ? [] : [{ name: 'mlir', title: 'MLIR', text: mlir.trimEnd() }];
  return {
    title: file,
    note: NOTE,
    sections: [
      { level: 1, heading: file, blocks: [{ kind: 'facts', facts }] },
      ...allocations.map(sayAllocation),
      { level: 2, heading: 'Result', blocks: codes.length === 0 ? [] : [{ kind: 'codes', codes }] },
    ],
  };
}

function sayAllocation(allocation: AllocationDecisions): Section {
  const { place, decisions } = allocation;
  const around = allocation.function === undefined ? '' : ` of ${allocation.function}`;
  const at = place === undefined ? '' : `, ${place.line}:${place.column}`;
  const items = decisions.map(({ pass, verdict, reason, figures }): Item => {
    const style = styles[verdict];
    const text = `${verdict}: ${reason}${figureWords(figures)}`;
    const marked = style === undefined ? {} : { marked: { word: verdict, style } };
    return { text: pass, items: [{ text, ...marked }] };
  });
  return { level: 2, heading: `${allocation.allocation}${around}${at}`, blocks: listOf(items) };
}

/** ` (accesses 4, pieces 8)`; nothing without figures. */
function figureWords(figures: Readonly<Record<string, number>>): string {
  const words = Object.entries(figures).map(([name, value]) => `${spaced(name)} ${grouped(value)}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** `ldsBytesBefore` -> `LDS bytes before`. */
function spaced(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replaceAll(/\blds\b/g, 'LDS');
}

export interface PassList {
  readonly passes: readonly {
    readonly name: string;
    readonly summary: string;
    readonly options: readonly {
      readonly name: string;
      readonly summary: string;
      /** The default. */
      readonly value: number | boolean;
    }[];
  }[];
  readonly pipelines: readonly {
    readonly name: string;
    readonly summary: string;
    readonly passes: readonly string[];
  }[];
}

/** The passes with their options, and the pipelines with their passes. */
export function sayPassList({ passes, pipelines }: PassList): Document {
  const passItems = passes.map(({ name, summary, options }) => ({
    label: name,
    text: summary,
    items: options.map((option) => ({
      text: `{${option.name}=${option.value}}: ${option.summary}`,
    })),
  }));
  const pipelineItems = pipelines.map(({ name, summary, passes: steps }) => ({
    label: name,
    text: summary,
    items: [{ text: steps.join(', ') }],
  }));
  return {
    title: 'Passes',
    note: NOTE,
    sections: [
      { level: 1, heading: 'Passes', blocks: listOf(passItems) },
      { level: 2, heading: 'Pipelines', blocks: listOf(pipelineItems) },
    ],
  };
}
