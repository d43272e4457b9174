/** Code objects are found wherever a build has put them: in containers of our own and in those that LLVM makes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isCodeObject, readCodeObjects, readTextBundle, isTextBundle } from '@ldscope/amdgcn';
import { forAll } from '../../../../test/for-all.ts';
import { llvmTool, skips } from '../../../../test/llvm.ts';
import { clang } from '../text/oracle.ts';
import { archive, bundle, compressed, host, objectFor, offloadBinary } from './containers.ts';

const chips = ['gfx90a', 'gfx942'];
const ids = chips.map((chip) => `hipv4-amdgcn-amd-amdhsa--${chip}`);
const plain = bundle(...ids);

/** What a file is read as: chips, members and kernels, and codes of what was said. */
function read(bytes: Uint8Array, chip?: string) {
  expect(isCodeObject(bytes)).toBe(true);
  const { ok, diagnostics, ...rest } = readCodeObjects(bytes, chip);
  const said = diagnostics.map(({ code }) => code);
  if (!ok || !('value' in rest)) return { said };
  const { objects, targets } = rest.value;
  return {
    said,
    targets,
    taken: objects.map(({ target, member, kernels }) =>
      [target, ...(member === undefined ? [] : [member]), ...kernels.map(({ name }) => name)].join(
        ' ',
      ),
    ),
  };
}

describe('code objects are found in', () => {
  it.each([
    ['a bundle', plain, 1],
    ['a bundle compressed in version 1', compressed(1, plain), 1],
    ['a bundle compressed in version 2', compressed(2, plain), 1],
    ['a bundle compressed in version 3', compressed(3, plain), 1],
    ['a host object', host(plain), 1],
    ['a library of three translation units', host(plain, compressed(3, plain), plain), 3],
    ['offload binaries', host(offloadBinary('gfx90a'), offloadBinary('gfx942')), 1],
    ['an archive', archive('gnu', { 'a.o': host(plain), 'b.o': host(compressed(2, plain)) }), 2],
  ])('%s', (_what, bytes, count) => {
    const objects = (chip: string): (string | undefined)[] =>
      (read(bytes, chip).taken ?? []).map((text) => text.split(' ')[0]);
    expect(read(bytes).said).toContain('amdgcn/several-chips');
    expect(read(bytes).targets).toEqual(chips);
    expect(objects('gfx90a')).toEqual(Array.from({ length: count }, () => 'gfx90a'));
    expect(objects('gfx942')).toEqual(Array.from({ length: count }, () => 'gfx942'));
    expect(read(bytes, 'gfx950')).toEqual({ said: ['amdgcn/no-code-object'] });
  });

  it.each(['gnu', 'bsd'] as const)('archives with names as %s writes them', (style) => {
    const name = 'a_long_name_of_a_translation_unit.o';
    const bytes = archive(style, {
      [name]: objectFor('gfx942'),
      'b.o': host(plain),
      'c.o': host(),
    });
    expect(read(bytes, 'gfx942').taken).toEqual([`gfx942 ${name} k`, 'gfx942 b.o k']);
  });

  it('a bundle with two codes for one chip, by its features', () => {
    const both = bundle(
      ...['-', '+'].map((sign) => `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack${sign}`),
    );
    expect(read(both, 'gfx90a').taken).toEqual(['gfx90a k']);
    expect(read(both, 'gfx90a:xnack+').taken).toEqual(['gfx90a k']);
    expect(read(both, 'gfx90a:sramecc+').said).toEqual(['amdgcn/no-code-object']);
  });
});

