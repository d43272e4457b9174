/** Iterators of loops: custom syntax has strings, `"parallel"` for `#vector.iterator_type<parallel>`. */
import { AttributeMap } from '../ir/attribute-map.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Attribute } from '../ir/types.ts';
import type { FormatSyntax } from '../text/syntax.ts';

const name = 'iterator_types';

/** `iterator_types` with another element for each that `element` has one for. */
function respell(
  attributes: AttributeMap,
  element: (attribute: Attribute) => Attribute | undefined,
): Attribute | undefined {
  const types = attributes.get(name);
  const list = types === undefined ? undefined : resolveAttribute(types);
  if (list?.kind !== 'array') return undefined;
  return { kind: 'array', elements: list.elements.map((each) => element(each) ?? each) };
}

/** Reads strings as attributes of a dialect, `#vector.iterator_type`, and prints them as strings. */
export function iteratorStrings(head: string): Required<Pick<FormatSyntax, 'infer' | 'present'>> {
  return {
    infer: (_, { attributes }) => {
      const types = respell(attributes, (each) =>
        each.kind === 'string' ? { kind: 'opaque', text: `${head}<${each.value}>` } : undefined,
      );
      if (types !== undefined) attributes.set(name, types);
    },
    present: (operation) => {
      const types = respell(operation.attributes, (each) => {
        if (each.kind !== 'opaque' || !each.text.startsWith(`${head}<`)) return undefined;
        return { kind: 'string', value: each.text.slice(head.length + 1, -1) };
      });
      if (types === undefined) return operation;
      return { ...operation, attributes: new AttributeMap(operation.attributes).set(name, types) };
    },
  };
}
