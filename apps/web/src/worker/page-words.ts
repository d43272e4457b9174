/**
 * Diagnostics in the words of the page. The engine speaks of options of the command, for which the page has fields:
 *
 *     give it: --launch "block=256"          ->  give it: block=256 under Launch
 *     choose one with --machine              ->  choose one under Machine
 */
import type { ReportDiagnostic } from '@ldscope/core';

const words: readonly (readonly [option: RegExp, field: string])[] = [
  [/--launch "([^"]*)"/g, '$1 under Launch'],
  [/(?:with )?--machine\b/g, 'under Machine'],
  [/(?:another )?--model\b/g, 'another Model'],
  [/(?:with )?--kernel\b/g, 'under Kernel'],
  [/^.*--workgroups.*$/g, 'the command executes others: ldscope analyze FILE --workgroups N'],
  [/--tile ([\w.]+)/g, '$1 under Layouts'],
  [/, and --at BYTES/g, ', and the byte'],
  [/--tile or --at/g, 'the tile or its first byte under Layouts'],
];

/** The same with hints that a reader of the page can follow. */
export function inPageWords(diagnostics: readonly ReportDiagnostic[]): ReportDiagnostic[] {
  return diagnostics.map((one) => ({
    ...one,
    hint: words.reduce((hint, [option, field]) => hint.replace(option, field), one.hint),
  }));
}
