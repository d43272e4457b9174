/**
 * Words in front of the name of a function or a global: linkage, visibility, calling convention, ...
 *
 *     llvm.mlir.global internal hidden thread_local unnamed_addr constant @g(...)
 *
 * Each has a usual value that may be left out; the attribute is there even then.
 */
import type { Attribute } from '../../ir/types.ts';
import { Token } from '../../text/lexer.ts';
import type { State } from '../../text/state.ts';
import { builtinType } from '../../text/types.ts';

export interface Words {
  /** The attribute of a word; `undefined` for another word. */
  readonly find: (word: string) => Attribute | undefined;
  /** What the absence of a word says. */
  readonly usual: Attribute;
  /** The word of an attribute, empty for one that has none; `undefined` when it is not one of these. */
  readonly print: (attribute: Attribute | undefined) => string | undefined;
}

/** Reads a word, if it is one of these. */
export function parseWord(state: State, { find, usual }: Words): Attribute {
  const found = state.lexer.kind === Token.word ? find(state.lexer.slice()) : undefined;
  if (found !== undefined) state.lexer.next();
  return found ?? usual;
}

/** Words that stand for `#llvm.linkage<internal>` and the like. */
function named(head: string, usual: string, list: string): Words {
  const words = new Map(
    list
      .split(' ')
      .map((word): [string, Attribute] => [word, { kind: 'opaque', text: `${head}<${word}>` }]),
  );
  return {
    find: (word) => words.get(word),
    usual: words.get(usual) ?? { kind: 'unit' },
    print: (attribute) => {
      if (attribute === undefined) return usual;
      if (attribute.kind !== 'opaque' || !attribute.text.startsWith(`${head}<`)) return undefined;
      const word = attribute.text.slice(head.length + 1, -1);
      return words.has(word) ? word : undefined;
    },
  };
}

/** Words that stand for numbers from 1; 0 has none. */
function numbered(list: string): Words {
  const type = builtinType('i64');
  const words = ['', ...list.split(' ')];
  const attributes = words.map((_, i): Attribute => ({ kind: 'integer', value: BigInt(i), type }));
  return {
    find: (word) => (word === '' ? undefined : attributes[words.indexOf(word)]),
    usual: { kind: 'integer', value: 0n, type },
    print: (attribute) => {
      if (attribute === undefined) return '';
      return attribute.kind === 'integer' ? words[Number(attribute.value)] : undefined;
    },
  };
}

export const linkage = named(
  '#llvm.linkage',
  'external',
  'external available_externally linkonce linkonce_odr weak weak_odr appending internal private extern_weak common',
);

export const visibility = numbered('hidden protected');

export const unnamedAddress = numbered('local_unnamed_addr unnamed_addr');

export const callingConvention = named(
  '#llvm.cconv',
  'ccc',
  'ccc fastcc coldcc cc_10 cc_11 anyregcc preserve_mostcc preserve_allcc swiftcc cxx_fast_tlscc tailcc cfguard_checkcc swifttailcc x86_stdcallcc x86_fastcallcc arm_apcscc arm_aapcscc arm_aapcs_vfpcc msp430_intrcc x86_thiscallcc ptx_kernelcc ptx_devicecc spir_funccc spir_kernelcc intel_ocl_bicc x86_64_sysvcc win64cc x86_vectorcallcc hhvmcc hhvm_ccc x86_intrcc avr_intrcc avr_signalcc avr_builtincc amdgpu_vscc amdgpu_gscc amdgpu_pscc amdgpu_cscc amdgpu_kernelcc x86_regcallcc amdgpu_hscc msp430_builtincc amdgpu_lscc amdgpu_escc aarch64_vectorcallcc aarch64_sve_vectorcallcc wasm_emscripten_invokecc amdgpu_gfxcc m68k_intrcc',
);

export const tailCall = named('#llvm.tailcallkind', 'none', 'none tail musttail notail');
