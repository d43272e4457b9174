/** What `ldscope run` executed, and where its buffers are. */
import { type Hazard, type KernelSummary, readableName } from '@ldscope/core';
import { type Document, paragraph } from '../document/document.ts';
import { blockText } from '../text/block.ts';
import { counted } from '../text/numbers.ts';

export interface RunReport {
  /** In the order in which they were executed, at least one. */
  readonly kernels: readonly ExecutedKernel[];
  readonly machine: string;
  readonly written: readonly { readonly buffer: string; readonly file: string }[];
}

/** A launch that was executed whole. */
export interface ExecutedKernel {
  readonly kernel: KernelSummary;
  readonly workgroups: number;
  readonly hazards: readonly Hazard[];
}

/** A sentence per kernel, and a line for each file; a command prints the hazards of a text to the standard error. */
export function sayRun({ kernels, machine, written }: RunReport): Document {
  const names = [...new Set(kernels.map(({ kernel }) => readableName(kernel.name)))].join(', ');
  return {
    title: names,
    heading: names,
    note: `Made by ldscope, which executed the kernel${kernels.length > 1 ? 's' : ''} on a model of the chip.`,
    sections: [
      {
        level: 1,
        blocks: [
          ...kernels.map(({ kernel, workgroups, hazards }) =>
            paragraph(
              `${readableName(kernel.name)}: ${counted(workgroups, 'workgroup')}, ` +
                `${counted(kernel.waves, 'wave')} on ${machine}, ${counted(hazards.length, 'hazard')}; ` +
                `block ${blockText(kernel.block)}`,
              undefined,
              0,
            ),
          ),
          ...written.map(({ file }) => paragraph(`wrote ${file}`, undefined, 0)),
        ],
      },
    ],
  };
}
