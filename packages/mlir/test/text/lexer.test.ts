import { describe, expect, it } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { Lexer, Token } from '../../src/text/lexer.ts';

const names = new Map(Object.entries(Token).map(([name, kind]) => [kind, name]));

/** The words of a text as `kind text`. */
function words(text: string): string[] {
  const found: string[] = [];
  for (const lexer = new Lexer(text); lexer.kind !== Token.end; lexer.next()) {
    found.push(`${names.get(lexer.kind)} ${lexer.slice()}`);
  }
  return found;
}

describe('lexer', () => {
  it.each(rows`
    %a %0 %46#1 %a-b         | value %a, value %0, value %46#1, value %a-b
    %a->%b                   | value %a, arrow ->, value %b
    %a:2                     | value %a, colon :, integer 2
    func.func _x$1.y         | word func.func, word _x$1.y
    @a @"b c\"" @a::@b       | symbol @a, symbol @"b c\"", symbol @a, doubleColon ::, symbol @b
    #map #gpu.x<             | attribute #map, attribute #gpu.x, less <
    !t !hal.buffer_view      | type !t, type !hal.buffer_view
    ^bb0:                    | block ^bb0, colon :
    0 42 0xFF 0x4            | integer 0, integer 42, integer 0xFF, integer 0x4
    0xf32                    | integer 0xf32
    0xi8                     | integer 0, word xi8
    1.5 1. 1.0e+00 2.e 3.0e- | float 1.5, float 1., float 1.0e+00, float 2., word e, float 3.0, word e, minus -
    "a\"b" ""                | string "a\"b", string ""
    -> - :: : ... {-# { }    | arrow ->, minus -, doubleColon ::, colon :, ellipsis ..., resources {-#, leftBrace {, rightBrace }
    a // b c\nd //           | word a, word d
    a / b                    | word a, slash /, word b
    % @ # ! ^ § . "x         | error %, error @, error #, error !, error ^, error §, error ., error ", word x
    "a\nb"                   | error ", word a, word b, error "
  `)('%j', (text = '', expected) => expect(words(text).join(', ')).toBe(expected));

  it('tells the name of a value from its number', () => {
    const lexer = new Lexer('%46#12');
    expect([lexer.nameEnd, lexer.index, lexer.end]).toEqual([3, 12, 6]);
  });
});
