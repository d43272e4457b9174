/** `index`: arithmetic on numbers as wide as a pointer. */
import { wrappedCodec } from '../text/codecs.ts';
import { spread } from '../text/syntax.ts';
import type { DialectSyntax } from '../text/syntax.ts';

const conversion = '%input dict : type(input) to type(result)';

export const index: DialectSyntax = {
  name: 'index',
  codecs: {
    predicate: wrappedCodec('#index<cmp_predicate ', '>', 'eq ne slt sle sgt sge ult ule ugt uge'),
  },
  operations: {
    ...spread(
      'add and ceildivs ceildivu divs divu floordivs maxs maxu mins minu mul or rems remu shl shrs shru sub xor',
      '%lhs , %rhs dict => index',
    ),
    'cmp': '$pred:predicate ~ ( %lhs , %rhs ) dict => i1',
    ...spread('casts castu', conversion),
    'constant': 'dict $value:index => index',
    'bool.constant': 'dict $value:bool => i1',
    'sizeof': 'dict => index',
  },
};
