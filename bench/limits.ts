/** What the largest inputs take: time of the whole command, and the memory of all its processes together at their highest. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { median, shownSeconds, type Verdict } from './measure.ts';
import { inFolderLong } from '../test/in-folder.ts';

/** Bytes in physical memory of a process and of all that it started; 0 where `/proc` has none. */
function residentBytes(root: number): number {
  const children = new Map<number, number[]>();
  const pages = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      // The name of a program may hold spaces and brackets: fields are counted from the last bracket.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const parent = Number(fields[1]);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
      pages.set(pid, Number(fields[21]));
    } catch {
      // It ended meanwhile.
    }
  }
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((all, child) => all + sum(child), pages.get(pid) ?? 0);
  return sum(root) * 4096;
}

/** Watches the memory of a process until `stop`, which gives the highest in MiB. */
function watch({ pid = 0 }: ChildProcess): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentBytes(pid))), 20);
  return () => {
    clearInterval(timer);
    return Math.round(most / 2 ** 20);
  };
}

interface Run {
  readonly milliseconds: number;
  readonly mebibytes: number;
  readonly code: number | null;
}

/** Runs the command to its end; what it prints is thrown away. */
async function run(command: string, args: readonly string[]): Promise<Run> {
  const begin = performance.now();
  const child = spawn(process.execPath, [command, ...args], { stdio: 'ignore' });
  const stop = watch(child);
  const code = await new Promise<number | null>((settle) => child.once('exit', settle));
  return { milliseconds: performance.now() - begin, mebibytes: stop(), code };
}

const shown = ({ milliseconds, mebibytes, code }: Run): string =>
  `${shownSeconds(milliseconds)}, ${mebibytes} MiB, exit code ${code}`;

const GFX942 = `        .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
large:
BODY
        s_endpgm
        .amdhsa_kernel large
          .amdhsa_group_segment_fixed_size 65536
          .amdhsa_next_free_vgpr 8
          .amdhsa_next_free_sgpr 8
          .amdhsa_accum_offset 8
        .end_amdhsa_kernel
`;

/** Assembly of that many instructions: every fourth reads LDS. */
function assemblyOf(lines: number): string {
  const four = `        v_lshlrev_b32_e32 v1, 2, v0
        ds_read_b32 v2, v1
        s_waitcnt lgkmcnt(0)
        v_add_u32_e32 v3, v2, v3
`;
  return GFX942.replace('BODY\n', four.repeat(lines / 4));
}

/** Two sizes of one kind of input, so that what each line takes is their difference. */
export async function benchLines(command: string): Promise<Verdict> {
  return await inFolderLong(async (folder) => {
    const file = join(folder, 'large.s');
    const of = async (lines: number): Promise<Run> => {
      writeFileSync(file, assemblyOf(lines));
      return await run(command, ['analyze', file, '--launch', 'block=64', '--format', 'json']);
    };
    const [small, large] = [await of(100_000), await of(1_000_000)];
    const kilobytes = ((large.mebibytes - small.mebibytes) * 1024) / 900_000;
    return {
      name: 'ldscope analyze of 1,000,000 lines of assembly',
      measured: `${shown(large)}; 100,000 lines: ${shown(small)}; ${kilobytes.toFixed(2)} KiB per line`,
      target: 'at most 4 GiB, exit code 0 or a diagnostic',
      met: large.mebibytes <= 4096 && large.code !== null && large.code <= 2,
    };
  });
}

/** A launch file of nested lists. */
export async function benchDeep(command: string, kernel: string): Promise<Verdict> {
  return await inFolderLong(async (folder) => {
    const file = join(folder, 'deep.yaml');
    const of = async (depth: number): Promise<Run> => {
      const nested = Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}-\n`).join(
        '',
      );
      writeFileSync(file, `grid: 1\nargs:\n${nested}`);
      return await run(command, ['analyze', kernel, '-m', 'gfx942', '--launch', file]);
    };
    const [half, whole] = [await of(5000), await of(10_000)];
    return {
      name: 'a launch file of 10,000 levels (50 MB)',
      measured: `${shown(whole)}; 5,000 levels (12 MB): ${shown(half)}`,
      target: 'a diagnostic, exit code 2, in a time that grows with the bytes',
      met: whole.code === 2,
    };
  });
}

const AGENTS = 40;

/** Clients that call one server at the same time. */
export async function benchAgents(command: string, kernel: string): Promise<Verdict> {
  const server = spawn(process.execPath, [command, 'mcp', '--http', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = watch(server);
  try {
    const address = await new Promise<string>((settle) =>
      server.stdout.once('data', (text: Buffer) => settle(text.toString().trim())),
    );
    const call = async (): Promise<{ readonly took: number; readonly failed: boolean }> => {
      const client = new Client({ name: 'bench', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(address)));
      const begin = performance.now();
      const request = { name: 'analyze', arguments: { text: kernel, machine: 'gfx950' } };
      const answer = await client.callTool(request, { timeout: 600_000 });
      await client.close();
      return { took: performance.now() - begin, failed: answer.isError === true };
    };
    const alone = await call();
    const begin = performance.now();
    const answers = await Promise.all(Array.from({ length: AGENTS }, call));
    const wall = performance.now() - begin;
    const failed = answers.filter((one) => one.failed).length;
    const mebibytes = stop();
    return {
      name: `${AGENTS} agents that call one server at the same time`,
      measured:
        `${shownSeconds(wall)} for all, ${shownSeconds(median(answers.map((one) => one.took)))} in the median, ` +
        `one alone ${shownSeconds(alone.took)}; ${mebibytes} MiB, ${failed} without an answer`,
      target: 'all have an answer, in at most 4 GiB together',
      met: failed === 0 && mebibytes <= 4096,
    };
  } finally {
    stop();
    server.kill();
  }
}
