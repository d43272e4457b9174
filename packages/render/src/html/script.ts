/**
 * The script of the page, small on purpose: arrow keys step the figure in view, and a click copies code. Without it steps
 * and themes are chosen all the same, as they are radio buttons that the style sheet reads.
 */
export const pageScript = `
(() => {
  'use strict';
  const widgets = 'input, textarea, select, summary, a, button';
  const stepsInView = () => {
    const focused = document.activeElement && document.activeElement.closest('.steps');
    if (focused && focused.querySelector('input[type=radio]')) return focused;
    const middle = innerHeight / 2;
    let best;
    let least = innerHeight;
    for (const steps of document.querySelectorAll('.steps')) {
      if (!steps.querySelector('input[type=radio]')) continue;
      const box = steps.getBoundingClientRect();
      const away = box.top > middle ? box.top - middle : box.bottom < middle ? middle - box.bottom : 0;
      if (away < least) { best = steps; least = away; }
    }
    return best;
  };
  addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target;
    if (target instanceof Element) {
      if (target.matches(widgets)) return;
      if (target.matches('.scroll') && target.scrollWidth > target.clientWidth) return;
    }
    const steps = stepsInView();
    if (!steps) return;
    const choices = [...steps.querySelectorAll('input[type=radio]')];
    const now = choices.findIndex((choice) => choice.checked);
    const next = choices[(now + by + choices.length) % choices.length];
    next.checked = true;
    event.preventDefault();
  });
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const code = document.getElementById(button.dataset.copy);
      if (!code) return;
      let done = true;
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        const range = document.createRange();
        range.selectNodeContents(code);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        done = document.execCommand('copy');
      }
      button.textContent = done ? 'Copied' : 'Selected';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
  }
})();
`;
