/** The matrix instructions of a chip, and which lane and register of one holds which element. */
import {
  elementsPerLane,
  type Evidence,
  type Machine,
  matrixChipOf,
  type MatrixInstruction,
  matrixInstructions,
  matrixNames,
  type OperandPosition,
  operandPosition,
  type ResultPosition,
  resultPosition,
  wmmaElements,
  type WmmaInstruction,
  wmmaOf,
  wmmaOperand,
  wmmaResult,
} from '@ldscope/core';

/** The facts shown for an instruction of any family. */
export interface ShownMatrix {
  readonly names: readonly string[];
  readonly m: number;
  readonly k: number;
  readonly blocks: number;
  readonly a: string;
  readonly b: string;
  readonly d: string;
  readonly sparse: boolean;
  /** Cycles of a matrix core by 4; absent where they are not known. */
  readonly passes?: number;
  readonly evidence: Evidence;
  readonly source: string;
  readonly lanes: number;
  /** Elements of A, B and D that a lane holds, and which. */
  readonly operands: {
    readonly a: Operand<OperandPosition>;
    readonly b: Operand<OperandPosition>;
    readonly d: Operand<ResultPosition>;
  };
}

export interface Operand<T> {
  readonly elements: number;
  readonly at: (lane: number, element: number) => T;
}

/** The matrix instructions of a machine, with their layouts; empty where it has none that we know. */
export function matricesOf({ name }: Machine): ShownMatrix[] {
  const chip = matrixChipOf(name);
  if (chip === undefined) return wmmaOf(name).map((row) => shownWmma(name, row));
  return matrixInstructions.flatMap((row) => {
    const names = matrixNames(row, chip);
    return names.length === 0 ? [] : [shownMfma(row, names, row.passes[chip])];
  });
}

/** Bytes of consecutive k that a lane holds before the next group of lanes goes on. */
const CHUNK_BYTES = 16;
const BYTES: Readonly<Record<string, number>> = { f64: 8, f32: 4, xf32: 4, f16: 2, bf16: 2 };

function shownMfma(
  row: MatrixInstruction,
  names: readonly string[],
  passes: number | undefined,
): ShownMatrix {
  const { m, k, blocks, a, b, d, sparse, evidence, source, chunkB } = row;
  const shape = { m, k, blocks };
  const kept = sparse ? { ...shape, k: k / 2 } : shape;
  const operand = (type: string, of: typeof shape, chunk?: number): Operand<OperandPosition> => {
    const elements = elementsPerLane(of).operand;
    const whole = Math.min(elements, chunk ?? CHUNK_BYTES / (BYTES[type] ?? 1));
    return { elements, at: (lane, element) => operandPosition(of, lane, element, whole) };
  };
  return {
    names,
    ...shape,
    a,
    b,
    d,
    sparse,
    ...(passes === undefined ? {} : { passes }),
    evidence,
    source,
    lanes: 64,
    operands: {
      a: operand(a, kept),
      b: operand(b, shape, chunkB),
      d: {
        elements: elementsPerLane(shape).result,
        at: (lane, element) => resultPosition(shape, lane, element, d === 'f64' ? 1 : 4),
      },
    },
  };
}

function shownWmma(chip: string, row: WmmaInstruction): ShownMatrix {
  const { name, k, a, b, d, evidence, source } = row;
  const { operand, result } = wmmaElements(chip, row);
  const input: Operand<OperandPosition> = {
    elements: operand,
    at: (lane, element) => wmmaOperand(chip, row, lane, element),
  };
  return {
    names: [name],
    m: 16,
    k,
    blocks: 1,
    a,
    b,
    d,
    sparse: false,
    evidence,
    source,
    lanes: 32,
    operands: {
      a: input,
      b: input,
      d: { elements: result, at: (lane, element) => wmmaResult(chip, lane, element) },
    },
  };
}
