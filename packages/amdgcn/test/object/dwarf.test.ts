/** Debug information byte by byte, as DWARF 4 and 5 have it: its reader ends where its bytes do, whatever they are. */
import { describe, expect, test } from 'vitest';
import { DebugLines } from '../../src/object/dwarf/debug-lines.ts';
import type { Elf } from '../../src/object/elf.ts';
import { Cursor } from '../../src/object/dwarf/cursor.ts';
import { readForm } from '../../src/object/dwarf/forms.ts';
import { readUnits } from '../../src/object/dwarf/inlined-calls.ts';
import { readLineTable } from '../../src/object/dwarf/line-program.ts';

const format = { version: 5, offsetSize: 4, addressSize: 8 } as const;

test('a number of a thousand bytes is none, and what it would skip fails', () => {
  const cursor = new Cursor(new Uint8Array(1000).fill(0x80));
  expect(cursor.uleb()).toBe(0);
  expect(cursor.failed).toBe(true);
  const ended = new Cursor(Uint8Array.from({ length: 400 }, (_, i) => (i === 300 ? 1 : 0x80)));
  ended.skip(ended.uleb());
  expect(ended.failed).toBe(true);
  expect(ended.atEnd).toBe(true);
});

test('a form that stands before itself is refused', () => {
  const cursor = new Cursor(new Uint8Array(200_000).fill(0x16));
  expect(readForm(cursor, 0x16, format).number).toBe(0);
  expect(cursor.failed).toBe(true);
  const once = new Cursor(Uint8Array.of(0x0b, 7));
  expect(readForm(once, 0x16, format)).toEqual({ form: 0x0b, number: 7 });
});

const number = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256);
const text = (value: string): number[] => [...Buffer.from(value), 0];

/** A length and its bytes, in the form of 32 or of 64 bits. */
const sized = (bytes: readonly number[], offsetSize: 4 | 8): number[] => [
  ...(offsetSize === 8 ? number(0xffff_ffff, 4) : []),
  ...number(bytes.length, offsetSize),
  ...bytes,
];

describe('a line table', () => {
  /** Paths and numbers of folders: `inc` is folder 1. */
  const names4 = [
    [...text('inc'), 0],
    [...text('a.c'), 0, 0, 0],
    [...text('b.h'), 1, 0, 0],
    [...text('./c.c'), 0, 0, 0],
    [...text('/x/d.c'), 1, 0, 0, 0],
  ].flat();
  const names5 = [
    [1, 1, 0x08, 2, ...text('/src'), ...text('inc')],
    [2, 1, 0x08, 2, 0x0b, 2, ...text('a.c'), 0, ...text('b.h'), 1],
  ].flat();
  /** Of `.debug_line_str` and `.debug_str`. */
  const namesElsewhere = (offsetSize: 4 | 8): number[] =>
    [
      [1, 1, 0x1f, 1, ...number(2, offsetSize)],
      [1, 1, 0x0e, 1, ...number(3, offsetSize)],
    ].flat();
  const strings = {
    line: Uint8Array.of(7, 7, ...text('/l')),
    text: Uint8Array.of(7, 7, 7, ...text('s.c')),
  };

  function read(
    version: number,
    names: readonly number[],
    program: readonly number[],
    { folder = '/src', offsetSize = 4 as 4 | 8, lineRange = 14, most = Infinity } = {},
  ): ReturnType<typeof readLineTable> {
    // Instructions of 4 bytes; special opcodes from 13 on add -5 to 8 to the line.
    const lengths = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
    const header = [
      4,
      ...(version >= 4 ? [1] : []),
      1,
      0x100 - 5,
      lineRange,
      13,
      ...lengths,
      ...names,
    ];
    const unit = [
      ...number(version, 2),
      ...(version >= 5 ? [8, 0] : []),
      ...number(header.length, offsetSize),
      ...header,
      ...program,
    ];
    const bytes = [9, 9, 9, ...sized(unit, offsetSize)];
    return readLineTable(Uint8Array.from(bytes.slice(0, most)), 3, strings, folder);
  }

  const program: readonly number[] = [
    1, // as it begins
    [0, 9, 2, ...number(0x1000, 8)], // the address is 0x1000
    34, // 0x1004, line 3
    [2, 3, 3, 0x7e, 4, 2, 5, 7, 1], // 3 instructions on, two lines back, file 2, column 7
    [8, 9, 0x10, 0, 3, 9], // 17 instructions, 16 bytes and 9 lines on
    [12, 5, 6, 7, 10, 11, 0, 2, 4, 9], // what is skipped
    13, // 5 lines back
    255, // 17 instructions on, one line back
    [0, 1, 1],
    [0, 5, 2, ...number(0x20, 4), 1, 0, 1, 1],
  ].flat();
  const rows = [
    [0, 1, 1, 0, false],
    [0x1004, 1, 3, 0, false],
    [0x1010, 2, 1, 7, false],
    [0x1064, 2, 5, 7, false],
    [0x10a8, 2, 4, 7, false],
    [0x10a8, 2, 4, 7, true],
    [0x20, 1, 1, 0, false],
    [0x20, 1, 1, 0, true],
  ].map(([address, file, line, column, ends]) => ({ address, file, line, column, ends }));

  test.each([
    [2, names4, ['', '/src/a.c', '/src/inc/b.h', '/src/c.c', '/x/d.c'], {}],
    [3, names4, ['', 'a.c', 'inc/b.h', './c.c', '/x/d.c'], { folder: '.' }],
    [4, names4, ['', '/a.c', '/inc/b.h', '/c.c', '/x/d.c'], { folder: '/' }],
    [4, names4, ['', 'a.c', 'inc/b.h', './c.c', '/x/d.c'], { folder: '', offsetSize: 8 as const }],
    [5, names5, ['/src/a.c', '/src/inc/b.h'], {}],
    [5, namesElsewhere(4), ['/l/s.c'], {}],
    [5, namesElsewhere(8), ['/l/s.c'], { offsetSize: 8 as const }],
  ])('of version %i', (version, names, files, options) => {
    expect(read(version, names, program, options)).toEqual({ files, rows });
  });

  test('is none of another version, without a range of lines, or where its header is cut', () => {
    expect(read(1, names4, program)).toBeUndefined();
    expect(read(6, names5, program)).toBeUndefined();
    expect(read(4, names4, program, { lineRange: 0 })).toBeUndefined();
    for (let most = 0; most < 40; most++)
      expect(read(4, names4, program, { most })).toBeUndefined();
  });
});

