/** What the language server answers: over the protocol, with its tasks in this process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import {
  CompletionRequest,
  type Diagnostic,
  DiagnosticSeverity,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  type LSPAny,
} from 'vscode-languageserver-protocol/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunTask, Stopped } from '../../src/lsp/work/pool.ts';
import { tasksIn } from '../../src/lsp/work/tasks.ts';
import { fakeIo } from '../fake-io.ts';
import { copy, transpose } from '../kernels.ts';
import { toySource } from '../toy-compiler.ts';
import { uriOf } from './client.ts';
import { editorWith } from './in-process.ts';

const uri = uriOf('/repo/kernels/t.mlir');
const config = uriOf('/repo/ldscope.yaml');
const machine = { machine: 'gfx942' };

const isConflict = ({ code }: Diagnostic): boolean => code === 'ldscope/bank-conflict';
const hasConflict = (all: readonly Diagnostic[]): boolean => all.some(isConflict);
const wordsOf = ({ message }: Diagnostic): string =>
  typeof message === 'string' ? message : message.value;

/** Offers a rewriting that is given, as if it were found. */
const offering =
  (text: string): ((run: RunTask) => RunTask) =>
  (run) =>
  async (task, request, signal) => {
    const found = [
      {
        kernel: 'transpose',
        buffers: ['%tile'],
        layouts: ['rows of 260 B (256 + 4)'],
        conflictsBefore: 124,
        conflictsAfter: 0,
        text,
      },
    ];
    const refused = [{ kernel: 'transpose', buffers: ['%tile'], reason: 'too good to be true' }];
    if (task === 'fix') return { offered: found, refused } as never;
    return task === 'otherFixes' ? ([] as never) : ((await run(task, request, signal)) as never);
  };

const load = '%x = memref.load';
const padded = transpose.replaceAll('memref<64x64xf32', 'memref<64x65xf32');

/** An editor in which the transpose is open, with its conflicts. */
async function withConflicts(...given: Parameters<typeof editorWith>) {
  const editor = await editorWith(...given);
  await editor.open(uri, transpose);
  await editor.diagnostics(uri, hasConflict);
  return editor;
}

describe('a kernel with conflicts', () => {
  it('has a diagnostic per access, with the allocation and what the fix changes', async () => {
    const editor = await editorWith({}, machine, offering(padded));
    await editor.open(uri, transpose);
    const found = (
      await editor.diagnostics(uri, (all) => JSON.stringify(all).includes('changed by: '))
    ).filter(isConflict);
    expect(found).toHaveLength(2);
    const start = editor.at(uri, load);
    const read = found.find((one) => wordsOf(one).startsWith('ds_read_b32 of %tile: 32 ways'));
    expect(read).toMatchObject({
      severity: DiagnosticSeverity.Warning,
      range: { start, end: { line: start.line } },
    });
    expect(read && wordsOf(read)).toContain('on gfx942, 62 of 64 cycles (96.9 %)');
    const related = (read?.relatedInformation ?? []).map(({ message, location }) => [
      message,
      location.range.start.line,
    ]);
    expect(related).toContainEqual(['the allocation of %tile', 2]);
    expect(related).toContainEqual(['changed by: pad rows to 260 B (256 + 4)', start.line]);
  });

  it('has lenses, hints, symbols and a hover with what it costs and why', async () => {
    const editor = await withConflicts({}, machine);
    const titles = (await editor.lenses(uri)).map(({ command }) => command?.title ?? '');
    expect(titles[0]).toMatch(/^gfx942: 2 of 3 LDS accesses have bank conflicts: 124 of 130 /);
    expect(titles).toContain(
      'ds_read_b32 of %tile: 32 ways: 62 of 64 LDS cycles are conflicts (96.9 %)',
    );
    const hints = await editor.hints(uri);
    expect(hints.map(({ label }) => label)).toEqual(
      Array.from({ length: 2 }, () => '32 ways, 62 conflict cycles'),
    );
    const textDocument = { uri };
    const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument,
    });
    expect(symbols).toMatchObject([
      { name: 'transpose', selectionRange: { start: { line: 2, character: 4 } } },
    ]);
    const hover = JSON.stringify(await editor.hover(uri, editor.at(uri, load)));
    expect(hover).toContain('lanes 0-31 access 32 different words of bank 0');
    expect(hover).toContain('**evidence**: measured');
    expect(hover).toContain('phase 1     w...');
    expect(await editor.hover(uri, { line: 0, character: 0 })).toBeNull();
  });

  it('is edited by the action, and has no conflicts then', async () => {
    const editor = await withConflicts({}, machine, offering(padded));
    const actions = await editor.actions(uri, editor.at(uri, load));
    expect(actions.map(({ title, disabled }) => [title, disabled?.reason])).toEqual([
      ['Fix: pad rows to 260 B (256 + 4) (%tile: 124 conflict cycles to 0)', undefined],
      ['Fix %tile', 'too good to be true'],
      ['Explain ds_read_b32 of %tile on gfx942', undefined],
    ]);
    expect(await editor.actions(uri, { line: 0, character: 0 })).toEqual([]);
    const [fix] = actions;
    await editor.apply(fix ?? { title: '' });
    expect(editor.text(uri)).toBe(padded);
    expect(hasConflict(await editor.diagnostics(uri))).toBe(false);
  });

  it('shows pictures to clients that take them, within what they take', async () => {
    const editor = await withConflicts({}, { ...machine, pictures: true });
    const text = JSON.stringify(await editor.hover(uri, editor.at(uri, load)));
    const [, image = ''] = /\(data:image\/svg\+xml;base64,([^)]+)\)/.exec(text) ?? [];
    expect(Buffer.from(image, 'base64').toString()).toMatch(/^<\?xml[^]*<svg [^]*<\/svg>\s*$/);
    expect(text.length).toBeLessThan(100_000);
  });
});

