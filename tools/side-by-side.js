/**
 * Runs scripts of package.json side by side, as many as there are cores, and prints what each says when it ends. The longest come first.
 *
 *     node tools/side-by-side.js check:types check:lint
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Runs one script to its end; whether it succeeds. */
function succeeds(script) {
  return new Promise((resolve) => {
    const begin = performance.now();
    const child = spawn('npm', ['run', '--silent', script], {
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data));
    child.on('close', (code) => {
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${script}, ${seconds} s\n`);
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

const waiting = process.argv.slice(2);
let failures = 0;

async function runNext() {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift())
    if (!(await succeeds(script))) failures++;
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext));
process.exitCode = failures > 0 ? 1 : 0;
