/**
 * An access in words, in any order:
 *
 *     row-copy b128
 *     mfma-a v_mfma_f32_16x16x16_f16 b128
 *     ds_read_u16                           with row and column beside it
 *     b128: row = lane % 16; column = (lane / 16) * 8
 */
import { messages, opcodeAt, opcodeNumber, type Place } from '@ldscope/core';
import { patterns } from './patterns.ts';

const WIDTH_BYTES: ReadonlyMap<string, number> = new Map([
  ['b8', 1],
  ['b16', 2],
  ['b32', 4],
  ['b64', 8],
  ['b96', 12],
  ['b128', 16],
]);

export interface AccessWords {
  /** Key of `patterns`. */
  readonly pattern?: string;
  /** A matrix instruction, as it is written. */
  readonly matrix?: string;
  /** Opcode number. */
  readonly op?: number;
  readonly widthBytes?: number;
  /** The text behind a colon, and where it begins. */
  readonly formulas?: { readonly text: string; readonly start: number };
}

/** A number counts elements. */
export function readWords(
  text: string,
  place: Place,
  elementBytes: number,
): AccessWords | undefined {
  const colon = text.indexOf(':');
  const head = colon < 0 ? text : text.slice(0, colon);
  let found: AccessWords =
    colon < 0 ? {} : { formulas: { text: text.slice(colon + 1), start: colon + 1 } };
  for (const word of head.split(/[\s,]+/).filter((part) => part !== '')) {
    const meaning = meaningOf(word, elementBytes);
    if (meaning === undefined) {
      const known = [...Object.keys(patterns), ...WIDTH_BYTES.keys(), 'an instruction'];
      return place.fail(messages.spec.unknownName(place.where, word, known));
    }
    const again = Object.keys(meaning).find((key) => key in found);
    if (again !== undefined || ((found.op ?? found.widthBytes) !== undefined && isWidth(meaning))) {
      const what = isWidth(meaning) ? 'width' : (again ?? '');
      return place.fail(messages.spec.twice(place.where, what));
    }
    found = { ...found, ...meaning };
  }
  return found;
}

const isWidth = ({ op, widthBytes }: AccessWords): boolean => (op ?? widthBytes) !== undefined;

function meaningOf(word: string, elementBytes: number): AccessWords | undefined {
  if (Object.hasOwn(patterns, word)) {
    return { pattern: word };
  }
  const widthBytes = WIDTH_BYTES.get(word);
  if (widthBytes !== undefined) return { widthBytes };
  if (/^\d{1,3}$/.test(word)) return { widthBytes: Number(word) * elementBytes };
  if (/^v_s?mfma/.test(word)) return { matrix: word };
  const op = opcodeNumber(word);
  return op === undefined || opcodeAt(op).request === undefined ? undefined : { op };
}
