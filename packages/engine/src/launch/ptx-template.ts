/**
 * A launch file to fill in for a kernel of PTX, from its parameters:
 *
 *     # transpose
 *     grid: [1] # blocks in x, y, z
 *     block: [?] # threads in x, y, z, at most 256
 *     args:
 *       - { name: arg0, dtype: f32, shape: [1024], fill: random } # a pointer to global memory
 *       - { i32: 0 } # arg1, u32
 */
import type { KernelDescription } from '@ldscope/ptx';
import { AuthoredStructs } from './authored-structs.ts';
import { elementTypes } from './dtypes.ts';

/** Further facts about a parameter, from files that a compiler left next to the PTX. */
export interface KnownParameter {
  readonly name: string;
  /** The type of what a pointer points to. */
  readonly element?: string | undefined;
  readonly tensorMap?:
    | { readonly dtype: string; readonly box: readonly number[]; readonly swizzle: string }
    | undefined;
  /** It points to this many bytes per block, which the kernel uses for itself. */
  readonly scratchBytes?: number | undefined;
}

export interface KnownLaunch {
  /** Dynamic shared memory, in bytes. */
  readonly sharedBytes?: number | undefined;
  /** In the order of the parameters; empty where nothing is known. */
  readonly parameters?: readonly KnownParameter[];
}

export function ptxTemplate(
  kernel: KernelDescription,
  { sharedBytes, parameters: known = [] }: KnownLaunch = {},
): string {
  const { name, requiredBlock, mostThreads, usesDynamicShared, parameters, constants } = kernel;
  const structs = new AuthoredStructs(kernel.structs);
  const limit = mostThreads === undefined ? '' : `, at most ${mostThreads}`;
  const shared =
    sharedBytes === undefined
      ? 'lds: 0 # bytes of extern __shared__'
      : `lds: ${sharedBytes} # bytes of shared memory, from the metadata`;
  const lines = [
    `# ${name}`,
    'grid: [1] # blocks in x, y, z',
    requiredBlock === undefined
      ? `block: [?] # threads in x, y, z${limit}`
      : `block: [${requiredBlock.join(', ')}] # as the kernel requires it`,
    ...(usesDynamicShared || (sharedBytes ?? 0) > 0 ? [shared] : []),
    parameters.length === 0 ? 'args: []' : 'args:',
    ...parameters.map(
      (parameter, position) => `  - ${entryOf(parameter, known[position], structs)}`,
    ),
    ...(constants.length === 0 ? [] : ['globals: # what the host copies to constants']),
    ...constants.map((one) => `  ${one.name}: ${constantOf(one, structs)}`),
  ];
  const types = structs.used;
  if (types.length > 0)
    lines.push('types: |', ...types.flatMap((text) => text.split('\n')).map((text) => `  ${text}`));
  return `${lines.join('\n')}\n`;
}

function entryOf(
  {
    name: place,
    cType,
    type,
    bytes,
    isPointer,
    isTensorMap,
  }: KernelDescription['parameters'][number],
  { name = place, element, tensorMap, scratchBytes }: Partial<KnownParameter> = {},
  structs: AuthoredStructs = new AuthoredStructs(''),
): string {
  if (scratchBytes !== undefined) {
    return scratchBytes === 0
      ? `{ i64: 0 } # ${name}, none is used`
      : `{ name: ${name.replace(' ', '_')}, bytes: ${scratchBytes} } # scratch memory of the kernel, this many bytes per block`;
  }
  const said = cType === undefined ? name : `${cType} ${name}`;
  if (isPointer || cType?.endsWith('*') === true) {
    const dtype = element ?? dtypeOf(cType) ?? 'f32';
    const what = cType === undefined ? 'a pointer to global memory' : said;
    return `{ name: ${name}, dtype: ${dtype}, shape: [1024], fill: random } # ${what}`;
  }
  if (isTensorMap) {
    const { dtype, box, swizzle } = tensorMap ?? { dtype: 'f16', box: ['?', '?'], swizzle: '128B' };
    const shape = box.map(() => '?').join(', ');
    return `{ tensorMap: { pointer: ?, dtype: ${dtype}, shape: [${shape}], box: [${box.join(', ')}], swizzle: ${swizzle} } } # ${said}, a buffer of buffers`;
  }
  const value = type === 'f32' || type === 'f64' ? type : VALUES[bytes];
  if (type === 'b8' && bytes !== 1) {
    const fields = structs.fieldsOf(cType, bytes);
    const hex = `{ hex: "${'00'.repeat(bytes)}" }`;
    const size = `${said}, ${bytes} bytes by value`;
    return fields === undefined
      ? `${hex} # ${size}: a struct, or its fields as [{ i32: 0 }, { f32: 0 }]`
      : `${fields} # ${size}${bytes <= MOST_HEX ? `, or ${hex}` : ''}`;
  }
  return value === undefined
    ? `{ hex: "${'00'.repeat(bytes)}" } # ${said}, ${bytes} bytes by value`
    : `{ ${value}: 0 } # ${cType === undefined ? `${name}, ${type}` : said}`;
}

/** Most bytes that are offered as hex as well as by fields. */
const MOST_HEX = 32;

/** A constant that the host fills: a struct by its fields, an array or a number of its type, else bytes. */
function constantOf(
  { cType, type, bytes }: KernelDescription['constants'][number],
  structs: AuthoredStructs,
): string {
  const fields = structs.fieldsOf(cType, bytes);
  if (fields !== undefined) return `${fields} # ${cType}, ${bytes} bytes`;
  const own = type === 'f32' || type === 'f64' ? type : undefined;
  const dtype = dtypeOf(cType) ?? own ?? (type === 'b8' ? undefined : VALUES[bytes]);
  const each = dtype === undefined ? 0 : (elementTypes[dtype]?.bytes ?? 0);
  if (dtype === undefined || each === 0 || bytes % each !== 0)
    return `{ bytes: ${bytes}, fill: zeros } # ${cType ?? 'an array or a struct'}, ${bytes} bytes`;
  return bytes === each
    ? `{ ${dtype}: 0 } # ${cType ?? dtype}`
    : `{ dtype: ${dtype}, shape: [${bytes / each}], fill: zeros } # ${cType ?? dtype}`;
}

/** Elements of a buffer by the C type that a pointer is to. */
function dtypeOf(cType: string | undefined): string | undefined {
  const element = cType?.replace(/\b(?:const|volatile|struct)\b|\*+$/g, '').trim();
  return element === undefined ? undefined : DTYPES.get(element.replace(/\s+/g, ' '));
}

const DTYPES: ReadonlyMap<string, string> = new Map([
  ['float', 'f32'],
  ['double', 'f64'],
  ['int', 'i32'],
  ['unsigned', 'u32'],
  ['unsigned int', 'u32'],
  ['uint', 'u32'],
  ['int32_t', 'i32'],
  ['uint32_t', 'u32'],
  ['short', 'i16'],
  ['unsigned short', 'u16'],
  ['char', 'i8'],
  ['unsigned char', 'u8'],
  ['uint8_t', 'u8'],
  ['int8_t', 'i8'],
  ['half', 'f16'],
  ['__half', 'f16'],
  ['__nv_bfloat16', 'bf16'],
  ['nv_bfloat16', 'bf16'],
]);

/** Types of integers by their bytes. */
const VALUES: Readonly<Record<number, string>> = { 1: 'u8', 2: 'u16', 4: 'i32', 8: 'i64' };
