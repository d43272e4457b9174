/** `ldscope convert`: one layout in all notations, each read back. */
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

testSessions('convert');

interface ConvertObject {
  readonly schema: string;
  readonly layout: string;
  readonly notations: readonly { name: string; text?: string; reason?: string }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

async function convert(text: string, ...options: readonly string[]) {
  const { code, stdout } = await ldscope(['convert', text, '-f', 'json', ...options]);
  return { code, ...(JSON.parse(stdout) as ConvertObject) };
}

const SWIZZLE = 'wave: swizzle_unit = 8, max_phase = 8';

describe('ldscope convert', () => {
  test('says a swizzle in every notation that has one', async () => {
    const { code, layout, notations } = await convert(SWIZZLE, '--tile', '64x64xf16');
    expect(code).toBe(0);
    expect(layout).toBe('XOR of 16 B units with row mod 8');
    const said = notations.filter(({ text }) => text !== undefined).map(({ name }) => name);
    expect(said).toEqual(['wave', 'iree', 'ck-tile', 'cute', 'triton', 'c']);
    expect(notations.find(({ name }) => name === 'iree')?.text).toBe(
      '#iree_codegen.xor_shuffle<64, 8>',
    );
  });

  test('reads back what it prints', async () => {
    const { notations } = await convert(SWIZZLE, '--tile', '64x64xf16');
    for (const { name, text } of notations) {
      if (text === undefined) continue;
      const again = await convert(`${name}: ${text}`, '--tile', '64x64xf16', '--to', 'wave');
      expect(again.notations).toEqual([{ name: 'wave', text: 'swizzle_unit = 8, max_phase = 8' }]);
    }
  });

  /** What the first line of the complaint is. */
  const fault = async (text: string): Promise<string> => {
    const { diagnostics } = await convert(text, '--tile', '64x32xf16');
    return `${diagnostics[0]?.code}: ${diagnostics[0]?.message}`;
  };

  test("gives CK Tile's own complaint about its C++, with its name or without", async () => {
    const text = 'make_naive_tensor_descriptor_packed(make_tuple(number<64>{},\n number<kK>{}))';
    const wanted = "notation/cpp-name: line 2 of the layout: 'kK' has no value in this text";
    expect(await fault(text)).toBe(wanted);
    expect(await fault(`ck-tile: ${text}`)).toBe(wanted);
    const loop = `static constexpr auto a() { for (;;) return ${text}; }`;
    expect(await fault(loop)).toMatch(/^notation\/cpp-declaration: line 1 of the layout: 'for'/);
  });
});
