/**
 * The tiles of A and of B that a GEMM of CK Tile has in LDS, each with all of its accesses: those of a workgroup in all steps of K.
 *
 *     block: [128, 128, 32]     a: 128 rows of 32 k; b: 128 columns of 32 k
 *
 * All workgroups and steps do the same to LDS, so what holds for one holds for the launch.
 */
import {
  allIndices,
  calculateOffsets,
  type CkGemm,
  descriptorOfLayout,
  type Diagnostic,
  diagnose,
  distinctDiagnostics,
  failure,
  type GemmOperand,
  hasErrors,
  isAlwaysValid,
  layoutOfPlaces,
  type Machine,
  messages,
  moveOperand,
  readCkGemm,
  type Result,
  success,
  tileOfElements,
  type TileAccessPlan,
  type TileLayout,
} from '@ldscope/core';
import { gemmSiteName, gridOf } from '../spec/ck-gemm.ts';
import { ckTrace } from '../spec/ck-trace.ts';
import { placed, type YamlData } from '../input/yaml-data.ts';
import { type PlannedTile, tileBuffers } from './ck-tile-question.ts';
import type { FoundBuffer, FoundBuffers } from '../source/found.ts';

const OPERANDS = ['a', 'b'] as const;
export type OperandName = (typeof OPERANDS)[number];

/** The operand with a name, in any spelling of buffers (`%a`), or both without one. */
export function wantedOperands(wanted: string | undefined): Result<readonly OperandName[]> {
  if (wanted === undefined) return success(OPERANDS);
  const name = wanted.replace(/^[%@]/, '').toLowerCase();
  const operands = OPERANDS.filter((each) => each === name);
  return operands.length > 0
    ? success(operands)
    : failure(diagnose(messages.fix.noBuffer(wanted, OPERANDS)));
}

/**
 * The tiles of both operands, each once per group of chips that do the same to it. An operand without a tile has its
 * errors next to the answer for the other.
 */
export function ckGemmBuffers(
  data: YamlData,
  name: string,
  machines: readonly Machine[],
  wanted?: string,
): Result<FoundBuffers> {
  const operands = wantedOperands(wanted);
  if (!operands.ok) return operands;
  const read = readOnAll(data, name, machines);
  if (!read.ok) return read;
  const buffers: FoundBuffer[] = [];
  const diagnostics = [...read.diagnostics];
  for (const operand of operands.value) {
    const found = operandBuffers(operand, read.value);
    if (found.ok) for (const each of found.value) buffers.push(each);
    else for (const each of found.diagnostics) diagnostics.push(each);
  }
  if (buffers.length === 0) return failure(...distinctDiagnostics(diagnostics));
  const kernel = read.value[0]?.gemm.name ?? name;
  return success({ kernel, notation: 'ck-tile', buffers, diagnostics });
}

function operandBuffers(
  operand: OperandName,
  all: readonly GemmOnMachine[],
): Result<readonly FoundBuffer[]> {
  const planned: PlannedTile[] = [];
  for (const { gemm, machine } of all) {
    const tile = plannedTile(gemm, operand, machine);
    if (!tile.ok) return tile;
    planned.push(tile.value);
  }
  return tileBuffers(operand, planned);
}

export interface GemmOnMachine {
  readonly gemm: CkGemm;
  readonly machine: Machine;
}

/** A GEMM as each of the chips plans it; fails where one of them cannot. */
export function readOnAll(
  data: YamlData,
  name: string,
  machines: readonly Machine[],
): Result<readonly GemmOnMachine[]> {
  const diagnostics: Diagnostic[] = [];
  const all: GemmOnMachine[] = [];
  for (const machine of machines) {
    const read = readCkGemm(data.value, machine, name);
    for (const each of placed(data, read.diagnostics)) diagnostics.push(each);
    if (read.value !== undefined) all.push({ gemm: read.value, machine });
  }
  const said = distinctDiagnostics(diagnostics);
  return hasErrors(said) ? failure(...said) : success(all, said);
}

/** The present layout of an operand's tile. */
export function layoutOfOperand({ rows, write }: GemmOperand, k: number): Result<TileLayout> {
  const { descriptor, elementBytes } = write.access;
  if (!isAlwaysValid(descriptor)) {
    return failure(diagnose(messages.notation.noTileLayout('some indices fall on padding')));
  }
  const tile = tileOfElements(rows, k, 8 * elementBytes);
  return tile.ok
    ? layoutOfPlaces(tile.value, calculateOffsets(descriptor, allIndices([rows, k])))
    : tile;
}

function plannedTile(gemm: CkGemm, name: OperandName, machine: Machine): Result<PlannedTile> {
  const { plan } = gemm;
  const operand = plan[name];
  const layout = layoutOfOperand(operand, plan.tile.kPerBlock);
  if (!layout.ok) return layout;
  const plansOf = ({ write, read }: GemmOperand): readonly TileAccessPlan[] => [write, read];
  const { mWarp, nWarp } = plan.tile;
  return success({
    machine,
    layout: layout.value,
    trace: ckTrace(plansOf(operand), 1, gemmSiteName),
    times: gridOf(gemm).steps,
    waves: mWarp * nWarp,
    otherBytes: ldsBytesOf(plan[name === 'a' ? 'b' : 'a']),
    plansWith: (other, chip) => {
      const moved = movedOperand(operand, other, chip);
      return moved.ok ? success(plansOf(moved.value)) : moved;
    },
  });
}

/** An operand with another layout of its tile; fails where no descriptor expresses it. */
export function movedOperand(
  operand: GemmOperand,
  layout: TileLayout,
  machine: Machine,
): Result<GemmOperand> {
  const descriptor = descriptorOfLayout(layout);
  return typeof descriptor === 'string'
    ? failure(diagnose(messages.notation.cannotExpress('ck-tile', descriptor)))
    : moveOperand(operand, descriptor, machine);
}

/** Bytes of LDS of an operand's tile. */
export function ldsBytesOf({ write: { access } }: GemmOperand): number {
  return Math.ceil(access.descriptor.elementSpaceSize * access.elementBytes);
}
