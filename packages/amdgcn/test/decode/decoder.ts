import { Decoder } from '../../src/decode/decoder.ts';

/** The decoder of a chip that has one. */
export function decoderOf(chip: string): Decoder {
  const decoder = Decoder.of(chip);
  if (decoder === undefined) throw new Error(`${chip} is not decoded`);
  return decoder;
}
