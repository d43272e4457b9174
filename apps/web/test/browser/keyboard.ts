/**
 * A page walked with Tab alone, from its first control until the focus leaves it.
 *
 *     a "Skip to the content", a "ldscope, to the playground", ..., div "Chart"    order of the walk
 *
 * Faults: a control that the walk does not reach, one that it meets twice (a trap), one whose focus nothing shows, one that is
 * focused outside of the window, and a table of instructions with more than one stop, since arrow keys move in it. Of a group of
 * radio buttons one is reached, as browsers do it; in the editor Tab is a key of the editor, which Escape gives back to
 * the page.
 */
import type { Page } from 'playwright-core';

/** More stops than any page has: a walk that has not ended by then goes in a circle. */
const MOST_STOPS = 600;

/** Keys between two looks at where the focus is: the page records every stop by itself. */
const KEYS_AT_ONCE = 20;

/** What the walk of a page finds wrong, a line for each. */
export async function keyboardFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(watchFocus);
  const hasEditor = (await page.locator('.cm-content').count()) > 0;
  const atOnce = hasEditor ? 1 : KEYS_AT_ONCE;
  for (let stop = 0; stop < MOST_STOPS; stop += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => page.keyboard.press('Tab')));
    const state = await page.evaluate(() => window.keyboardWalk?.state());
    if (state === 'ended') return await page.evaluate(() => window.keyboardWalk?.faults() ?? []);
    if (state === 'editor') await page.keyboard.press('Escape');
  }
  return [`the focus has not left the page after ${MOST_STOPS} stops`];
}

interface KeyboardWalk {
  /** Whether the walk goes on from a control or from the editor, or has come to its end. */
  readonly state: () => 'control' | 'editor' | 'ended';
  readonly faults: () => string[];
}

declare global {
  interface Window {
    keyboardWalk?: KeyboardWalk;
  }
}

/** Runs in the page. */
function watchFocus(): void {
  const controls =
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]';
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"${element.className === '' ? '' : ` .${String(element.className)}`}`;
  const isOff = (element: Element): boolean =>
    ('disabled' in element && element.disabled === true) ||
    (element instanceof HTMLElement && element.tabIndex < 0) ||
    element.closest('[inert]') !== null ||
    !element.checkVisibility({ visibilityProperty: true });
  /** Radio buttons of one group are one stop: the one that is chosen. */
  const groupOf = (element: Element): string | undefined =>
    element instanceof HTMLInputElement && element.type === 'radio' ? element.name : undefined;

  const draws = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration): boolean =>
    (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  /** A control that is hidden in its label, or in an editor, is shown by what is around it. */
  const showsFocus = (element: Element): boolean =>
    // An editor of text shows its caret.
    (element instanceof HTMLElement &&
      element.isContentEditable &&
      getComputedStyle(element).caretColor !== 'rgba(0, 0, 0, 0)') ||
    // A line that is dragged shows it on what is drawn of it.
    draws(getComputedStyle(element, '::after')) ||
    [element, element.closest('label'), element.closest('.cm-editor')].some(
      (one) => one !== null && draws(getComputedStyle(one)),
    );
  const isInWindow = (element: Element): boolean => {
    const { left, right, top, bottom } = (
      element.closest('label') ?? element
    ).getBoundingClientRect();
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };

  const reached = new Set<Element>();
  const faults: string[] = [];
  let before: Element | undefined;
  let first: Element | undefined;
  let ended = false;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  document.addEventListener('focusin', ({ target }) => {
    if (ended || !(target instanceof Element) || target === before) return;
    if (target === first) {
      ended = true;
      return;
    }
    before = target;
    first ??= target;
    if (reached.has(target)) faults.push(`focused again: ${nameOf(target)}`);
    reached.add(target);
    if (!showsFocus(target)) faults.push(`no focus is shown: ${nameOf(target)}`);
    if (!isInWindow(target)) faults.push(`focused out of sight: ${nameOf(target)}`);
  });
  const present = (): Element | undefined => {
    const { activeElement } = document;
    return activeElement === null || activeElement === document.body ? undefined : activeElement;
  };
  window.keyboardWalk = {
    state: () => {
      const element = present();
      if (ended || element === undefined) return 'ended';
      return element.closest('.cm-content') === null ? 'control' : 'editor';
    },
    faults: () => {
      const groups = new Set([...reached].map(groupOf));
      const missed = [...document.querySelectorAll(controls)].filter(
        (element) =>
          !isOff(element) &&
          !reached.has(element) &&
          !(groupOf(element) !== undefined && groups.has(groupOf(element))),
      );
      const crowded = [...document.querySelectorAll('.sites table')].filter(
        (table) => [...reached].filter((element) => table.contains(element)).length > 1,
      );
      return [
        ...faults,
        ...missed.map((element) => `not reached: ${nameOf(element)}`),
        ...crowded.map((table) => `more than one stop: ${nameOf(table)}`),
      ];
    },
  };
}
