/**
 * Which LDS variable of a source is at which byte. LLVM puts the variables of a kernel into one structure, in an order of its own, and
 * their names are gone:
 *
 *     @tileA = addrspace(3) global [16 x [33 x float]]      %kernel.lds.t = type { [16 x [33 x float]], [16 x [33 x float]] }
 *     @tileB = addrspace(3) global [16 x [33 x float]]
 *
 * So that each field tells whose it is, every variable gets a type of its own that has one field, the old type: this changes neither
 * size nor alignment, and no instruction looks at it. LLVM's own pass then lays them out:
 *
 *     @tileA = addrspace(3) global %ldscope.lds.0           %kernel.lds.t = type { %ldscope.lds.0, %ldscope.lds.1 }
 *
 * A kernel has names only where the layout ends exactly where its LDS does in the assembly that is analyzed.
 */
import { greatestOf, partsOutside, readableName } from '@ldscope/core';
import { type LdsVariable } from '@ldscope/amdgcn';
import { TypeSizes } from './llvm-types.ts';

/** A variable in LDS, as the IR declares it. */
export interface DeclaredVariable {
  readonly name: string;
  /** Its type; absent for a dynamic array. */
  readonly type?: string;
  readonly declared?: LdsVariable['declared'];
}

export interface MarkedModule {
  /** The IR with a type per variable. */
  readonly ir: string;
  /** By the number in the name of their type. */
  readonly variables: readonly DeclaredVariable[];
}

const MARK = '%ldscope.lds.';
const VARIABLE =
  /^(@(?:[\w.$-]+|"[^"]*") = [^\n]*?addrspace\(3\) (?:externally_initialized )?global )([^\n]*)$/gm;

/** Gives each LDS variable of a module in LLVM's IR a type of its own; `undefined` where it has none. */
export function markVariables(ir: string): MarkedModule | undefined {
  const variables: DeclaredVariable[] = [];
  const types: string[] = [];
  const debug = new DebugNames(ir);
  const marked = ir.replaceAll(VARIABLE, (line: string, head: string, tail: string) => {
    const [declaration = '', ...more] = partsOf(tail);
    const rest = more.map((part) => `, ${part}`).join('');
    const type = declaration.replace(/ (?:undef|poison|zeroinitializer)$/, '');
    const value = declaration.slice(type.length);
    const symbol = /^@(?:"([^"]*)"|([\w.$-]+))/.exec(head);
    const found = debug.of(rest);
    const name = found?.name ?? plainName(symbol?.[1] ?? symbol?.[2] ?? '');
    const declared = found?.declared;
    if (type.startsWith('[0 x ')) {
      variables.push({ name, ...(declared && { declared }) });
      return line;
    }
    const number = variables.push({ name, type, ...(declared && { declared }) }) - 1;
    types.push(`${MARK}${number} = type { ${type} }`);
    return `${head}${MARK}${number}${value}${rest}`;
  });
  if (variables.length === 0) return undefined;
  // Types come before the globals that have them, and behind the target.
  const target = /^target triple = .*$/m;
  return { ir: marked.replace(target, (line) => [line, ...types].join('\n')), variables };
}

/** The names of variables and where they are declared, out of the module's debug information. */
class DebugNames {
  readonly #ir: string;
  #nodes: ReadonlyMap<string, string> | undefined;

  constructor(ir: string) {
    this.#ir = ir;
  }

  /** `rest`: what follows the type of a global. */
  of(rest: string): Pick<DeclaredVariable, 'name' | 'declared'> | undefined {
    const expression = /!dbg (!\d+)/.exec(rest)?.[1];
    if (expression === undefined) return undefined;
    this.#nodes ??= new Map(
      [
        ...this.#ir.matchAll(/^(!\d+) = (?:distinct )?(!DI(?:GlobalVariable|File)\w*\(.*\))$/gm),
      ].map(([, id = '', node = '']) => [id, node]),
    );
    const node = this.#nodes.get(/var: (!\d+)/.exec(this.#nodes.get(expression) ?? '')?.[1] ?? '');
    const name = /\bname: "([^"\\]+)"/.exec(node ?? '')?.[1];
    if (node === undefined || name === undefined) return undefined;
    const line = Number(/\bline: (\d+)/.exec(node)?.[1] ?? 0);
    const file = this.#nodes.get(/\bfile: (!\d+)/.exec(node)?.[1] ?? '') ?? '';
    const filename = /\bfilename: "([^"\\]+)"/.exec(file)?.[1];
    if (filename === undefined || line === 0) return { name };
    return { name, declared: { file: filename, line, column: 0 } };
  }
}

/** `tile` of `_ZZ9transposePfE4tile`, of OpenCL's `transpose.tile`, and of `tile.1`, a part that LLVM took out of a structure. */
function plainName(whole: string): string {
  const symbol = whole.replace(/(?:\.\d+)+$/, '');
  const local = /^_ZZ.*E(\d+)([A-Za-z_]\w*?)(?:_\d+)?$/.exec(symbol);
  const [, digits = '', written = ''] = local ?? [];
  if (local !== null && written.length >= Number(digits)) return written.slice(0, Number(digits));
  return readableName(symbol).split('.').at(-1) ?? symbol;
}

