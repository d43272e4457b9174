/** Addresses: steps from a pointer, the stack, globals, and pointers of another address space. */
import { messages } from '@ldscope/core';
import { dynamicIndex, resolveType, type Type } from '../../ir/types.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { constantOf } from '../../rows/facts.ts';
import { attributeOf, integerOf, integersOf, symbolOf } from '../attributes.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { addressIn, isFlat } from './pointers.ts';
import {
  layoutOf,
  memberOf,
  pointerSpace,
  RESOURCE_REGISTERS,
  type Scalars,
  scalarOf,
} from './types.ts';
import { constantNumbers } from './values.ts';
import { copyRegisters } from '../wide.ts';
import { takes } from '../take.ts';

/** `llvm.getelementptr`: constant bytes, and bytes for each step of an index. */
const elementPointer = takes(1, 1, ([base, result], lowering, op) => {
  const indices = op.operands.slice(1);
  const elementAttribute = attributeOf(op, 'elem_type');
  const space = pointerSpace(base.type);
  if (elementAttribute?.kind !== 'type') return;
  if (space === undefined || space === 8 || pointerSpace(result.type) !== space)
    return lowering.unsupported('this type of pointer');
  const steps = stepsOf(op, elementAttribute.type, indices);
  if (steps === undefined) return lowering.malformed('its indices do not fit its type');
  const variable = steps.variable.map(({ index, bytes }) => ({
    slot: lowering.data(index),
    bytes,
  }));
  const [from, to] = lowering.slots(base, result);
  const at = space === 7 ? RESOURCE_REGISTERS : 0;
  lowering.emit((wave) => {
    const { lanes } = wave;
    if (at > 0) copyRegisters(wave, from, 0, to, 0, at);
    const source = wave.values(from);
    const out = wave.values(to);
    for (let lane = 0; lane < lanes; lane++) {
      out[at * lanes + lane] = (source[at * lanes + lane] ?? 0) + steps.bytes;
    }
    for (const { slot, bytes } of variable) {
      const values = wave.values(slot);
      for (let lane = 0; lane < lanes; lane++) {
        out[at * lanes + lane] = (out[at * lanes + lane] ?? 0) + (values[lane] ?? 0) * bytes;
      }
    }
  });
});

interface Steps {
  readonly bytes: number;
  readonly variable: readonly { readonly index: Value; readonly bytes: number }[];
}

function stepsOf(op: Operation, element: Type, operands: readonly Value[]): Steps | undefined {
  const indices = integersOf(op, 'rawConstantIndices');
  const variable: { index: Value; bytes: number }[] = [];
  let [bytes, next, type] = [0, 0, element];
  for (const [level, index] of indices.entries()) {
    const dynamic = index === undefined || index === dynamicIndex;
    const operand = dynamic ? operands[next++] : undefined;
    if (dynamic && (operand === undefined || scalarOf(operand.type)?.count !== 1)) return undefined;
    const isStruct = level > 0 && structOf(type);
    const member = level === 0 ? undefined : memberOf(type, dynamic || !isStruct ? 0 : index);
    const stepType = level === 0 ? type : member?.type;
    const step = stepType && layoutOf(stepType)?.bytes;
    if (stepType === undefined || step === undefined) return undefined;
    if (isStruct) {
      if (dynamic || member === undefined) return undefined;
      bytes += member.offsetBytes;
    } else if (operand !== undefined) variable.push({ index: operand, bytes: step });
    else bytes += (index ?? 0) * step;
    type = stepType;
  }
  return next === operands.length ? { bytes, variable } : undefined;
}

function structOf(type: Type): boolean {
  const resolved = resolveType(type);
  return resolved.kind === 'opaque' && resolved.llvm?.kind === 'struct';
}

/** `llvm.alloca`: one place in private memory for each operation. */
const allocate = takes(1, 1, ([size, result], lowering, op) => {
  const elementAttribute = attributeOf(op, 'elem_type');
  const count = constantOf(size);
  const layout = elementAttribute?.kind === 'type' ? layoutOf(elementAttribute.type) : undefined;
  const space = pointerSpace(result.type);
  if (count === undefined || layout === undefined || count < 0)
    return lowering.unsupported('a size that is not known');
  const bytes = count * layout.bytes;
  const alignment = Math.max(layout.alignment, integerOf(op, 'alignment') ?? 1);
  const offset = lowering.pointers.allocatePrivate(bytes, alignment);
  const address = offset === undefined ? undefined : addressIn(5, space ?? 5, offset);
  if (offset === undefined) {
    const what = `${bytes} bytes of private memory`;
    return lowering.refuse(messages.execute.tooLarge(op.name, what, 65536));
  }
  const own = space === 5 ? offset : address;
  if (own === undefined) return lowering.unsupported('this address space');
  lowering.emitFill(result, own);
});

