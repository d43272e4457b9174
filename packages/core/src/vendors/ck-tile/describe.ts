/**
 * Descriptors and distributions of CK Tile as data to read: formulas, the index at every stage, the element of every thread.
 *
 *     (m, k) = (3, 9)   merge    (1, 1, 1, 1)   xor   (0, 1, 1)   offset 73
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { product } from '../../base/numbers.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { printExpression } from '../../layout/index/print-expression.ts';
import { bottomOf, makeCoordinate, moveCoordinate } from './coordinate.ts';
import type { CppLayout } from './cpp/parse.ts';
import { descriptorToCpp, encodingToCpp } from './cpp/print.ts';
import {
  calculateOffset,
  coordinatesByStage,
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
  type TensorDescriptor,
  vectorSafety,
} from './descriptor.ts';
import {
  allElements,
  elementExpressions,
  makeDistribution,
  registerIndex,
} from './distribution.ts';
import type { TileDistributionEncoding } from './encoding.ts';
import { offsetFormula } from './formula.ts';
import { recogniseSwapping } from './recognise-swapping.ts';
import type { LdsSwapping } from './swapping.ts';
import type { VectorSafety } from './transforms/vector-safety.ts';

/** A coordinate: the index in every stage of a descriptor, the user's first, and the element in memory. */
export interface CoordinateSteps {
  readonly steps: readonly { readonly by: string; readonly index: readonly number[] }[];
  readonly offset: number;
}

/** The indices of a level, `m: 64`, and the transforms that lead to the level below. */
interface GraphLevel {
  readonly dimensions: readonly string[];
  readonly transforms: readonly {
    readonly text: string;
    /** Positions among the dimensions of this level, and of the level below. */
    readonly upper: readonly number[];
    readonly lower: readonly number[];
  }[];
}

interface BankMap {
  readonly count: number;
  readonly elementBytes: number;
  /** By row and column. */
  readonly rows: readonly (readonly number[])[];
}

export interface DescriptorDescription {
  readonly kind: 'descriptor';
  readonly name: string;
  readonly lengths: readonly number[];
  /** Elements in memory, paddings too. */
  readonly elementSpaceSize: number;
  /** The offset in elements, as C, of the indices m and k, or i0, i1, ... */
  readonly formula: string;
  /** What each index promises to vector accesses. */
  readonly vectors: readonly VectorSafety[];
  readonly swapping: LdsSwapping | undefined;
  /** Transforms between two indices, from the user's to memory. */
  readonly stages: readonly string[];
  /** Indices with the transforms below them, from the user's to memory. */
  readonly graph: readonly GraphLevel[];
  /** The bank of each element of a matrix, up to 64 rows and 128 columns; absent for other descriptors. */
  readonly banks: BankMap | undefined;
  readonly coordinate: CoordinateSteps | undefined;
  /** The coordinate after a move, and how many transforms the move computes again. */
  readonly moved:
    | (CoordinateSteps & { readonly touched: number; readonly transforms: number })
    | undefined;
  readonly cpp: string;
}

export interface EncodingDescription {
  readonly kind: 'encoding';
  readonly name: string;
  readonly lengths: readonly number[];
  readonly waves: number;
  readonly lanes: number;
  readonly registers: number;
  /** Threads that hold a copy of each element. */
  readonly copies: number;
  /** The element of each register, as C of warp and lane. */
  readonly formulas: readonly {
    readonly register: number;
    readonly y: readonly number[];
    readonly element: readonly string[];
  }[];
  /** The element of each lane of wave 0, per register. */
  readonly elements: readonly (readonly (readonly number[])[])[];
  readonly cpp: string;
}

/** Lanes and registers of a description; a wave of CK has 64, a thread up to 256. */
const MOST_LANES = 64;
const MOST_REGISTERS = 256;

/** Elements of all threads. */
const MOST_ELEMENTS = 2 ** 20;

export interface DescribeOptions {
  /** An index, of which the stages are told. */
  readonly index?: readonly number[] | undefined;
  /** The distance that is added to it, by CK's `move_tensor_coordinate`. */
  readonly move?: readonly number[] | undefined;
  /** Bytes of an element, 2 by default, and banks, 32 by default: for the bank of each element. */
  readonly elementBytes?: number | undefined;
  readonly banks?: number | undefined;
}

export type LayoutDescription = DescriptorDescription | EncodingDescription;

/** Describes a layout that was read; the faults of one that does not fit are those of making it. */
export function describeLayout(
  layout: Exclude<CppLayout, { kind: 'fault' }>,
  options: DescribeOptions = {},
): Result<LayoutDescription> {
  return layout.kind === 'descriptor'
    ? describeDescriptor(layout.name, layout.spec, options)
    : describeEncoding(layout.name, layout.encoding);
}

