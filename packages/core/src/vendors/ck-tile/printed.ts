/**
 * What CK Tile's own `print()` writes of a descriptor or a distribution, read back.
 *
 *     tensor_descriptor{tensor_adaptor{transforms: tuple<embed{up_lengths_: tuple<64, 32>, coefficients_: tuple<32, 1>}>,
 *       LowerDimensionHiddenIds: tuple<sequence{size: 1, data: [0 ]}>, ...}, element_space_size_: 2048}
 *     tile_distribution{tile_distribution_encoding: tile_distribution_encoding{NDimX: 2, ..., hs_lengthss_: tuple<...>, ...}
 *
 * Transforms have hidden dimensions there: each is a number, 0 is the offset. They become stages again, each of which takes
 * all dimensions that are at the top before it; the order of dimensions between two stages is free. Promises to vectors
 * are not printed, and a modulus is not either.
 */
import { closingBracket, partsOutside } from '../../base/brackets.ts';
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { product } from '../../base/numbers.ts';
import type { Span } from '../../base/span.ts';
import type { Stage } from './adaptor.ts';
import { type DescriptorSpec, makeDescriptor } from './descriptor.ts';
import type { DescriptorBase } from './descriptor-base.ts';
import type { TileDistributionEncoding } from './encoding.ts';
import { make, type Transform } from './transforms/transform.ts';

/** A layout of a text, or why it is not one; as `layoutsOfCpp` has them. */
export type PrintedLayout = { readonly name: string; readonly span: Span } & (
  | { readonly kind: 'descriptor'; readonly spec: DescriptorSpec }
  | { readonly kind: 'encoding'; readonly encoding: TileDistributionEncoding }
  | { readonly kind: 'fault'; readonly fault: Diagnostic }
);