describe('what is refused', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  it.each([
    ['a thin archive', text('!<thin>\n'), 'amdgcn/thin-archive'],
    ['bitcode', Uint8Array.of(0x42, 0x43, 0xc0, 0xde, 1), 'amdgcn/bitcode'],
    ['a host program without code', host(), 'amdgcn/no-code-object'],
    ['an archive without code', archive('gnu', { 'a.o': host() }), 'amdgcn/no-code-object'],
    ['a version that is not known', text('CCOB\u{9}\0\0\0'), 'amdgcn/damaged-container'],
    [
      'packed bytes that are cut off',
      compressed(3, plain).slice(0, 300),
      'amdgcn/damaged-container',
    ],
    [
      'another size than the header states',
      compressed(3, plain, 99_999),
      'amdgcn/damaged-container',
    ],
    ['more than memory has', compressed(3, plain, 2 ** 40), 'amdgcn/unpacked-size'],
    ['an entry outside the file', plain.slice(0, 400), 'amdgcn/truncated'],
  ])('%s', (_what, bytes, code) => {
    expect(read(bytes).said).toEqual([code]);
  });

  it('does not hide what is whole', () => {
    const bytes = host(plain, compressed(3, plain, 99_999));
    expect(read(bytes, 'gfx942')).toMatchObject({
      taken: ['gfx942 k'],
      said: ['amdgcn/damaged-container'],
    });
  });
});

it.each([1, 2, 3] as const)('a flipped bit of version %i is never executed', (version) => {
  const whole = compressed(version, plain);
  const headerBytes = { 1: 20, 2: 24, 3: 32 }[version];
  const wanted = read(whole, 'gfx942');
  expect(wanted).toMatchObject({ said: [], taken: ['gfx942 k'] });
  const place = fc.integer({ min: headerBytes - 8, max: whole.length - 1 });
  forAll([place, fc.nat(7)], { numRuns: 300, seed: 1 }, (at, bit) => {
    const broken = whole.slice();
    broken[at] = (broken[at] ?? 0) ^ (1 << bit);
    const found = read(broken, 'gfx942');
    // Bits that the packer does not use unpack to the same.
    if (found.said.length === 0) expect(found).toEqual(wanted);
    else expect(found).toEqual({ said: ['amdgcn/damaged-container'] });
  });
});

it('takes any damage without an exception', () => {
  const files = [
    plain,
    compressed(1, plain),
    compressed(3, plain),
    host(offloadBinary('gfx942'), plain),
    archive('gnu', { 'a.o': host(plain), 'b.o': objectFor('gfx950') }),
    archive('bsd', { 'a.o': compressed(2, plain) }),
  ];
  const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));
  // Headers are at the beginning.
  const place = fc.oneof(fc.nat(250), fc.nat(5000));
  const edits = fc.array(fc.tuple(place, byte), { minLength: 1, maxLength: 6 });
  const property = fc.property(
    fc.constantFrom(...files),
    edits,
    fc.nat(6000),
    (file, list, cut) => {
      const broken = file.slice(
        0,
        cut > 5000 ? Math.floor((file.length * (cut - 5000)) / 1000) : file.length,
      );
      for (const [at, value] of list) if (at < broken.length) broken[at] = value;
      const { ok, diagnostics } = readCodeObjects(broken, 'gfx942');
      expect(ok || diagnostics.length > 0).toBe(true);
      for (const { message } of diagnostics) expect(message).not.toBe('');
    },
  );
  fc.assert(property, { numRuns: 1500, seed: 4 });
});

describe('bundles of texts', () => {
  const section = (id: string, body: string): string =>
    `\n# __CLANG_OFFLOAD_BUNDLE____START__ ${id}\n${body}\n# __CLANG_OFFLOAD_BUNDLE____END__ ${id}\n`;
  it('have a section for each chip', () => {
    const whole =
      ids.map((id, i) => section(id, `\ts_nop ${i}`)).join('') + section('host-x86_64', 'ret');
    expect(isTextBundle(whole)).toBe(true);
    expect(readTextBundle(whole)).toEqual([
      { id: ids[0], target: 'gfx90a', text: '\ts_nop 0\n' },
      { id: ids[1], target: 'gfx942', text: '\ts_nop 1\n' },
      { id: 'host-x86_64', target: undefined, text: 'ret\n' },
    ]);
  });

  it('may be cut off anywhere', () => {
    const whole = ids.map((id) => section(id, 'a\nb')).join('');
    for (let end = 0; end <= whole.length; end++)
      for (const { text } of readTextBundle(whole.slice(0, end)))
        expect('a\nb\n'.startsWith(text.trimEnd())).toBe(true);
  });

  it('are no texts that mention them', () => {
    expect(isTextBundle('the marker __CLANG_OFFLOAD_BUNDLE____START__ begins a section')).toBe(
      false,
    );
  });
});

