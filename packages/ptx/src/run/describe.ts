/** The kernel's facts about its launch, for a launch file to fill in. */
import { type Extent, readableName } from '@ldscope/core';
import { TENSOR_MAP_BYTES } from '../state/tensor-map.ts';
import { factsOf, memoryOf } from '../rows/facts.ts';
import type { Module, Operand, PtxFunction, Type } from '../text/program.ts';
import { parameterName } from './arguments.ts';
import { Code } from './code.ts';
import { constantsNotGiven } from './host-values.ts';
import { namesIn } from './layout.ts';

export interface KernelDescription {
  readonly name: string;
  readonly requiredBlock: Extent | undefined;
  /** Most threads of a block, of `.maxntid`. */
  readonly mostThreads: number | undefined;
  /** It has arrays whose size the launch gives. */
  readonly usesDynamicShared: boolean;
  readonly parameters: readonly {
    readonly name: string;
    /** Its type in the source, where that is known: `const float*`. */
    readonly cType: string | undefined;
    readonly type: Type;
    readonly bytes: number;
    /** Its value is an address: the kernel makes it one of global memory, or accesses memory there. */
    readonly isPointer: boolean;
    /** It may be a tensor map: 128 bytes, aligned to 64. */
    readonly isTensorMap: boolean;
  }[];
  /** Constants that it or a function of the module reads, and that have no content. */
  readonly constants: readonly {
    readonly name: string;
    /** The type of an element in the source, where that is known. */
    readonly cType: string | undefined;
    readonly type: Type;
    readonly bytes: number;
  }[];
  /** Definitions of structs in C, of the source. */
  readonly structs: string;
}

export function describeKernel(module: Module, kernel: PtxFunction): KernelDescription {
  const { variables, functions, authored } = module;
  const reached = Code.reachedFrom(module, functions.indexOf(kernel));
  const constants = constantsNotGiven(module, namesIn(functions, reached), new Map());
  const { name, requiredBlock, mostThreads, parameters, instructions } = kernel;
  const addresses = new Set(
    instructions.flatMap((instruction) => {
      const { operands } = instruction;
      const { gives } = factsOf(instruction);
      return gives === 'generic-address' || gives === 'space-address'
        ? registersOf(operands[1])
        : operands.flatMap(baseOf);
    }),
  );
  const dynamic = new Set(
    variables.flatMap(({ space, bytes, name: own }) =>
      space === 'shared' && bytes === 0 ? [own] : [],
    ),
  );
  return {
    name,
    requiredBlock,
    mostThreads,
    usesDynamicShared: instructions.some(({ operands }) =>
      operands.some((operand) => dynamic.has(symbolOf(operand))),
    ),
    structs: authored.structs,
    constants: constants.map(({ name: symbol, type, bytes }) => {
      const own = readableName(symbol);
      return { name: own, cType: authored.constants[own], type, bytes };
    }),
    parameters: parameters.map((own, position) => {
      const { name: parameter, type, bytes, alignment } = own;
      const loaded = instructions.flatMap((instruction) => {
        const [to, from] = instruction.operands;
        const isOwn = memoryOf(instruction) === 'load' && symbolOf(from) === parameter;
        return isOwn ? registersOf(to) : [];
      });
      const isPointer =
        bytes === 8 && (own.isPointer === true || loaded.some((id) => addresses.has(id)));
      const isTensorMap = bytes === TENSOR_MAP_BYTES && alignment === 64;
      const { type: cType } = kernel.authored?.[position] ?? {};
      return { name: parameterName(kernel, position), cType, type, bytes, isPointer, isTensorMap };
    }),
  };
}

const registersOf = (operand: Operand | undefined): number[] =>
  operand?.kind === 'register' ? [operand.register.id] : [];

const baseOf = (operand: Operand): number[] =>
  operand.kind === 'address' ? registersOf(operand.base) : [];

function symbolOf(operand: Operand | undefined): string {
  if (operand?.kind === 'address') return symbolOf(operand.base);
  return operand?.kind === 'symbol' ? operand.name : '';
}