describe('Explain', () => {
  const explain = async (page: string): Promise<unknown> => {
    const editor = await withConflicts({}, machine, undefined, page);
    const lenses = await editor.lenses(uri);
    const lens = lenses.find(({ command }) => command?.title.startsWith('ds_read_b32'));
    const { command = '', arguments: target = [] } = lens?.command ?? {};
    const address: unknown = await editor.connection.sendRequest(ExecuteCommandRequest.type, {
      command,
      arguments: target as LSPAny[],
    });
    return typeof address === 'string'
      ? await (await fetch(new URL('opened.json', address))).json()
      : address;
  };

  it('serves the page with the kernel as it is, at the access', async () => {
    const page = mkdtempSync(join(tmpdir(), 'ldscope-page-'));
    writeFileSync(join(page, 'index.html'), '<!doctype html>');
    onTestFinished(() => rmSync(page, { recursive: true }));
    expect(await explain(page)).toMatchObject({
      text: transpose,
      file: 't.mlir',
      machine: 'gfx942',
      kernel: 'transpose',
      site: expect.stringMatching(/^\d+:\d+$/) as unknown,
    });
  });

  it('says so where the page is not built', async () => {
    expect(await explain('/nowhere/')).toBeNull();
  });
});

describe('positions', () => {
  const odd = '  // \u{1F4A5} Überlauf: "\uD800" tile \r';

  it('count in UTF-16, whatever is before them', async () => {
    const text = transpose
      .replace('module {', `module {\n${odd}\r\n`)
      .replace(load, `/* */ ${load}`)
      .replace('/* */ ', '');
    const editor = await editorWith({}, machine);
    await editor.open(uri, text);
    const found = (await editor.diagnostics(uri, hasConflict)).filter(isConflict);
    const starts = found.map(({ range }) => range.start);
    expect(starts).toContainEqual(editor.at(uri, load));
    await editor.replace(uri, '\u{1F4A5}', '\u{1F4A5}\u{1F4A5}\r');
    const moved = (await editor.diagnostics(uri, hasConflict)).filter(isConflict);
    expect(moved.map(({ range }) => range.start)).toContainEqual(editor.at(uri, load));
  });

  it('of accesses follow an edit before it is analyzed', async () => {
    let isHeld = false;
    const editor = await editorWith({}, machine, (run) => async (task, request, signal) => {
      if (isHeld) await new Promise((settle) => signal.addEventListener('abort', settle));
      return (await run(task, request, signal)) as never;
    });
    await editor.open(uri, transpose);
    await editor.diagnostics(uri, hasConflict);
    isHeld = true;
    await editor.replace(uri, 'gpu.module', '// one\n// two\ngpu.module');
    const lines = (await editor.hints(uri)).map(({ position }) => position.line);
    expect(lines).toContain(editor.at(uri, load).line);
    // A line that changes has no result any more.
    await editor.replace(uri, `${load} %tile[%lane`, `${load} %tile[%c0`);
    const after = (await editor.hints(uri)).map(({ position }) => position.line);
    expect(after).not.toContain(editor.at(uri, load).line);
  });
});

