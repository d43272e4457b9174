/** The phases that the document shows, and its claims beside what the engine counts. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Figure } from '../explorer-page.tsx';
import { type ClaimRow, claimRows, phaseTable } from './claims.ts';
import { meetControls } from './controls.ts';

export function PhasesFigure(): JSX.Element {
  const form = useControls(meetControls);
  const { chip } = form.state;
  const table = useMemo(() => phaseTable(chip), [chip]);
  return (
    <Figure title="Which lanes meet">
      <Fields of={form} />
      <ScrolledTable table={table} />
      <p>
        The document shows a table of HipKittens for four of these instructions, measured on gfx950.
        It is a table of that chip: choose gfx942, and lanes, phases and banks are others.
      </p>
    </Figure>
  );
}

const tones: Readonly<Record<ClaimRow['verdict'], string>> = {
  'holds': 'tag good',
  'holds in part': 'tag warn',
  'does not hold': 'tag conflict',
};

export function ClaimsFigure(): JSX.Element {
  const rows = useMemo(claimRows, []);
  return (
    <Figure title="The document, sentence by sentence">
      <ul class="wave-claims">
        {rows.map(({ claim, verdict, finding }) => (
          <li key={claim}>
            <span class={tones[verdict]}>{verdict}</span>
            <div>
              <p class="wave-claim">{claim}</p>
              <p>{finding}</p>
            </div>
          </li>
        ))}
      </ul>
      <p class="wave-aside">
        Beside its subject: the kernel at the end of the document reads its last two tiles after the
        loop with no wait for their copies and no barrier. By the rules of counters and barriers
        this is a race, whatever the banks do; a compiler that inserts waits of its own hides it.
        Upstream added the drain to its schedule later (pull request 1029).
      </p>
    </Figure>
  );
}
