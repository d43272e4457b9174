/**
 * Compiles a kernel's source to assembly with line tables: with the compiler that the user names, else with the first that is there.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { ldsNote } from '@ldscope/amdgcn';
import { diagnose, type Diagnostic, type Message, messages } from '@ldscope/core';
import type { SourceText } from '@ldscope/engine';
import { CompileCache, compileKey } from './cache.ts';
import {
  type CommandLine,
  type Compiler,
  compilerArguments,
  COMPILERS,
  CUDA_COMPILERS,
  loweringArguments,
  namedCompiler,
  ptxArguments,
} from './command-line.ts';
import { fixedLdsOf, loweredVariables, markVariables } from './lds-names.ts';
import { parameterNotesOf, parameterTypesOf } from './parameter-names.ts';
import { typeNoteOf } from './struct-texts.ts';
import { sharedNotesOf, withAuthoredTypes } from './shared-names.ts';
import { complaintsOf } from './complaints.ts';
import { HEADERS } from '../system/headers.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { SourceLanguage } from './language.ts';
import { findCompiler } from './find-compiler.ts';
import { runBeside, runProgram } from './run-program.ts';

/** How the user wants sources compiled. */
interface CompileOptions {
  /** The compiler's command; by default the first of `COMPILERS` that is installed. */
  readonly compiler?: string | undefined;
  /** Flags of the compiler. */
  readonly flags?: readonly string[] | undefined;
  /** A folder for the assembly, which is otherwise read and forgotten. */
  readonly saveTemps?: string | undefined;
}

export interface CompileRequest extends CompileOptions {
  readonly path: string;
  /**
   * Texts to compile in place of those of the project, by absolute path. Nothing is kept.
   */
  readonly changed?: ReadonlyMap<string, string> | undefined;
  /** LDS variables of AMD kernels need no names, which takes two more runs of the compiler. */
  readonly isUnnamed?: boolean | undefined;
  readonly language: SourceLanguage;
  readonly chip: string;
  /** Compile to PTX, for an NVIDIA chip. */
  readonly wantsPtx?: boolean | undefined;
}

export type Compiled =
  | {
      readonly assembly: string;
      /** The source, by the paths that line tables may have for it. */
      readonly sources: ReadonlyMap<string, string>;
      /** The source and its headers, except those of the system, by absolute path. */
      readonly project?: ReadonlyMap<string, string>;
    }
  | { readonly diagnostics: readonly Diagnostic[]; readonly text: string };

/** What is kept of a compilation: an entry of another form is not found. */
const CACHE_FORMAT = 'assembly with ldscope.lds, ldscope.parameters, ldscope.shared and types';

