/** The graph of a coordinate has the index of each stage, which CK's own arithmetic ends in the offset. */
import { describeLayout, layoutsOfCpp } from '@ldscope/core';
import { expect, test } from 'vitest';
import { sayCkLayouts, writeHtml } from '@ldscope/render';

const text = `constexpr auto desc = transform_tensor_descriptor(
  make_naive_tensor_descriptor(make_tuple(4, 64, 8), make_tuple(520, 8, 1), number<8>{}, number<1>{}),
  make_tuple(make_pass_through_transform(64), make_merge_transform(make_tuple(4, 8))),
  make_tuple(sequence<1>{}, sequence<0, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));`;

test('a coordinate is drawn with its index in every stage, before and after a move', () => {
  const read = layoutsOfCpp(text);
  const [layout] = read.ok ? read.value : [];
  if (layout === undefined || layout.kind === 'fault') expect.unreachable();
  const described = describeLayout(layout, { index: [3, 9], move: [1, 8] });
  if (!described.ok) expect.unreachable();
  const html = writeHtml(sayCkLayouts({ file: 'desc.hpp', layouts: [described.value] }));
  // k = 9 is pack 1, element 1: 520 + 3 * 8 + 1; k = 17 is pack 2: 2 * 520 + 4 * 8 + 1.
  for (const [at, values, offset] of [
    ['3, 9', ['m = 3', 'k = 9', '1', '3', '1'], 545],
    ['4, 17', ['m = 4', 'k = 17', '2', '4', '1'], 1073],
  ] as const) {
    const picture = html.split('<figure').find((one) => one.includes(`coordinate (${at})`)) ?? '';
    const words = [...picture.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, word]) => word);
    const named = ['pass_through', 'merge', 'naive', `offset = ${offset}`];
    expect(words.toSorted()).toEqual([...values, ...named].toSorted());
  }
});
