/** A kernel of Triton as what `fix` changes: the buffers of one encoding are one, and a layout of them is one line. */
import {
  append,
  failure,
  type FixedBuffer,
  hasErrors,
  messages,
  type ProofStep,
  type Report,
  ReportBuilder,
  success,
  sum,
  tileToShared,
} from '@ldscope/core';
import { type ParseResult, parseModule, type View } from '@ldscope/mlir';
import { readLayout } from '../layout/layout-words.ts';
import { runTtgir, type TtgirRun } from '../problems/ttgir-buffers.ts';
import type { FixOptions } from '../source/fix-outcome.ts';
import type { FoundBuffers, TileQuestion } from '../source/found.ts';
import { costsOf, type Measured } from '../tried/measured.ts';
import { chooseLayouts } from './choose-layout.ts';
import { isInjectiveLayout } from './lanes.ts';
import { summaryOf, uncountedOf } from './outcome.ts';
import type { Attempts, LayoutPart, Subject } from './subject.ts';
import {
  copiesAmong,
  type EncodedBuffers,
  encodingFor,
  encodingObstacle,
  operationsWith,
  withEncoding,
} from './ttgir-encoding.ts';
import { compareElements } from './ttgir-lanes.ts';

interface Seen extends TtgirRun {
  readonly report: Report;
}

export function ttgirSubject(
  text: string,
  options: FixOptions,
  parsed: ParseResult,
  found: FoundBuffers,
): Subject<readonly Seen[]> {
  const { machines } = options;
  const see = (own: string, { module }: ParseResult): Seen[] =>
    machines.map((machine) => {
      const run = runTtgir(module, own, machine, options);
      const builder = new ReportBuilder(machine);
      builder.add(run.trace);
      return { ...run, report: builder.finish(run.summary).report };
    });
  const before = see(text, parsed);
  const groups = encodedBuffers(before, parsed);
  const scratch =
    sum(before.map(({ report }) => report.totals.bankConflict)) -
    conflictsOf(
      before,
      groups.flatMap(({ names }) => names),
    );
  const questions = new Map<string, TileQuestion[]>();
  for (const { names, tiles } of found.buffers)
    for (const name of names) for (const tile of tiles) append(questions, name, tile);
  return {
    text,
    options,
    buffers: groups.map(({ names }) => ({ names, conflicts: conflictsOf(before, names) })),
    measured: measuredOf(before, before),
    unknown: [
      ...uncountedOf(before.map(({ report }) => report.account)),
      ...(scratch > 0 ? [messages.triton.scratch(scratch)] : []),
    ],
    attempts: (index) => {
      const group = groups[index];
      const tiles = group?.names.flatMap((name) => questions.get(name) ?? []) ?? [];
      return group === undefined ? { refused: [] } : attemptsFor(group, tiles, options);
    },
    write: (own, index, layouts) => {
      const group = groups[index];
      if (group === undefined) return failure();
      const refuse = (reason: string) =>
        failure(messages.triton.keepsEncoding(group.names.join(', '), reason));
      const isNew = before.every((one) => one.isNew);
      const made = encodingFor(group, layouts, machines, isNew);
      if (typeof made === 'string') return refuse(made);
      const changed = withEncoding(own, group.encoding, made);
      if (changed === undefined) return refuse(`${group.encoding} is not defined in one line`);
      const kind = made.kind === 'shared_linear' ? 'linear' : 'encoding';
      const accesses = group.views.length;
      return success({ text: changed, kind, accesses, changed: accesses });
    },
    execute: (own, parts) => {
      const read = parseModule(own);
      if (hasErrors(read.diagnostics)) return failure(...read.diagnostics);
      const seen = see(own, read);
      const said = seen.flatMap((one) => one.diagnostics);
      if (hasErrors(said)) return failure(...said);
      const names = parts.flatMap(({ index }) => groups[index]?.names ?? []);
      const proof = [
        bijection(seen, parts),
        lanes(before, seen),
        conflicts(before, seen, names, options.layout === undefined),
      ];
      return success({ seen, measured: measuredOf(seen, before), proof });
    },
    summary: (part, after) => summary(groups[part.index]?.names ?? [], part, before, after),
    doubtful: ({ step }, names) => messages.fix.unproven(step.detail, false, names),
  };
}

/** The buffers of a kernel by the encoding that their types name; those with several have all of them as one. */
function encodedBuffers([first]: readonly Seen[], { module }: ParseResult): EncodedBuffers[] {
  const groups = new Map<string, { names: string[]; views: View[] }>();
  for (const [name, views] of first?.views ?? []) {
    const encoding = [...new Set(views.map(({ type }) => type.encodingText))].join(' and ');
    const group = groups.get(encoding) ?? { names: [], views: [] };
    groups.set(encoding, group);
    group.names.push(name);
    group.views.push(...views);
  }
  return [...groups].map(([encoding, group]) => {
    const operations = operationsWith(module, encoding);
    return { ...group, encoding, operations, copies: copiesAmong(operations) };
  });
}

