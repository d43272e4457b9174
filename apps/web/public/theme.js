// Before the first paint: the theme that the reader chose, else that of the system.
(() => {
  let chosen;
  try {
    chosen = localStorage.getItem('ldscope-theme');
  } catch {
    chosen = undefined;
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme =
    chosen === 'dark' || chosen === 'light' ? chosen : dark ? 'dark' : 'light';
})();
