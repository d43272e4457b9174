/** The caption of a saved picture and the name of its file: kernel, chip and model, instruction. */
import type { ConflictModel, Machine } from '@ldscope/core';
import type { Caption } from '../picture/export.ts';
import { analyzed, comparedWith, report } from './state.ts';

/** `parts` of the file's name besides kernel and chip; `what` the picture shows. */
export function captionOf(
  what: string,
  ...parts: readonly (string | number | undefined)[]
): Caption {
  const { machine, model } = analyzed.value ?? {};
  return captionFor({ kernel: report.value?.kernel.name ?? '', machine, model }, what, parts);
}

/** The same of the side that is compared with. */
export function otherCaptionOf(what: string, ...parts: readonly (string | number)[]): Caption {
  const { analysis, machine, model } = comparedWith.value?.of ?? {};
  const kernel = analysis?.report.kernel.name ?? '';
  return captionFor({ kernel, machine, model }, what, [...parts, 'compared']);
}

interface Shown {
  readonly kernel: string;
  readonly machine: Machine | undefined;
  readonly model: ConflictModel | undefined;
}

function captionFor(
  { kernel, machine, model }: Shown,
  what: string,
  parts: readonly (string | number | undefined)[],
): Caption {
  return {
    lines: [
      kernel === '' ? what : `${kernel}: ${what}`,
      [machine?.name, model?.title].filter((one) => one !== undefined).join(', '),
    ],
    file: fileName([kernel, machine?.name, model?.name, ...parts]),
  };
}

const MOST_CHARACTERS = 120;

/** `transpose-gfx942-phases-22.5-banks`: characters that every file system allows. */
export function fileName(parts: readonly (string | number | undefined)[]): string {
  const words = parts
    .map((part) =>
      String(part ?? '')
        .replaceAll(':', '.')
        .replaceAll(/[^\w.]+/g, '-'),
    )
    .map((part) => part.replaceAll(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '');
  const name = words.join('-').slice(0, MOST_CHARACTERS);
  return name === '' ? 'ldscope' : name;
}
