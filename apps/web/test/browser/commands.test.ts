/** The commands and the list of keys: with the keyboard alone, and given back where one came from. */
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { describeInBrowser, settled, shot, shows } from './browser.ts';

describeInBrowser('commands', ({ open }) => {
  test('are found by typing and done by Enter, and keys are listed', async () => {
    const page = await open('index.html');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await settled(page);
    expect(loaded.filter((name) => /\/dialog-/.test(name))).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Commands' });
    const field = dialog.getByRole('combobox', { name: 'Command' });

    // From the editor, where letters are text.
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+K');
    await field.waitFor();
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('timel');
    expect(await dialog.getByRole('option', { selected: true }).innerText()).toContain('Timeline');
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      expect(await violations(page)).toEqual([]);
      await shot(page, `commands-${theme}`);
    }
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Timeline');
    expect(
      await page.evaluate(() => document.activeElement?.classList.contains('cm-content')),
    ).toBe(true);
    await settled(page);

    // An instruction, by arrow keys.
    await page.keyboard.press('Control+K');
    await field.fill('instruction ds_');
    const options = await dialog.getByRole('option').allInnerTexts();
    expect(options).toHaveLength(2);
    await page.keyboard.press('ArrowDown');
    const second = await dialog.getByRole('option', { selected: true }).innerText();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const chosen = await page.locator('.sites tr.chosen').innerText();
    expect(second).toContain(chosen.split(/\s/)[0] ?? 'none');
    await page.keyboard.press('Control+K');
    await field.fill('machine gfx90a');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await shows(page, '.summary', 'gfx90a');

    // Keys, from a place where `?` is not a text; Escape goes back.
    await page.locator('.cm-content').click();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+Z');
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.waitFor();
    expect(await keys.innerText()).toContain('the next problem');
    expect(await violations(page)).toEqual([]);
    await shot(page, 'keys');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab');
    await page.getByRole('button', { name: 'Commands' }).click();
    await field.fill('no such words');
    expect(await dialog.innerText()).toContain('No command matches');

    // A link is short, says how long it is, and opens where its author was.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.cm-line').nth(2).click();
    const line = await page.locator('.cm-activeLineGutter').first().innerText();
    await page.keyboard.press('Control+K');
    await field.fill('share');
    await page.keyboard.press('Enter');
    await page.locator('.status', { hasText: /The link has \d+ characters\./ }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain('index.html#2.');
    expect(link.length).toBeLessThan(600);
    const other = await open(link.slice(link.indexOf('index.html')));
    await settled(other);
    await expect.poll(() => other.locator('.cm-activeLineGutter').first().innerText()).toBe(line);
  });
});
