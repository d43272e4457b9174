/**
 * Hints in the words of the page: what is an option of the command is a field here, and a button writes into it.
 *
 *     give it: --launch "block=256"     ->     give it: [block=256] in the field Launch
 *     choose one with --machine         ->     choose one with the field Machine
 */
import {
  type Hint,
  type HintOption,
  hintParts,
  hintText,
  type OptionName,
  optionText,
} from '@ldscope/core';
import type { JSX } from 'preact';
import { chooseMachine } from './actions.ts';
import { kernelName, launch, modelName, tileText } from './state.ts';

/** A field of the page, and how a value gets into it. */
interface Field {
  readonly label: string;
  readonly take?: (value: string) => void;
}

const fields: Readonly<Partial<Record<OptionName, Field>>> = {
  at: { label: 'Layouts' },
  kernel: {
    label: 'Kernel',
    take: (value) => {
      kernelName.value = value;
    },
  },
  launch: {
    label: 'Launch',
    take: (value) => {
      launch.value = withPart(launch.peek(), value);
    },
  },
  machine: {
    label: 'Machine',
    take: chooseMachine,
  },
  model: {
    label: 'Model',
    take: (value) => {
      modelName.value = value;
    },
  },
  tile: {
    label: 'Layouts',
    take: (value) => {
      tileText.value = value;
    },
  },
};

/** A launch with one of its parts replaced or added; a launch file stays as it is. */
export function withPart(text: string, part: string): string {
  if (/[\n:]/.test(text)) return text;
  const key = `${part.split('=')[0] ?? ''}=`;
  const others = text.split(',').map((other) => other.trim());
  return [...others.filter((other) => other !== '' && !other.startsWith(key)), part].join(',');
}

/** True when the hint is to give this option, or another value of it. */
export function namesOption(hint: Hint, name: OptionName): boolean {
  return hintParts(hint).some((part) => typeof part !== 'string' && part.option === name);
}

/** The hint where there are no buttons: in a tooltip, in the editor. */
export const hintWords = (hint: Hint): string => hintText(hint, optionWords);

function optionWords(part: HintOption): string {
  const field = fields[part.option];
  if (field === undefined) return `${optionText(part)} of the command`;
  const { value } = part;
  return `${value === undefined ? '' : `${value} in `}the field ${field.label}`;
}

export function HintWords({ hint }: { readonly hint: Hint }): JSX.Element {
  return (
    <>
      {hintParts(hint).map((part, index) => {
        if (typeof part === 'string') return part;
        const field = fields[part.option];
        const { value } = part;
        if (field?.take === undefined || value === undefined) return optionWords(part);
        return (
          <span key={index}>
            <button type="button" class="place" onClick={() => field.take?.(value)}>
              {value}
            </button>{' '}
            in the field {field.label}
          </span>
        );
      })}
    </>
  );
}
