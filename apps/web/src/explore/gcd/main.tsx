/** The gcd rule. */
import { showExplorer } from '../explorer-page.tsx';
import { DocumentLink } from '../parts/document-link.tsx';
import { GcdFigures } from './figure.tsx';
import './gcd.css';

showExplorer(
  {
    slug: 'gcd',
    sources: [
      <>
        The rule, LD = 128 and 132, and the list of tiles follow the talk <DocumentLink of="talk" />
        , sections “Conflict Arithmetic” and “Why Common Tiles Collide”. Its 32 banks are those of
        gfx942.
      </>,
      <>
        Cycles and ways: the phase tables of the chips, with their sources on the page{' '}
        <a href="phases.html">Phases</a>.
      </>,
    ],
  },
  <GcdFigures />,
);