const bundler = llvmTool('clang-offload-bundler');
const packager = llvmTool('llvm-offload-binary');
const archiver = llvmTool('llvm-ar');

describe.skipIf(skips(clang, bundler, packager, archiver))("LLVM's own containers", () => {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (command: string, given: readonly string[], env = {}): void => {
    const { status, stderr } = spawnSync(command, given, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    expect([status, stderr]).toEqual([0, '']);
  };
  const made = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
  for (const chip of chips) writeFileSync(join(folder, chip), objectFor(chip));
  writeFileSync(join(folder, 'empty'), '');

  it.each([
    ['plain', [], {}],
    ['version 2', ['--compress'], { COMPRESSED_BUNDLE_FORMAT_VERSION: '2' }],
    ['version 3', ['--compress'], { COMPRESSED_BUNDLE_FORMAT_VERSION: '3' }],
  ])('bundles, %s', (_what, more, env) => {
    run(
      bundler.command,
      [
        '-type=o',
        `-targets=host-x86_64-unknown-linux-gnu,${ids.join(',')}`,
        ...more,
        '-input=empty',
        ...chips.map((chip) => `-input=${chip}`),
        '-output=out',
      ],
      env,
    );
    expect(read(made('out'), 'gfx942')).toMatchObject({ targets: chips, taken: ['gfx942 k'] });
  });

  it('offload binaries', () => {
    const images = chips.map(
      (chip) => `--image=file=${chip},arch=${chip},triple=amdgcn-amd-amdhsa,kind=hip`,
    );
    run(packager.command, ['-o', 'out', ...images]);
    expect(read(made('out'), 'gfx942')).toMatchObject({ targets: chips, taken: ['gfx942 k'] });
  });

  it.each(['gnu', 'bsd'])('archives, %s', (format) => {
    rmSync(join(folder, 'out.a'), { force: true });
    const name = 'a_long_name_of_a_translation_unit.o';
    writeFileSync(join(folder, name), host(plain));
    run(archiver.command, ['rc', `--format=${format}`, 'out.a', name, 'gfx942']);
    expect(read(made('out.a'), 'gfx942').taken).toEqual([`gfx942 ${name} k`, 'gfx942 gfx942 k']);
  });

  it('host objects of both drivers', () => {
    const source = `
struct dim3 { unsigned x, y, z; };
typedef unsigned long size_t;
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
extern "C" int __hipPushCallConfiguration(dim3, dim3, size_t, void *);
extern "C" int __hipPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);
__attribute__((global)) void k(int *p) { p[__builtin_amdgcn_workitem_id_x()] = 1; }
`;
    writeFileSync(join(folder, 'k.hip'), source);
    const flags = ['-x', 'hip', '-nogpulib', '-nogpuinc', '-O1', '-c', 'k.hip', '-o', 'k.o'];
    for (const driver of ['--no-offload-new-driver', '--offload-new-driver'])
      for (const packing of ['--offload-compress', '--no-offload-compress']) {
        run(clang.command, [
          ...flags,
          driver,
          packing,
          ...chips.map((chip) => `--offload-arch=${chip}`),
        ]);
        expect(read(made('k.o'), 'gfx942').taken).toEqual(['gfx942 _Z1kPi']);
      }
    run(clang.command, [...flags, '-fgpu-rdc', '--offload-arch=gfx942']);
    expect(read(made('k.o'), 'gfx942').said).toEqual(['amdgcn/bitcode']);
  });
});
