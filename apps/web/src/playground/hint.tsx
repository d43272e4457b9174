/**
 * Hints in the words of the page: an option of the command is a field here, and a button writes into it; a command of
 * another program has a button that copies it.
 *
 *     give it: --launch "block=256"     ->     give it: [block=256] in the field Launch
 *     choose one with --machine         ->     choose one with the field Machine
 */
import {
  type Hint,
  type HintOption,
  hintParts,
  hintText,
  isOption,
  type OptionName,
  optionText,
} from '@ldscope/core';
import type { JSX } from 'preact';
import { CopyButton } from '../controls/copy-button.tsx';
import { chooseMachine } from './actions.ts';
import { ckConstants, withConstant } from './ck/state.ts';
import { kernelName, launch, modelName, tileText, workgroups } from './state.ts';

/** A field of the page, and how a value gets into it. */
interface Field {
  readonly label: string;
  readonly take?: (value: string) => void;
  /** Values that it takes; all by default. */
  readonly takes?: (value: string) => boolean;
}

const fields: Readonly<Partial<Record<OptionName, Field>>> = {
  at: { label: 'Layouts' },
  define: {
    label: 'Constants',
    take: (value) => {
      ckConstants.value = withConstant(ckConstants.peek(), value);
    },
  },
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
  workgroups: {
    label: 'Workgroups',
    takes: (value) => value === 'all' || /^\d{1,9}$/.test(value),
    take: (value) => {
      workgroups.value = value === 'all' ? 'all' : Number(value);
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
  return hintParts(hint).some((part) => isOption(part) && part.option === name);
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
        if (!isOption(part)) {
          return (
            <span key={index} class="command">
              <code>{part.shell}</code>{' '}
              <CopyButton text={() => part.shell} label={`Copy: ${part.shell}`} />
            </span>
          );
        }
        const field = fields[part.option];
        const { value } = part;
        if (field?.take === undefined || value === undefined || field.takes?.(value) === false)
          return optionWords(part);
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
