/** What dropped files hold: parts to choose from, sources beside them, and nothing that throws. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  archive,
  bundle,
  compressed,
  host,
} from '../../../../packages/amdgcn/test/object/containers.ts';
import { openFiles, sourceOf } from '../../src/worker/open-files.ts';
import type { NamedBytes } from '../../src/worker/tasks.ts';

const ids = ['gfx90a', 'gfx942'].map((chip) => `hipv4-amdgcn-amd-amdhsa--${chip}`);
const named = (name: string, content: string | Uint8Array): NamedBytes => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});
const library = named(
  'lib.a',
  archive('gnu', { 'a.o': host(bundle(...ids)), 'b.o': compressed(3, bundle(...ids)) }),
);

function open(files: readonly NamedBytes[], options: Parameters<typeof openFiles>[1] = {}) {
  const opened = openFiles(files, options);
  if ('problems' in opened) throw new Error(opened.problems.map(({ code }) => code).join());
  return opened;
}

describe('opened files', () => {
  it('are the code objects of a library, the first of them open', () => {
    const { parts, part, text, code, file } = open([library]);
    expect(parts).toEqual(['gfx90a, a.o', 'gfx90a, b.o', 'gfx942, a.o', 'gfx942, b.o']);
    expect([part, file]).toEqual([0, 'lib.a(a.o)']);
    expect(text).toContain('<k>:');
    const read = sourceOf(code ?? new Uint8Array(), text);
    expect(read.ok && read.value.kernels).toEqual(['k']);
    expect(read.ok && read.value.target).toBe('gfx90a');
  });

  it('open for the chip that is chosen, or by number', () => {
    expect(open([library], { machine: 'mi300x' }).part).toBe(2);
    expect(open([library], { machine: 'mi300x', part: 1 }).part).toBe(1);
    expect(open([library], { machine: 'h100' }).part).toBe(0);
  });

  it('are machine code and TTGIR of an entry of Triton', () => {
    const metadata =
      '{"name": "gemm", "num_warps": 4, "shared": 512, "target": {"backend": "hip", "arch": "gfx942"}}';
    const files = [
      named('H/gemm.json', metadata),
      named('H/gemm.ttgir', 'module {}'),
      named('H/gemm.amdgcn', '\ts_endpgm\n'),
      named('H/__grp__gemm.json', '{}'),
      named('gemm.py', 'x = 1'),
    ];
    const { parts, dynamicLdsBytes, file, target, sources } = open(files);
    expect(parts).toEqual(['gemm: machine code', 'gemm: TTGIR']);
    expect({ dynamicLdsBytes, file, target }).toEqual({
      dynamicLdsBytes: 512,
      file: 'H/gemm.amdgcn',
      target: 'gfx942',
    });
    expect([...sources]).toEqual([['gemm.py', 'x = 1']]);
    expect(open(files, { part: 1 }).text).toBe('module {}');
  });

  it('are PTX and TTGIR of an entry of Triton for an NVIDIA chip', () => {
    const metadata = '{"name": "gemm", "num_warps": 4, "shared": 512, "target": {"arch": 90}}';
    const files = [
      named('H/gemm.json', metadata),
      named('H/gemm.ttgir', 'module {}'),
      named('H/gemm.ptx', '.version 8.0\n'),
    ];
    const { parts, dynamicLdsBytes, file, target } = open(files);
    expect(parts).toEqual(['gemm: PTX', 'gemm: TTGIR']);
    expect({ dynamicLdsBytes, file, target }).toEqual({
      dynamicLdsBytes: 512,
      file: 'H/gemm.ptx',
      target: 'sm_90',
    });
  });

  it('are texts as they are where they hold nothing else', () => {
    for (const name of ['k.hip', 'notes.txt', 'k.mlir'])
      expect(open([named(name, 'text')])).toMatchObject({ text: 'text', file: name });
  });

  it('that hold nothing say why', () => {
    const refused = openFiles([named('lib.so', host())], {});
    expect(refused).toMatchObject({ problems: [{ code: 'amdgcn/no-code-object' }] });
    expect(openFiles([], {})).toEqual({ problems: [] });
    // Bytes that are not text never get into the editor.
    expect(openFiles([{ name: 'a.bin', bytes: Uint8Array.of(1, 0, 2) }], {})).toMatchObject({
      problems: [{ code: 'syntax/not-text' }],
    });
    const spirV = Uint8Array.of(3, 2, 35, 7, 0, 0, 1, 0);
    expect(openFiles([{ name: 'a.spv', bytes: spirV }], {})).toMatchObject({
      problems: [{ code: 'usage/unknown-format', message: expect.stringContaining('is SPIR-V') }],
    });
  });

  it('may be damaged anywhere', () => {
    const edits = fc.array(fc.tuple(fc.nat(library.bytes.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    const property = fc.property(edits, (list) => {
      const bytes = library.bytes.slice();
      for (const [at, value] of list) bytes[at] = value;
      const opened = openFiles([{ name: 'lib.a', bytes }], {});
      if ('code' in opened && opened.code !== undefined) sourceOf(opened.code, opened.text);
    });
    fc.assert(property, { numRuns: 40, seed: 8 });
  });
});
