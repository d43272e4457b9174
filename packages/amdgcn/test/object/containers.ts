/** Containers of code objects as builds make them, so that damaged ones can be made without a compiler. */
import { roundUp } from '@ldscope/core';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { encodeUtf8 } from '../../src/text/utf8.ts';
import { codeObject } from '../text/elf.ts';

const concat = (...parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts));

/** A number, little-endian. */
function number(size: 2 | 4 | 8, value: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(value / 2 ** (8 * i)) % 256);
}

/** Numbers of chips in headers of code objects. */
const flags: Readonly<Record<string, number>> = { gfx90a: 0x3f, gfx942: 0x4c, gfx950: 0x4f };

/** The code object with one kernel, `k`, for a chip. */
export function objectFor(chip: string): Uint8Array {
  const bytes = codeObject();
  bytes[48] = flags[chip] ?? 0;
  return bytes;
}

/** A bundle with an entry for each name, and an empty one for the host. */
export function bundle(...ids: readonly string[]): Uint8Array {
  const all = ['host-x86_64-unknown-linux-gnu', ...ids];
  const contents = all.map((id, index) =>
    index === 0 ? new Uint8Array() : objectFor(/gfx\w+/.exec(id)?.[0] ?? ''),
  );
  const head = 32 + all.reduce((sum, id) => sum + 24 + id.length, 0);
  let offset = head;
  const entries = all.map((id, index) => {
    const size = contents[index]?.length ?? 0;
    const entry = concat(number(8, offset), number(8, size), number(8, id.length), encodeUtf8(id));
    offset += size;
    return entry;
  });
  return concat(
    encodeUtf8('__CLANG_OFFLOAD_BUNDLE__'),
    number(8, all.length),
    ...entries,
    ...contents,
  );
}

/** The same packed by zlib, under a header of a version. */
export function compressed(
  version: 1 | 2 | 3,
  plain: Uint8Array,
  claim = plain.length,
): Uint8Array {
  const packed = deflateSync(plain);
  const size = { 1: 20, 2: 24, 3: 32 }[version] + packed.length;
  const width = version === 3 ? 8 : 4;
  return concat(
    encodeUtf8('CCOB'),
    number(2, version),
    number(2, 0),
    ...(version === 1 ? [] : [number(width, size)]),
    number(width, claim),
    new Uint8Array(createHash('md5').update(plain).digest().subarray(0, 8)),
    packed,
  );
}

/** An offload binary with one image. */
export function offloadBinary(chip: string): Uint8Array {
  const texts = ['arch', chip, 'triple', 'amdgcn-amd-amdhsa'];
  const pool = 32 + 40 + 32;
  const places = texts.map((_, i) => pool + texts.slice(0, i).join('\0').length + (i > 0 ? 1 : 0));
  const strings = encodeUtf8(`${texts.join('\0')}\0`);
  const image = objectFor(chip);
  const start = pool + strings.length;
  const all = [start + image.length, 32, 40].map((value) => number(8, value));
  return concat(
    Uint8Array.of(0x10, 0xff, 0x10, 0xad),
    number(4, 1),
    ...all,
    concat(number(2, 1), number(2, 4), number(4, 0)),
    ...[72, 2, start, image.length].map((value) => number(8, value)),
    ...places.map((place) => number(8, place)),
    strings,
    image,
  );
}

/** An archive, names as GNU or BSD write them. */
export function archive(
  style: 'gnu' | 'bsd',
  members: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const head = (name: string, size: number): Uint8Array =>
    encodeUtf8(`${name.padEnd(16)}${'0'.padEnd(32)}${String(size).padEnd(10)}\`\n`);
  const even = (bytes: Uint8Array): Uint8Array =>
    bytes.length % 2 === 0 ? bytes : concat(bytes, encodeUtf8('\n'));
  const names = Object.keys(members);
  const long = names.map((name) => `${name}/\n`).join('');
  const table = style === 'gnu' ? [head('//', long.length), even(encodeUtf8(long))] : [];
  const body = names.flatMap((name, index) => {
    const contents = members[name] ?? new Uint8Array();
    if (style === 'bsd') {
      const padded = name.padEnd(roundUp(name.length, 4), '\0');
      const own = concat(encodeUtf8(padded), contents);
      return [head(`#1/${padded.length}`, own.length), even(own)];
    }
    const at = names.slice(0, index).reduce((sum, before) => sum + before.length + 2, 0);
    return [head(`/${at}`, contents.length), even(contents)];
  });
  return concat(encodeUtf8('!<arch>\n'), ...table, ...body);
}

/** A host program of some format with parts inside. */
export function host(...parts: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(128);
  head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
  head[18] = 62;
  head[58] = 64;
  return concat(head, ...parts.flatMap((part) => [part, new Uint8Array(100)]));
}
