/** The theme of the page: chosen by the reader and remembered, else that of the system (`public/theme.js`). */
import type { ThemeName } from '@ldscope/render';
import { signal } from '@preact/signals';

const KEY = 'ldscope-theme';

export const theme = signal<ThemeName>(
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
);

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = theme.value;
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // A browser that remembers nothing shows the theme all the same.
  }
}
