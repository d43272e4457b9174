/** The header of every page. */
import type { ComponentChildren, JSX } from 'preact';
import { lastKernel } from './last-kernel.ts';
import { theme, toggleTheme } from './theme.ts';

type Section = 'playground' | 'explorers' | 'docs';

interface HeaderProps {
  readonly section: Section;
  /** The way to the folder of `index.html`: `./` or `../`. */
  readonly root: string;
  readonly children?: ComponentChildren;
}

export function Header({ section, root, children }: HeaderProps): JSX.Element {
  const current = (name: Section) => (section === name ? { 'aria-current': 'page' as const } : {});
  const isHere = section === 'playground';
  // A link to the present page would reload it and lose the edits.
  const toPlayground = {
    href: `${root}index.html${isHere ? '' : lastKernel()}`,
    onClick: (event: MouseEvent): void => {
      if (isHere && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
    },
  };
  return (
    <header class="top">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <a class="brand" {...toPlayground} aria-label="ldscope, to the playground">
        <Mark />
        ldscope
      </a>
      <nav aria-label="Sections">
        <a {...toPlayground} {...current('playground')}>
          Playground
        </a>
        <a href={`${root}explore/index.html`} {...current('explorers')}>
          Explorers
        </a>
        <a href={`${root}docs/index.html`} {...current('docs')}>
          Docs
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
