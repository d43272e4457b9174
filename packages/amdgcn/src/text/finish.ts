/**
 * The end of a file: all symbols are known, so that open operands get their values.
 *
 * Code sections follow each other in the order of their first line. Operands and data that name a symbol of no known place
 * keep its name; a branch to such a symbol is an error, anything else a warning.
 */
import { messages } from '@ldscope/core';

import { isBranch } from './code-names.ts';
import { setModifier } from './draft.ts';
import type { PendingOperand } from './draft.ts';
import { findKernels } from './kernels.ts';
import { expressionOperand } from './operands.ts';
import { CODE_STEP } from './program.ts';
import type { DataSection, Instruction, Program } from './program.ts';
import type { PendingData, Section } from './sections.ts';
import type { Assembly } from './state.ts';
import type { Place } from './sections.ts';

/** Makes the program from the sections and symbols. */
export function finish(assembly: Assembly): Program {
  assembly.symbols.closed = true;
  const instructions: Instruction[] = [];
  const bases = new Map<Section, number>();
  for (const section of assembly.sections.values()) {
    bases.set(section, instructions.length);
    for (const instruction of section.instructions) instructions.push(instruction);
  }
  for (const pending of assembly.pendingOperands) fillOperand(assembly, pending);
  const constants = new Map<string, number>();
  const labels = new Map<string, number>();
  const symbols = new Map<Section, Map<string, number>>();
  const place = (name: string, { section, area, position }: Place, offset: number): void => {
    if (area === 'code') {
      if (offset % CODE_STEP === 0)
        labels.set(name, (bases.get(section) ?? 0) + position + offset / CODE_STEP);
      return;
    }
    const known = symbols.get(section);
    if (known === undefined) symbols.set(section, new Map([[name, position + offset]]));
    else known.set(name, position + offset);
  };
  for (const [name, symbol] of assembly.symbols.table) {
    if (symbol.kind === 'number') constants.set(name, Number(symbol.value));
    else if (symbol.kind === 'place') place(name, symbol.place, 0);
    else {
      const value = assembly.symbols.evaluate(symbol.expression);
      if (!('offset' in value)) continue;
      if (value.symbol === undefined) constants.set(name, Number(value.offset));
      else {
        const found = assembly.symbols.place(value.symbol);
        if (found !== undefined) place(name, found, Number(value.offset));
      }
    }
  }
  const data: DataSection[] = [];
  for (const section of assembly.sections.values()) {
    const names = symbols.get(section) ?? new Map<string, number>();
    if (section.kind === 'ignored' || (section.length === 0 && names.size === 0)) continue;
    const relocations = section.pending.flatMap((pending) => fillData(assembly, section, pending));
    data.push({ name: section.name, bytes: section.data(), symbols: names, relocations });
  }
  const { target } = assembly;
  const [addresses] = [...bases.keys()].flatMap((section) => section.knownAddresses() ?? []);
  const known = addresses?.length === instructions.length + 1;
  return {
    target,
    instructions,
    ...(known ? { addresses } : {}),
    labels,
    data,
    constants,
    ldsObjects: assembly.ldsObjects,
    kernels: findKernels(assembly, instructions, labels),
  };
}

/** A symbol that has no place in this file. */
function isExternal(assembly: Assembly, name: string): boolean {
  return assembly.symbols.place(name) === undefined && !assembly.symbols.table.has(name);
}

function fillOperand(assembly: Assembly, pending: PendingOperand): void {
  const { instruction, target, expression, change, span } = pending;
  const operand = expressionOperand(assembly, expression, change);
  if (operand === undefined) {
    instruction.malformed = true;
    assembly.reportAt(assembly.whyNoNumber(expression), span);
    return;
  }
  if (operand.kind === 'symbol' && isExternal(assembly, operand.name)) {
    const branch = isBranch(instruction.mnemonic) || typeof target === 'string';
    const message = branch ? messages.amdgcn.undefinedSymbol : messages.amdgcn.externalSymbol;
    assembly.reportAt(message(operand.name), span);
    if (branch) instruction.malformed = true;
  }
  if (typeof target === 'number') instruction.operands[target] = operand;
  else if (operand.kind === 'integer') setModifier(instruction, target, Number(operand.value));
  else if (operand.kind === 'symbol' && !isExternal(assembly, operand.name)) {
    instruction.malformed = true;
    assembly.reportAt(messages.amdgcn.notAbsolute(), span);
  }
}

function fillData(
  assembly: Assembly,
  section: Section,
  { offset, bytes, expression, span }: PendingData,
): DataSection['relocations'][number][] {
  const value = assembly.symbols.evaluate(expression);
  if (!('offset' in value)) {
    assembly.reportAt(assembly.whyNoNumber(expression), span);
    return [];
  }
  if (value.symbol === undefined) {
    section.write(offset, bytes, value.offset);
    return [];
  }
  if (isExternal(assembly, value.symbol))
    assembly.reportAt(messages.amdgcn.externalSymbol(value.symbol), span);
  if (bytes !== 4 && bytes !== 8) {
    assembly.reportAt(messages.amdgcn.notAbsolute(), span);
    return [];
  }
  return [{ offset, bytes, symbol: value.symbol, addend: Number(value.offset) }];
}
