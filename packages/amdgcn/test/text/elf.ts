/** A code object as small as one can be, so that damaged ones can be made without a compiler. */

interface Part {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly bytes: Uint8Array;
  readonly link?: number;
  readonly info?: number;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Numbers of some width, little-endian. */
function numbers(size: 2 | 4 | 8, ...values: readonly number[]): number[] {
  return values.flatMap((value) =>
    Array.from({ length: size }, (_, i) => Math.floor(value / 2 ** (8 * i)) % 256),
  );
}

/** The words of `disassembly`. */
const words = [
  0x24020082, 0xbe801c00, 0x8000ff00, 0x000006f8, 0x82018001, 0xc0020080, 0, 0xd81a0000, 1,
  0xbf810000,
];

const CODE = 0x1900;
const DATA = 0x2000;

/** The disassembly of `codeObject()`, as `llvm-objdump -d` prints it. */
export const disassembly = `k.co:	file format elf64-amdgpu

Disassembly of section .text:

0000000000001900 <k>:
	v_lshlrev_b32_e32 v1, 2, v0                                // 000000001900: 24020082
	s_getpc_b64 s[0:1]                                         // 000000001904: BE801C00
	s_add_u32 s0, s0, 0x6f8                                    // 000000001908: 8000FF00 000006F8
	s_addc_u32 s1, s1, 0                                       // 000000001910: 82018001
	s_load_dword s2, s[0:1], 0x0                               // 000000001914: C0020080 00000000
	ds_write_b32 v1, v0                                        // 00000000191C: D81A0000 00000001
	s_endpgm                                                   // 000000001924: BF810000
`;

/** A linked code object for gfx942 with a kernel, its descriptor, metadata, data and a relocation. */
export function codeObject(): Uint8Array {
  const descriptor = new Uint8Array(64);
  descriptor.set(numbers(4, 1024), 0);
  descriptor.set(numbers(4, 16), 8);
  // {"amdhsa.kernels": [{".name": "k", ".symbol": "k.kd", ".max_flat_workgroup_size": 64, ".args": []}]}
  const pack = (value: string): number[] => [0xa0 + value.length, ...text(value)];
  const metadata = [
    [0x81, ...pack('amdhsa.kernels'), 0x91, 0x84, ...pack('.name'), ...pack('k')],
    [...pack('.symbol'), ...pack('k.kd'), ...pack('.max_flat_workgroup_size'), 64],
    [...pack('.args'), 0x90],
  ].flat();
  const note = [
    ...numbers(4, 7, metadata.length, 32),
    ...text('AMDGPU\0\0'),
    ...metadata,
    ...Array.from({ length: (4 - (metadata.length % 4)) % 4 }, () => 0),
  ];
  const symbol = (name: number, kind: number, section: number, value: number, size: number) => [
    ...numbers(4, name),
    kind,
    3,
    ...numbers(2, section),
    ...numbers(8, value, size),
  ];
  const parts: readonly Part[] = [
    { name: '', type: 0, flags: 0, bytes: new Uint8Array() },
    { name: '.note', type: 7, flags: 2, bytes: Uint8Array.from(note) },
    { name: '.text', type: 1, flags: 6, bytes: Uint8Array.from(numbers(4, ...words)) },
    {
      name: '.rodata',
      type: 1,
      flags: 2,
      bytes: Uint8Array.from([...descriptor, ...numbers(8, 7, 0)]),
    },
    {
      name: '.rela.dyn',
      type: 4,
      flags: 2,
      link: 5,
      info: 3,
      bytes: Uint8Array.from(numbers(8, DATA + 72, 13, DATA + 64)),
    },
    {
      name: '.symtab',
      type: 2,
      flags: 0,
      link: 6,
      bytes: Uint8Array.from([
        ...symbol(0, 0, 0, 0, 0),
        ...symbol(1, 0x12, 2, CODE, 44),
        ...symbol(3, 0x11, 3, DATA, 64),
        ...symbol(8, 0x11, 3, DATA + 64, 16),
      ]),
    },
    { name: '.strtab', type: 3, flags: 0, bytes: text('\0k\0k.kd\0table\0') },
    { name: '.shstrtab', type: 3, flags: 0, bytes: new Uint8Array() },
  ];
  const names = parts.map(({ name }) => `${name}\0`).join('');
  const nameAt = (index: number): number =>
    parts.slice(0, index).reduce((sum, { name }) => sum + name.length + 1, 0);
  const contents: number[] = [];
  const headers: number[] = [];
  for (const [index, part] of parts.entries()) {
    const bytes = part.name === '.shstrtab' ? text(names) : part.bytes;
    const address = part.name === '.text' ? CODE : part.name === '.rodata' ? DATA : 0;
    headers.push(...numbers(4, nameAt(index), part.type));
    headers.push(...numbers(8, part.flags, address, 64 + contents.length, bytes.length));
    headers.push(...numbers(4, part.link ?? 0, part.info ?? 0), ...numbers(8, 8, 24));
    contents.push(...bytes);
    while (contents.length % 8 !== 0) contents.push(0);
  }
  const header = [
    [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 64, 4, 0, 0, 0, 0, 0, 0, 0],
    [...numbers(2, 3, 224), ...numbers(4, 1), ...numbers(8, 0, 0, 64 + contents.length)],
    [...numbers(4, 0x54c), ...numbers(2, 64, 56, 0, 64, parts.length, parts.length - 1)],
  ].flat();
  return Uint8Array.from([...header, ...contents, ...headers]);
}
