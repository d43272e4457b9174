/**
 * The JSON forms: contracts with scripts, each with its `schema`, documented in docs/report-json.md.
 *
 * Keys are written out one by one, so that their order is stable and a new field of the engine does not
 * become a promise by accident. Absent values are left out; `null` stands only for an inactive lane.
 */
import { elementsAt, type Hint, hintParts, hintText } from '@ldscope/core';
import type {
  Alternative,
  Counter,
  CoalescingModel,
  Fact,
  FixedBuffer,
  FixReport,
  GlobalReport,
  GlobalSite,
  GlobalSums,
  Hazard,
  HazardWitness,
  HintReport,
  IterationCost,
  LdsCoverage,
  Location,
  Machine,
  MeasuredScore,
  OccupancyReport,
  OptReport,
  Report,
  ReportDiagnostic,
  ReportSite,
  RuleEvidence,
  ConflictModel,
  PhaseTable,
  ServiceRule,
  Statement,
  SuggestedBuffer,
  SuggestedLayout,
  SuggestReport,
} from '@ldscope/core';
import type { ShownMatrix } from './text/shown-matrix.ts';
import { elementView, laneRanges, phaseLanes } from '@ldscope/core';
import type { GlobalExplained } from './document/explained.ts';
import type { Converted } from './text/convert.ts';
import type { Explained } from './document/explained.ts';
import type { PassList } from './text/pass-list.ts';
import { isSample } from './text/sample.ts';

/** The report, schema `ldscope-report/1`. */
export function reportJson(report: Report): string {
  return json(reportObject(report));
}

/** One report as it is; several of them as a list under `reports`. */
export function reportsJson(reports: readonly Report[]): string {
  const [first, second] = reports;
  if (first !== undefined && second === undefined) return reportJson(first);
  return json({ schema: 'ldscope-reports/1', reports: reports.map(reportObject) });
}

function reportObject(report: Report): object {
  const { schema, machine, model, kernel, totals } = report;
  return {
    schema,
    machine,
    model,
    kernel: {
      name: kernel.name,
      frontend: kernel.frontend,
      waves: kernel.waves,
      ldsBytes: kernel.ldsBytes,
      workgroups: kernel.workgroups && {
        executed: kernel.workgroups.executed,
        launched: kernel.workgroups.launched,
        sampled: isSample(kernel),
      },
      wavesPerWorkgroup: kernel.wavesPerWorkgroup,
      registers: kernel.registers && {
        vector: kernel.registers.vector,
        accumulators: kernel.registers.accumulators,
        scalar: kernel.registers.scalar,
      },
      block: kernel.block && { shape: kernel.block.shape, from: kernel.block.from },
      ldsInstructions: kernel.ldsInstructions && coverageObject(kernel.ldsInstructions),
      partsOfTile: kernel.partsOfTile?.map(({ side, part, tile }) => ({ side, part, tile })),
    },
    occupancy: report.occupancy && occupancyObject(report.occupancy),
    sites: report.sites.map(siteObject),
    totals: totalsObject(totals),
    global: report.global && globalObject(report.global),
    counters: report.counters.map(counterObject),
    evidence: report.evidence.map(evidenceObject),
    alternatives: report.alternatives.map(alternativeObject),
    hints: report.hints && hintsObject(report.hints),
    hazards: report.hazards.map(hazardObject),
    diagnostics: report.diagnostics.map(diagnosticObject),
    advice: report.advice?.map(statementObject),
  };
}

function coverageObject({ instructions, counted, missing }: LdsCoverage): object {
  return {
    instructions,
    counted,
    missing: missing.map((one) => ({ reason: one.reason, instructions: one.instructions })),
  };
}

function hintsObject({ allocations, resolutions }: HintReport): object {
  return {
    allocations,
    resolutions: resolutions.map(
      ({ resolver, like, machine, totals, reason, difference, decisions }) => ({
        resolver,
        like,
        machine,
        totals: totals && totalsObject(totals),
        reason,
        difference,
        decisions: decisions.map(({ allocation, verdict, reason: why }) => ({
          allocation,
          verdict,
          reason: why,
        })),
      }),
    ),
  };
}

