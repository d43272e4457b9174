/** What stands on top of every page. */
import type { ComponentChildren, JSX } from 'preact';
import { theme, toggleTheme } from './theme.ts';

type Section = 'playground' | 'explorers';

interface HeaderProps {
  readonly section: Section;
  /** The way to the folder of `index.html`: `./` or `../`. */
  readonly root: string;
  readonly children?: ComponentChildren;
}

export function Header({ section, root, children }: HeaderProps): JSX.Element {
  const current = (name: Section) => (section === name ? { 'aria-current': 'page' as const } : {});
  return (
    <header class="top">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <a class="brand" href={`${root}index.html`} aria-label="ldscope, to the playground">
        <Mark />
        ldscope
      </a>
      <nav aria-label="Sections">
        <a href={`${root}index.html`} {...current('playground')}>
          Playground
        </a>
        <a href={`${root}explore/index.html`} {...current('explorers')}>
          Explorers
        </a>
      </nav>
      {children}
      <button
        type="button"
        class="button quiet"
        aria-label={
          theme.value === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme'
        }
        onClick={toggleTheme}
      >
        {theme.value === 'dark' ? 'Light' : 'Dark'}
      </button>
    </header>
  );
}

/** The sign: a diagonal through banks, which is what a swizzle looks like. */
function Mark(): JSX.Element {
  const cells = Array.from({ length: 16 }, (_, i) => ({ row: i >> 2, bank: i & 3 }));
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      {cells.map(({ row, bank }) => (
        <rect
          key={4 * row + bank}
          x={5 * bank}
          y={5 * row}
          width="4"
          height="4"
          fill={row === bank ? 'var(--accent)' : 'var(--line-strong)'}
        />
      ))}
    </svg>
  );
}