describe('an edit', () => {
  it('abandons the analysis of the text before it', async () => {
    const signals: AbortSignal[] = [];
    const editor = await editorWith({}, machine, (run) => async (task, request, signal) => {
      signals.push(signal);
      if (signals.length === 1)
        await new Promise((settle) => signal.addEventListener('abort', settle));
      return (await run(task, request, signal)) as never;
    });
    await editor.open(uri, transpose);
    while (signals.length === 0) await new Promise((settle) => setTimeout(settle, 5));
    await editor.replace(uri, transpose, copy);
    expect(await editor.diagnostics(uri)).toEqual([]);
    expect(signals[0]?.aborted).toBe(true);
  });

  it.each([
    ['time', 'usage/out-of-time'],
    ['memory', 'usage/out-of-memory'],
    ['fault', 'internal/unexpected'],
  ] as const)('says that its analysis was stopped: %s', async (reason, code) => {
    const stopped = () => Promise.reject(new Stopped(reason, 'odd'));
    const editor = await editorWith({}, machine, () => stopped);
    await editor.open(uri, transpose);
    expect(await editor.diagnostics(uri)).toMatchObject([{ code, severity: 1 }]);
  });
});

describe('the configuration', () => {
  it('gives chips, launches and their places, as ldscope check takes them', async () => {
    const files = { '/repo/ldscope.yaml': 'machines: [gfx942, gfx950]\n' };
    const editor = await withConflicts({ files });
    const titles = (await editor.lenses(uri)).map(({ command }) => command?.title ?? '');
    expect(titles.filter((title) => title.startsWith('gfx9'))).toHaveLength(2);
    expect(titles).toContain(
      'ds_read_b32 of %tile: 32 ways: 62 of 64 LDS cycles are conflicts (96.9 %) on gfx942',
    );
  });

  it('is checked, completed and explained itself, and holds for open kernels as it is edited', async () => {
    const editor = await editorWith();
    await editor.open(
      config,
      'machines: [gfx950]\nbudgets:\n  - kernel: a\n    maxWay: 2\n',
      'yaml',
    );
    expect(await editor.diagnostics(config)).toMatchObject([
      { code: 'check/unknown-key', range: { start: { line: 3 } } },
    ]);
    const complete = async (line: number, character: number): Promise<string[]> => {
      const items = await editor.connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri: config },
        position: { line, character },
      });
      return (Array.isArray(items) ? items : []).map(({ label }) => label);
    };
    expect(await complete(3, 7)).toContain('maxConflictCycles');
    expect(await complete(3, 7)).not.toContain('machines');
    expect(await complete(0, 11)).toContain('gfx942');
    expect(await complete(0, 0)).toContain('suppressions');
    const hover = JSON.stringify(await editor.hover(config, { line: 0, character: 3 }));
    expect(hover).toContain('Chips to check each kernel for');

    await editor.open(uri, transpose);
    const chips = async (chip: string) =>
      await editor.diagnostics(uri, (all) => JSON.stringify(all).includes(`on ${chip}`));
    await chips('gfx950');
    await editor.replace(config, 'maxWay:', 'maxWays:');
    await editor.replace(config, 'gfx950', 'gfx942');
    expect(hasConflict(await chips('gfx942'))).toBe(true);
  });

  it('takes the launch file beside a kernel, and says what is wrong with it there', async () => {
    const files = { '/repo/kernels/t.yaml': 'grid: [1]\nblock: nonsense\n' };
    const editor = await editorWith({ files }, machine);
    await editor.open(uri, transpose);
    const [problem] = await editor.diagnostics(uri, (all) => all.length > 0);
    expect(problem?.relatedInformation?.[0]?.location).toMatchObject({
      uri: uriOf('/repo/kernels/t.yaml'),
      range: { start: { line: 1 } },
    });
  });
});

describe('sources in C++', () => {
  const source = uriOf('/repo/t.hip');

  it('are compiled where the user allows it, and as they are saved', async () => {
    const files = { '/repo/t.hip': '__global__ void t() {}\n' };
    const asked: string[] = [];
    const compile = ({ path }: { readonly path: string }) => {
      asked.push(path);
      return { diagnostics: [], text: '' };
    };
    const closed = await editorWith({ files, compile });
    await closed.open(source, files['/repo/t.hip'], 'cpp');
    expect(await closed.diagnostics(source)).toMatchObject([{ code: 'usage/not-compiled' }]);
    expect(asked).toEqual([]);
    const editor = await editorWith({ files, compile }, { compile: true });
    await editor.open(source, files['/repo/t.hip'], 'cpp');
    await editor.diagnostics(source);
    expect(asked).toEqual(['/repo/t.hip']);
    await editor.replace(source, 't()', 'u()');
    await editor.save(source);
    await editor.diagnostics(source);
    // The text is not that of the file.
    expect(asked).toEqual(['/repo/t.hip']);
  });
});

