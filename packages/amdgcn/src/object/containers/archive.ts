/**
 * Static libraries: objects with their names, as `ar` writes them.
 *
 *     !<arch>\n  (name[16] date[12] owner[6] group[6] mode[8] size[10] `\n  contents  to an even offset)...
 *
 * Names longer than 15 are in a member of their own (`//`, GNU) or before the contents (`#1/LENGTH`, BSD). Source: System V
 * and 4.4BSD `ar(5)`.
 */
import { decodeUtf8 } from '../../text/utf8.ts';
import { Bytes } from '../bytes.ts';
import { ARCHIVE_MAGIC } from '../recognize.ts';

export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const HEADER_SIZE = 60;
const memberLimit = 65_536;

/** The members without indices of symbols; `isWhole` is false where a header is damaged or contents are cut off. */
export function readArchive(bytes: Uint8Array): {
  readonly members: readonly Member[];
  readonly isWhole: boolean;
} {
  const file = new Bytes(bytes);
  const members: Member[] = [];
  let longNames = new Bytes(new Uint8Array());
  let at = ARCHIVE_MAGIC.length;
  while (at + 1 < bytes.length) {
    const header = file.slice(at, HEADER_SIZE);
    if (header === undefined || members.length >= memberLimit) return { members, isWhole: false };
    const text = decodeUtf8(header);
    const size = decimalIn(text.slice(48, 58));
    const contents = size === undefined ? undefined : file.slice(at + HEADER_SIZE, size);
    if (contents === undefined || text.slice(58) !== '`\n') return { members, isWhole: false };
    const name = text.slice(0, 16).trimEnd();
    if (name === '//') longNames = new Bytes(contents);
    else if (name !== '/' && name !== '/SYM64/') {
      const member = memberOf(name, contents, longNames);
      if (!member.name.startsWith('__.SYMDEF')) members.push(member);
    }
    at += HEADER_SIZE + contents.length + (contents.length % 2);
  }
  return { members, isWhole: true };
}

function memberOf(name: string, contents: Uint8Array, longNames: Bytes): Member {
  const bsd = name.startsWith('#1/') ? decimalIn(name.slice(3)) : undefined;
  if (bsd !== undefined) {
    const own = decodeUtf8(contents.subarray(0, bsd)).replace(/\0+$/, '');
    return { name: own, bytes: contents.subarray(bsd) };
  }
  const gnu = name.startsWith('/') ? decimalIn(name.slice(1)) : undefined;
  if (gnu === undefined) return { name: name.replace(/\/$/, ''), bytes: contents };
  const end = longNames.bytes.indexOf('\n'.charCodeAt(0), gnu);
  const long = longNames.bytes.subarray(gnu, end < 0 ? gnu : end);
  return { name: decodeUtf8(long).replace(/\/$/, ''), bytes: contents };
}

function decimalIn(text: string): number | undefined {
  return /^\d+ *$/.test(text) ? Number(text) : undefined;
}
