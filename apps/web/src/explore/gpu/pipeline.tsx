/** The way of a tile through a kernel, stage by stage, and where each can go wrong. */
import type { JSX } from 'preact';

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
    question: 'Which lanes meet on a bank while writing?',
    page: 'checklist',
    link: 'The checklist',
  },
  {
    from: 'LDS',
    to: 'LDS',
    instruction: 's_barrier',
    question: 'Padding, XOR, or plain: where does an element lie?',
    page: 'padding-xor',
    link: 'Padding against XOR',
  },
  {
    from: 'LDS',
    to: 'registers',
    instruction: 'ds_read_b128 or ds_read_u16',
    question: 'Which lanes meet on a bank while reading the other way?',
    page: 'tutorials',
    link: 'Six transposes',
  },
  {
    from: 'registers',
    to: 'HBM',
    instruction: 'buffer_store_dwordx4 or _short',
    question: 'Are the elements of a lane next to each other again?',
    page: 'tutorials',
    link: 'Six transposes',
  },
];

export function Pipeline(): JSX.Element {
  return (
    <section aria-label="The way of a tile" class="gpu-pipeline">
      <h2>The way of a tile</h2>
      <p class="prose">
        A transposing copy has five stages. Each is an instruction of a wave, and at each the
        addresses of its lanes decide what it costs.
      </p>
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