describe('a source in C++ that conflicts', () => {
  const uri = uriOf('/repo/kernel.hip');

  /** An editor in which it is open, with the place of a conflict. */
  const marked = async (quirks: Parameters<typeof toySource>[0]) => {
    const surroundings = toySource(quirks, '/repo/');
    const { fix } = tasksIn(fakeIo(surroundings).io);
    const trying =
      (run: RunTask): RunTask =>
      async (task, request, signal) =>
        (task === 'fix' ? await fix(request as never) : await run(task, request, signal)) as never;
    const settings = { ...machine, compile: true };
    const editor = await editorWith(surroundings, settings, trying);
    await editor.open(uri, surroundings.files['/repo/kernel.hip'] ?? '', 'cpp');
    const conflict = (await editor.diagnostics(uri, hasConflict)).find(isConflict);
    if (conflict === undefined) expect.unreachable();
    return { editor, conflict };
  };

  it('is changed as it was tried', async () => {
    const { editor, conflict } = await marked({});
    const [fix] = await editor.actions(uri, conflict.range.start);
    if (fix === undefined) expect.unreachable();
    expect(fix.title).toBe('Fix: t[64][33] (t: 124 conflict cycles to 0)');
    await editor.apply(fix);
    expect(editor.text(uri)).toContain('__shared__ float t[64][33];');
  });

  it('says what came of the changes where none holds', async () => {
    const wrong = Array.from({ length: 64 }, (_, index) => 33 + index);
    const { editor, conflict } = await marked({ wrong });
    const actions = await editor.actions(uri, conflict.range.start);
    const [refused] = actions.flatMap(({ disabled }) => disabled ?? []);
    expect(refused?.reason).toMatch(
      /^t\[64\]\[33\]: other results, \d+ of 256 bytes of out differ$/,
    );
  });
});

describe('hostile documents', () => {
  const word = fc.constantFrom(
    ...transpose.split(/(\s+)/),
    'memref<99999999999x4xf32>',
    '%tile',
    '\u{1F600}',
    '\uD800',
    '\r',
    '\u2028',
    '\0',
    '"',
    '@',
    '---',
    '.entry',
    's_endpgm',
    'ds_read_b32 v0, v1',
    'tile: {}',
    '- &a [*a]',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(word, { maxLength: 60 }).map((all) => all.join(' ')),
  );
  const names = 't.mlir t.s t.ptx t.yaml ldscope.yaml t.json t.ttgir a%00b.mlir'.split(' ');

  it('are answered, whatever they are and wherever they are asked about', async () => {
    const editor = await editorWith();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        text,
        text,
        fc.nat(2000),
        fc.nat(2000),
        fc.nat(50),
        fc.nat(300),
        async (name, before, typed, from, to, line, character) => {
          const own = `untitled:${count++}/${name}`;
          await editor.open(own, before);
          const start = { line: from % 40, character: from };
          const end = { line: from % 40, character: from + (to % 9) };
          await editor.edit(own, [{ range: { start, end }, text: typed }]);
          await editor.diagnostics(own);
          const position = { line, character };
          await editor.hover(own, position);
          await editor.hints(own);
          await editor.lenses(own);
          await editor.actions(own, position);
          await editor.close(own);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('and settings that are no settings change nothing', async () => {
    const editor = await editorWith({}, [1, { machine: {} }] as object);
    await editor.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { ldscope: { machine: 7, launch: ['x'], workgroups: -1, compile: 'yes' } },
    });
    await editor.open(uri, transpose);
    expect(hasConflict(await editor.diagnostics(uri))).toBe(true);
  });
});

describe('the chip of a setting', () => {
  const text = readFileSync(
    new URL('../../../../examples/cuda/transpose.ptx', import.meta.url),
    'utf8',
  );
  const codesWith = async (yaml: string): Promise<readonly unknown[]> => {
    const launches = 'launches: [{ launch: "block=32x8,arg2=64" }]\n';
    const files = { '/repo/ldscope.yaml': yaml + launches, '/repo/k.ptx': text };
    const editor = await editorWith({ files }, machine);
    await editor.open(uriOf('/repo/k.ptx'), text);
    const found = await editor.diagnostics(uriOf('/repo/k.ptx'), (all) => all.length > 0);
    return found.map(({ code }) => code);
  };

  it('goes before the machines of ldscope.yaml, and not before those of an entry of its files', async () => {
    expect(await codesWith('machines: sm_90\n')).toContain('ptx/no-machine');
    const own = await codesWith('files: [{ file: "*.ptx", machines: sm_90 }]\n');
    expect(own).not.toContain('ptx/no-machine');
    expect(own).toContain('ldscope/bank-conflict');
  });
});
