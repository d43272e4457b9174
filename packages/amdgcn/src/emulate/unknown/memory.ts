/** Loads, stores and copies of global and private memory, where addresses or data are unknown. */
import { smemAddress, smemRow } from '../../isa/smem.ts';
import { type MemoryParts, memoryParts } from '../../isa/memory/memory.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import { ldsBase } from '../../state/lds-by-m0.ts';
import { SHARED_APERTURE } from '../../state/scalars.ts';
import { vectorRow } from '../../state/uses.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { M0, type Step, type Wave } from '../../state/wave.ts';
import { onRegisters } from './arithmetic.ts';
import type { UnknownRegisters } from './registers.ts';
import type { UnknownState } from './state.ts';
import { operandIds } from './unexecuted.ts';
import { laneAddresses } from './words.ts';

/** A scalar load or store. */
export function onScalarMemory(
  state: UnknownState,
  instruction: Instruction,
  number: number,
  step: Step,
): Step {
  const address = smemAddress(instruction);
  const use = state.code.use(number);
  if (address === undefined || use === undefined)
    return onRegisters(state, number, instruction, step);
  const places = operandIds(instruction, [1, 2]);
  const { writes } = use;
  const stores = writes.scalars.length === 0;
  const ids = writes.scalars.map((scalar) => SCALAR_ID + scalar);
  const isWhole = smemRow(instruction.mnemonic)?.part === undefined;
  return (wave) => {
    const { registers } = state.of(wave);
    const labels = registers.labelsOf(places);
    if (labels !== 0) {
      if (!stores) registers.mark(ids, labels | state.contentsOf(labels), wave);
      wave.waits.scalar({ number, registers: ids });
      return;
    }
    const start = Math.floor(address(wave) / 4) * 4;
    step(wave);
    for (const [word, id] of ids.entries()) {
      const found = state.wordLabels(start + 4 * word);
      registers.writeScalar(id, found === 0 ? 0 : -1, found);
      const offset = start + 4 * word - state.given.segment.base;
      if (found !== 0 && isWhole && offset >= 0 && offset < state.given.segment.bytes)
        registers.nameArgument(id, offset >> 2, wave.s[id - SCALAR_ID] ?? 0);
    }
  };
}

/** A vector load, store or atomic, or a copy between memory and LDS. */
export function onMemory(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  step: Step,
): Step {
  const parts = memoryParts(instruction);
  const use = state.code.use(number);
  if (parts === undefined || use === undefined || parts.kind === 'idle') return step;
  const places = operandIds(instruction, parts.addressOperands);
  const data = operandIds(instruction, parts.dataOperand < 0 ? [] : [parts.dataOperand]);
  const targets = use.writes.rows;
  const { mnemonic } = instruction;
  const { space } = parts.address;
  const flat = space === 'flat';
  const mayBePrivate = space !== 'global';
  const addresses = laneAddresses(state.environment, number, instruction, parts.address);
  if (parts.kind === 'lds')
    return onCopy(state, number, instruction, step, places, parts.laneBytes);
  if (parts.kind === 'async') return onAsync(state, number, instruction, step, parts);
  const writes = parts.kind !== 'load';
  const words = Math.max(1, targets.length);
  const highRow = flatHighRow(instruction, parts);
  /** Lanes whose high words are known are in the memory that these say. */
  const mayBeShared = (registers: UnknownRegisters, wave: Wave): boolean => {
    if (!state.lds.isThere) return false;
    if (highRow === undefined || registers.labelsOfActive([highRow], wave) !== 0) return true;
    for (let lane = 0; lane < 64; lane++)
      if (wave.isActive(lane) && wave.u[64 * highRow + lane] === SHARED_APERTURE) return true;
    return false;
  };
  return (wave) => {
    const { registers } = state.of(wave);
    const labels = registers.labelsOfActive(places, wave);
    if (labels !== 0) {
      if (space !== 'scratch') state.environment.global?.onUnknown();
      if (flat && mayBeShared(registers, wave)) {
        state.reportAddress(number, mnemonic, labels);
        if (writes) state.lds.spread(labels | registers.labelsOfActive(data, wave));
      }
      // A store to an unknown address is dropped, but counts as in flight.
      if (writes && mayBePrivate) state.privateLabels |= labels;
      if (targets.length > 0) registers.mark(targets, labels | state.contentsOf(labels), wave);
      if (flat) wave.waits.flat({ number, registers: targets });
      else wave.waits.vector({ number, registers: targets });
      return;
    }
    const found = new Uint32Array(targets.length * 64);
    if (targets.length > 0) {
      addresses(wave, (address, lane, step_) => {
        for (let word = 0; word < words; word++)
          found[64 * word + lane] = state.wordLabels(address + word * step_);
      });
    }
    if (writes) store(state, wave, registers, data, addresses, parts.kind === 'atomic');
    step(wave);
    const mixed = parts.exchanges ? found.reduce((all, one) => all | one, 0) : 0;
    for (const [word, row] of targets.entries()) {
      registers.begin();
      if (parts.keeps) registers.readRow(row);
      if (mayBePrivate && state.privateLabels !== 0) registers.gather(-1, -1, state.privateLabels);
      for (let lane = 0; lane < 64; lane++) {
        const own = found[64 * word + lane] ?? 0;
        if (own !== 0) registers.gatherLane(lane, own);
      }
      if (mixed !== 0) registers.gather(-1, -1, mixed);
      registers.writeRow(row, wave);
    }
  };
}

