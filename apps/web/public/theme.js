// Before the first paint: the theme that the address has (`?theme=dark`), the one that the reader chose, else that of the system.
(() => {
  let chosen = new URLSearchParams(location.search).get('theme');
  try {
    chosen ??= localStorage.getItem('ldscope-theme');
  } catch {
    // A browser that remembers nothing has the theme of the system.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme =
    chosen === 'dark' || chosen === 'light' ? chosen : dark ? 'dark' : 'light';

  // Browsers load no modules from a folder on disk: the app cannot start there, and says what does.
  if (location.protocol !== 'file:') return;
  addEventListener('DOMContentLoaded', () => {
    const app = document.querySelector('#app');
    if (app === null) return;
    app.innerHTML =
      '<main style="max-width: 40em; margin: 15vh auto; padding: 0 20px; font: 16px/1.5 system-ui, sans-serif">' +
      '<h1>This page needs a server</h1>' +
      '<p>It was opened from a folder, where browsers do not load its modules. Serve the folder, and open the address ' +
      'that the command prints:</p>' +
      '<pre>npx ldscope web\npython3 -m http.server</pre>' +
      '<p>Kernels stay in the browser then, too. The <a class="docs-link">documentation</a> opens from the folder.</p>' +
      '</main>';
    const isExplorer = location.pathname.includes('/explore/');
    app.querySelector('.docs-link').href = isExplorer ? '../docs/index.html' : 'docs/index.html';
  });
})();
