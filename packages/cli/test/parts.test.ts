import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePart, findFrontend } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';
import { expectRefused, ldscope } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';

const heading = (words: string): string => `// -----// IR Dump ${words} //----- //\n`;
const host = 'module {\n  func.func @host() {\n    return\n  }\n}\n';

/** Two passes, one of them once for each function, and what is left of a third. */
const dumps = [
  'kernel.mlir:1:1: remark: what a compiler prints besides\n',
  heading('Before CSE (cse)'),
  transpose,
  heading('After CSE (cse)'),
  copy,
  heading("After Canonicalizer (canonicalize) ('gpu.func' operation: @transpose)"),
  transpose,
  heading("After Canonicalizer (canonicalize) ('gpu.func' operation: @copy)"),
  copy,
  heading('After SymbolDCE Failed (symbol-dce)'),
  host,
  // The output of the compiler itself.
  transpose,
].join('\n');

const chunks = [host, transpose, host].join('// -----\n');
const severalChunks = [copy, host, transpose].join('\n// -----\n');

const files: Readonly<Record<string, string>> = {
  'dumps.mlir': dumps,
  'chunks.mlir': chunks,
  'several.mlir': severalChunks,
  'hosts.mlir': `${host}// -----\n${host}`,
  'one.mlir': copy,
};