describe('units', () => {
  const entries = {
    // A unit with its table, folder and first address; with the bases of version 5; without a table.
    1: [0x11, 1, 0x10, 0x17, 0x1b, 0x08, 0x11, 0x01],
    2: [0x11, 1, 0x10, 0x17, 0x1b, 0x08, 0x11, 0x1b, 0x73, 0x17, 0x74, 0x17],
    3: [0x11, 1, 0x1b, 0x08],
    // A function; inlined calls by size, by both addresses, by ranges.
    4: [0x2e, 1],
    5: [0x1d, 0, 0x11, 0x01, 0x12, 0x06, 0x58, 0x0b, 0x59, 0x0b, 0x57, 0x0b],
    6: [0x1d, 1, 0x11, 0x01, 0x12, 0x01, 0x58, 0x0b, 0x59, 0x05],
    7: [0x1d, 0, 0x55, 0x17, 0x59, 0x0b],
    8: [0x1d, 0, 0x55, 0x23, 0x59, 0x21, 50],
    // By two indices, of one and of four bytes.
    9: [0x1d, 0, 0x11, 0x29, 0x12, 0x2c, 0x59, 0x0b],
  };
  const abbreviations = [
    9,
    ...Object.entries(entries).flatMap(([code, entry]) => [Number(code), ...entry, 0, 0]),
    0,
  ];
  const address = (value: number): number[] => number(value, 8);

  const unit4 = (version: number, ...content: number[]): number[] =>
    sized([...number(version, 2), ...number(1, 4), 8, ...content], 4);
  const unit5 = (kind: number, ...content: number[]): number[] =>
    sized([...number(5, 2), kind, 8, ...number(1, 4), ...content], 4);

  const sections = (...units: number[][]): Map<string, Uint8Array> => {
    const largest = Array.from({ length: 8 }, () => 255);
    const ranges = [
      [address(0x10), address(0x20)],
      [largest, address(0x5000)],
      [address(0), address(8)],
      [address(0), address(0)],
      [address(1), address(2)],
    ];
    const lists = [
      [4, 0x10, 0x20, 5, ...address(0x5000), 4, 0, 8],
      [6, ...address(0x6000), ...address(0x6010), 7, ...address(0x6100), 4],
      [1, 0, 4, 1, 2, 2, 0, 1, 3, 1, 6, 0, 4, 1, 2],
    ].flat();
    const all = {
      debug_abbrev: abbreviations,
      debug_info: units.flat(),
      debug_ranges: [0, 0, 0, 0, ...ranges.flat(2)],
      debug_rnglists: [...number(0, 4), ...number(99, 4), ...number(8, 4), ...lists],
      debug_addr: [9, ...address(0x7000), ...address(0x7100)],
    };
    return new Map(Object.entries(all).map(([name, bytes]) => [name, Uint8Array.from(bytes)]));
  };

  const begin4 = [1, ...number(0x40, 4), ...text('/src'), ...address(0x1000), 4];
  /** A call with its ranges of addresses: `1010-1030 5000-5008`. */
  const call = (text: string, depth: number, file: number, line: number, column = 0) => {
    const ranges = text.split(' ').map((one) => one.split('-').map((end) => parseInt(end, 16)));
    return { ranges, depth, file, line, column };
  };

  test('have their calls, however deep', () => {
    const inner = [5, ...address(0x1014), ...number(4, 4), 1, 8, 3];
    const calls = [
      [5, ...address(0x1010), ...number(0x20, 4), 1, 9, 5],
      [6, ...address(0x1012), ...address(0x1018), 2, ...number(300, 2), ...inner, 0],
      [7, ...number(4, 4), 6],
    ].flat();
    expect(readUnits(sections(unit4(4, ...begin4, ...calls, 0, 0)))).toEqual([
      {
        lines: 0x40,
        folder: '/src',
        calls: [
          call('1010-1030', 2, 1, 9, 5),
          call('1012-1018', 2, 2, 300),
          call('1014-1018', 3, 1, 8, 3),
          call('1010-1020 5000-5008', 2, 0, 6),
        ],
      },
    ]);
  });

  test('of version 5 have addresses and ranges by index', () => {
    const begin = [2, ...number(0x50, 4), ...text('/src'), 1, ...number(1, 4), ...number(4, 4), 4];
    expect(readUnits(sections(unit5(1, ...begin, 8, 1, 9, 0, ...number(1, 4), 7, 0, 0)))).toEqual([
      {
        lines: 0x50,
        folder: '/src',
        calls: [
          call('7110-7120 5000-5008 6000-6010 6100-6104 7001-7002 7000-7100 7100-7106', 2, 0, 50),
          call('7000-7100', 2, 0, 7),
        ],
      },
    ]);
  });

  test('have lines at their addresses, and none of calls without addresses', () => {
    // Opcodes from 10 on are special; a.c is the only file.
    const header = [
      [4, 1, 1, 0xfb, 14, 10],
      [0, 1, 1, 1, 1, 0, 0, 0, 1],
      [0, ...text('a.c'), 0, 0, 0, 0],
    ].flat();
    // Line 1 from 0x1000 to 0x1040.
    const program = [[0, 9, 2, ...address(0x1000), 1, 2, 16, 0, 1, 1]].flat();
    const table = [...number(4, 2), ...number(header.length, 4), ...header, ...program];
    const calls = [
      [5, ...address(0x1010), ...number(0, 4), 1, 9, 5],
      [5, ...address(0x1020), ...number(4, 4), 1, 8, 3],
      [6, ...address(0x1034), ...address(0x1030), 1, ...number(7, 2), 0],
    ].flat();
    const all = sections(unit4(4, ...begin4, ...calls, 0, 0));
    all.set('debug_line', Uint8Array.from([...number(0, 0x40), ...sized(table, 4)]));
    const named = [...all].map(([name, bytes]) => ({ name: `.${name}`, bytes }));
    const lines = DebugLines.of({ linked: true, sections: named } as unknown as Elf);
    const at = (place: number) =>
      lines
        ?.at(place)
        .map(({ line }) => line)
        .join();
    const places = [0xfff, 0x1000, 0x1010, 0x1020, 0x1023, 0x1024, 0x103f, 0x1040];
    expect(places.map(at)).toEqual(['', '1', '1', '1,8', '1,8', '1', '1', '']);
  });

  test('of other versions and kinds, and without lines, are left out', () => {
    const whole = unit4(4, ...begin4, 0, 0);
    const found = readUnits(
      sections(
        unit4(3, ...begin4, 0, 0),
        unit5(2, ...begin4, 0, 0),
        unit4(4, 3, ...text('/no'), 0),
        unit4(6, ...begin4),
        whole,
      ),
    );
    expect(found).toEqual([{ lines: 0x40, folder: '/src', calls: [] }]);
    // The length says more than there is.
    expect(readUnits(sections(whole.slice(0, -1)))).toEqual([]);
  });
});
