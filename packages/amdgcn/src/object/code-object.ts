/**
 * AMD code objects: what a compiler gives the driver.
 *
 *     bytes -> (bundle ->) ELF -> kernels with descriptor and metadata, data sections
 *
 * The instructions are not decoded here: `disassemble` prints them, as `llvm-objdump -d` does for chips that it does not
 * know, and `combine` joins that text with the rest.
 */
import { codeObjectChips, diagnose, failure, messages, success } from '@ldscope/core';
import type { Diagnostic, Message, Result } from '@ldscope/core';
import { readMetadata } from '../text/metadata.ts';
import type { KernelDescriptor, KernelMetadata } from '../text/program.ts';
import { isBundle, isCompressedBundle, readBundles } from './bundle.ts';
import type { BundleEntry } from './bundle.ts';
import { decodeDescriptor, DESCRIPTOR_SIZE } from './descriptor.ts';
import { EM_AMDGPU, findNote, isElf, readElf } from './elf.ts';
import type { Elf, ElfSymbol } from './elf.ts';
import { decodeMessagePack } from './messagepack.ts';

interface CodeObjectKernel {
  readonly name: string;
  readonly descriptor: KernelDescriptor;
}

export interface CodeObject {
  /** `gfx942`. */
  readonly target?: string | undefined;
  /** The ELF file itself, for the disassembler: without the bundle around it. */
  readonly bytes: Uint8Array;
  readonly elf: Elf;
  readonly kernels: readonly CodeObjectKernel[];
  readonly metadata: readonly KernelMetadata[];
}

const NT_AMDGPU_METADATA = 32;

/** True when a file is worth giving to `readCodeObject`. */
export function isCodeObject(bytes: Uint8Array): boolean {
  return isElf(bytes) || isBundle(bytes) || isCompressedBundle(bytes);
}

/** Reads a code object, or the one for `target` of a bundle or of a program with one inside. */
export function readCodeObject(bytes: Uint8Array, target?: string): Result<CodeObject> {
  if (isCompressedBundle(bytes)) return failure(diagnose(messages.amdgcn.compressedBundle()));
  const direct = isBundle(bytes) ? undefined : readElf(bytes);
  if (direct !== undefined && 'code' in direct) return failure(diagnose(direct));
  if (direct?.machine === EM_AMDGPU) return fromElf(bytes, direct);
  const entries = readBundles(bytes);
  const entry = target === undefined ? entries[0] : choose(entries, target);
  if (entry === undefined)
    return failure(diagnose(messages.amdgcn.noCodeObject(target, entries.map(targetOf))));
  const elf = readElf(entry.bytes);
  return 'code' in elf ? failure(diagnose(elf)) : fromElf(entry.bytes, elf);
}

const targetOf = ({ target }: BundleEntry): string => target;

function choose(entries: readonly BundleEntry[], target: string): BundleEntry | undefined {
  return entries.find((entry) => entry.target === target);
}

function fromElf(bytes: Uint8Array, elf: Elf): Result<CodeObject> {
  const diagnostics: Diagnostic[] = [];
  const report = (message: Message): void => void diagnostics.push(diagnose(message));
  if (elf.machine !== EM_AMDGPU) return failure(diagnose(messages.amdgcn.otherMachine()));
  const note = findNote(elf, 'AMDGPU', NT_AMDGPU_METADATA);
  const decoded = note === undefined ? undefined : decodeMessagePack(note);
  if (note !== undefined && decoded === undefined)
    report(messages.amdgcn.metadata('it is not a MessagePack'));
  const read = decoded === undefined ? undefined : readMetadata(decoded.document, report);
  const target = codeObjectChips[elf.flags & 0xff]?.name ?? read?.target;
  const kernels: CodeObjectKernel[] = [];
  const seen = new Set<string>();
  for (const symbol of elf.symbols) {
    if (!symbol.name.endsWith('.kd') || symbol.section === 0) continue;
    const name = symbol.name.slice(0, -'.kd'.length);
    const place = symbolBytes(elf, symbol, DESCRIPTOR_SIZE);
    const descriptor = place === undefined ? undefined : decodeDescriptor(place, target);
    if (descriptor === undefined) report(messages.amdgcn.truncated(`the descriptor of ${name}`));
    else if (!seen.has(name)) {
      seen.add(name);
      kernels.push({ name, descriptor });
    }
  }
  return success({ target, bytes, elf, kernels, metadata: read?.kernels ?? [] }, diagnostics);
}

/** Bytes of the file from where a symbol is. */
function symbolBytes(elf: Elf, symbol: ElfSymbol, size: number): Uint8Array | undefined {
  const section = elf.sections[symbol.section];
  if (section === undefined) return undefined;
  const offset = symbol.value - (elf.linked ? section.address : 0);
  return offset >= 0 && offset + size <= section.bytes.length
    ? section.bytes.subarray(offset, offset + size)
    : undefined;
}
