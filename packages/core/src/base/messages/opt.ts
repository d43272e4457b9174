import { hint, option } from '../hint.ts';
import { error, note, someOf, warning } from './message.ts';

/** Messages of `ldscope opt` and its passes; where upstream has a message, its wording is kept. */
export const opt = {
  notMlir: (file: string) =>
    error(
      'opt/not-mlir',
      `${file} is not MLIR: passes work on MLIR`,
      'give a file of MLIR, or a dump of a compiler',
    ),
  functionKept: (what: string, reason: string, isError: boolean) =>
    (isError ? error : warning)(
      'opt/function-kept',
      `the function is not ${what}: ${reason}`,
      hint`it stays as it is, and other functions go on; ${option('through')} runs IREE's own pass, for more operations, in your iree-opt`,
    ),
  noIreeOpt: (command: string) =>
    error(
      'opt/no-iree-opt',
      `there is no program '${command}'`,
      'name your iree-opt, or leave the option out: ldscope has the passes itself',
    ),
  ireeOptRan: (pass: string) =>
    note('opt/iree-opt-ran', `${pass} ran in iree-opt`, 'ldscope does the other passes'),
  ireeOptRefused: (pass: string, problem: string) =>
    warning(
      'opt/iree-opt-refused',
      `iree-opt does not do ${pass} here: ${problem}`,
      "ldscope's own pass runs instead, on this function",
    ),
  notPromoted: (reason: string) =>
    warning(
      'opt/not-promoted',
      `the load is not promoted to shared memory: ${reason}`,
      'it stays as it is, and others go on',
    ),
  noFile: () =>
    error('opt/no-file', 'no file is named', 'give a file of MLIR; - is the standard input'),
  noPass: () =>
    error(
      'opt/no-pass',
      'no pass is named',
      hint`name passes with ${option('pass')}; 'ldscope opt --list' lists them`,
    ),
  unknownPass: (name: string, known: readonly string[]) =>
    error('opt/unknown-pass', `there is no pass '${name}'`, `there are ${someOf(known)}`),
  unknownOption: (pass: string, name: string, known: readonly string[]) =>
    error(
      'opt/unknown-option',
      `${pass} has no option '${name}'`,
      known.length === 0 ? 'it has none' : `it has ${someOf(known)}`,
    ),
  wrongOption: (pass: string, name: string, value: string, number: boolean) =>
    error(
      'opt/wrong-option',
      `'${value}' is not a value of ${name} of ${pass}`,
      number ? 'give a whole number' : "give 'true' or 'false'",
    ),
  noSwizzle: () =>
    error(
      'opt/no-swizzle',
      'the attribute of the hint is not a swizzle',
      'give #iree_codegen.xor_shuffle or #iree_codegen.rotate_rows',
    ),
  notFlat: (type: string, isTensor: boolean) =>
    error(
      'opt/hint-not-flat',
      `swizzle hint operand must be a contiguous flat memref, got '${type}'`,
      isTensor
        ? 'run iree-comprehensive-bufferize before; the pipeline iree-flow has it'
        : 'flatten-swizzle-hint-allocs flattens an allocation of static shape that only its hint uses: let all ' +
            'accesses use the result of the hint, or allocate one dimension and expand it after the hint',
    ),
  unsupportedUser: (user: string) =>
    error(
      'opt/unsupported-user',
      `unsupported SwizzleHintOp user: ${user}`,
      'run fold-memref-alias-ops before; only vector.load, vector.store and amdgpu.gather_to_lds resolve',
    ),
  gatherUnresolved: () =>
    error(
      'opt/gather-unresolved',
      'alloc has gather_to_lds users; all swizzle hints must resolve',
      'the source of the copy is swizzled already: make every access resolvable, or remove the hint before the copy is lowered',
    ),
  hintNotOnAlloc: () =>
    error(
      'opt/hint-not-on-alloc',
      'expected swizzle_hint operand to be defined by a memref.alloc',
      'place the hint directly on the allocation',
    ),
  differentHints: (name: string, one: string, other: string) =>
    error(
      'opt/different-hints',
      `${name} has two hints, ${one} and ${other}`,
      'give an allocation one layout',
    ),
  callersMemory: (name: string, swizzle: string) =>
    warning(
      'opt/callers-memory',
      `${name} is memory of a caller, now laid out by ${swizzle}`,
      'code that fills or reads it elsewhere must use the same swizzle',
    ),
  dmaSwizzle: (perLane: number, accessWidth: number) =>
    error(
      'opt/dma-swizzle',
      `DMA segment elementsPerLane=${perLane} incompatible with swizzle access_width=${accessWidth} (need elementsPerLane <= access_width and access_width % elementsPerLane == 0)`,
      'choose an access_width that is a multiple of what a lane copies',
    ),
  dmaInverse: (swizzle: string) =>
    error(
      'opt/dma-inverse',
      `${swizzle} is not its own inverse, so it cannot permute the source of a copy`,
      'use xor_shuffle with a power of two of groups',
    ),
  dmaNotLowered: () =>
    error(
      'opt/dma-not-lowered',
      'failed to lower to gather_to_lds; possible causes: source lacks fat_raw_buffer address space for OOB padding, destination is not contiguous, or element sizes are incompatible with dma_sizes',
      'copy through registers instead, or name the target with its dma_sizes',
    ),
  asyncNotLowered: (why: string) =>
    error('opt/async-dma-not-lowered', `failed to lower async_dma to gather_to_lds`, why),
  notContiguous: (op: string, type: string) =>
    error(
      'opt/not-contiguous',
      `${op} accesses ${type}, whose elements are not contiguous: a hint needs a flat buffer`,
      'make the view a range of whole rows, or access the allocation itself',
    ),
  paddingHints: (name: string, one: number, other: number) =>
    warning(
      'opt/padding-hints',
      `conflicting bank conflict padding hints for ${name}: ${one} bits vs ${other} bits`,
      'give an allocation one number; it is not padded now',
    ),
  tiedTypes: (op: string) =>
    error(
      'opt/tied-types',
      `'${op}' op requires the same type for all operands and results`,
      'padding has changed the type of its operand, as upstream does; the corrected pass does not pad here',
    ),
  promotionAttribute: () =>
    error(
      'opt/promotion-attribute',
      'shared_memory_conversion attribute must implement IREE::GPU::PromotionAttr',
      'give #iree_gpu.derived_thread_config or another promotion type',
    ),
  promotionOf: (result: number, promotion: string) =>
    note(
      'opt/promotion-of',
      `promotion type of result #${result} is ${promotion}`,
      'gpu-vector-alloc promotes it where it is loaded',
    ),
  noWorkgroupSize: () =>
    error(
      'opt/no-workgroup-size',
      'unable to query workgroup_size information',
      'give the function a translation_info with a workgroup_size',
    ),
  noPromotedLayout: () =>
    error(
      'opt/no-promoted-layout',
      'missing layout for promoted read-like op',
      'give its consumers layouts with iree_vector_ext.to_layout',
    ),
  noDerivedLayout: () =>
    error(
      'opt/no-derived-layout',
      'failed to derive layout for promoted read-like op',
      'threads and tiles must divide each other',
    ),
};
