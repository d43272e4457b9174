/** Runs the commands of capabilities as a user does, and looks up the tests that others name. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Capability,
  type CommandEvidence,
  isCommand,
  partsOf,
  type TestEvidence,
} from './capability.ts';

/** What came of a capability: of each piece of evidence why it does not hold; `undefined` where it does. */
export interface Outcome {
  readonly capability: Capability;
  readonly problems: readonly (string | undefined)[];
}

/** What a command prints on both streams, and its exit code. */
export interface Printed {
  readonly code: number;
  readonly text: string;
}

/** Folder of the repository, and `ldscope` with words behind it. */
export interface Places {
  readonly root: string;
  readonly ldscope: (words: readonly string[]) => Promise<Printed>;
}

/** The same with the folder of what commands write as `out/NAME`. */
interface Folders extends Places {
  readonly out: string;
}

/** Runs capabilities, two at a time; the outcomes are in their order. */
export async function executeAll(
  capabilities: readonly Capability[],
  places: Places,
  progress?: (id: string) => void,
): Promise<readonly Outcome[]> {
  const out = mkdtempSync(join(tmpdir(), 'ldscope-'));
  const outcomes: Outcome[] = [];
  const queue = capabilities.entries();
  const work = async (): Promise<void> => {
    for (const [index, capability] of queue) {
      progress?.(capability.id);
      outcomes[index] = await execute(capability, { ...places, out: join(out, capability.id) });
    }
  };
  await Promise.all([work(), work()]);
  rmSync(out, { recursive: true });
  return outcomes;
}

async function execute(capability: Capability, folders: Folders): Promise<Outcome> {
  if (capability.shown.length === 0) return { capability, problems: ['nothing shows it'] };
  mkdirSync(folders.out, { recursive: true });
  const problems: (string | undefined)[] = [];
  for (const evidence of capability.shown) {
    problems.push(
      isCommand(evidence)
        ? await problemOfCommand(evidence, folders)
        : problemOfTest(evidence, folders.root),
    );
  }
  return { capability, problems };
}

async function problemOfCommand(
  evidence: CommandEvidence,
  folders: Folders,
): Promise<string | undefined> {
  const { run, exit = 0 } = evidence;
  const { code, text } = await printedBy(run, folders);
  if (code !== exit)
    return `exit code ${code}, not ${exit}: ldscope ${run}\n${text.slice(0, 2000)}`;
  const flat = flattened(text);
  const lacking = partsOf(evidence).filter((part) => !flat.includes(flattened(part)));
  if (lacking.length === 0) return undefined;
  return `ldscope ${run}\ndoes not print ${lacking.map(quoted).join(', ')}, but\n${text.slice(0, 6000)}`;
}

function printedBy(line: string, { ldscope, out }: Folders): Promise<Printed> {
  return ldscope(
    wordsOf(line).map((word) =>
      word.startsWith('out/') ? join(out, word.slice('out/'.length)) : word,
    ),
  );
}

/** The built command, each time in a process of its own. */
export const builtCommand =
  (root: string, program: string): Places['ldscope'] =>
  (words) => {
    const options = { cwd: root, maxBuffer: 2 ** 28, env: { ...process.env, COLUMNS: '100' } };
    return new Promise((settle) => {
      execFile(process.execPath, [program, ...words], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        settle({ code, text: stdout + stderr });
      });
    });
  };

function problemOfTest({ test: file, title }: TestEvidence, root: string): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return `there is no file ${file}`;
  const text = readFileSync(path, 'utf8');
  const isRow = text
    .split('\n')
    .some((line) => line.includes('|') && line.trim().startsWith(title));
  return isRow || ["'", '"', '`'].some((quote) => text.includes(quote + title))
    ? undefined
    : `${file} has no test ${quoted(title)}`;
}

/** Words of a command line; quotes of either kind keep spaces. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

const flattened = (text: string): string => text.replaceAll(/\s+/g, ' ');
const quoted = (text: string): string => `'${text}'`;
