/** Cases of rules without a kernel: decisions, parameters, phases, attributes. */
import {
  append,
  chooseXorShuffle,
  decideSwizzle,
  mmaIntrinsics,
  type IreeSwizzle,
  parseIreeSwizzle,
  permutationFault,
  phaseGroups,
  searchShuffle,
  type ShuffleChoice,
  swizzleOffset,
  verifierFault,
  xorShuffleBounds,
  xorShuffleFault,
} from '@ldscope/core';
import type { Comparison } from '../base/comparison.ts';
import { type JsonObject, listAt, numberAt, numbersAt, objectAt, textAt } from '../base/json.ts';
import { swizzleText, type IreeCase } from './run-passes.ts';

export function compareDecision({ item, input, expected }: IreeCase, to: Comparison): void {
  const banks = numberAt(objectAt(item, 'attr'), 'num_banks') ?? numberAt(input, 'num_banks');
  const writer = numberAt(input, 'writer');
  const reader = numberAt(input, 'reader');
  const decision = decideSwizzle({
    shape: numbersAt(input, 'shape') ?? [],
    elementBits: numberAt(input, 'elem_bits') ?? 32,
    ...(writer === undefined ? {} : { writerWidth: writer }),
    ...(reader === undefined ? {} : { readerWidth: reader }),
    ...(banks === undefined ? {} : { banks }),
  });
  const swizzle = decision.kind === 'hint' ? decision.swizzle : undefined;
  to.equal(
    'swizzle_hint',
    expected['swizzle_hint'],
    swizzle === undefined ? null : objectOf(swizzle),
  );
  if (swizzle === undefined) return;
  const groups = swizzle.rowWidth / swizzle.accessWidth;
  to.equal('groups', expected['groups'], groups);
  // Over as many rows as there are keys, where the permutation shows its faults.
  const fault = permutationFault(swizzle, swizzle.rowWidth * 2 ** Math.ceil(Math.log2(groups)));
  to.equal('bijective', expected['bijective'], fault === undefined);
}

function objectOf(swizzle: IreeSwizzle): JsonObject {
  const { kind, rowWidth, accessWidth } = swizzle;
  const own = { kind, row_width: rowWidth, access_width: accessWidth };
  if (swizzle.kind !== 'xor_shuffle' || swizzle.rowStride === undefined) return own;
  return { ...own, row_stride: swizzle.rowStride, per_phase: swizzle.perPhase ?? 1 };
}

function swizzleOf(item: JsonObject): IreeSwizzle | undefined {
  const parsed = parseIreeSwizzle(swizzleText(objectAt(item, 'attr')));
  return parsed.ok ? parsed.value : undefined;
}

export function compareVerifier({ item, expected }: IreeCase, to: Comparison): void {
  const attribute = objectAt(item, 'attr');
  const [rowStride, perPhase] = [
    numberAt(attribute, 'row_stride'),
    numberAt(attribute, 'per_phase'),
  ];
  const kind = textAt(attribute, 'kind') === 'rotate_rows' ? 'rotate_rows' : 'xor_shuffle';
  const fault = verifierFault({
    kind,
    rowWidth: numberAt(attribute, 'row_width') ?? 0,
    accessWidth: numberAt(attribute, 'access_width') ?? 0,
    ...(rowStride === undefined ? {} : { rowStride }),
    ...(perPhase === undefined ? {} : { perPhase }),
  });
  to.equal('accepted', expected['accepted'], fault === undefined);
  to.equal('diagnostic', expected['diagnostic'], fault ?? null);
}

/** Elements of a permutation: a picture of groups, elements that collide, elements of one access. */
export function compareOffsets({ item, input, expected }: IreeCase, to: Comparison): void {
  const swizzle = swizzleOf(item);
  if (swizzle === undefined) {
    to.fail('the attribute cannot be read');
    return;
  }
  const { rowWidth, accessWidth } = swizzle;
  const groups = Math.floor(rowWidth / accessWidth);
  const rows = numberAt(input, 'rows') ?? groups;
  const places = new Map<number, number[]>();
  for (let offset = 0; offset < rows * rowWidth; offset += accessWidth) {
    const place = swizzleOffset(swizzle, offset);
    append(places, place, offset);
  }
  const picture = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: groups }, (__, group) => {
      const [found = -1] = places.get(row * rowWidth + group * accessWidth) ?? [];
      return Math.floor((found % rowWidth) / accessWidth);
    }),
  );
  to.equal('groups at each slot', expected['logical_group_found_at_each_physical_slot'], picture);
  const colliding = [...places.values()].filter((offsets) => offsets.length > 1);
  to.equal('colliding_physical_groups', expected['colliding_physical_groups'], colliding.length);
  const example = objectAt(expected, 'example');
  if (example !== undefined) {
    to.equal('example', example['logical'], places.get(numberAt(example, 'physical') ?? -1));
  }
  const elements = objectAt(expected, 'elements_really_at');
  for (const [offset, place] of Object.entries(elements ?? {})) {
    to.equal(`element ${offset}`, place, swizzleOffset(swizzle, Number(offset)));
  }
  const load = numberAt(input, 'load');
  const offset = numberAt(input, 'offset');
  if (load !== undefined && offset !== undefined) {
    const first = swizzleOffset(swizzle, offset);
    to.equal('load_reads', expected['load_reads'], `${first}..${first + load - 1}`);
  }
}

