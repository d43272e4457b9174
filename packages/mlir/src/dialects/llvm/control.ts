/**
 * Operations of the `llvm` dialect whose syntax the format language cannot express.
 *
 *     %p = llvm.alloca inalloca %n x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr<5>
 *     llvm.indirectbr %p : !llvm.ptr, [^bb1(%x : i32), ^bb2]
 *     %l = llvm.landingpad cleanup (catch %a : !llvm.ptr) (filter %b : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
 *     llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i64)] : i1
 */
import { resolveType } from '../../ir/types.ts';
import type { Value } from '../../ir/ir.ts';
import type { Directive } from '../../text/format.ts';
import { Token } from '../../text/lexer.ts';
import { applyType, parseList, parseOperand } from '../../text/pieces.ts';
import { printType } from '../../text/print-types.ts';
import { parseSuccessor } from '../../text/regions.ts';
import type { FormatSyntax } from '../../text/syntax.ts';
import { parseType } from '../../text/types.ts';
import { countedBranch } from '../cf.ts';

/** An alignment of 0 is none. */
export const alloca: FormatSyntax = {
  format:
    '{ inalloca $inalloca:unit }? %arraySize x $elem_type:type dict : ( type(arraySize) ) -> results ; alignment:i64',
  infer: (_, { attributes }) => {
    const alignment = attributes.get('alignment');
    if (alignment?.kind === 'integer' && alignment.value === 0n) attributes.delete('alignment');
  },
};

/** `[^bb1(%x : i32), ^bb2]`, a line for each. */
const successors: Directive = () => ({
  parse: ({ state, operation }) => {
    parseList(state, '[]', () => parseSuccessor(state, operation));
  },
  print: ({ writer, operation }) => {
    writer.write(' [');
    for (const [i, target] of operation.successors.entries()) {
      writer.line();
      writer.write(`${writer.successor(target)}${i < operation.successors.length - 1 ? ',' : ''}`);
    }
    if (operation.successors.length > 0) writer.line();
    writer.write(']');
    return '';
  },
});

export const indirectBranch: FormatSyntax = {
  format: '%addr : type(addr) , custom<Successors>() dict ; indbr_operand_segments:any',
  successors: countedBranch(1, 'indbr_operand_segments'),
};

/** An array is what a filter lists; anything else is caught. */
const clauseOf = ({ type }: Value): string => {
  const plain = resolveType(type);
  return plain.kind === 'opaque' && plain.text.startsWith('!llvm.array') ? 'filter' : 'catch';
};

/** `(catch %a : !llvm.ptr) (filter %b : !llvm.array<1 x ptr>)`. */
const clauses: Directive = (line, operands = '') => {
  const group = line.group(operands);
  return {
    parse: ({ state, groups }) => {
      const values: Value[] = [];
      while (state.eat(Token.leftParen)) {
        if (!state.eatWord('filter')) state.expectWord('catch');
        const value = parseOperand(state);
        state.expect(Token.colon, "':'");
        const at = state.lexer.start;
        if (!state.failed) applyType(state, value, parseType(state), at);
        values.push(value);
        state.expect(Token.rightParen, "')'");
      }
      groups[group] = values;
    },
    print: ({ writer, operation: { attributes }, groups }) => {
      // There is no place for other attributes.
      if (attributes.size > (attributes.has('cleanup') ? 1 : 0)) return undefined;
      return (groups[group] ?? [])
        .map((value) => `(${clauseOf(value)} ${writer.value(value)} : ${printType(value.type)})`)
        .join(' ');
    },
  };
};

export const controlDirectives = {
  Successors: successors,
  Clauses: clauses,
} satisfies Readonly<Record<string, Directive>>;
