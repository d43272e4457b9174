/**
 * LLVM's tools as oracles: a test asks for one by name and target, and skips with the reason where none fits.
 *
 *     const assembler = llvmTool('llvm-mc', 'amdgcn');
 *     describe.skipIf(skips(assembler))(...)
 *     // skipped: needs llvm-mc of LLVM 22 for amdgcn; /usr/bin/llvm-mc is of LLVM 18.1.3
 *
 * Other versions print, schedule and refuse differently, so tests take the one that they were written with.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The major version of LLVM that the tests were written with. */
export const LLVM_VERSION = 22;

type ToolName =
  | 'clang'
  | 'clang-offload-bundler'
  | 'llc'
  | 'llvm-ar'
  | 'llvm-cxxfilt'
  | 'llvm-mc'
  | 'llvm-mca'
  | 'llvm-objdump'
  | 'llvm-offload-binary'
  | 'llvm-symbolizer'
  | 'mlir-opt'
  | 'opt'
  | 'FileCheck';

export interface LlvmTool {
  /** Its name and the version that tests require, `llvm-mc 22`, whether it is there or not. */
  readonly release: string;
  /** Its absolute path; empty where it is missing. */
  readonly command: string;
  /** As it prints it, `22.1.8`; empty where it is missing. */
  readonly version: string;
  /** What is needed and what is there instead; `undefined` where it fits. */
  readonly missing: string | undefined;
}

/** Finds a tool of the version that tests require, with a target of LLVM among those that it was built with. */
export function llvmTool(name: ToolName, target?: 'amdgcn'): LlvmTool {
  const release = `${name} ${LLVM_VERSION}`;
  const needs = `needs ${name} of LLVM ${LLVM_VERSION}${target === undefined ? '' : ` for ${target}`}`;
  let missing = `${needs} in PATH`;
  for (const command of candidates(name)) {
    const version = versionOf(command);
    if (version === undefined) continue;
    const isOther = version.split('.')[0] !== String(LLVM_VERSION);
    if (!isOther && (target === undefined || hasTarget(name, command, target)))
      return { release, command, version, missing: undefined };
    missing = `${needs}; ${command} is ${isOther ? `of LLVM ${version}` : `without ${target}`}`;
  }
  return { release, command: '', version: '', missing };
}

/** True when a tool is missing; then prints why its tests are skipped. */
export function skips(...tools: readonly LlvmTool[]): boolean {
  const reason = tools.find(({ missing }) => missing !== undefined)?.missing;
  if (reason !== undefined) console.log(`skipped: ${reason}`);
  return reason !== undefined;
}

/** The paths at which a tool may be, with the version in its name or in its folder first. */
function candidates(name: ToolName): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return [
    ...folders.map((folder) => join(folder, `${name}-${LLVM_VERSION}`)),
    join(`/usr/lib/llvm-${LLVM_VERSION}/bin`, name),
    ...folders.map((folder) => join(folder, name)),
  ].filter((path) => existsSync(path));
}

function versionOf(command: string): string | undefined {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 ? /version (\d+(?:\.\d+)*)/.exec(stdout)?.[1] : undefined;
}

function hasTarget(name: ToolName, command: string, target: string): boolean {
  const option = name === 'clang' ? '--print-targets' : '--version';
  const { stdout } = spawnSync(command, [option], { encoding: 'utf8' });
  return new RegExp(`^ +${target} `, 'm').test(stdout);
}
