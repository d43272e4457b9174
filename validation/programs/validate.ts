/** `npm run validate -- NAME [ARGUMENTS]`: runs one of the [programs](programs.ts); without a name it lists them. */
import { spawnSync } from 'node:child_process';
import { findProgram, programLines } from './programs.ts';

const [name, ...args] = process.argv.slice(2);
const output = {
  print: console.log,
  complain: console.error,
  progress: (text: string) => void process.stderr.write(`${text}\n`),
};

/** Builds the command for programs that run it as a process; returns npm's exit code. */
function buildCommand(): number {
  const { status } = spawnSync('npm', ['run', 'build:cli', '--silent'], { stdio: 'inherit' });
  return status ?? 1;
}

async function run(): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    for (const line of programLines()) console.log(line);
    return 0;
  }
  const program = findProgram(name);
  if (typeof program === 'string') {
    console.error(program);
    return 2;
  }
  const built = program.needsCommand ? buildCommand() : 0;
  if (built !== 0) return built;
  const { main } = await program.load();
  return main(args, output);
}

process.exitCode = await run();