const addressOf = takes(0, 1, ([result], lowering, op) => {
  const name = symbolOf(op.attributes.get('global_name')) ?? '';
  const global = lowering.symbols.get(name);
  const address = global && globalAddress(global, name, lowering);
  if (address === undefined) return lowering.unsupported(`the global @${name}`);
  lowering.emitFill(result, address);
});

/** Where a global lies: in LDS, or a constant that the module gives. */
function globalAddress(global: Operation, name: string, lowering: Lowering): number | undefined {
  const typeAttribute = attributeOf(global, 'global_type');
  if (global.name !== 'llvm.mlir.global' || typeAttribute?.kind !== 'type') return undefined;
  const layout = layoutOf(typeAttribute.type);
  if (layout === undefined) return undefined;
  const space = integerOf(global, 'addr_space') ?? 0;
  if (space === 3) {
    const alignment = Math.max(16, integerOf(global, 'alignment') ?? 0, layout.alignment);
    const bytes = layout.bytes === 0 ? lowering.launch.dynamicLdsBytes : layout.bytes;
    const offset = lowering.lds.allocate(bytes, alignment, name);
    lowering.lds.name({ name: `@${name}`, offset, bytes });
    return offset;
  }
  if (!isFlat(space)) return undefined;
  const scalars = elementsOf(typeAttribute.type);
  const value = attributeOf(global, 'value');
  const numbers = value && constantNumbers(value);
  if (scalars === undefined || numbers === undefined) return undefined;
  if (numbers.length !== 1 && numbers.length !== scalars.count) return undefined;
  return lowering.pointers.constantAddress(name, () => encode(scalars, numbers));
}

/** A type of equal scalars one after the other. */
function elementsOf(type: Type): Scalars | undefined {
  const resolved = resolveType(type);
  const array =
    resolved.kind === 'opaque' && resolved.llvm?.kind === 'array' ? resolved.llvm : undefined;
  if (array === undefined) return scalarOf(type);
  const inner = elementsOf(array.element);
  return inner && { element: inner.element, count: inner.count * array.size };
}

function encode({ element, count }: Scalars, numbers: readonly (number | bigint)[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(count * element.bytes));
  for (let i = 0; i < count; i++) {
    const value = numbers[numbers.length === 1 ? 0 : i] ?? 0;
    const byte = i * element.bytes;
    if (!element.float && element.bytes === 8) view.setBigInt64(byte, BigInt(value), true);
    else element.store(view, byte, Number(value));
  }
  return new Uint8Array(view.buffer);
}

/** LDS globals are allocated in the order of the module, not of their uses. */
export function allocateGlobals(lowering: Lowering, used: ReadonlySet<string>): void {
  const dynamic: (readonly [Operation, string])[] = [];
  for (const [name, op] of lowering.symbols) {
    if (op.name !== 'llvm.mlir.global' || !used.has(name)) continue;
    if (integerOf(op, 'addr_space') !== 3) continue;
    const type = attributeOf(op, 'global_type');
    const empty = type?.kind === 'type' && layoutOf(type.type)?.bytes === 0;
    if (empty) dynamic.push([op, name]);
    else globalAddress(op, name, lowering);
  }
  for (const [op, name] of dynamic) globalAddress(op, name, lowering);
}

const castSpace = takes(1, 1, ([source, result], lowering) => {
  const [from, into] = [pointerSpace(source.type), pointerSpace(result.type)];
  const resource = from === 8 && into === 7;
  if (from === undefined || into === undefined || (!resource && Math.max(from, into) > 6))
    return lowering.unsupported('this cast');
  const [slot, to] = lowering.slots(source, result);
  if (resource) {
    lowering.emit((wave) => {
      copyRegisters(wave, slot, 0, to, 0, RESOURCE_REGISTERS);
      wave.values(to).fill(0, RESOURCE_REGISTERS * wave.lanes);
    });
    return;
  }
  if (from !== into && addressIn(from, into, 0) === undefined)
    return lowering.unsupported('this cast');
  lowering.emit((wave) => {
    const [x, out] = [wave.values(slot), wave.values(to)];
    for (let i = 0; i < out.length; i++) {
      out[i] = from === into ? (x[i] ?? 0) : (addressIn(from, into, x[i] ?? 0) ?? 0);
    }
  });
});

export const llvmAddresses: Readonly<Record<string, LowerOperation>> = {
  'llvm.getelementptr': elementPointer,
  'llvm.alloca': allocate,
  'llvm.mlir.addressof': addressOf,
  'llvm.addrspacecast': castSpace,
};
