/**
 * `llvm.func`, `llvm.mlir.global` and `llvm.mlir.alias`.
 *
 *     llvm.func internal amdgpu_kernelcc @f(%a: !llvm.ptr {llvm.noalias}, ...) -> i32 attributes {...} { ... }
 *     llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) {addr_space = 4 : i32} : !llvm.array<2 x i32>
 *     llvm.mlir.global external @tile() {addr_space = 3 : i32} : !llvm.array<64 x f32> { ... }
 *
 * Linkage, visibility, address significance and calling convention are words in front of the name; each has a
 * default that is left out, and the attribute is there even then.
 */
import type { AttributeMap } from '../../ir/attribute-map.ts';
import type { Type } from '../../ir/types.ts';
import { any, wrappedCodec } from '../../text/codecs.ts';
import type { Directive } from '../../text/format.ts';
import { Token } from '../../text/lexer.ts';
import { llvmArray } from '../../text/llvm-types.ts';
import { parseSignedInteger } from '../../text/pieces.ts';
import { printType } from '../../text/print-types.ts';
import type { Draft } from '../../text/state.ts';
import type { Codec, FormatSyntax } from '../../text/syntax.ts';
import { builtinType, parseType } from '../../text/types.ts';

/** `1, 16` of `vscale_range(1, 16)`. */
const scale: Codec = {
  parse: (state) => {
    const low = parseSignedInteger(state);
    state.expect(Token.comma, "','");
    const high = parseSignedInteger(state);
    const text = `#llvm.vscale_range<minRange = ${low} : i32, maxRange = ${high} : i32>`;
    return { kind: 'opaque', text };
  },
  print: (attribute) => {
    if (attribute.kind !== 'opaque') return undefined;
    const range = /^#llvm\.vscale_range<minRange = (-?\d+) : i32, maxRange = (-?\d+) : i32>$/;
    const [, low, high] = range.exec(attribute.text) ?? [];
    return low === undefined ? undefined : `${low}, ${high}`;
  },
  starts: ({ lexer }) => lexer.kind === Token.integer,
};

export const functionCodecs = {
  scale,
  'initial-value': { ...any, starts: ({ lexer }) => lexer.kind !== Token.rightParen },
  'calling-convention': wrappedCodec(
    '#llvm.cconv<',
    '>',
    'ccc fastcc coldcc cc_10 cc_11 anyregcc preserve_mostcc preserve_allcc swiftcc cxx_fast_tlscc tailcc cfguard_checkcc swifttailcc x86_stdcallcc x86_fastcallcc arm_apcscc arm_aapcscc arm_aapcs_vfpcc msp430_intrcc x86_thiscallcc ptx_kernelcc ptx_devicecc spir_funccc spir_kernelcc intel_ocl_bicc x86_64_sysvcc win64cc x86_vectorcallcc hhvmcc hhvm_ccc x86_intrcc avr_intrcc avr_signalcc avr_builtincc amdgpu_vscc amdgpu_gscc amdgpu_pscc amdgpu_cscc amdgpu_kernelcc x86_regcallcc amdgpu_hscc msp430_builtincc amdgpu_lscc amdgpu_escc aarch64_vectorcallcc aarch64_sve_vectorcallcc wasm_emscripten_invokecc amdgpu_gfxcc m68k_intrcc',
  ),
  'tail-call': wrappedCodec('#llvm.tailcallkind<', '>', 'none tail musttail notail'),
} satisfies Readonly<Record<string, Codec>>;

/** `: !llvm.array<2 x i32>`; the type of a string may be left out: as many `i8` as it has bytes. */
const globalType: Directive = (line, type = '', value = '') => {
  const name = line.attribute(type);
  const bytes = (attributes: AttributeMap): Type | undefined => {
    const own = attributes.get(value);
    return own?.kind === 'string' ? llvmArray(own.value.length, builtinType('i8')) : undefined;
  };
  return {
    parse: ({ state, operation: { attributes } }) => {
      const implied = state.lexer.kind === Token.colon ? undefined : bytes(attributes);
      if (implied === undefined) state.expect(Token.colon, "':'");
      if (state.failed) return;
      attributes.set(name, { kind: 'type', type: implied ?? parseType(state) });
    },
    print: ({ operation: { attributes } }) => {
      const own = attributes.get(name);
      if (own?.kind !== 'type') return undefined;
      const implied = bytes(attributes);
      const text = printType(own.type);
      return implied !== undefined && printType(implied) === text ? '' : `: ${text}`;
    },
  };
};

export const functionDirectives = {
  GlobalType: globalType,
} satisfies Readonly<Record<string, Directive>>;

/** Attributes that the dictionary has but that belong to the operation. */
const inherent =
  'sym_visibility dso_local convergent personality garbageCollector passthrough function_entry_count memory_effects arm_streaming arm_locally_streaming arm_streaming_compatible arm_new_za arm_in_za arm_out_za arm_inout_za arm_preserves_za section alignment frame_pointer target_cpu tune_cpu reciprocal_estimates prefer_vector_width target_features no_infs_fp_math no_nans_fp_math no_signed_zeros_fp_math denormal_fp_math denormal_fp_math_f32 fp_contract no_inline instrument_function_entry instrument_function_exit always_inline inline_hint no_unwind will_return optimize_none vec_type_hint work_group_size_hint reqd_work_group_size intel_reqd_sub_group_size uwtable_kind';

const visibility = '{ $visibility_:visibility=default }?';
const linkage = '{ $linkage:linkage=external }?';
const unnamed = '{ $unnamed_addr:unnamed=none }?';
const comdat = '{ comdat ( $comdat:symbol ) }?';

export const functionOperation = `${linkage} ${visibility} ${unnamed} { $CConv:calling-convention=ccc }? $sym_name:symbol-name ~ custom<Signature>(&parameters,llvm) { vscale_range ( $vscale_range:scale ) }? ${comdat} dict-keyword { region(isolated) }? ; ${inherent.split(' ').join(':any ')}:any`;

/** Globals print their linkage even where it is the default. */
const symbol = `{ $linkage:linkage }? ${visibility} { thread_local $thread_local_:unit }? ${unnamed}`;

function setLinkage({ attributes }: Draft): void {
  if (attributes.has('linkage')) return;
  attributes.set('linkage', { kind: 'opaque', text: '#llvm.linkage<external>' });
}

/** The address space is printed even where it is 0. */
export const global: FormatSyntax = {
  format: `${symbol} { constant $constant:unit }? $sym_name:symbol-name ( { $value:initial-value }? ) ${comdat} dict custom<GlobalType>($global_type,value) { region(isolated) }? ; dso_local:any externally_initialized:any alignment:any addr_space:any section:any dbg_exprs:any target_specific_attrs:any`,
  infer: (_, operation) => {
    setLinkage(operation);
    const { attributes } = operation;
    if (attributes.has('addr_space')) return;
    attributes.set('addr_space', { kind: 'integer', value: 0n, type: builtinType('i32') });
  },
};

export const alias: FormatSyntax = {
  format: `${symbol} $sym_name:symbol-name dict : $alias_type:type region(isolated) ; dso_local:any`,
  infer: (_, operation) => setLinkage(operation),
};

export const ifunc = `${linkage} ${visibility} ${unnamed} $sym_name:symbol-name : $i_func_type:type , $resolver_type:type $resolver:symbol dict ; address_space:i32=0 dso_local:unit`;
