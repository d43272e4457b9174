/** Lanes that are served together, and the sentences of Wave's page compared with the engine. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import * as show from '../parts/show.tsx';
import { type ClaimRow, claimRows, phaseTable } from './claims.ts';
import { meetControls } from './controls.ts';

export const PhasesFigure = show.of('Lanes served together', meetControls, (form) => [
  show.table(phaseTable(form.state.chip)),
  show.fields(form),
]);

const tones: Readonly<Record<ClaimRow['verdict'], string>> = {
  'holds': 'tag good',
  'holds in part': 'tag warn',
  'does not hold': 'tag conflict',
};

export function ClaimsFigure(): JSX.Element {
  const rows = useMemo(claimRows, []);
  return show.all([
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
    </ul>,
    <p class="wave-aside">
      Wave&apos;s page shows a table of HipKittens for four of these instructions, measured on
      gfx950. On gfx942 lanes, phases and banks differ: see “Lanes served together”.
    </p>,
    show.prose(
      'The kernel at the end of the page reads its last two tiles after the loop without a wait for their copies and without a barrier. By the rules of counters and barriers this is a race, whatever the banks do; a compiler that inserts its own waits hides it. Upstream later added the drain to its schedule: [iree-org/wave pull request 1029](https://github.com/iree-org/wave/pull/1029).',
      'wave-aside',
    ),
  ]);
}
