/** What LLVM's disassembler writes for encodings, each in a slot of its own so that none shifts the others. */
import { objdump } from '../../packages/amdgcn/test/decode/objdump.ts';

/** `s_nop 0` of every generation. */
const NOP = 0xbf800000;
const NOPS = 3;
/** Encodings that are disassembled at once. */
const PART = 40_000;
/** The text of a probe that was not disassembled. */
export const UNKNOWN = '?';

/** An encoding and what LLVM writes for it. */
export interface Probe {
  readonly words: readonly number[];
  /** Empty where the encoding is invalid, or LLVM remarks on it. */
  text: string;
  bytes: number;
}

/** Fills in what LLVM writes for each probe. Where it crashes, the ones that it crashes on are found and left out. */
export function disassemble(probes: readonly Probe[], chip: string): void {
  for (let from = 0; from < probes.length; from += PART)
    disassemblePart(probes.slice(from, from + PART), chip);
}

function disassemblePart(probes: readonly Probe[], chip: string): void {
  const code: number[] = [];
  const slots = probes.map(({ words }) => {
    const at = 4 * code.length;
    code.push(...words, ...Array.from({ length: NOPS }, () => NOP));
    return at;
  });
  const lines = objdump(new Uint8Array(Uint32Array.from(code).buffer), chip);
  if (lines === undefined && probes.length > 1) {
    const half = probes.length >> 1;
    disassemblePart(probes.slice(0, half), chip);
    disassemblePart(probes.slice(half), chip);
    return;
  }
  for (const [index, probe] of probes.entries()) {
    const line = lines?.get(slots[index] ?? 0);
    probe.text = line === undefined || line.text === '.long' ? '' : line.text;
    probe.bytes = line?.bytes ?? 0;
  }
}
