/** What all specifications of CK Tile have: elements by their names, constants of their C++, and a chip of AMD. */
import { diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { elementBitsByName } from '../../../layout/tile/element-names.ts';
import type { Machine } from '../../../machine/machine.ts';
import type { ShapeMessages } from '../../../shape/read.ts';
import * as shape from '../../../shape/shape.ts';
import { type Checked, type Place, readSpec, specMessages } from './place.ts';

const { choice, either, names, text, whole } = shape;

/** Bits of elements by name: CK's, with its packed types, and ours. */
const elementBits: ReadonlyMap<string, number> = new Map([
  ...elementBitsByName,
  ['pk_fp4_t', 4],
  ['pk_int4_t', 4],
  ['pk_fp6x16_t', 6],
  ['pk_fp6x32_t', 6],
]);

const isModelled = (bits: number): boolean => bits === 4 || bits >= 8;

export const elementShape = choice(
  [...elementBits].filter(([, bits]) => isModelled(bits)).map(([name]) => name),
);

/** Bytes of an element; 0.5 for those of 4 bits. */
export const elementBytesOf = (name: string): number => (elementBits.get(name) ?? 0) / 8;

/** The words of CK's specifications: elements whose packs are not modelled are told of as such. */
export const ckMessages: ShapeMessages = {
  ...specMessages,
  choice(path, shown, known) {
    const bits = path.at(-1) === 'element' ? elementBits.get(shown) : undefined;
    return bits !== undefined && !isModelled(bits)
      ? messages.spec.packedElement(shown, bits)
      : specMessages.choice(path, shown, known);
  },
};

/** `define: { kM: 128, WarpTile: "sequence<32, 32, 8>" }` */
export const definesShape = names(
  either(
    'a whole number or C++',
    { form: 'number', shape: whole(-(2 ** 31), 2 ** 31 - 1) },
    { form: 'text', shape: text('C++') },
  ),
  'a mapping of names to values',
);

/** Reads and checks a specification for a machine of AMD. */
export function readForAmd<S, T>(
  data: unknown,
  form: shape.Shape<S>,
  machine: Machine,
  check: (spec: S, top: Place) => T | undefined,
  say = ckMessages,
): Checked<T> {
  if (machine.vendor === 'AMD') return readSpec(data, form, say, check);
  return { diagnostics: [{ path: [], diagnostic: diagnose(messages.spec.machine(machine.name)) }] };
}
