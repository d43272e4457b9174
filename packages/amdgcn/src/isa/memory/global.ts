/**
 * One word, byte or half of global memory, with a diagnostic where there is none: it names the buffer that the
 * address is nearest to, the lane and the instruction. Loads beyond a buffer give 0, stores are dropped.
 */
import { messages, type Region } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';

const who = (lane: number): string => (lane < 0 ? 'scalar access' : `lane ${lane}`);

/** The region with all bytes of an access; reports and gives `undefined` when there is none. */
export function reach(
  environment: Environment,
  number: number,
  mnemonic: string,
  address: number,
  bytes: number,
  lane: number,
): Region | undefined {
  const { memory, findings } = environment;
  const region = memory.find(address);
  if (region === undefined) {
    if (!findings.hasProblem(number, 'emulate/wild-address')) {
      const text = `0x${address.toString(16)}`;
      findings.problem(number, messages.emulate.wildAddress(mnemonic, text, who(lane)));
    }
    return undefined;
  }
  const offset = address - region.base;
  if (offset >= 0 && offset + bytes <= region.bytes) return region;
  if (!findings.hasProblem(number, 'emulate/out-of-bounds')) {
    const { name, bytes: size } = region;
    findings.problem(number, messages.emulate.outOfBounds(mnemonic, name, offset, size, who(lane)));
  }
  return undefined;
}

export function loadGlobal(
  environment: Environment,
  number: number,
  mnemonic: string,
  address: number,
  lane: number,
): number {
  const region = reach(environment, number, mnemonic, address, 4, lane);
  const { sliced } = environment;
  if (sliced !== undefined && region !== undefined && sliced.wants(number))
    sliced.leftOut.read(region);
  return region === undefined ? 0 : region.load32(address - region.base);
}

export function storeGlobal(
  environment: Environment,
  number: number,
  mnemonic: string,
  address: number,
  value: number,
  lane: number,
): void {
  const region = reach(environment, number, mnemonic, address, 4, lane);
  if (region !== undefined) environment.sliced?.leftOut.write(region);
  region?.store32(address - region.base, value);
}
