/**
 * `?embed`: one figure of a page alone, for a frame in another page.
 *
 *     explore/gcd.html?embed#ld=132        the first figure, as the fragment has it
 *     explore/gcd.html?embed=2             the second
 *     index.html?embed#1.…                 the view of the playground that the link has
 *
 * Below it is a link to the page itself, in the state that the reader has reached. `&theme=dark` or `light` chooses the
 * theme (`public/theme.js`).
 */
import './embed.css';

/** Shows one of the elements that match `selector` alone, where the address requests it. */
export function embed(selector: string): void {
  const wanted = new URLSearchParams(location.search).get('embed');
  if (wanted === null) return;
  document.documentElement.dataset['embed'] = '';
  const number = /^[1-9]\d?$/.test(wanted) ? Number(wanted) : 1;
  const show = (): void => {
    if (document.querySelector('.embedded') !== null) return;
    [...document.querySelectorAll(selector)][number - 1]?.classList.add('embedded');
  };
  show();
  // Pages draw a part of themselves later, and may replace it.
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  document.body.append(linkToPage());
}

function linkToPage(): HTMLElement {
  const link = document.createElement('a');
  link.className = 'embed-link';
  link.textContent = `${document.title.replace(/ · ldscope$/, '')} · open in ldscope`;
  link.target = '_blank';
  link.rel = 'noopener';
  const follow = (): void => {
    const parameters = new URLSearchParams(location.search);
    parameters.delete('embed');
    parameters.delete('theme');
    const rest = parameters.toString();
    link.href = location.pathname + (rest === '' ? '' : `?${rest}`) + location.hash;
  };
  follow();
  // The fragment follows what the reader does, without an event: it is read when the link is about to be used.
  for (const event of ['pointerenter', 'focus', 'click'])
    link.addEventListener(event, follow, { capture: true });
  return link;
}
