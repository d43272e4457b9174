/**
 * AMD code objects: the files that a compiler gives the driver.
 *
 *     bytes -> (containers ->) ELF -> kernels with descriptor and metadata, data sections
 *
 * The instructions are not decoded here: `disassemble` prints them, as `llvm-objdump -d` does for chips that it does not
 * know, and `combine` joins that text with the rest.
 */
import { codeObjectChips, diagnose, failure, messages, success } from '@ldscope/core';
import type { Diagnostic, Message, Result } from '@ldscope/core';
import { readMetadata } from '../text/metadata.ts';
import type { KernelDescriptor, KernelMetadata } from '../text/program.ts';
import { type FoundCode, findCode } from './containers/find-code.ts';
import { decodeDescriptor, DESCRIPTOR_SIZE } from './descriptor.ts';
import { EM_AMDGPU, findNote, readElf } from './elf.ts';
import type { Elf, ElfSymbol } from './elf.ts';
import { decodeMessagePack } from './messagepack.ts';
import { isCodeObject, isElf } from './recognize.ts';

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

/** A code object among those of a file. */
export interface PlacedCodeObject extends CodeObject {
  /** Of an archive: the member that it is in. */
  readonly member?: string | undefined;
}

/** The code objects of a file for one chip. */
interface CodeObjects {
  /** At least one: one per bundle and member, in the order of the file. */
  readonly objects: readonly [PlacedCodeObject, ...PlacedCodeObject[]];
  /** All chips that the file has code for, in its order. */
  readonly targets: readonly string[];
}

/**
 * Reads the code objects for a chip (`gfx942`, or `gfx90a:xnack-` with features) that a file is or holds: without a chip
 * those for the first one, with a note where there are others.
 */
export function readCodeObjects(bytes: Uint8Array, asked?: string): Result<CodeObjects> {
  const { codes, problems } = findCode(bytes);
  const targets = [...new Set(codes.map(({ target = '' }) => target))];
  const isBare = codes.length === 1 && codes[0]?.bytes === bytes;
  const target = asked?.split(':')[0] ?? targets[0];
  const fitting = isBare ? codes : codesFor(codes, asked ?? target ?? '');
  const reasons = problems.map((problem) => diagnose(problem));
  if (fitting.length === 0) {
    if (codes.length === 0 && reasons.length > 0) return failure(...reasons);
    if (!isCodeObject(bytes)) return failure(diagnose(messages.amdgcn.notElf()));
    if (codes.length === 0 && isElf(bytes)) {
      const elf = readElf(bytes);
      if ('code' in elf) return failure(diagnose(elf));
    }
    return failure(diagnose(messages.amdgcn.noCodeObject(asked, targets)));
  }
  const diagnostics: Diagnostic[] = reasons.map((one) => ({ ...one, severity: 'warning' }));
  if (asked === undefined && target !== undefined && targets.length > 1)
    diagnostics.push(diagnose(messages.amdgcn.severalChips(target, targets)));
  const objects: PlacedCodeObject[] = [];
  const broken: Diagnostic[] = [];
  for (const { bytes: own, member } of fitting) {
    const elf = readElf(own);
    const read = 'code' in elf ? failure(diagnose(elf)) : fromElf(own, elf);
    if (read.ok) objects.push({ ...read.value, member });
    (read.ok ? diagnostics : broken).push(...read.diagnostics);
  }
  // A file of one kernel for each translation unit has objects without any: of `__device__` functions alone.
  const [first, ...others] = objects.filter(({ kernels }) => kernels.length > 0);
  const [plain] = objects;
  const some = first === undefined ? plain && ([plain] as const) : ([first, ...others] as const);
  if (some === undefined) return failure(...broken, ...diagnostics);
  const warnings = broken.map((one) => ({ ...one, severity: 'warning' as const }));
  return success({ objects: [...some], targets }, [...diagnostics, ...warnings]);
}

/** Reads a code object, or the first for `target` that a file holds. */
export function readCodeObject(bytes: Uint8Array, target?: string): Result<CodeObject> {
  const read = readCodeObjects(bytes, target);
  return read.ok ? success(read.value.objects[0], read.diagnostics) : read;
}

/** The code objects for a chip: one of each bundle, the one with the wanted features if any are given. */
function codesFor(codes: readonly FoundCode[], asked: string): FoundCode[] {
  const [chip = '', ...features] = asked.split(':');
  const groups = new Map<string, FoundCode>();
  for (const code of codes) {
    const own = new Set(code.id.split(':').slice(1));
    const key = code.group === 0 ? `${groups.size}` : `of ${code.group}`;
    const fits = code.target === chip && features.every((feature) => own.has(feature));
    if (fits && !groups.has(key)) groups.set(key, code);
  }
  return [...groups.values()];
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