interface Summary {
  readonly kernel: { readonly name: string };
  readonly sites: readonly { readonly location: { readonly line: number } }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

async function analyze(...options: readonly string[]): Promise<Summary> {
  const argv = ['analyze', ...options, '-m', 'gfx942', '--format', 'json'];
  const { stdout } = await ldscope(argv, { files });
  return JSON.parse(stdout) as Summary;
}

/** The line of the nth load from the tile. */
const loadLine = (text: string, nth: number): number => {
  const lines = text.split('\n');
  const loads = lines.flatMap((line, i) => (line.includes('memref.load %tile') ? [i + 1] : []));
  return loads[nth - 1] ?? 0;
};

describe('of dumps', () => {
  it.each(rows`
    | 4 | copy | of 5 dumps this is the last with a kernel: after Canonicalizer (canonicalize)
    --after cse | 2 | copy
    --after CSE | 2 | copy
    --before cse | 1 | transpose
    --after canonicalize:1 | 3 | transpose
    --after canonicalizer:2 | 4 | copy
    --after Canonicalizer | 4 | copy | of 2 dumps after Canonicalizer this is the last with
    -k transpose | 3 | transpose | of gpu.func @transpose, line
  `)(
    '%s takes the right one, with the lines of the file',
    async (options = '', nth, kernel, note) => {
      const given = options.split(' ').filter((word) => word !== '');
      const report = await analyze('dumps.mlir', ...given);
      expect(report.kernel.name).toBe(kernel);
      expect(report.sites.map(({ location }) => location.line)).toContain(
        loadLine(dumps, Number(nth)),
      );
      const notes = report.diagnostics.filter(({ code }) => code.startsWith('parts/'));
      expect(notes).toHaveLength(note === undefined ? 0 : 1);
      if (note !== undefined) expect(notes[0]?.message).toContain(note);
    },
  );

  it.each([
    [['--after', 'list'], 'parts/unknown-pass', /--before cse, --after cse, .* \(2 times\)/],
    [['--before', 'canonicalize'], 'parts/unknown-pass', /no dump before 'canonicalize'/],
    [['--after', 'canonicalize:3'], 'parts/no-such-time', /has 2 dumps after canonicalize/],
    [['--after', 'canonicalize:0'], 'parts/no-such-time', /canonicalize:1 to canonicalize:2/],
    [['--chunk', '2'], 'parts/dumps-not-chunks', /--after or --before/],
    [['--after', 'symbol-dce'], 'launch/no-kernel', /no kernel/],
  ])('%j is refused', async (options, code, text) => {
    const argv = ['analyze', 'dumps.mlir', '-m', 'gfx942', ...options];
    const outcome = await ldscope(argv, { files });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(code);
    expect(outcome.stderr.replaceAll(/\s+/g, ' ')).toMatch(text);
  });

  it('explain, suggest and fix take the same', async () => {
    const options = ['-m', 'gfx942', '--after', 'canonicalize:1'];
    const run = (...argv: readonly string[]): ReturnType<typeof ldscope> =>
      ldscope([...argv, ...options], { files });
    const explained = await run('explain', 'dumps.mlir');
    expect(explained.stdout).toContain('memref<64x64xf32, #gpu.address_space<workgroup>>');
    const suggested = await run('suggest', 'dumps.mlir');
    expect(suggested.stdout).toContain('--after canonicalize:1');
    const fixed = await run('fix', 'dumps.mlir', '-o', 'fixed.mlir');
    expect(fixed.code).toBe(0);
    const text = fixed.written.get('fixed.mlir') ?? '';
    expect(text).toMatch(/^module \{\n {2}gpu\.module/);
    expect(text).toContain('@transpose');
    expect(text).not.toContain('IR Dump');
    const again = await ldscope('analyze fixed.mlir -m gfx942 -f json', {
      files: { 'fixed.mlir': text },
    });
    expect(JSON.parse(again.stdout)).toMatchObject({ totals: { bankConflict: 0 } });
  });

  it('are known as MLIR whatever stands before them', () => {
    expect(findFrontend(dumps)?.name).toBe('mlir');
    expect(findFrontend(dumps.replaceAll('gpu.barrier', 'x.y {a = #ttg.slice<{}>}'))?.name).toBe(
      'ttgir',
    );
  });

  it('the chip may be named in another dump', async () => {
    const named = `${heading('After A (a)')}module attributes {arch = "gfx90a"} {\n}\n${heading('After B (b)')}${transpose}`;
    const { stdout } = await ldscope('analyze a.mlir -f json', { files: { 'a.mlir': named } });
    expect(JSON.parse(stdout)).toMatchObject({ machine: 'gfx90a' });
  });
});

describe('of a dump whose passes have a prefix', () => {
  const text = [
    heading('After GPUVectorAlloc (iree-codegen-gpu-vector-alloc)'),
    transpose,
    heading('After Bufferize (iree-codegen-iree-comprehensive-bufferize)'),
    copy,
    heading('After CSE (cse)'),
    transpose,
  ].join('\n');

  it.each([
    ['gpu-vector-alloc', 'transpose'],
    ['iree-codegen-gpu-vector-alloc', 'transpose'],
    ['iree-comprehensive-bufferize', 'copy'],
    ['cse', 'transpose'],
  ])('%s is enough', async (pass, kernel) => {
    const argv = ['analyze', 'd.mlir', '--after', pass, '-m', 'gfx942', '-f', 'json'];
    const { stdout } = await ldscope(argv, { files: { 'd.mlir': text } });
    expect((JSON.parse(stdout) as Summary).kernel.name).toBe(kernel);
  });
});

describe('of chunks', () => {
  it.each([
    ['chunks.mlir', [], 'transpose', 'parts/chunk-taken'],
    ['chunks.mlir', ['--chunk', '2'], 'transpose', undefined],
    ['several.mlir', ['--chunk', '1'], 'copy', undefined],
    ['several.mlir', ['--chunk', '3'], 'transpose', undefined],
    ['several.mlir', ['-k', 'copy'], 'copy', 'parts/chunk-taken'],
    ['one.mlir', ['--chunk', '1'], 'copy', undefined],
  ])(
    '%s %j takes the right one, with the lines of the file',
    async (file, options, kernel, note) => {
      const report = await analyze(file, ...options);
      expect(report.kernel.name).toBe(kernel);
      const text = files[file] ?? '';
      const last = text.split('memref.load %tile').length - 1;
      const nth = kernel === 'copy' ? 1 : last;
      expect(report.sites.map(({ location }) => location.line)).toContain(loadLine(text, nth));
      const notes = report.diagnostics.filter(({ code }) => code.startsWith('parts/'));
      expect(notes.map(({ code }) => code)).toEqual(note === undefined ? [] : [note]);
    },
  );

  it.each([
    ['several.mlir', [], 'parts/several-chunks', /1 \(line 1: copy\), 3 \(line \d+: transpose\)/],
    ['several.mlir', ['--chunk', '4'], 'parts/no-chunk', /choose one from 1 to 3/],
    ['hosts.mlir', [], 'parts/no-kernel-in-chunks', /none of the 2 chunks/],
    ['one.mlir', ['--chunk', '2'], 'parts/no-chunk', /the file has one/],
    ['one.mlir', ['--after', 'cse'], 'parts/no-dumps', /--mlir-print-ir-after-all/],
  ])('%s %j is refused', async (file, options, code, text) => {
    const outcome = await ldscope(['analyze', file, '-m', 'gfx942', ...options], { files });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(code);
    expect(outcome.stderr.replaceAll(/\s+/g, ' ')).toMatch(text);
  });

  it('options that contradict each other are refused', async () => {
    for (const other of [
      ['--before', 'cse'],
      ['--chunk', '1'],
    ]) {
      await expectRefused(['analyze', 'dumps.mlir', '--after', 'cse', ...other], {
        files,
      });
    }
  });

  it('assembly has none, whatever its comments', () => {
    const text = '.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n// -----\ns_endpgm\n';
    expect(choosePart(text, {})).toMatchObject({ ok: true, value: { text, notes: [] } });
  });
});

it('never throws, whatever the headings and options', () => {
  const piece = fc.constantFrom(
    heading('After CSE (cse)'),
    heading("Before A ('func.func' operation: @f) Failed"),
    '// -----\n',
    transpose,
    host,
    'module {\n',
    '}\n',
    '// -----// IR Dump After ',
    '"',
  );
  const name = fc.option(fc.constantFrom('cse', 'A', '', ':', 'cse:1', 'cse:99', 'list'), {
    nil: undefined,
  });
  forAll(
    [fc.array(piece, { maxLength: 8 }), name, fc.option(fc.nat(4), { nil: undefined })],
    200,
    (pieces, after, chunk) => {
      const text = pieces.join('');
      const part = choosePart(text, {
        ...(after === undefined ? {} : { after }),
        ...(chunk === undefined ? {} : { chunk }),
      });
      if (part.ok)
        expect(part.value.text.split('\n').length).toBeLessThanOrEqual(text.split('\n').length);
      else expect(part.diagnostics).toHaveLength(1);
    },
  );
});
