/**
 * `llvm.func`.
 *
 *     llvm.func internal amdgpu_kernelcc @f(%a: !llvm.ptr {llvm.noalias}, ...) -> i32 attributes {...} { ... }
 *
 * Linkage, visibility, address significance and calling convention are words in front of the name; each has a
 * usual value that is left out.
 */
import type { Attribute } from '../../ir/types.ts';
import { addRegion } from '../../text/state.ts';
import { parseDictionary, parseSymbol } from '../../text/attributes.ts';
import { Token } from '../../text/lexer.ts';
import { llvmFunction, voidType } from '../../text/llvm-types.ts';
import { parseSignedInteger } from '../../text/pieces.ts';
import { printAttribute } from '../../text/print-types.ts';
import type { State } from '../../text/state.ts';
import type { OperationSyntax } from '../../text/syntax.ts';
import { parseSignature, printSignature, signatureAttributes } from '../functions.ts';
import { callingConvention, linkage, parseWord, unnamedAddress, visibility } from './words.ts';

/** Reads `vscale_range(1, 16)`. */
function parseScale(state: State): Attribute | undefined {
  if (!state.eatWord('vscale_range')) return undefined;
  state.expect(Token.leftParen, "'('");
  const low = parseSignedInteger(state);
  state.expect(Token.comma, "','");
  const high = parseSignedInteger(state);
  state.expect(Token.rightParen, "')'");
  const text = `#llvm.vscale_range<minRange = ${low} : i32, maxRange = ${high} : i32>`;
  return { kind: 'opaque', text };
}

/** `vscale_range(1, 16)` of the attribute. */
function printScale(attribute: Attribute): string | undefined {
  if (attribute.kind !== 'opaque') return undefined;
  const range = /^#llvm\.vscale_range<minRange = (-?\d+) : i32, maxRange = (-?\d+) : i32>$/;
  const [, low, high] = range.exec(attribute.text) ?? [];
  return low === undefined ? undefined : `vscale_range(${low}, ${high})`;
}

const spelled = [
  ...signatureAttributes.filter((name) => name !== 'sym_visibility'),
  'linkage',
  'visibility_',
  'unnamed_addr',
  'CConv',
  'vscale_range',
  'comdat',
];

/** Attributes that the dictionary has but that belong to the operation. */
const inherent =
  'sym_visibility dso_local convergent personality garbageCollector passthrough function_entry_count memory_effects arm_streaming arm_locally_streaming arm_streaming_compatible arm_new_za arm_in_za arm_out_za arm_inout_za arm_preserves_za section alignment frame_pointer target_cpu tune_cpu reciprocal_estimates prefer_vector_width target_features no_infs_fp_math no_nans_fp_math no_signed_zeros_fp_math denormal_fp_math denormal_fp_math_f32 fp_contract no_inline instrument_function_entry instrument_function_exit always_inline inline_hint no_unwind will_return optimize_none vec_type_hint work_group_size_hint reqd_work_group_size intel_reqd_sub_group_size uwtable_kind';

export const functionOperation: OperationSyntax = {
  parse: (state, operation) => {
    const { attributes } = operation;
    attributes.set('linkage', parseWord(state, linkage));
    attributes.set('visibility_', parseWord(state, visibility));
    attributes.set('unnamed_addr', parseWord(state, unnamedAddress));
    attributes.set('CConv', parseWord(state, callingConvention));
    const { parameters } = parseSignature(state, operation, (inputs, results, variadic) =>
      llvmFunction(results[0] ?? voidType, inputs, variadic),
    );
    const scale = parseScale(state);
    if (scale !== undefined) attributes.set('vscale_range', scale);
    if (state.eatWord('comdat')) {
      state.expect(Token.leftParen, "'('");
      attributes.set('comdat', parseSymbol(state));
      state.expect(Token.rightParen, "')'");
    }
    if (state.eatWord('attributes')) parseDictionary(state, attributes);
    if (state.failed) return;
    if (state.lexer.kind === Token.leftBrace) {
      addRegion(operation, state.grammar.region(state, { entry: parameters, isolated: true }));
    } else addRegion(operation, { blocks: [] });
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const words = [
      linkage.print(attributes.get('linkage')),
      visibility.print(attributes.get('visibility_')),
      unnamedAddress.print(attributes.get('unnamed_addr')),
      callingConvention.print(attributes.get('CConv')),
    ];
    for (const word of words) {
      if (word === undefined) return false;
      if (word !== '' && word !== 'external' && word !== 'ccc') writer.write(` ${word}`);
    }
    const body = regions[0];
    if (!writer.inside(body, () => printSignature(writer, operation))) return false;
    const scale = attributes.get('vscale_range');
    if (scale !== undefined) {
      const text = printScale(scale);
      if (text === undefined) return false;
      writer.write(` ${text}`);
    }
    const comdat = attributes.get('comdat');
    if (comdat !== undefined) writer.write(` comdat(${printAttribute(comdat)})`);
    writer.dictionary(attributes, (name) => spelled.includes(name), ' attributes ');
    if (body !== undefined && body.blocks.length > 0) {
      writer.write(' ');
      writer.region(operation, body, { hideArguments: true });
    }
    return true;
  },
  properties: [...spelled, ...inherent.split(' ')],
};