const BEGIN = /\b(?:tensor_descriptor|tile_distribution|tile_distribution_encoding)\{/g;

/** True for a text with something that `print()` wrote. */
export const isPrinted = (text: string): boolean =>
  /\b(?:tensor_descriptor\{tensor_adaptor|tile_distribution_encoding)\{/.test(text);

/** All descriptors and distributions of a text, such as the output of a program; other lines are passed over. */
export function printedLayouts(text: string): readonly PrintedLayout[] {
  const layouts: PrintedLayout[] = [];
  let from = 0;
  for (const found of text.matchAll(BEGIN)) {
    const start = found.index;
    if (start < from) continue;
    const end = Math.min(text.length, closingBracket(text, start + found[0].length - 1) + 1);
    const span = { start, end };
    from = end;
    const name = `printed_${layouts.length}`;
    const whole = text.slice(start, end);
    const read = found[0].startsWith('tensor') ? descriptorOf(whole) : encodingOf(whole);
    layouts.push(
      typeof read === 'string'
        ? { name, span, kind: 'fault', fault: diagnose(messages.notation.printed(read), span) }
        : { name, span, ...read },
    );
  }
  return layouts;
}

/** The entries of `tuple<...>` behind a label. */
function entries(text: string, label: string): string[] | undefined {
  const at = text.search(new RegExp(`\\b${label}:?\\s*tuple<`));
  if (at < 0) return undefined;
  const open = text.indexOf('<', at);
  const inside = text.slice(open + 1, closingBracket(text, open));
  return inside === '' ? [] : partsOutside(inside, ',').map((part) => part.trim());
}

/** The numbers of `sequence{size: 2, data: [0 1 ]}`. */
function numbersOf(sequence: string): number[] {
  const [, data = ''] = /data: \[([^\]]*)\]/.exec(sequence) ?? [];
  return data.split(/\s+/).flatMap((text) => (text === '' ? [] : [Number(text)]));
}

const sequences = (text: string, label: string): number[][] | undefined =>
  entries(text, label)?.map(numbersOf);

function sequence(text: string, label: string): number[] | undefined {
  const [, found] = new RegExp(`\\b${label}:?\\s*(sequence\\{[^}]*\\})`).exec(text) ?? [];
  return found === undefined ? undefined : numbersOf(found);
}

function encodingOf(
  text: string,
): { readonly kind: 'encoding'; readonly encoding: TileDistributionEncoding } | string {
  const [rs, hs] = [sequence(text, 'rs_lengths_'), sequences(text, 'hs_lengthss_')];
  const psMajor = sequences(text, 'ps_to_rhss_major_');
  const psMinor = sequences(text, 'ps_to_rhss_minor_');
  const ysMajor = sequence(text, 'ys_to_rhs_major_');
  const ysMinor = sequence(text, 'ys_to_rhs_minor_');
  if (rs === undefined || hs === undefined || psMajor === undefined) return INCOMPLETE;
  if (psMinor === undefined || ysMajor === undefined || ysMinor === undefined) return INCOMPLETE;
  return { kind: 'encoding', encoding: { rs, hs, psMajor, psMinor, ysMajor, ysMinor } };
}

const INCOMPLETE = 'a part of it is missing';

interface Node {
  /** `unmerge{up_lengths_tuple<2, 4>, ...}` */
  readonly text: string;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

function descriptorOf(
  text: string,
): { readonly kind: 'descriptor'; readonly spec: DescriptorSpec } | string {
  const transforms = entries(text, 'transforms');
  const lower = sequences(text, 'LowerDimensionHiddenIds');
  const upper = sequences(text, 'UpperDimensionHiddenIds');
  const tops = sequence(text, 'TopDimensionHiddenIds');
  const [, size] = /element_space_size_: (\d+)/.exec(text) ?? [];
  if (transforms === undefined || lower === undefined || upper === undefined) return INCOMPLETE;
  if (tops === undefined || size === undefined) return INCOMPLETE;
  const nodes = transforms.map((each, i): Node => ({
    text: each,
    lower: lower[i] ?? [],
    upper: upper[i] ?? [],
  }));
  const base = baseOf(nodes);
  if (typeof base === 'string') return base;
  const stages = stagesOf(nodes.slice(base.nodes), base, tops);
  if (typeof stages === 'string') return stages;
  const spec = { base: base.base, stages };
  const made = makeDescriptor(spec);
  if (!made.ok) return made.diagnostics[0]?.message ?? INCOMPLETE;
  return made.value.elementSpaceSize === Number(size)
    ? { kind: 'descriptor', spec }
    : `its element space has ${size} elements, that of its transforms ${made.value.elementSpaceSize}`;
}

interface Base {
  readonly base: DescriptorBase;
  /** Transforms that it takes. */
  readonly nodes: number;
  readonly lengths: readonly number[];
  readonly ids: readonly number[];
}

/** The constructor: an embed of strides, an unmerge of packed lengths, either behind an offset. */
function baseOf(nodes: readonly Node[]): Base | string {
  const isOffset = nodes[0]?.text.startsWith('offset{') === true;
  const at = isOffset ? 1 : 0;
  const node = nodes[at];
  if (node === undefined) return INCOMPLETE;
  const lengths = lengthsIn(node.text, 'up_lengths_');
  if (lengths === undefined) return INCOMPLETE;
  const common = { nodes: at + 1, lengths, ids: node.upper };
  if (node.text.startsWith('embed{')) {
    const strides = lengthsIn(node.text, 'coefficients_');
    if (strides === undefined) return INCOMPLETE;
    const [, offset = '0'] = /offset_length_: (\d+)/.exec(nodes[0]?.text ?? '') ?? [];
    return isOffset
      ? { ...common, base: { kind: 'with_offset', lengths, strides, offset: Number(offset) } }
      : { ...common, base: { kind: 'naive', lengths, strides } };
  }
  if (!isOffset && node.text.startsWith('unmerge{')) {
    return { ...common, base: { kind: 'packed', lengths } };
  }
  return `it begins with ${nameOf(node)}, and no constructor of descriptors does`;
}

const nameOf = ({ text }: Node): string => /^\w+/.exec(text)?.[0] ?? 'nothing';

/** The numbers of a tuple, or the only number, behind a label of a transform. */
function lengthsIn(text: string, label: string): number[] | undefined {
  const [, list, one] = new RegExp(`${label}:?\\s*(?:tuple<([^>]*)>|(-?\\d+))`).exec(text) ?? [];
  if (one !== undefined) return [Number(one)];
  return list?.split(',').flatMap((each) => (each.trim() === '' ? [] : [Number(each)]));
}

/** Transforms in stages: each takes all dimensions that are at the top before it. */
function stagesOf(nodes: readonly Node[], base: Base, tops: readonly number[]): Stage[] | string {
  const stages: Stage[] = [];
  const lengths = new Map(base.ids.map((id, i) => [id, base.lengths[i] ?? 1]));
  let current = [...base.ids];
  for (let from = 0; from < nodes.length;) {
    const open = new Set(current);
    const taken: Node[] = [];
    for (; from < nodes.length; from++) {
      const node = nodes[from];
      if (node === undefined || !node.lower.every((id) => open.has(id))) break;
      node.lower.forEach((id) => open.delete(id));
      taken.push(node);
      if (open.size === 0 && !isOfNothing(nodes[from + 1])) {
        from++;
        break;
      }
    }
    if (taken.length === 0 || open.size > 0)
      return 'a dimension is taken twice, or by no transform';
    const isLast = from >= nodes.length;
    const made = taken.map((node) => transformOf(node, lengths));
    const fault = made.find((each) => typeof each === 'string');
    if (fault !== undefined) return fault;
    const next = isLast ? tops : taken.flatMap(({ upper }) => upper);
    stages.push({
      transforms: made.filter((each) => typeof each !== 'string'),
      lower: taken.map(({ lower }) => lower.map((id) => current.indexOf(id))),
      upper: taken.map(({ upper }) => upper.map((id) => next.indexOf(id))),
    });
    current = [...next];
  }
  const isTurned = stages.length === 0 && current.join() !== tops.join();
  return isTurned ? 'its dimensions are not those at the top' : stages;
}

const isOfNothing = (node: Node | undefined): boolean =>
  node !== undefined && node.lower.length === 0;

/** The transform of a text; the lengths of its upper dimensions are added to `lengths`. */
function transformOf(node: Node, lengths: Map<number, number>): Transform | string {
  const { text } = node;
  const own = (label: string): number[] => lengthsIn(text, label) ?? [];
  const ups = own('up_lengths_');
  node.upper.forEach((id, i) => lengths.set(id, ups[i] ?? 1));
  const [up = 1, other = 1] = ups;
  const [low = 1] = node.lower.map((id) => lengths.get(id) ?? 1);
  const one = (label: string): number => own(label)[0] ?? 0;
  switch (nameOf(node)) {
    case 'pass_through':
      return make.passThrough(up);
    case 'pad':
      return make.pad(low, one('left_pad_length_'), one('right_pad_length_'));
    case 'left_pad':
      return make.leftPad(low, one('left_pad_length_'));
    case 'right_pad':
      return make.rightPad(low, one('right_pad_length_'));
    case 'embed':
      return make.embed(ups, own('coefficients_'));
    case 'merge_v2_magic_division':
      node.upper.forEach((id) => lengths.set(id, product(own('low_lengths_'))));
      return make.merge(own('low_lengths_'));
    case 'Merge_v3_direct_division_mod':
      node.upper.forEach((id) => lengths.set(id, product(own('low_lengths_'))));
      return make.merge(own('low_lengths_'), 'divide');
    case 'unmerge':
      return make.unmerge(ups);
    case 'xor_t':
      return make.xor([up, other]);
    case 'offset':
      return make.offset(up, one('offset_length_'));
    case 'slice':
      return make.slice(low, one('slice_begin_'), one('slice_end_'));
    case 'freeze':
      return make.freeze(one('low_idx_'));
    case 'insert': {
      const [length = 1] = lengthsIn(text, 'insert\\{') ?? [];
      node.upper.forEach((id) => lengths.set(id, length));
      return make.insert(length);
    }
    default:
      return `${nameOf(node)} is not printed with all that it needs`;
  }
}
