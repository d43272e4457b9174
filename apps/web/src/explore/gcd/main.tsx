/** The gcd rule. */
import { showExplorer } from '../explorer-page.tsx';
import { GcdFigures } from './figure.tsx';
import './gcd.css';

showExplorer(
  {
    slug: 'gcd',
    sources: [
      'The rule, LD = 128 and 132, and the list of tiles follow the talk {talk}, sections “Conflict Arithmetic” and “Why Common Tiles Collide”. Its 32 banks are those of gfx942.',
      'Cycles and ways: the phase tables of the chips, with their sources on the page [Phases](phases.html).',
    ],
  },
  <GcdFigures />,
);
