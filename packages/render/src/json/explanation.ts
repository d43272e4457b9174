/** One site as JSON, of shared and of global memory. */
import { elementsAt, type ReportDiagnostic } from '@ldscope/core';
import { type Explained, type GlobalExplained } from '../document/explained.ts';
import { coalescingObject, ruleObject } from './machine.ts';
import { diagnosticObject, json } from './parts.ts';
import { globalSiteObject, siteObject } from './report.ts';

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
