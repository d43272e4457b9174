/** The path of a tile through a kernel, stage by stage, and where each can go wrong. */
import type { JSX } from 'preact';
import { placeOf } from '../parts/contents.tsx';
import { Prose } from '../parts/linked.tsx';

interface Stage {
  readonly from: string;
  readonly to: string;
  readonly instruction: string;
  readonly question: string;
  readonly page: string;
  readonly link: string;
}

const stages: readonly Stage[] = [
  {
    from: 'HBM',
    to: 'registers',
    instruction: 'buffer_load_dwordx4',
    question: 'How many lines does a wave fetch?',
    page: 'coalescing',
    link: 'Coalescing',
  },
  {
    from: 'registers',
    to: 'LDS',
    instruction: 'ds_write_b128',
    question: 'Which lanes of the write share a bank?',
    page: 'checklist',
    link: 'A checklist for one instruction',
  },
  {
    from: 'LDS',
    to: 'LDS',
    instruction: 's_barrier',
    question: 'Where is an element stored: plain, padded or swizzled?',
    page: 'padding-xor',
    link: 'Padding or XOR',
  },
  {
    from: 'LDS',
    to: 'registers',
    instruction: 'ds_read_b128 or ds_read_u16',
    question: 'Which lanes of the transposed read share a bank?',
    page: 'tutorials',
    link: 'Six transposes',
  },
  {
    from: 'registers',
    to: 'HBM',
    instruction: 'buffer_store_dwordx4 or _short',
    question: 'Are the elements of a lane contiguous again?',
    page: 'tutorials',
    link: 'Six transposes',
  },
];

const TITLE = 'Path of a tile';

export function Pipeline(): JSX.Element {
  return (
    <section aria-label={TITLE} class="gpu-pipeline" {...placeOf(TITLE)}>
      <h2>{TITLE}</h2>
      <Prose text="A transposing copy has five stages. Each is an instruction of a wave, and the addresses of its lanes decide what it costs." />
      <ol>
        {stages.map(({ from, to, instruction, question, page, link }) => (
          <li key={`${from} ${to}`}>
            <strong>
              {from} → {to}
            </strong>
            <code>{instruction}</code>
            <span>{question}</span>
            <a href={`${page}.html`}>{link}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}