/** The register with the high words of a flat address; `undefined` where a base in scalars makes them. */
function flatHighRow(instruction: Instruction, { address }: MemoryParts): number | undefined {
  const row = vectorRow(instruction.operands[address.vector]);
  return address.space === 'flat' && address.scalar < 0 && row !== undefined ? row + 1 : undefined;
}

/** Words of memory get the sources of the stored values; `keeps`: in addition to their own. */
function store(
  state: UnknownState,
  wave: Wave,
  registers: UnknownRegisters,
  data: readonly number[],
  addresses: ReturnType<typeof laneAddresses>,
  keeps: boolean,
): void {
  if (registers.labelsOfActive(data, wave) === 0 && (keeps || state.isMemoryKnown)) return;
  addresses(wave, (address, lane, step) => {
    for (const [word, row] of data.entries()) {
      const at = address + word * step;
      if (registers.isUnknownLane([row], lane)) state.markWord(at, registers.labels[row] ?? 0);
      else if (!keeps) state.markWord(at, 0);
    }
  });
}

/** Direct-to-LDS: the copied data may be unknown while the address in LDS is known. */
function onCopy(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  step: Step,
  places: readonly number[],
  laneBytes: number,
): Step {
  const { findings, target } = state.environment;
  const baseOf = ldsBase(target, 'copy');
  const constant = numberModifier(instruction, 'offset');
  return (wave) => {
    const { registers } = state.of(wave);
    const m0 = registers.labels[SCALAR_ID + M0] ?? 0;
    if (m0 !== 0) {
      state.reportAddress(number, instruction.mnemonic, m0);
      state.lds.spread(m0);
      wave.waits.vector({ number, registers: [] });
      return;
    }
    const labels = registers.labelsOfActive(places, wave);
    findings.muted = labels !== 0;
    step(wave);
    findings.muted = false;
    const base = baseOf(wave) + constant;
    const contents = labels === 0 ? 0 : labels | state.contentsOf(labels);
    state.lds.markRange(base, 64 * laneBytes, contents);
  };
}

/** A copy whose addresses of either side are in registers, one of which may be unknown. */
function onAsync(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  step: Step,
  parts: MemoryParts,
): Step {
  const { findings } = state.environment;
  const ldsIds = operandIds(instruction, [parts.dataOperand]);
  const [row = 0] = ldsIds;
  const memoryIds = operandIds(instruction, parts.addressOperands);
  const addresses = laneAddresses(state.environment, number, instruction, parts.address);
  const { bytes } = parts.address;
  const toLds = parts.direction === 'to-lds';
  const offsets = [numberModifier(instruction, 'offset')];
  const places = { bytes, offsets, addressOperand: parts.dataOperand, byM0: undefined };
  const inLds = { ...places, reads: !toLds, writes: toLds, exchanges: false, keeps: false };
  return (wave) => {
    const { registers } = state.of(wave);
    const unknownPlace = registers.labelsOfActive(ldsIds, wave);
    if (unknownPlace !== 0) {
      state.reportAddress(number, instruction.mnemonic, unknownPlace);
      if (toLds) state.lds.spread(unknownPlace);
      wave.waits.async({ number, registers: [] });
      return;
    }
    const labels = registers.labelsOfActive(memoryIds, wave);
    registers.begin();
    if (!toLds) state.lds.read(wave, row, inLds, registers);
    else if (labels !== 0) registers.gather(-1, -1, labels | state.contentsOf(labels));
    else gatherMemory(state, wave, registers, addresses, bytes);
    if (toLds) state.lds.write(wave, row, inLds, registers);
    else if (labels === 0) markMemory(state, wave, registers, addresses, bytes);
    findings.muted = labels !== 0;
    step(wave);
    findings.muted = false;
  };
}

/** Gathers the sources of the words that lanes load. */
function gatherMemory(
  state: UnknownState,
  wave: Wave,
  registers: UnknownRegisters,
  addresses: ReturnType<typeof laneAddresses>,
  bytes: number,
): void {
  addresses(wave, (address, lane, step) => {
    for (let word = 0; 4 * word < bytes; word++) {
      const labels = state.wordLabels(address + word * step);
      if (labels !== 0) registers.gatherLane(lane, labels);
    }
  });
}

/** Gives the words that lanes store the gathered sources. */
function markMemory(
  state: UnknownState,
  wave: Wave,
  registers: UnknownRegisters,
  addresses: ReturnType<typeof laneAddresses>,
  bytes: number,
): void {
  const labels = registers.gatheredLabels;
  if (labels === 0 && state.memory.isEmpty) return;
  addresses(wave, (address, lane, step) => {
    for (let word = 0; 4 * word < bytes; word++) {
      const at = address + word * step;
      state.memory.put(at, Math.min(bytes, 4), registers.isGathered(lane) ? labels : 0);
    }
  });
}
