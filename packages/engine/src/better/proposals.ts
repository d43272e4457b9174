/**
 * What the text of a source allows for its buffers that conflict, with what each change is expected to cost.
 *
 *     trace, objects -> accesses of each object -> arrays of the text in it -> edits -> predicted in every run
 */
import {
  type AccessTrace,
  type LdsObject,
  type Machine,
  type Message,
  messages,
} from '@ldscope/core';
import { authoredBuffers, type AuthoredBuffer, buffersIn, editsOf } from '../cpp/authored.ts';
import type { Edit } from '../cpp/edit.ts';
import type { SourceLanguage } from '../cpp/program.ts';
import type { Measured } from '../tried/measured.ts';
import { accessesOf, predict, type Prediction, type Proposal, widestOf } from './predict.ts';
import type { BufferProposals } from './try-edits.ts';

export interface ProposalRequest {
  readonly path: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly language: SourceLanguage;
  readonly buffer: string | undefined;
  readonly editsHeaders: boolean | undefined;
}

/** An object in one of the runs. */
interface Place {
  readonly object: LdsObject;
  readonly machine: Machine;
  readonly trace: AccessTrace;
  readonly present: Prediction;
}

export interface Proposals {
  readonly buffers: readonly BufferProposals[];
  /** Why buffers that conflict have no change. */
  readonly refusals: readonly Message[];
}

export function proposalsFor(request: ProposalRequest, before: readonly Measured[]): Proposals {
  const { path, texts, language } = request;
  const main = { file: path, text: texts.get(path) ?? '' };
  const headers = [...texts].flatMap(([file, text]) => (file === path ? [] : [{ file, text }]));
  const authored = authoredBuffers([main, ...headers], language);
  const buffers: BufferProposals[] = [];
  const refusals: Message[] = [];
  for (const places of placesOf(before)) {
    const name = places[0]?.object.name ?? '';
    const present = sumOf(places.map((one) => one.present));
    if (present.conflicts === 0 || (request.buffer ?? name) !== name) continue;
    const own = authoredIn(authored, places);
    if (own.length === 0) {
      refusals.push(messages.fix.unnamed(present.conflicts));
      continue;
    }
    // Arrays of one object change one after another: each may have conflicts of its own.
    const found = own.map((buffer) => proposalsOf(buffer, places, request));
    const some = found.filter(({ proposals }) => proposals.length > 0);
    const reasons = new Set(found.flatMap((one) => one.reasons));
    if (some.length === 0)
      refusals.push(messages.fix.noEdit(name, present.conflicts, [...reasons].join('; ')));
    buffers.push(...some.map(({ proposals }) => ({ name, present, proposals })));
  }
  return {
    buffers: buffers.toSorted((a, b) => b.present.conflicts - a.present.conflicts),
    refusals,
  };
}

/** Objects of the text, each with every run that accesses it. */
function placesOf(before: readonly Measured[]): readonly (readonly Place[])[] {
  const found = new Map<string, Place[]>();
  for (const { trace, objects, machine, ldsBytes } of before) {
    if (trace === undefined) continue;
    for (const object of withDynamic(objects, ldsBytes)) {
      const own = accessesOf(trace, object);
      if (own.count === 0) continue;
      // Kernels may have arrays of one name.
      const key = `${object.name} ${object.declared?.file}:${object.declared?.line}`;
      const list = found.get(key) ?? [];
      found.set(key, list);
      list.push({ object, machine, trace: own, present: predict(own, object, machine) });
    }
  }
  return [...found.values()];
}

/** Dynamic memory is behind all others, and has no size of its own. */
function withDynamic(objects: readonly LdsObject[], ldsBytes: number): LdsObject[] {
  const end = objects.reduce((most, { offset, bytes }) => Math.max(most, offset + bytes), 0);
  const sized = objects.map((one) =>
    one.bytes === 0 ? { ...one, bytes: Math.max(0, ldsBytes - one.offset) } : one,
  );
  const isThere = objects.some(({ bytes }) => bytes === 0);
  if (isThere || end >= ldsBytes) return sized;
  return [...sized, { name: DYNAMIC, offset: end, bytes: ldsBytes - end }];
}

const DYNAMIC = 'dynamic shared memory';
/** Frontends call it so where kernels of one file have several names for it. */
const DYNAMIC_NAME = /^dynamic (?:LDS|shared memory)$/;

function authoredIn(
  authored: readonly AuthoredBuffer[],
  [first]: readonly Place[],
): AuthoredBuffer[] {
  if (first === undefined) return [];
  const named = buffersIn(authored, first.object);
  return named.length > 0
    ? named
    : authored.filter(({ isDynamic }) => isDynamic && DYNAMIC_NAME.test(first.object.name));
}

function proposalsOf(
  buffer: AuthoredBuffer,
  places: readonly Place[],
  { editsHeaders }: ProposalRequest,
): { readonly proposals: readonly Proposal[]; readonly reasons: readonly string[] } {
  const [first] = places;
  const proposals: Proposal[] = [];
  const reasons = new Set<string>();
  if (first === undefined) return { proposals, reasons: [] };
  const sizes = new Set(places.flatMap(({ object }) => object.elementBytes ?? []));
  const observed = {
    object: first.object,
    widestBytes: widestOf(first.trace),
    elementSizes: [...sizes],
  };
  const { edits, refused } = editsOf(buffer, observed);
  for (const { reason } of refused) reasons.add(reason);
  for (const edit of edits) {
    if (edit.needsHeaders && editsHeaders !== true)
      reasons.add('it takes a change of a header or a macro: give --edit-headers');
    else proposals.push({ edit, cost: costOf(edit, sizes.size > 1 ? [first] : places) });
  }
  return { proposals, reasons: [...reasons] };
}

/** In all runs; absent where the text does not tell where bytes go. */
function costOf({ moves }: Edit, places: readonly Place[]): Prediction | undefined {
  if (moves === undefined) return undefined;
  return sumOf(places.map(({ trace, object, machine }) => predict(trace, object, machine, moves)));
}

const sumOf = (all: readonly Prediction[]): Prediction => ({
  conflicts: all.reduce((sum, one) => sum + one.conflicts, 0),
  cycles: all.reduce((sum, one) => sum + one.cycles, 0),
  tears:
    (['bytes', 'words'] as const).find((one) => all.some(({ tears }) => tears === one)) ??
    'nothing',
});