/** The variables of all kernels of a module that was marked and lowered; `fixedBytes`: the LDS of each kernel in the assembly. */
export function loweredVariables(
  lowered: string,
  variables: readonly DeclaredVariable[],
  fixedBytes: ReadonlyMap<string, number>,
): LdsVariable[] {
  const types = new Map(
    [...lowered.matchAll(/^ *(%(?:[\w.$-]+|"[^"]*")) = type (.*)$/gm)].map(
      ([, name = '', type = '']) => [name, type],
    ),
  );
  const sizes = new TypeSizes(types);
  const blocks = blocksOf(lowered);
  const dynamic = variables.filter(({ type }) => type === undefined);
  const found: LdsVariable[] = [];
  for (const [kernel, bytes] of fixedBytes) {
    const own = blocks.filter(({ owner }) => owner === undefined || owner === kernel);
    const placed = own.map(({ type, address }) =>
      placedIn(types.get(type), address, sizes, variables),
    );
    if (placed.some((one) => one === undefined)) continue;
    const ends = own.map(({ type, address }) => address + (sizes.of(type)?.bytes ?? NaN));
    // A kernel that does not use what others share has it left out.
    const alone = own.flatMap(({ owner }, index) => (owner === kernel ? [index] : []));
    const taken = [own.map((_, index) => index), alone].find((some) => {
      const sorted = some.toSorted((a, b) => (own[a]?.address ?? 0) - (own[b]?.address ?? 0));
      const apart = sorted.every(
        (block, i) => (ends[block] ?? NaN) <= (own[sorted[i + 1] ?? -1]?.address ?? Infinity),
      );
      return apart && Math.max(0, greatestOf(some.map((index) => ends[index] ?? NaN))) === bytes;
    });
    for (const index of taken ?? [])
      for (const one of placed[index] ?? []) found.push({ kernel, ...one });
    if (taken === undefined && bytes > 0) continue;
    for (const { name, declared } of dynamic) found.push({ kernel, name, offset: bytes, declared });
  }
  return found.map((variable) => ({ ...variable, name: uniqueName(variable, found) }));
}

interface Block {
  /** The kernel; `undefined` for what several share. */
  readonly owner: string | undefined;
  readonly type: string;
  readonly address: number;
}

/** `@llvm.amdgcn.kernel.NAME.lds = ... global %TYPE poison, ..., !absolute_symbol !4` with `!4 = !{i32 0, i32 1}`. */
function blocksOf(lowered: string): Block[] {
  const line =
    /^ *@"?llvm\.amdgcn\.(?:kernel\.(.+)|module)\.lds"? = .*addrspace\(3\) global (%(?:[\w.$-]+|"[^"]*")) .*!absolute_symbol (!\d+)/gm;
  return [...lowered.matchAll(line)].flatMap(([, owner, type = '', node = '']) => {
    const range = new RegExp(`^ *${node} = !\\{i32 (\\d+),`, 'm').exec(lowered);
    return range === null ? [] : [{ owner, type, address: Number(range[1]) }];
  });
}

/** The variables of one block; `undefined` where its type is not understood. */
function placedIn(
  type: string | undefined,
  address: number,
  sizes: TypeSizes,
  variables: readonly DeclaredVariable[],
): Omit<LdsVariable, 'kernel'>[] | undefined {
  const offsets = sizes.of(type ?? '')?.offsets;
  if (type === undefined || offsets === undefined) return undefined;
  const fields = fieldsOf(type);
  if (fields.length !== offsets.length) return undefined;
  return fields.flatMap((field, index) => {
    const number = field.startsWith(MARK) ? Number(field.slice(MARK.length)) : -1;
    const variable = variables[number];
    const size = variable?.type === undefined ? undefined : sizes.of(variable.type);
    // Fields of other types fill gaps.
    if (variable === undefined || size === undefined) return [];
    const { name, declared } = variable;
    const { bytes, shape, elementBytes } = size;
    const offset = address + (offsets[index] ?? 0);
    const shaped = shape.length > 0 && { shape, elementBytes };
    const isUnion = sizes.hasUnion(variable.type ?? '');
    return [{ name, offset, bytes, ...shaped, ...(isUnion && { isUnion }), declared }];
  });
}

/** The types between the braces. */
function fieldsOf(type: string): string[] {
  return partsOf(/^<?\{(.*)\}>?$/.exec(type.trim())?.[1] ?? '').filter((field) => field !== '');
}

/** The parts of a text between commas outside of all brackets. */
const partsOf = (text: string): string[] => partsOutside(text, ',').map((part) => part.trim());

/** Two variables of one name in a kernel, of functions that were inlined, are told apart by their lines. */
function uniqueName(variable: LdsVariable, all: readonly LdsVariable[]): string {
  const { kernel, name, offset, declared } = variable;
  const isAlone = all.every(
    (one) => one.kernel !== kernel || one.name !== name || one.offset === offset,
  );
  return isAlone ? name : `${name}:${declared?.line ?? offset}`;
}

/** The fixed LDS of each kernel, out of the metadata of an assembly: `.group_segment_fixed_size: 4224`. */
export function fixedLdsOf(assembly: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [, kernel = '', body = ''] of assembly.matchAll(
    /^[^\S\n]*\.amdhsa_kernel\s+"?([^"\n]+?)"?\s*$([^]*?)^\s*\.end_amdhsa_kernel/gm,
  )) {
    const bytes = /^[^\S\n]*\.amdhsa_group_segment_fixed_size (\d+)/m.exec(body)?.[1];
    if (bytes !== undefined) found.set(kernel, Number(bytes));
  }
  return found;
}
