/**
 * All code for AMD chips in a file, wherever a build has put it.
 *
 *     code object                                    itself
 *     bundle, compressed bundle, offload binary      what they hold
 *     host object, .so, executable                   the bundles that are embedded in them
 *     archive                                        what its members hold
 *
 * Containers hold containers. Bundles in a host file are found by their magics: sections have other names from compiler to
 * compiler, and files of other systems are not ELF.
 *
 * LIMITATIONS. A file is unpacked to 1 GiB at most, and containers are opened four deep.
 */
import { messages } from '@ldscope/core';
import type { Message } from '@ldscope/core';
import { codeObjectChips } from '@ldscope/core';
import { targetName } from '../../text/metadata.ts';
import { Bytes } from '../bytes.ts';
import { EM_AMDGPU, readElf } from '../elf.ts';
import {
  ARCHIVE_MAGIC,
  BITCODE_MAGICS,
  BUNDLE_MAGIC,
  COMPRESSED_MAGIC,
  isElf,
  OFFLOAD_MAGIC,
  startsWith,
  THIN_MAGIC,
} from '../recognize.ts';
import { readArchive } from './archive.ts';
import { compressedHeader, readBundle, unpackBundle } from './bundle.ts';
import { readOffloadBinary } from './offload-binary.ts';

/** A code object, and its container. */
export interface FoundCode {
  /** `gfx942`. */
  readonly target: string | undefined;
  /** As the container names it: `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-`; empty outside of one. */
  readonly id: string;
  /** The same number for the chips of one bundle, which are the same kernels. */
  readonly group: number;
  /** Of an archive: the member. */
  readonly member?: string | undefined;
  readonly bytes: Uint8Array;
}

export interface FoundCodes {
  readonly codes: readonly FoundCode[];
  /** Containers that could not be opened, and why. */
  readonly problems: readonly Message[];
}

/** Code objects of one file. */
const codeLimit = 65_536;
const problemLimit = 8;
const depthLimit = 4;
const unpackedLimit = 2 ** 30;

const containerNames: Readonly<Record<string, string>> = {
  [BUNDLE_MAGIC]: 'the bundle',
  [COMPRESSED_MAGIC]: 'the header of the compressed bundle',
  [OFFLOAD_MAGIC]: 'the offload binary',
};

/** Finds all code objects, in the order of the file. */
export function findCode(bytes: Uint8Array): FoundCodes {
  const finder = new Finder();
  finder.open(bytes, { id: '', group: 0 }, 0);
  return finder;
}

type Place = Pick<FoundCode, 'id' | 'group' | 'member'>;

class Finder implements FoundCodes {
  readonly codes: FoundCode[] = [];
  readonly problems: Message[] = [];
  #unpacked = 0;
  #groups = 0;

  open(bytes: Uint8Array, place: Place, depth: number): void {
    if (this.codes.length >= codeLimit) return;
    if (isElf(bytes)) {
      const machine = new Bytes(bytes).u16(18);
      if (machine === EM_AMDGPU) this.#addCode(bytes, place);
      else if (depth < depthLimit) this.#search(bytes, place, depth);
      return;
    }
    if (BITCODE_MAGICS.some((magic) => startsWith(bytes, magic))) {
      this.#report(messages.amdgcn.bitcode(targetName(place.id)));
      return;
    }
    if (depth >= depthLimit) return;
    if (startsWith(bytes, THIN_MAGIC)) this.#report(messages.amdgcn.thinArchive());
    else if (startsWith(bytes, ARCHIVE_MAGIC)) this.#openArchive(bytes, place, depth);
    else this.#search(bytes, place, depth);
  }

