/**
 * Styles of MLIR's tokens. An operation is the word that begins a line or follows `=` behind values; a shape (`4x?xf16`),
 * which the lexer leaves to the type parser, is a run of adjacent tokens.
 */
import { Lexer, Token, type TokenKind } from '@ldscope/mlir/lexer';
import { type Emit, emitComment, hasLineEnd, type Style } from './style.ts';

const BUILTIN_TYPE =
  /^(?:[fiu]\d\w*|si\d+|ui\d+|bf16|tf32|index|none|memref|vector|tensor|tuple|complex)$/;

const byKind = new Map<TokenKind, Style>([
  [Token.string, 'string'],
  [Token.integer, 'number'],
  [Token.float, 'number'],
  [Token.symbol, 'symbol'],
  [Token.block, 'symbol'],
  [Token.attribute, 'attribute'],
  [Token.type, 'type'],
  // Only shapes have it.
  [Token.question, 'type'],
]);

/** Operations by their names; the first pattern that matches. */
const FAMILIES: readonly (readonly [pattern: RegExp, style: Style])[] = [
  [
    /^(?:ttg|triton_gpu)\.(?:local_|memdesc_)|^amdgpu\.(?:gather_to_lds|transpose_load)|\.ds\./,
    'lds',
  ],
  [/^tt\.(?:load|store)|\.(?:raw_buffer|buffer)_|\.raw\.ptr\.buffer\.|\.global\.load/, 'memory'],
  [/\.s?(?:mfma|wmma|mma)(?:[._]|$)|^tt\.dot/, 'matrix'],
  [/barrier|[._]wait/, 'wait'],
];

/** Emits the tokens of a text that begins at the start of a line. */
export function highlightMlir(text: string, emit: Emit): void {
  const lexer = new Lexer(text);
  /** Whether an operation may be here. */
  let opens = true;
  let previous: TokenKind = Token.end;
  // One token is held back: the next one tells whether a number begins a shape.
  let held: Style | undefined;
  let heldStart = 0;
  let heldEnd = 0;
  for (;;) {
    const { kind, start, end, previousEnd } = lexer;
    if (hasLineEnd(text, previousEnd, start)) opens = true;
    let style = byKind.get(kind) ?? 'plain';
    if (kind === Token.word) {
      const sized = previous === Token.integer || previous === Token.question;
      if (sized && start === heldEnd && text.charCodeAt(start) === 0x78) {
        held = 'type';
        style = 'type';
      } else if (opens) style = operation(lexer.slice());
      else if (BUILTIN_TYPE.test(lexer.slice())) style = 'type';
    } else if (kind === Token.string && opens) style = operation(text.slice(start + 1, end - 1));
    if (held !== undefined) emit(heldStart, heldEnd, held);
    emitComment(text, previousEnd, start, emit);
    if (kind === Token.end) return;
    opens =
      kind === Token.equal &&
      (previous === Token.value || (previous === Token.integer && isResultCount(text, heldStart)));
    previous = kind;
    held = style;
    heldStart = start;
    heldEnd = end;
    lexer.next();
  }
}

function operation(name: string): Style {
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'operation';
}

/** Whether a number is the `2` of `%0:2 =`. */
function isResultCount(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === 0x3a;
}