function attemptsFor(
  group: EncodedBuffers,
  tiles: readonly TileQuestion[],
  { layout }: FixOptions,
): Attempts {
  const obstacle =
    encodingObstacle(group) ?? (tiles.length === 0 ? 'its tile is not known' : undefined);
  if (obstacle !== undefined)
    return { refused: [messages.triton.keepsEncoding(group.names.join(', '), obstacle)] };
  const found = tiles.map(({ now, problem }) => {
    if (layout === undefined) {
      return chooseLayouts([{ problem }], { now, notation: 'triton', obstacleTo });
    }
    const typed = typeof layout === 'string' ? readLayout(layout, now.tile) : success(layout);
    return typed.ok ? success([{ layout: typed.value, conflicts: 0, optimality: '' }]) : typed;
  });
  return {
    all: found.flatMap((one, i) => {
      const from = tiles[i]?.now;
      return one.ok && from !== undefined ? one.value.map((choice) => ({ from, choice })) : [];
    }),
    problems: found.flatMap((one) => (one.ok ? [] : one.diagnostics)),
  };
}

function obstacleTo(layout: Parameters<typeof tileToShared>[0]): string | undefined {
  const shared = tileToShared(layout);
  return shared.ok ? undefined : shared.diagnostics[0]?.message;
}

const measuredOf = (all: readonly Seen[], before: readonly Seen[]): Measured[] =>
  all.map(({ report, machine, diagnostics }, m) => ({
    ...costsOf(report),
    machine,
    isShifted: false,
    memory: [],
    workgroups: 1,
    hazards: diagnostics.flatMap(({ severity, message }) => (severity === 'note' ? [] : [message])),
    isCovered: report.account.counted >= (before[m]?.report.account.counted ?? 0),
    objects: [],
  }));

/** Conflict cycles of buffers, of reads or writes alone where that is asked. */
function conflictsOf(all: readonly Seen[], names: readonly string[], isRead?: boolean): number {
  const sites = all.flatMap(({ report }) => report.sites);
  return sum(
    sites
      .filter(({ buffer }) => names.includes(buffer))
      .filter(({ direction }) => isRead === undefined || (direction === 'read') === isRead)
      .map(({ bankConflict }) => bankConflict),
  );
}

function summary(
  names: readonly string[],
  part: LayoutPart,
  before: readonly Seen[],
  after: readonly Seen[],
): FixedBuffer {
  const conflicts = before.map((old, m) => {
    const now = after.slice(m, m + 1);
    return {
      machine: old.machine.name,
      readBefore: conflictsOf([old], names, true),
      readAfter: conflictsOf(now, names, true),
      writeBefore: conflictsOf([old], names, false),
      writeAfter: conflictsOf(now, names, false),
    };
  });
  return summaryOf(names, part, conflicts);
}

function bijection(seen: readonly Seen[], parts: readonly LayoutPart[]): ProofStep {
  const name = 'bijection';
  const wrong = parts.find(({ to }) => !isInjectiveLayout(to));
  if (wrong !== undefined)
    return { name, outcome: 'fails', detail: `elements of ${wrong.name} share a place` };
  for (const { machine, ldsBytes } of seen) {
    const most = machine.sharedMemory.bytesPerWorkgroup.value;
    if (ldsBytes <= most) continue;
    const detail = `a workgroup needs ${ldsBytes} B of LDS; ${machine.name} has ${most} B`;
    return { name, outcome: 'fails', detail };
  }
  const elements = sum(parts.map(({ to: { tile } }) => tile.rows * tile.columns));
  return { name, outcome: 'holds', detail: `${elements} elements, each at a place of its own` };
}

function lanes(before: readonly Seen[], after: readonly Seen[]): ProofStep {
  const name = 'lanes';
  let operations = 0;
  for (const [m, old] of before.entries()) {
    const now = after[m];
    const compared = now && compareElements(old, now);
    if (compared?.kind !== 'same') {
      const detail = `the access at ${compared?.site ?? ''} does not move the elements that it moved`;
      return { name, outcome: 'fails', detail };
    }
    ({ operations } = compared);
  }
  const detail = `${operations} operations: every lane moves the elements that it moved, where the encoding has them`;
  return { name, outcome: 'holds', detail };
}

function conflicts(
  before: readonly Seen[],
  after: readonly Seen[],
  names: readonly string[],
  better: boolean,
): ProofStep {
  const [was, is] = [conflictsOf(before, names), conflictsOf(after, names)];
  return {
    name: 'conflicts',
    outcome: better && is >= was ? 'fails' : 'holds',
    detail: `${was} conflict cycles before, ${is} after, each operation once`,
  };
}
