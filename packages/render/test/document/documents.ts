/** Analyzed files to make documents of, and a look into their HTML without a browser. */
import { type Analysis, findMachine, findModel } from '@ldscope/core';
import type { AnalyzedFile, AnalyzedKernel } from '../../src/document/analyzed-file.ts';
import { naive, transpose, troubled } from '../analyses.ts';

export function kernelOf(analysis: Analysis): AnalyzedKernel {
  const { report } = analysis;
  const machine = findMachine(report.machine);
  if (machine === undefined) return { analysis, diagnostics: report.diagnostics };
  const model = findModel(machine, report.model);
  return {
    analysis,
    machine,
    ...(model === undefined ? {} : { model }),
    coalescing: machine.coalescing[0],
    diagnostics: report.diagnostics,
  };
}

export function fileOf(...analyses: readonly Analysis[]): AnalyzedFile {
  return {
    file: 'kernel.mlir',
    source: Array.from({ length: 40 }, (_, line) => `// line ${line + 1}`).join('\n'),
    kernels: analyses.map(kernelOf),
  };
}

export const analyses = {
  transpose: () => transpose('gfx942'),
  disputed: () => transpose('gfx950'),
  troubled,
  global: () => naive('gfx942'),
} as const;

export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

/** The tags of a page without its style and script; throws where a bracket is not part of one. */
export function tagsOf(html: string): Tag[] {
  const text = html
    .replace(/^<!doctype html>\n/, '')
    .replace(/<style>[^<]*<\/style>/, '')
    .replace(/<script>[^]*?<\/script>/, '');
  const pattern = /<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/g;
  if (/[<>]/.test(text.replaceAll(pattern, ''))) throw new Error('a bracket outside of a tag');
  return [...text.matchAll(pattern)].map(([whole, end, name = '', attributes = '']) => ({
    name,
    isEnd: end === '/' || whole.endsWith('/>'),
    attributes: new Map(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        value,
      ]),
    ),
  }));
}

/** What stands in the first element of a name, raw. */
export function contentOf(html: string, name: string): string {
  return new RegExp(`<${name}>([^]*?)</${name}>`).exec(html)?.[1] ?? '';
}
