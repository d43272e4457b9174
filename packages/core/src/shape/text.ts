/**
 * A value as a word: of a command line, of an address.
 *
 *     readText('12', whole(1))              { value: 12 }
 *     readText('0', whole(1))               { wanted: 'at least 1' }
 *     readText('3,-9', list(whole(-9)))     { value: [3, -9] }
 */
import { scalarOf, wantedOf } from './read.ts';
import type { Form, Shape } from './shape.ts';

type WordReading<T> = { readonly value: T } | { readonly wanted: string };

/** The value of a word; else what it would have to be. Mappings have no words. */
export function readText<T>(word: string, shape: Shape<T>): WordReading<T> {
  // As of `readShape`: the cases of `ValueOf`.
  return readWord(word, shape) as WordReading<T>;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const WHOLE = /^(?:-?\d+|0x[0-9a-f]+)$/i;

function readWord(word: string, shape: Form): WordReading<unknown> {
  switch (shape.kind) {
    case 'whole': {
      const value = Number(word);
      const isNegative = word.startsWith('-') && shape.least >= 0;
      if (!WHOLE.test(word) || isNegative || !Number.isSafeInteger(value))
        return { wanted: 'a whole number' };
      if (value < shape.least) return { wanted: `at least ${shape.least}` };
      return value > shape.most ? { wanted: `at most ${shape.most}` } : { value };
    }
    case 'number': {
      const value = scalarOf(DECIMAL.test(word) ? Number(word) : word, shape);
      return value === undefined ? { wanted: wantedOf(shape) } : { value };
    }
    case 'choice': {
      const value = shape.names.find((name) => String(name) === word);
      return value === undefined ? { wanted: `one of ${shape.names.join(', ')}` } : { value };
    }
    case 'list': {
      const all = word.split(',').map((part) => readWord(part.trim(), shape.of));
      const value = all.flatMap((one) => ('value' in one ? [one.value] : []));
      const isWhole = value.length === all.length;
      return isWhole && value.length >= shape.least && value.length <= shape.most
        ? { value }
        : { wanted: shape.wanted };
    }
    case 'either': {
      const all = shape.of.map((one) => readWord(word, one.shape));
      return all.find((one) => 'value' in one) ?? all.at(-1) ?? { wanted: shape.wanted };
    }
    case 'text': {
      const value = scalarOf(word, shape);
      return value === undefined ? { wanted: shape.wanted } : { value };
    }
    case 'made': {
      const from = readWord(word, shape.from);
      return 'value' in from ? { value: shape.of(from.value) } : from;
    }
    default:
      return { wanted: 'a value' };
  }
}
