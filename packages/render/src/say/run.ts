/** What `ldscope run` executed, and where its buffers are. */
import type { Hazard, KernelSummary } from '@ldscope/core';
import { type Document, paragraph } from '../document/document.ts';
import { blockText } from '../text/block.ts';

export interface RunReport {
  readonly kernel: KernelSummary;
  readonly machine: string;
  /** Workgroups that were executed: all of the launch. */
  readonly workgroups: number;
  readonly hazards: readonly Hazard[];
  readonly written: readonly { readonly buffer: string; readonly file: string }[];
}

/** A sentence, and a line for each file; a command prints the hazards of a text to the standard error. */
export function sayRun({ kernel, machine, workgroups, hazards, written }: RunReport): Document {
  return {
    title: kernel.name,
    heading: kernel.name,
    note: 'Made by ldscope, which executed the kernel on a model of the chip.',
    sections: [
      {
        level: 1,
        blocks: [
          paragraph(
            `${kernel.name}: ${workgroups} workgroups, ${kernel.waves} waves on ${machine}, ` +
              `${hazards.length} hazards; block ${blockText(kernel.block)}`,
            undefined,
            0,
          ),
          ...written.map(({ file }) => paragraph(`wrote ${file}`, undefined, 0)),
        ],
      },
    ],
  };
}