function occupancyObject(report: OccupancyReport): object {
  const { workgroups, wavesPerSimd, allocatedRegisters, allocatedLdsBytes, counted } = report;
  return {
    workgroups,
    wavesPerSimd,
    allocatedRegisters: counted.includes('registers') ? allocatedRegisters : undefined,
    allocatedLdsBytes,
    counted,
    bounds: report.bounds.map(
      ({ limit, workgroups: allowed, available, needed, words, evidence, source }) => ({
        limit,
        workgroups: allowed,
        available,
        needed,
        words,
        evidence,
        source,
      }),
    ),
  };
}

function statementObject({ rule, title, says, verdict, finding, numbers }: Statement): object {
  return { rule, title, says, verdict, finding, numbers };
}

/** An explanation, schema `ldscope-explain/1`: every phase, bank, word and lane. */
export function explanationJson(
  { machine, model, site, explanation, elements }: Explained,
  diagnostics: readonly ReportDiagnostic[] = [],
): string {
  const { rule, phases, addressBytes, reasons } = explanation;
  const { idxActive, bankConflict, worstWays, banksPerLane } = explanation;
  return json({
    schema: 'ldscope-explain/1',
    machine: machine.name,
    model: model.name,
    site: siteObject(site),
    execution: { phases: phases.length, idxActive, bankConflict, worstWays },
    rule: ruleObject(rule),
    reasons,
    banksPerLane,
    phases: phases.map(({ index, lanes, cycles, ways, banks }) => ({
      index,
      lanes,
      cycles,
      ways,
      banks: banks.map(({ bank, slots, words }) => ({
        bank,
        slots,
        words: words.map((word) => ({ addressBytes: word.addressBytes, lanes: word.lanes })),
      })),
    })),
    addressBytes: addressBytes.map((address) => address ?? null),
    ...(elements === undefined
      ? {}
      : {
          elementNames: elements.names,
          elements: addressBytes.map((address) =>
            address === undefined ? null : elementsAt(elements, address, site.widthBytes),
          ),
        }),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

/** An explanation of a global access, schema `ldscope-explain-global/1`: every line or sector, and every lane. */
export function globalExplanationJson(
  { machine, site, explanation }: GlobalExplained,
  diagnostics: readonly ReportDiagnostic[] = [],
): string {
  const { model, blocks, idealTransactions, addressBytes, reasons } = explanation;
  const { requestedBytes, usefulBytes, fetchedBytes } = explanation;
  return json({
    schema: 'ldscope-explain-global/1',
    machine: machine.name,
    model: coalescingObject(model),
    site: globalSiteObject(site),
    execution: {
      transactions: blocks.length,
      idealTransactions,
      requestedBytes,
      usefulBytes,
      fetchedBytes,
    },
    reasons,
    blocks: blocks.map((block) => ({
      addressBytes: block.addressBytes,
      lanes: block.lanes,
      wantedBytes: block.wantedBytes,
    })),
    addressBytes: addressBytes.map((address) => address ?? null),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

/** What `fix` did, schema `ldscope-fix/1`. */
export function fixJson(report: FixReport): string {
  const { schema, kernel, machines, verdict, workgroups, buffers, proof, diagnostics } = report;
  return json({
    schema,
    kernel,
    machines,
    verdict,
    ...(workgroups === undefined
      ? {}
      : { workgroups: { executed: workgroups.executed, launched: workgroups.launched } }),
    buffers: buffers.map(fixedObject),
    proof: proof.map(({ name, outcome, detail }) => ({ name, outcome, detail })),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

/** What passes decided, schema `ldscope-opt/1`. */
export function optJson(report: OptReport): string {
  const { schema, file, passes, like, machine, verdict, allocations, diagnostics, mlir } = report;
  return json({
    schema,
    file,
    passes,
    like,
    machine,
    verdict,
    allocations: allocations.map((one) => ({
      allocation: one.allocation,
      function: one.function,
      line: one.place?.line,
      column: one.place?.column,
      decisions: one.decisions.map(({ pass, verdict: own, reason, figures }) => ({
        pass,
        verdict: own,
        reason,
        figures,
      })),
    })),
    diagnostics: diagnostics.map(diagnosticObject),
    mlir,
  });
}

/** The passes and pipelines, schema `ldscope-passes/1`. */
export function passListJson({ passes, pipelines }: PassList): string {
  return json({ schema: 'ldscope-passes/1', passes, pipelines });
}

function fixedObject(buffer: FixedBuffer): object {
  const { names, rows, columns, elementBytes, before, after, bytesBefore, bytesAfter } = buffer;
  const { accesses, changed, conflicts, optimality } = buffer;
  return {
    names,
    tile: { rows, columns, elementBytes },
    before,
    after,
    bytesBefore,
    bytesAfter,
    accesses,
    changed,
    conflicts: conflicts.map(({ machine, readBefore, readAfter, writeBefore, writeAfter }) => ({
      machine,
      readBefore,
      readAfter,
      writeBefore,
      writeAfter,
    })),
    optimality,
  };
}

/** What `suggest` found, schema `ldscope-suggest/1`. */
export function suggestJson(report: SuggestReport): string {
  const { schema, kernel, frontend, machines, block, buffers, hints, next, diagnostics } = report;
  return json({
    schema,
    kernel,
    frontend,
    machines,
    block: block && { shape: block.shape, from: block.from },
    buffers: buffers.map(suggestedObject),
    hints: hints && hintsObject(hints),
    next,
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

function suggestedObject(buffer: SuggestedBuffer): object {
  const { names, tile, machines, verdict, now, accesses, why, front, proof } = buffer;
  const { recommendation, others, notations, obstacles } = buffer;
  return {
    names,
    tile: elementView(tile),
    machines,
    verdict,
    workgroups: buffer.workgroups && {
      executed: buffer.workgroups.executed,
      launched: buffer.workgroups.launched,
    },
    now: layoutObject(now, machines),
    accesses: accesses.map(({ name, op, executions }) => ({ name, op, executions })),
    why: why.map(({ target, access, conflicts, ways, example, causes }) => ({
      machine: target,
      access,
      conflicts,
      ways,
      example,
      causes: causes.map(({ kind, text }) => ({ kind, text })),
    })),
    front: front.map((layout) => layoutObject(layout, machines)),
    recommendation,
    others: others.map((layout) => layoutObject(layout, machines)),
    proof: {
      claims: proof.claims.map(({ machine, access, cycles, conflicts, ways, leastConflicts }) => ({
        machine,
        access,
        cycles,
        conflicts,
        ways,
        leastConflicts,
      })),
      argument: proof.argument,
      families: proof.families.map(({ name, widthBytes, size, conflicts, exhausted, refused }) => ({
        name,
        widthBytes,
        size,
        conflicts,
        exhausted,
        refused,
      })),
    },
    notations: notations.map(({ notation, title, text, reason, instead }) => ({
      notation,
      title,
      text,
      reason,
      instead,
    })),
    obstacles: obstacles.map(({ kind, text }) => ({ kind, text })),
  };
}

function layoutObject(layout: SuggestedLayout, machines: readonly string[]): object {
  const { family, conflicts, ldsBytes, workgroups, addressInstructions, addressRange } = layout;
  const { accessInstructions, widthBytes, serves, unwritable } = layout;
  return {
    family,
    layout: layout.layout,
    recommended: layout.recommended,
    conflicts: conflicts.map((cycles, m) => ({ machine: machines[m], cycles })),
    ldsBytes,
    workgroups: workgroups.map((count, m) => ({ machine: machines[m], count })),
    addressInstructions,
    addressRange: addressRange && { least: addressRange[0], most: addressRange[1] },
    accessInstructions,
    widthBytes,
    serves,
    unwritable,
  };
}

/** What went wrong instead of an explanation, or any other answer of the given schema. */
export function failureJson(schema: string, diagnostics: readonly ReportDiagnostic[]): string {
  return json({ schema, diagnostics: diagnostics.map(diagnosticObject) });
}

/** A layout in several notations, schema `ldscope-convert/1`. */
export function convertedJson(
  { tile, layout, texts }: Converted,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({
    schema: 'ldscope-convert/1',
    tile: elementView(tile),
    layout,
    notations: texts.map(({ notation, text, reason }) => ({ name: notation, text, reason })),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

/**
 * Matrix instructions of a machine, schema `ldscope-matrix/1`; `lanes`: by operand, lane and element, `[row, k, block]` of
 * A, `[column, k, block]` of B, `[row, column, block]` of C and D.
 */
export function matricesJson(
  machine: Machine,
  matrices: readonly ShownMatrix[],
  lanes: boolean,
): string {
  return json({
    schema: 'ldscope-matrix/1',
    machine: machine.name,
    instructions: matrices.map((matrix) => ({
      names: matrix.names,
      m: matrix.m,
      n: matrix.m,
      k: matrix.k,
      blocks: matrix.blocks,
      a: matrix.a,
      b: matrix.b,
      d: matrix.d,
      sparse: matrix.sparse,
      passes: matrix.passes,
      elements: {
        a: matrix.operands.a.elements,
        b: matrix.operands.b.elements,
        d: matrix.operands.d.elements,
      },
      lanes: lanes ? laneLists(matrix) : undefined,
      evidence: matrix.evidence,
      source: matrix.source,
    })),
  });
}

function laneLists({ lanes, operands }: ShownMatrix): object {
  const list = (elements: number, at: (lane: number, element: number) => readonly number[]) =>
    Array.from({ length: lanes }, (_l, lane) =>
      Array.from({ length: elements }, (_e, element) => at(lane, element)),
    );
  const operand = ({ elements, at }: ShownMatrix['operands']['a']) =>
    list(elements, (lane, element) => {
      const { row, k, block } = at(lane, element);
      return [row, k, block];
    });
  return {
    a: operand(operands.a),
    b: operand(operands.b),
    d: list(operands.d.elements, (lane, element) => {
      const { row, column, block } = operands.d.at(lane, element);
      return [row, column, block];
    }),
  };
}

/** The machines by name, schema `ldscope-machines/1`. */
export function machinesJson(machines: readonly Machine[]): string {
  return json({
    schema: 'ldscope-machines/1',
    machines: machines.map(({ name, vendor, products, isa, waveSizes, models }) => ({
      name,
      vendor,
      products,
      isa,
      waveSizes,
      models: models.map((model) => model.name),
    })),
  });
}

/** One machine with all facts and rules, schema `ldscope-machine/1`. */
export function machineJson(machine: Machine): string {
  const { name, vendor, products, isa, waveSizes, sharedMemory, occupancy, issue } = machine;
  const { models, coalescing } = machine;
  return json({
    schema: 'ldscope-machine/1',
    name,
    vendor,
    products,
    isa,
    waveSizes,
    sharedMemory: factsObject(sharedMemory),
    occupancy: factsObject(occupancy),
    ...(issue === undefined
      ? {}
      : {
          issue: {
            read: factObject(issue.read),
            writeBase: factObject(issue.writeBase),
            writePerDword: factObject(issue.writePerDword),
            port: factsObject(issue.port),
          },
        }),
    models: models.map(modelObject),
    coalescing: coalescing.map(coalescingObject),
  });
}

/** A score, schema `ldscope-validate/1`, with every mismatch. */
export function scoreJson(
  score: MeasuredScore,
  machine: Machine,
  model: ConflictModel,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({
    schema: 'ldscope-validate/1',
    machine: machine.name,
    model: model.name,
    records: score.records,
    exact: score.exact,
    mismatches: score.mismatches.map(({ line, op, measured, predicted }) => ({
      line,
      op,
      measured,
      predicted,
    })),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function siteObject(site: ReportSite): object {
  const { id, op, direction, widthBytes, buffer, location } = site;
  const { executions, phases, idxActive, bankConflict, worstWays, iterations } = site;
  return {
    id,
    op,
    direction,
    widthBytes,
    buffer,
    location: locationObject(location),
    executions,
    phases,
    idxActive,
    bankConflict,
    worstWays,
    iterations: iterations?.map(iterationObject),
  };
}

function globalObject(global: GlobalReport): object {
  const { model, title, unit, transactionBytes, usefulBytes, evidence, source, note } = global;
  const { sites, totals } = global;
  return {
    model,
    title,
    unit,
    transactionBytes,
    usefulBytes,
    evidence,
    source,
    note,
    sites: sites.map(globalSiteObject),
    totals: { ...sumsObject(totals), efficiency: totals.efficiency },
  };
}

function globalSiteObject(site: GlobalSite): object {
  const { id, op, direction, widthBytes, buffer, location, efficiency, reason } = site;
  const { assumedPitch } = site;
  return {
    id,
    op,
    direction,
    widthBytes,
    buffer,
    location: locationObject(location),
    ...sumsObject(site),
    efficiency,
    reason,
    ...(assumedPitch === undefined ? {} : { assumedPitch }),
  };
}

function sumsObject(sums: GlobalSums): object {
  const { executions, transactions, idealTransactions } = sums;
  const { requestedBytes, usefulBytes, fetchedBytes } = sums;
  return {
    executions,
    transactions,
    idealTransactions,
    requestedBytes,
    usefulBytes,
    fetchedBytes,
  };
}

function iterationObject(cost: IterationCost): object {
  const { first, last, executions, idxActive, bankConflict } = cost;
  return { first, last, executions, idxActive, bankConflict };
}

/** Keys without a value are left out by JSON itself. */
function locationObject({ file, line, column, text }: Location): object {
  return { file, line, column, text };
}

function totalsObject({ instructions, idxActive, bankConflict }: Report['totals']): object {
  return { instructions, idxActive, bankConflict };
}

function counterObject({ name, value, unit, formula }: Counter): object {
  return { name, value, unit, formula };
}

function evidenceObject(rule: RuleEvidence): object {
  const { request, ops, phases, banks, evidence, source, note } = rule;
  return { request, ops, phases, banks, evidence, source, note };
}

function alternativeObject({ model, title, ops, totals }: Alternative): object {
  return { model, title, ops, totals: totalsObject(totals) };
}

function hazardObject(hazard: Hazard): object {
  const { code, severity, message, hint, location, count, other, witness } = hazard;
  return {
    code,
    severity,
    message,
    ...hintObject(hint),
    location: locationObject(location),
    count,
    other: other && { access: other.access, location: locationObject(other.location) },
    witness: witness && witnessObject(witness),
  };
}

function witnessObject(witness: HazardWitness): object {
  const { workgroup, buffer, byte, bytes, wave, lane, otherWave, otherLane } = witness;
  return { workgroup, buffer, byte, bytes, wave, lane, otherWave, otherLane };
}

function diagnosticObject(diagnostic: ReportDiagnostic): object {
  const { code, severity, message, line, column, hint } = diagnostic;
  return { code, severity, message, line, column, ...hintObject(hint) };
}

/** The hint as the command words it, and its options as data. */
function hintObject(hint: Hint): object {
  const options = hintParts(hint).filter((part) => typeof part !== 'string');
  return { hint: hintText(hint), ...(options.length === 0 ? {} : { options }) };
}

function factObject({ value, evidence, source, note }: Fact<unknown>): object {
  return { value, evidence, source, note };
}

function factsObject(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts as Readonly<Record<string, Fact<unknown>>>).map(([key, fact]) => [
      key,
      factObject(fact),
    ]),
  );
}

function modelObject({
  name,
  title,
  description,
  emptyPhaseCycles,
  portsPerBank,
  phaseCost,
  twoAddresses,
  rules,
}: ConflictModel): object {
  return {
    name,
    title,
    description,
    emptyPhaseCycles,
    portsPerBank,
    phaseCost,
    twoAddresses,
    rules: Object.fromEntries(
      Object.entries(rules).map(([waveSize, table]) => [
        waveSize,
        Object.fromEntries(
          Object.entries(table).map(([request, rule]) => [request, ruleObject(rule)]),
        ),
      ]),
    ),
  };
}

function coalescingObject(model: CoalescingModel): object {
  const { name, title, description, unit, transactionBytes, usefulBytes } = model;
  return {
    name,
    title,
    description,
    unit,
    transactionBytes: factObject(transactionBytes),
    usefulBytes,
  };
}

function ruleObject(rule: ServiceRule): object {
  const { phases, pairedPhases, banks, slots, steps, alignmentBytes } = rule;
  const { evidence, source, note, otherReading } = rule;
  return {
    phases: phasesObject(phases),
    pairedPhases: pairedPhases && phasesObject(pairedPhases),
    banks,
    slots,
    steps,
    alignmentBytes,
    evidence,
    source,
    note,
    otherReading,
  };
}

/** The lanes of each phase as ranges: `["0-3,20-23", ...]`. */
function phasesObject(table: PhaseTable): object {
  return {
    title: table.title,
    lanes: Array.from({ length: table.count }, (_, phase) => laneRanges(phaseLanes(table, phase))),
  };
}