function describeDescriptor(
  name: string,
  spec: DescriptorSpec,
  { index, move, elementBytes = 2, banks = 32 }: DescribeOptions,
): Result<DescriptorDescription> {
  const made = makeDescriptor(spec);
  if (!made.ok) return made;
  const descriptor = made.value;
  const lengths = lengthsOf(descriptor);
  const fits = (list: readonly number[] | undefined): boolean =>
    list === undefined || list.length === lengths.length;
  if (!fits(index) || !fits(move)) {
    const given = (fits(index) ? move : index) ?? [];
    return failure(diagnose(messages.layout.indexCount(given.length, lengths.length)));
  }
  const outside = index?.findIndex((value, i) => value < 0 || value >= (lengths[i] ?? 0)) ?? -1;
  if (outside >= 0) {
    return failure(
      diagnose(messages.layout.indexRange(outside, index?.[outside] ?? 0, lengths[outside] ?? 0)),
    );
  }
  const stages = [
    spec.base.kind,
    ...spec.stages.map(({ transforms }) => transforms.map(({ kind }) => kind).join(', ')),
  ].reverse();
  const stepsOf = (at: readonly number[]): CoordinateSteps => {
    const indices = coordinatesByStage(descriptor, at).reverse();
    const steps = indices.map((each, i) => ({
      by: i === 0 ? 'index' : (stages[i - 1] ?? ''),
      index: each,
    }));
    return { steps, offset: bottomOf(makeCoordinate(descriptor, at))[0] ?? 0 };
  };
  const moved =
    index !== undefined && move !== undefined
      ? index.map((value, i) => value + (move[i] ?? 0))
      : undefined;
  const coordinate = index && makeCoordinate(descriptor, index);
  const touched =
    coordinate !== undefined && move !== undefined ? moveCoordinate(coordinate, move) : 0;
  return success(
    {
      kind: 'descriptor',
      name,
      lengths,
      elementSpaceSize: descriptor.elementSpaceSize,
      formula: offsetFormula(descriptor, lengths.length === 2 ? ['m', 'k'] : undefined),
      vectors: vectorSafety(descriptor),
      swapping: recogniseSwapping(spec),
      stages,
      graph: graphOf(spec, lengths),
      banks: bankMap(descriptor, lengths, elementBytes, banks),
      coordinate: index && stepsOf(index),
      moved: moved && {
        ...stepsOf(moved),
        offset: (coordinate && bottomOf(coordinate)[0]) ?? 0,
        touched,
        transforms: descriptor.nodes.length,
      },
      cpp: descriptorToCpp(spec),
    },
    made.diagnostics,
  );
}

/** Rows and columns of a map of banks. */
const MOST_ROWS = 64;
const MOST_COLUMNS = 128;

function bankMap(
  descriptor: TensorDescriptor,
  lengths: readonly number[],
  elementBytes: number,
  count: number,
): BankMap | undefined {
  const [rows = 0, columns = 0] = lengths;
  if (lengths.length !== 2) return undefined;
  const bankOf = (m: number, k: number): number =>
    Math.floor((calculateOffset(descriptor, [m, k]) * elementBytes) / 4) % count;
  return {
    count,
    elementBytes,
    rows: Array.from({ length: Math.min(rows, MOST_ROWS) }, (_, m) =>
      Array.from({ length: Math.min(columns, MOST_COLUMNS) }, (_unused, k) => bankOf(m, k)),
    ),
  };
}

function graphOf({ base, stages }: DescriptorSpec, lengths: readonly number[]): GraphLevel[] {
  const names = lengths.length === 2 ? ['m', 'k'] : lengths.map((_, i) => `i${i}`);
  const levels: GraphLevel[] = [];
  for (let level = stages.length; level >= 0; level--) {
    const made = makeDescriptor({ base, stages: stages.slice(0, level) });
    const own = made.ok ? lengthsOf(made.value) : [];
    const stage = stages[level - 1];
    levels.push({
      dimensions: own.map((length, i) =>
        level === stages.length ? `${names[i]}: ${length}` : `${length}`,
      ),
      transforms:
        stage === undefined
          ? [{ text: base.kind, upper: own.map((_, i) => i), lower: [0] }]
          : stage.transforms.map(({ kind }, i) => ({
              text: kind,
              upper: stage.upper[i] ?? [],
              lower: stage.lower[i] ?? [],
            })),
    });
  }
  return levels;
}

function describeEncoding(
  name: string,
  encoding: TileDistributionEncoding,
): Result<EncodingDescription> {
  const made = makeDistribution(encoding);
  if (!made.ok) return made;
  const distribution = made.value;
  const { pLengths, xLengths, registers } = distribution;
  const lanes = pLengths.at(-1) ?? 1;
  const count = product([...pLengths, registers]);
  if (count > MOST_ELEMENTS) {
    return failure(
      diagnose(messages.spec.tooMany(`the distribution has ${count} elements`, MOST_ELEMENTS)),
    );
  }
  const elements = allElements(distribution);
  const shown = Math.min(registers, MOST_REGISTERS);
  return success(
    {
      kind: 'encoding',
      name,
      lengths: xLengths,
      waves: product(pLengths.slice(0, -1)),
      lanes,
      registers,
      copies: product(encoding.rs),
      formulas: Array.from({ length: shown }, (_, register) => ({
        register,
        y: registerIndex(distribution, register),
        element: elementExpressions(distribution, register).map((each) => printExpression(each)),
      })),
      elements: Array.from({ length: Math.min(lanes, MOST_LANES) }, (_, lane) =>
        Array.from({ length: shown }, (_, register) =>
          elements.map((values) => values[lane * registers + register] ?? 0),
        ),
      ),
      cpp: encodingToCpp(encoding),
    },
    made.diagnostics,
  );
}
