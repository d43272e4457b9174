/** The path of a tile through a kernel, stage by stage, and where each can go wrong. */
import type { JSX } from 'preact';
import { explorers } from '../explorers.ts';
import { placeOf } from '../parts/contents.tsx';
import { Prose } from '../parts/linked.tsx';

/** From, to, the instruction, what is asked about it, and the explorer that answers. */
const stages = [
  ['HBM', 'registers', 'buffer_load_dwordx4', 'How many lines does a wave fetch?', 'coalescing'],
  ['registers', 'LDS', 'ds_write_b128', 'Which lanes of the write share a bank?', 'checklist'],
  [
    'LDS',
    'LDS',
    's_barrier',
    'Where is an element stored: plain, padded or swizzled?',
    'padding-xor',
  ],
  [
    'LDS',
    'registers',
    'ds_read_b128 or ds_read_u16',
    'Which lanes of the transposed read share a bank?',
    'tutorials',
  ],
  [
    'registers',
    'HBM',
    'buffer_store_dwordx4 or _short',
    'Are the elements of a lane contiguous again?',
    'tutorials',
  ],
] as const;

const TITLE = 'Path of a tile';

export function Pipeline(): JSX.Element {
  return (
    <section aria-label={TITLE} class="gpu-pipeline" {...placeOf(TITLE)}>
      <h2>{TITLE}</h2>
      <Prose text="A transposing copy has five stages. Each is an instruction of a wave, and the addresses of its lanes decide what it costs." />
      <ol>
        {stages.map(([from, to, instruction, question, page]) => (
          <li key={`${from} ${to}`}>
            <strong>
              {from} → {to}
            </strong>
            <code>{instruction}</code>
            <span>{question}</span>
            <a href={`${page}.html`}>{explorers.find(({ slug }) => slug === page)?.title}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}
