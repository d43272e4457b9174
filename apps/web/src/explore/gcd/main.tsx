/** The gcd rule: how many banks a stride reaches. */
import { showExplorer } from '../explorer-page.tsx';
import { GcdFigures } from './figure.tsx';
import './gcd.css';

showExplorer(
  {
    slug: 'gcd',
    lead: 'Go down a column and the bank advances by the same number with every row. What this number has in common with the number of banks decides how many banks are reached before they repeat, and so how many rows meet on one.',
    sources: [
      'Mitigating GPU Bank Conflicts with Swizzling (IREE talk), "Conflict Arithmetic" and "Why Common Tiles Collide": the rule, LD = 128 and 132, the list of tiles; its banks are the 32 of gfx942.',
      'Cycles and ways: the phase tables of the chips, whose sources are on the page on phases.',
    ],
  },
  <GcdFigures />,
);
