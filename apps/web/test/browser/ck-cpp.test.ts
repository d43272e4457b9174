/** CK Tile's C++ that is pasted: its layouts as `ldscope explain` has them, and fields for what it does not define. */
import { describeCkLayouts } from '@ldscope/engine';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { decodeState } from '../../src/share/link.ts';
import { describeInBrowser, paste, settled } from './browser.ts';

const policy = `struct Policy {
  template <typename Problem>
  CK_TILE_HOST_DEVICE static constexpr auto MakeALdsBlockDescriptor() {
    constexpr index_t kM = Problem::kM, kK = 32, kPack = 8;
    constexpr auto desc_0 = make_naive_tensor_descriptor(
        make_tuple(number<kK / kPack>{}, number<kM>{}, number<kPack>{}),
        make_tuple(number<(kM + 1) * kPack>{}, number<kPack>{}, number<1>{}), number<kPack>{}, number<1>{});
    return transform_tensor_descriptor(
        desc_0,
        make_tuple(make_pass_through_transform(kM), make_merge_transform(make_tuple(kK / kPack, kPack))),
        make_tuple(sequence<1>{}, sequence<0, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
  }
  CK_TILE_HOST_DEVICE static constexpr auto MakeADramTileDistribution() {
    return make_static_tile_distribution(
        tile_distribution_encoding<sequence<1>, tuple<sequence<1, 4, 16>, sequence<4, 8>>,
                                   tuple<sequence<1>, sequence<1, 2>>, tuple<sequence<1>, sequence<2, 0>>,
                                   sequence<1, 2>, sequence<0, 1>>{});
  }
};
`;

/** The address, once it has what the page shows. */
async function linkOf(page: Page): Promise<string> {
  const hash = (): string => new URL(page.url()).hash;
  const state = async (): Promise<unknown> => {
    const decoded = await decodeState(hash());
    return decoded.kind === 'state' ? decoded.state.ck : undefined;
  };
  await expect.poll(state).toEqual({
    constants: 'Problem::kM=64',
    layout: 'Policy::MakeALdsBlockDescriptor',
    index: '3, 9',
    move: '1, 8',
  });
  return hash();
}

describeInBrowser("CK Tile's C++", ({ open, playground }) => {
  test('is answered with pictures, and has fields for what it does not define', async () => {
    const page = await playground();
    await paste(page, policy);
    await settled(page);
    const view = page.locator('.ck-cpp');
    // One of its layouts needs a constant.
    expect(await view.locator('tbody tr').allInnerTexts()).toHaveLength(2);
    await view.getByLabel('Layout').selectOption('Policy::MakeALdsBlockDescriptor');
    await settled(page);
    expect(await view.locator('.refused').innerText()).toContain("'Problem::kM' has no value");
    await view.getByRole('button', { name: 'Problem::kM=32' }).click();
    await settled(page);
    expect(await page.getByLabel('Constants').inputValue()).toBe('Problem::kM=32');
    await page.getByLabel('Constants').fill('Problem::kM=64');
    await page.getByRole('textbox', { name: 'Index' }).fill('3, 9');
    await page.getByRole('textbox', { name: 'Move by' }).fill('1, 8');
    await settled(page);
    const described = describeCkLayouts(policy, {
      define: ['Problem::kM=64'],
      use: 'MakeALdsBlockDescriptor',
      index: [3, 9],
      move: [1, 8],
    });
    const [layout] = described.ok ? described.value : [];
    if (layout?.kind !== 'descriptor') expect.unreachable();
    const shown = await view.innerText();
    expect(shown).toContain(layout.formula);
    expect(shown).toContain(String(layout.moved?.offset));
    await page.getByRole('textbox', { name: 'Index' }).fill('64, 0');
    await settled(page);
    expect(await view.locator('.refused').innerText()).toContain('64');
    await page.getByRole('textbox', { name: 'Index' }).fill('3, 9');
    await settled(page);
    // A link has what was typed and chosen.
    const again = await open(`index.html${await linkOf(page)}`);
    await settled(again);
    expect(await again.locator('.ck-cpp').innerText()).toBe(await view.innerText());
    expect(await again.getByLabel('Constants').inputValue()).toBe('Problem::kM=64');
    expect(await again.getByRole('textbox', { name: 'Move by' }).inputValue()).toBe('1, 8');
    await again.close();
    // The bank of each of 64 x 32 elements.
    const banks = await view.locator('svg').nth(1).locator('text.on-lane').allTextContents();
    expect(banks.map(Number)).toEqual(layout.banks?.rows.flat());
    expect(await view.locator('svg').first().innerHTML()).toContain('merge');

    await view.getByLabel('Layout').selectOption('Policy::MakeADramTileDistribution');
    await settled(page);
    expect(await view.innerText()).toContain('4 waves of 64 lanes');
    expect(await view.locator('svg').count()).toBe(1);
  });

  test('gives way to a kernel that is pasted over it', async () => {
    const page = await playground();
    await paste(page, policy);
    await settled(page);
    await paste(page, 'tutorial: "05"\n');
    await settled(page);
    expect(await page.locator('.ck-cpp').count()).toBe(0);
    expect(await page.locator('.sites').innerText()).toContain('ds_write_b128');
  });
});