  #addCode(bytes: Uint8Array, place: Place): void {
    const flags = new Bytes(bytes).u32(48) ?? 0;
    const target = codeObjectChips[flags & 0xff]?.name ?? targetName(place.id);
    this.codes.push({ ...place, target, bytes });
  }

  #openArchive(bytes: Uint8Array, place: Place, depth: number): void {
    const { members, isWhole } = readArchive(bytes);
    for (const { name, bytes: contents } of members) {
      this.#groups++;
      const member = place.member === undefined ? name : `${place.member}/${name}`;
      this.open(contents, { ...place, group: this.#groups, member }, depth + 1);
    }
    if (!isWhole) this.#report(messages.amdgcn.truncated('a member of the archive'));
  }

  /** Opens the containers that begin with a magic, anywhere in the bytes. */
  #search(bytes: Uint8Array, place: Place, depth: number): void {
    let at = 0;
    const marks = [BUNDLE_MAGIC, COMPRESSED_MAGIC, OFFLOAD_MAGIC].map((magic) => ({
      magic,
      next: nextOf(bytes, magic, 0),
    }));
    for (;;) {
      for (const mark of marks) if (mark.next < at) mark.next = nextOf(bytes, mark.magic, at);
      const nearest = marks.reduce((a, b) => (b.next < a.next ? b : a));
      if (nearest.next === Infinity || this.codes.length >= codeLimit) break;
      const rest = bytes.subarray(nearest.next);
      const size = this.#openAt(rest, nearest.magic, place, depth);
      // Inside of a file a few bytes may be a magic by chance.
      if (size === undefined && nearest.next === 0)
        this.#report(messages.amdgcn.damagedContainer(containerNames[nearest.magic] ?? 'the file'));
      at = nearest.next + Math.max(nearest.magic.length, size ?? 0);
    }
    if (isElf(bytes)) this.#openSections(bytes, place);
  }

  /** Opens the container at a magic; returns its size, `undefined` where the magic is there by chance. */
  #openAt(bytes: Uint8Array, magic: string, place: Place, depth: number): number | undefined {
    if (magic === BUNDLE_MAGIC) return this.#openBundle(bytes, place, depth);
    if (magic === COMPRESSED_MAGIC) return this.#openCompressed(bytes, place, depth);
    const image = readOffloadBinary(bytes);
    if (image?.triple.startsWith('amdgcn') === true)
      this.open(image.bytes, { ...place, id: `${image.triple}--${image.arch}` }, depth + 1);
    return image?.size;
  }

  #openBundle(bytes: Uint8Array, place: Place, depth: number): number {
    const { entries, size, cutOff } = readBundle(bytes);
    if (cutOff > 0) this.#report(messages.amdgcn.truncated('an entry of the bundle'));
    this.#groups++;
    const group = this.#groups;
    for (const { id, bytes: contents } of entries) {
      if (targetName(id) === undefined || contents.length === 0) continue;
      this.open(contents, { ...place, id, group }, depth + 1);
    }
    return size;
  }

  #openCompressed(bytes: Uint8Array, place: Place, depth: number): number | undefined {
    const header = compressedHeader(bytes);
    if (header === undefined) return undefined;
    const { fileBytes, unpackedBytes } = header;
    if (this.#unpacked + unpackedBytes > unpackedLimit) {
      this.#report(messages.amdgcn.unpackedSize(unpackedLimit));
      return 0;
    }
    const unpacked = unpackBundle(bytes, header);
    if (unpacked === undefined || !startsWith(unpacked, BUNDLE_MAGIC)) {
      this.#report(messages.amdgcn.damagedContainer(`a bundle compressed with ${header.method}`));
      return 0;
    }
    this.#unpacked += unpackedBytes;
    this.#openBundle(unpacked, place, depth);
    return Math.min(bytes.length, fileBytes);
  }

  /** Objects of `-fgpu-rdc` have a section for each chip, named after it. */
  #openSections(bytes: Uint8Array, place: Place): void {
    const elf = readElf(bytes);
    if ('code' in elf) return;
    this.#groups++;
    const group = this.#groups;
    for (const { name, bytes: contents } of elf.sections) {
      const id = name.startsWith(BUNDLE_MAGIC) ? name.slice(BUNDLE_MAGIC.length) : '';
      if (targetName(id) === undefined || contents.length <= 1) continue;
      this.open(contents, { ...place, id, group }, depthLimit);
    }
  }

  #report(problem: Message): void {
    const isKnown = this.problems.some(({ message }) => message === problem.message);
    if (!isKnown && this.problems.length < problemLimit) this.problems.push(problem);
  }
}

/** The offset of a magic from some offset on; infinity where there is none. */
function nextOf(bytes: Uint8Array, magic: string, from: number): number {
  const first = magic.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes, magic, at)) return at;
  return Infinity;
}
