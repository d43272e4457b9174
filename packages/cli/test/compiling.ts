/** What tests of compiled sources need: a folder of their own, headers read once, and NVIDIA's compiler where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll } from 'vitest';
import { applyPatch } from 'diff';
import {
  compilerArguments,
  COMPILERS,
  CUDA_COMPILERS,
  namedCompiler,
} from '../src/compile/command-line.ts';
import { type Compiled, type CompileRequest, compileSource } from '../src/compile/compile.ts';
import { findCompiler, type FoundCompiler } from '../src/compile/find-compiler.ts';
import { sourceLanguage } from '../src/compile/language.ts';
import { HEADERS } from '../src/system/headers.ts';

/**
 * A folder for files, with a cache of its own for what is compiled. To be called in `describe`: tests ask for the path, and behind the last
 * of them the folder is removed.
 */
export function compileFolder(): () => string {
  let folder = '';
  const before = process.env['XDG_CACHE_HOME'];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ldscope-test-'));
    process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
  });
  afterAll(() => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
    rmSync(folder, { recursive: true });
  });
  return () => folder;
}

/** Headers as clang has read them, by what they were read with. */
const knownHeaders = new Map<string, string>();
let headersFolder: string | undefined;

/**
 * `compileSource` for HIP that a clang without ROCm compiles. Nearly all of its time goes into the headers of HIP and of C++: they are read once
 * for each chip and size of waves. Tests of flags, of headers and of the cache take `compileSource` itself.
 */
export function compileWithKnownHeaders(request: CompileRequest): Promise<Compiled> {
  const { compiler, language, flags = [] } = request;
  const ofTarget = flags.filter((flag) => !flag.startsWith('-D'));
  const named = compiler === undefined ? COMPILERS : [namedCompiler(compiler)];
  const found = language === 'hip' ? findCompiler(named, false) : undefined;
  if (
    found === undefined ||
    found.compiler.hasRocm ||
    ofTarget.some((flag) => flag !== '-mwavefrontsize64')
  ) {
    return compileSource(request);
  }
  const known = headersRead(found, request.chip, ofTarget);
  return compileSource({ ...request, flags: [...flags, ...toClang('-include-pch', known)] });
}

/** The assembly of a source for an AMD chip, without notes, and what the compiler says of it; no assembly where that is not wanted. */
export function compiledText(
  file: string,
  wantsAssembly: boolean,
): { readonly assembly: string; readonly complaints: readonly string[] } {
  const language = sourceLanguage(file);
  const found = findCompiler(COMPILERS, false);
  if (found === undefined || language === undefined) throw new Error(`no compiler for ${file}`);
  const [chip, output] = ['gfx942', `${file}.s`];
  const known = language === 'hip' ? toClang('-include-pch', headersRead(found, chip, [])) : [];
  const flags = [...known, '-Wall', '-Wno-unused', ...(wantsAssembly ? [] : ['-fsyntax-only'])];
  const places = { file, headers: HEADERS, resources: found.resources };
  const given = { ...places, output, dependencies: `${output}.d`, language, chip, flags };
  const line = compilerArguments(found.compiler, given);
  const { status, stderr } = spawnSync(found.compiler.command, line, { encoding: 'utf8' });
  const assembly = wantsAssembly && status === 0 ? readFileSync(output, 'utf8') : '';
  return { assembly, complaints: stderr.match(/(?:error|warning): .*/g) ?? [] };
}

function headersRead(
  { compiler, resources }: FoundCompiler,
  chip: string,
  flags: readonly string[],
): string {
  const key = [compiler.command, chip, ...flags].join(' ');
  const known = knownHeaders.get(key);
  if (known !== undefined) return known;
  if (headersFolder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'ldscope-headers-'));
    process.once('exit', () => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'headers.hip'), '#include <hip/hip_runtime.h>\n');
    headersFolder = folder;
  }
  const output = join(headersFolder, `${knownHeaders.size}.pch`);
  const file = join(headersFolder, 'headers.hip');
  const given = compilerArguments(compiler, {
    language: 'hip',
    chip,
    file,
    output,
    dependencies: `${output}.d`,
    flags: [...flags, ...toClang('-emit-pch')],
    headers: HEADERS,
    resources,
  });
  const { status, stderr } = spawnSync(compiler.command, given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  knownHeaders.set(key, output);
  return output;
}

const toClang = (...given: readonly string[]): string[] => given.flatMap((one) => ['-Xclang', one]);

/** A text with the diff of one file applied. */
export function patched(text: string, diff: string): string {
  const after = applyPatch(text, diff);
  if (after === false) throw new Error(`not a diff of this text: ${diff}`);
  return after;
}

/** NVIDIA's compiler; `undefined`, with a printed reason, where it is not installed. */
export function installedNvcc(): string | undefined {
  const found = CUDA_COMPILERS.map(({ command }) => command)
    .filter((command) => command.endsWith('nvcc'))
    .find((command) => spawnSync(command, ['--version']).status === 0);
  if (found === undefined) console.warn('skipped: nvcc is not installed');
  return found;
}