export function compareValidity({ input, expected }: IreeCase, to: Comparison): void {
  const [row, access, tile] = ['row', 'access', 'tile'].map((name) => numberAt(input, name) ?? 0);
  const fault = xorShuffleFault(row ?? 0, access ?? 0, tile ?? 0);
  to.equal('valid', expected['valid'], fault === undefined);
}

export function compareBounds({ input, expected }: IreeCase, to: Comparison): void {
  const intrinsic = mmaIntrinsics.get(textAt(input, 'intrinsic') ?? '');
  const operand = numberAt(input, 'operand') === 1 ? 'rhs' : 'lhs';
  const bounds = intrinsic && xorShuffleBounds(intrinsic[operand]);
  to.equal('min_access', expected['min_access'], bounds?.leastAccess);
  to.equal('total_tile', expected['total_tile'], bounds?.tile);
}

const chips: Readonly<Record<string, string>> = {
  CDNA2: 'gfx90a',
  CDNA3: 'gfx942',
  CDNA4: 'gfx950',
  RDNA3: 'gfx1100',
  RDNA4: 'gfx1201',
};

export function comparePhaseGroups({ input, expected }: IreeCase, to: Comparison): void {
  const models = [textAt(input, 'model') ?? [], listAt(input, 'models').map(String)].flat();
  for (const model of models) {
    const found = phaseGroups(chips[model] ?? model, numberAt(input, 'bytes') ?? 0);
    const groups = listAt(expected, 'groups').map(String);
    const wanted = expected['groups'] === null ? null : groups.toSorted();
    // Which phase comes first does not matter.
    to.equal(`groups of ${model}`, wanted, found?.map(ranges).sort() ?? null);
  }
}

/** `0-3,12-15` of a list of lanes. */
function ranges(lanes: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const lane of lanes) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] === lane - 1) last[1] = lane;
    else parts.push([lane, lane]);
  }
  return parts.map(([from, to]) => `${from}-${to}`).join(',');
}

/** What a configuration gives the operands: by the tuned table and rule, or by the search of pull request 24428. */
export function compareConfiguration({ item, input, expected }: IreeCase, to: Comparison): void {
  const searched = textAt(item, 'status') === 'open-pr-24428';
  const scaled = textAt(input, 'elem')?.startsWith('f4') === true;
  const type = textAt(input, 'elem')?.toUpperCase() ?? 'F16';
  const intrinsic = textAt(input, 'intrinsic') ?? `MFMA_F32_16x16x32_${type}`;
  if (searched) {
    const found = mmaIntrinsics.get(intrinsic);
    if (found === undefined) {
      to.fail(`no layout is known for ${intrinsic}`);
      return;
    }
    const answer = searchShuffle({
      target: 'gfx950',
      layout: found.lhs,
      elementBits: 16,
      isDma: true,
    });
    const swizzle =
      answer.kind === 'shuffle'
        ? answer.swizzle
        : answer.kind === 'none'
          ? answer.found
          : undefined;
    const object = swizzle === undefined ? undefined : objectOf(swizzle);
    to.equal('lhs', expected['lhs'], object);
    to.equal('search_result', expected['search_result'], object);
    to.equal('accepted', expected['accepted'], answer.kind === 'shuffle');
    return;
  }
  for (const operand of ['lhs', 'rhs'] as const) {
    const wanted = expected[operand];
    if (wanted === undefined) continue;
    const transposed = input[`${operand}_transposed`] === true;
    const choice = chooseXorShuffle({
      target: 'gfx950',
      intrinsic,
      operand,
      reductionTiles: [1],
      ...(scaled ? { elementBits: 4 } : { onlyTuned: true }),
    });
    // A direct copy is swizzled only where k is the innermost dimension of the operand in memory.
    const innermost = scaled || (operand === 'lhs' ? !transposed : transposed);
    to.equal(operand, withoutCopy(wanted), innermost ? choiceObject(choice) : null);
  }
}

function choiceObject(choice: ShuffleChoice): JsonObject | null {
  return choice.kind === 'shuffle' ? objectOf(choice.swizzle) : null;
}

/** `use_global_load_dma without swizzle` says that there is none. */
function withoutCopy(wanted: unknown): unknown {
  return typeof wanted === 'string' && /without swizzle|no swizzle/.test(wanted) ? null : wanted;
}
