/**
 * The contents of dropped or opened files: kernels to choose from, and the sources that they were compiled from.
 *
 *     app.so                              its code objects, chip by chip
 *     gemm.json gemm.ttgir gemm.amdgcn    an entry of Triton's cache: machine code, TTGIR
 *     kernel.s kernel.hip                 assembly with line tables, and the source beside it
 *
 * LIMITATIONS. Nothing is compiled here: a source alone is opened as the text that it is.
 */
import {
  type CodeObject,
  combine,
  disassemble,
  isCodeObject,
  isTextBundle,
  readCodeObject,
  readCodeObjects,
  readTextBundle,
} from '@ldscope/amdgcn';
import {
  baseName,
  type Diagnostic,
  messages,
  placeDiagnostics,
  readableName,
  type Result,
} from '@ldscope/core';
import {
  findFrontend,
  programSource,
  readSource,
  readTritonMetadata,
  resolveMachine,
  type Source,
  tritonEntries,
} from '@ldscope/engine';
import type { NamedBytes, OpenedFiles } from './tasks.ts';

/** A kernel, or several of one code object, before it is read. */
interface Choice {
  readonly label: string;
  readonly file: string;
  readonly target?: string | undefined;
  readonly dynamicLdsBytes?: number | undefined;
  readonly triton?: string | undefined;
  readonly content: string | CodeObject;
}

/** Sources of other languages: they are shown beside what was compiled from them. */
const SOURCE_ENDING = /\.(?:hip|cu|cuh|cl|c|cc|cpp|cxx|h|hh|hpp|py|inc)$/i;
/** Longer texts are not written by hand. */
const MOST_SOURCE_BYTES = 2 ** 23;

/** Opens files; `part` is the number of a choice that was given before, and without it the first for the chip is taken. */
export function openFiles(
  files: readonly NamedBytes[],
  { part, machine }: { readonly part?: number | undefined; readonly machine?: string | undefined },
): OpenedFiles {
  const problems: Diagnostic[] = [];
  const choices = choicesIn(files, problems);
  const wanted = machine === undefined ? undefined : resolveMachine(machine)?.name;
  const ofChip = choices.findIndex(({ target }) => target !== undefined && target === wanted);
  const number = part ?? Math.max(0, ofChip);
  const chosen = choices[number];
  if (chosen === undefined) {
    const [first] = files;
    const [{ code = '' } = {}] = problems;
    if (first === undefined || code !== '') return { problems: placeDiagnostics(problems, '') };
    // The reader of texts has the best error messages, for texts and for bytes that are not text.
    const text = new TextDecoder().decode(first.bytes);
    if (isBinary(first.bytes)) {
      const read = readSource(text, first.name);
      const said = read.ok ? read.value.diagnostics : read.diagnostics;
      return { problems: placeDiagnostics(said, '') };
    }
    return { text, file: first.name, parts: [], part: 0, sources: new Map(), notes: [] };
  }
  const { content, file, target, dynamicLdsBytes, triton } = chosen;
  const text = typeof content === 'string' ? content : disassemble(content);
  if (text === undefined) return { problems: [messages.usage.noDisassembler(file)] };
  return {
    text,
    file,
    target,
    dynamicLdsBytes,
    triton,
    ...(typeof content === 'string' ? {} : { code: content.bytes }),
    parts: choices.map(({ label }) => label),
    part: number,
    sources: sourcesIn(files),
    notes: placeDiagnostics(problems, ''),
  };
}

/** The source of a listing that `openFiles` returned, with the facts of its code object. */
export function sourceOf(code: Uint8Array, listing: string): Result<Source> {
  const read = readCodeObject(code);
  if (!read.ok) return read;
  const { program, diagnostics } = combine(read.value, listing);
  return { ...read, value: programSource(program, listing, diagnostics) };
}

function choicesIn(files: readonly NamedBytes[], problems: Diagnostic[]): Choice[] {
  const byName = new Map(files.map((one) => [one.name, one]));
  const entries = tritonEntries([...byName.keys()]);
  const taken = new Set(entries.flatMap((entry) => [...entry.files.values()]));
  const textOf = (name: string): string => new TextDecoder().decode(byName.get(name)?.bytes);
  const fromEntries = entries.flatMap(({ files: own }): Choice[] => {
    const metadata = readTritonMetadata(textOf(own.get('json') ?? ''));
    if (metadata === undefined) return [];
    const { name, target, sharedBytes: dynamicLdsBytes, version: triton } = metadata;
    const assembly = own.get('amdgcn');
    const object = own.get('hsaco');
    const ttgir = own.get('ttgir');
    const ptx = own.get('ptx');
    const code = assembly ?? ptx;
    const label = `${name}: ${assembly === undefined && ptx !== undefined ? 'PTX' : 'machine code'}`;
    const made: Choice[] = [];
    if (code !== undefined)
      made.push({ label, file: code, target, dynamicLdsBytes, content: textOf(code) });
    else if (object !== undefined)
      made.push(
        ...objectChoices(object, byName.get(object)?.bytes ?? new Uint8Array(), problems).map(
          (one) => ({ ...one, label, dynamicLdsBytes }),
        ),
      );
    if (ttgir !== undefined)
      made.push({ label: `${name}: TTGIR`, file: ttgir, target, triton, content: textOf(ttgir) });
    return made;
  });
  const others = files.flatMap(({ name, bytes }): Choice[] => {
    if (taken.has(name) || bytes.length === 0) return [];
    if (isCodeObject(bytes)) return objectChoices(name, bytes, problems);
    if (SOURCE_ENDING.test(name) || isBinary(bytes)) return [];
    const text = new TextDecoder().decode(bytes);
    if (isTextBundle(text))
      return readTextBundle(text).flatMap(({ target, id, text: content }) =>
        target === undefined ? [] : [{ label: target, file: `${name} (${id})`, target, content }],
      );
    return findFrontend(text, name) === undefined
      ? []
      : [{ label: name, file: name, content: text }];
  });
  return [...fromEntries, ...others];
}

/** The code objects of a file, those of its first chip first. */
function objectChoices(file: string, bytes: Uint8Array, problems: Diagnostic[]): Choice[] {
  const first = readCodeObjects(bytes);
  problems.push(...first.diagnostics.filter(({ code }) => code !== 'amdgcn/several-chips'));
  if (!first.ok) return [];
  return first.value.targets.flatMap((chip, index) => {
    const read = index === 0 ? first : readCodeObjects(bytes, chip);
    if (!read.ok) return [];
    const { objects } = read.value;
    return objects.map((object): Choice => {
      const { target = chip, member, kernels } = object;
      const names = kernels.map(({ name }) => readableName(name));
      const which = member ?? (objects.length > 1 ? names.slice(0, 2).join(', ') : undefined);
      const label = which === undefined ? target : `${target}, ${which}`;
      const name = member === undefined ? file : `${file}(${member})`;
      return { label, file: name, target, content: object };
    });
  });
}

/** Texts that may be what kernels were compiled from, by the names of their files. */
function sourcesIn(files: readonly NamedBytes[]): Map<string, string> {
  const texts = files.flatMap(({ name, bytes }) =>
    SOURCE_ENDING.test(name) && bytes.length <= MOST_SOURCE_BYTES
      ? [[baseName(name), new TextDecoder().decode(bytes)] as const]
      : [],
  );
  return new Map(texts);
}

/** Text has no zeros. */
const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 4096).includes(0);