export async function compileSource(request: CompileRequest): Promise<Compiled> {
  const {
    path,
    compiler: named,
    flags = [],
    saveTemps,
    chip,
    language,
    wantsPtx = false,
  } = request;
  const { changed } = request;
  const text = changed?.get(resolve(path)) ?? (await textOf(path));
  if (typeof text !== 'string') return { diagnostics: [diagnose(text)], text: '' };
  const known = wantsPtx ? CUDA_COMPILERS : COMPILERS;
  const found = findCompiler(named === undefined ? known : [namedCompiler(named)], wantsPtx);
  const argumentsOf = wantsPtx ? ptxArguments : compilerArguments;
  const makers = wantsPtx ? 'NVIDIA' : 'AMD';
  if (found === undefined) {
    const problem =
      named === undefined
        ? messages.compile.noCompiler(path, makers)
        : messages.compile.notFound(named, makers);
    return { diagnostics: [diagnose(problem)], text: '' };
  }
  const { compiler, version, resources } = found;
  const folder = await mkdtemp(join(tmpdir(), 'ldscope-'));
  try {
    const output = join(folder, 'kernel.s');
    const dependencies = join(folder, 'kernel.d');
    const place = changed && (await mirrored(folder, path, flags, changed));
    const places = { file: path, flags, ...place, headers: HEADERS, resources };
    const line = { ...places, output, dependencies, language, chip };
    const key = compileKey([
      CACHE_FORMAT,
      process.cwd(),
      compiler.command,
      version,
      ...argumentsOf(compiler, { ...line, output: '', dependencies: '' }),
    ]);
    const cache = changed === undefined ? new CompileCache(process.env) : undefined;
    let { assembly, files = [] } = (await cache?.find(key)) ?? {};
    if (assembly === undefined) {
      const { status, ...said } = await runBeside(compiler.command, argumentsOf(compiler, line));
      if (status !== 0) {
        // A changed text has the name of the one whose place it takes.
        const stderr = said.stderr.replaceAll(join(folder, 'changed'), '');
        const errors = complaintsOf(stderr, changed === undefined ? path : resolve(path), text);
        const failed = messages.compile.failed(
          compiler.command,
          stderr.trim().split('\n')[0] ?? '',
        );
        return { diagnostics: errors.length > 0 ? errors : [diagnose(failed)], text };
      }
      const plain = await readFile(output, 'utf8');
      files = filesOf(await readFile(dependencies, 'utf8'));
      const notes = wantsPtx
        ? authoredNotes(plain, await authoredTexts(files))
        : request.isUnnamed !== true
          ? await ldsNotes(compiler, line, plain, folder, files)
          : '';
      assembly = plain + notes;
      await cache?.keep(key, assembly, files);
    }
    if (saveTemps !== undefined) {
      await mkdir(saveTemps, { recursive: true });
      await writeFile(
        join(saveTemps, `${basename(path)}-${chip}.${wantsPtx ? 'ptx' : 's'}`),
        assembly,
      );
    }
    const paths = [path, resolve(path)];
    const texts = changed === undefined ? await authoredTexts(files) : [];
    return {
      assembly,
      sources: new Map(paths.map((name) => [name, text])),
      project: new Map(texts.map((one) => [resolve(one.file), one.text])),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes changed texts to a folder under the paths that they have, where a compiler finds them before the real ones. */
async function mirrored(
  folder: string,
  path: string,
  flags: readonly string[],
  changed: ReadonlyMap<string, string>,
): Promise<Pick<CommandLine, 'file' | 'flags'>> {
  const placeOf = (name: string): string => join(folder, 'changed', resolve(name));
  for (const [name, text] of changed) {
    await mkdir(dirname(placeOf(name)), { recursive: true });
    await writeFile(placeOf(name), text);
  }
  const includes = flags.flatMap((flag, index) => {
    const [, joined] = /^-I(.+)$/.exec(flag) ?? [];
    const name = joined ?? (flags[index - 1] === '-I' ? flag : undefined);
    return name === undefined ? [] : [`-I${placeOf(name)}`];
  });
  // Headers that have not changed are next to the file that is replaced.
  return { file: placeOf(path), flags: [...includes, ...flags, '-I', dirname(resolve(path))] };
}

async function textOf(path: string): Promise<string | Message> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return messages.usage.unreadable(path, reason);
  }
}

/** Most files that are looked through for kernels. */
const MOST_TEXTS = 64;

/** The texts of a source and of its includes, except system headers. */
function authoredTexts(files: readonly string[]): Promise<SourceText[]> {
  const own = files
    .filter((name) => !/^\/usr\/|\/opt\//.test(name) && !name.startsWith(HEADERS))
    .slice(0, MOST_TEXTS);
  return Promise.all(own.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
}

/** What sources say of parameters, types and shared memory, as notes behind PTX. */
function authoredNotes(ptx: string, sources: readonly SourceText[]): string {
  const texts = sources.map(({ text }) => text);
  const types = typeNoteOf(texts, parameterTypesOf(texts));
  return parameterNotesOf(ptx, texts) + types + sharedNotesOf(ptx, sources);
}

const USES_LDS = /^[^\S\n]+(?:ds_|buffer_load.* lds|global_load_lds)/m;

/**
 * The names of LDS variables as notes behind the assembly: two more runs of the compiler, to IR with debug information and through its
 * pass that lays the variables out. Empty where a compiler does not do that.
 */
async function ldsNotes(
  compiler: Compiler,
  line: CommandLine,
  assembly: string,
  folder: string,
  files: readonly string[],
): Promise<string> {
  const fixed = fixedLdsOf(assembly);
  if (!USES_LDS.test(assembly) || fixed.size === 0) return '';
  const [ir, marked, lowered] = ['ir.ll', 'marked.ll', 'lowered.mir'].map((name) =>
    join(folder, name),
  );
  if (ir === undefined || marked === undefined || lowered === undefined) return '';
  const toIr = compilerArguments(compiler, { ...line, output: ir });
  if (runProgram(compiler.command, [...toIr, '-g', '-emit-llvm']).status !== 0) return '';
  const module = markVariables(await readFile(ir, 'utf8'));
  if (module === undefined) return '';
  await writeFile(marked, module.ir);
  const lowering = loweringArguments({ chip: line.chip, file: marked, output: lowered });
  if (runProgram(compiler.command, lowering).status !== 0) return '';
  const text = await readFile(lowered, 'utf8');
  const variables = loweredVariables(text, module.variables, fixed);
  return withAuthoredTypes(variables, await authoredTexts(files))
    .map(ldsNote)
    .join('');
}

/** The files of a rule of make: `kernel.s: kernel.hip include/a.h \`. */
function filesOf(rule: string): string[] {
  const list = rule.slice(rule.indexOf(': ') + 2).replaceAll('\\\n', ' ');
  return [...list.matchAll(/(?:[^\s\\]|\\.)+/g)].map(([name]) => name.replaceAll('\\ ', ' '));
}
