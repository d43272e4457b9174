/** The command in a folder of its own, as a user has it: what it prints and writes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { inRepository } from '../base/paths.ts';

/** A source with its launch, written into a folder. */
export interface Written {
  readonly folder: string;
  readonly file: string;
  readonly chip: string;
}

/** Gives a folder with files to a function, and takes it away. */
export function inFolder<T>(files: Readonly<Record<string, string>>, use: (at: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-fix-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The cost of a run, as the report of `fix` has it. */
interface Cost {
  readonly conflicts: number;
  readonly seconds?: readonly [number, number];
  readonly instructions?: number;
}

/** The report of `fix` in JSON, as far as it is read here. */
export interface FixReport {
  readonly verdict?: string;
  readonly diff?: string;
  readonly candidates?: readonly {
    readonly says: string;
    readonly runs: readonly { readonly before: Cost; readonly after: Cost }[];
  }[];
  readonly diagnostics?: readonly { readonly message: string }[];
}

/** What `fix` says. */
export const fix = ({ folder, file, chip }: Written): FixReport =>
  JSON.parse(
    ldscope(folder, ['fix', file, '-l', 'launch.yaml', '-m', chip, '--format', 'json']).out,
  ) as FixReport;

/** Another launch of the same kernel, as a text. */
type Variant = (launch: string) => string;

const asItIs: Variant = (launch) => launch;

/** What a diff breaks; `undefined` where it applies, and every buffer of the launches is as before. */
export function wrongIn(
  written: Written,
  diff: string | undefined,
  variants: readonly Variant[] = [asItIs],
): string | undefined {
  if (diff === undefined) return undefined;
  const { folder } = written;
  const before = variants.map((variant) => resultsOf(written, variant));
  spawnSync('git', ['init', '-q'], { cwd: folder });
  const { status } = spawnSync('git', ['apply', '-'], { cwd: folder, input: diff });
  if (status !== 0) return 'git apply refuses the diff';
  const isSame = variants.every((variant, index) => before[index] === resultsOf(written, variant));
  return isSame ? undefined : 'the patched source computes something else';
}

interface Launch {
  readonly args?: readonly { readonly name?: string }[];
  readonly kernels?: Readonly<Record<string, Launch>>;
}

/** What the kernels of the launch leave: the content of every buffer. */
export function resultsOf({ folder, file, chip }: Written, variant = asItIs): string {
  const text = variant(readFileSync(join(folder, 'launch.yaml'), 'utf8'));
  writeFileSync(join(folder, 'run.yaml'), text);
  const launch = parse(text) as Launch;
  const kernels = Object.entries(launch.kernels ?? {});
  const all = kernels.length === 0 ? ([[undefined, launch]] as const) : kernels;
  return all
    .map(([kernel, { args = [] }]) => {
      const names = args.flatMap(({ name }) => name ?? []);
      const dumps = names.flatMap((name) => ['--dump', `${name}=${name}.npy`]);
      const chosen = kernel === undefined ? [] : ['-k', kernel];
      const given = ['run', file, '-l', 'run.yaml', '-m', chip];
      const { code } = ldscope(folder, [...given, ...chosen, ...dumps]);
      if (code !== 0) throw new Error(`${file} is not executed: exit code ${code}`);
      return names
        .map((name) => readFileSync(join(folder, `${name}.npy`)).toString('base64'))
        .join();
    })
    .join();
}

/** Runs the command, and gives what it prints. */
export function ldscope(
  folder: string,
  args: readonly string[],
): { readonly code: number | null; readonly out: string } {
  const command = inRepository('packages/cli/bin/ldscope.cjs');
  const { status, stdout } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { code: status, out: stdout };
}
