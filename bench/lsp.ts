/** The time from an edit to its diagnostics, over the protocol, as an editor sees it: the pause after typing is part of it. */
import { spawn } from 'node:child_process';
import { Editor, uriOf } from '../packages/cli/test/lsp/client.ts';
import { median, type Verdict } from './measure.ts';

const EDITS = 15;
const TARGET_MS = 300;

/** Edits a kernel again and again; the first edits, which find cold code, count as the others do. */
export async function benchEdits(
  command: string,
  name: string,
  file: string,
  text: string,
): Promise<Verdict> {
  const server = spawn(process.execPath, [command, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const editor = new Editor(server.stdout, server.stdin);
  await editor.initialize();
  const uri = uriOf(file);
  await editor.open(uri, text);
  await editor.diagnostics(uri);
  const start = { line: 0, character: 0 };
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    // Somebody reads for a moment, so that what follows the first workgroup is under way.
    await new Promise((settle) => setTimeout(settle, 400));
    const began = performance.now();
    await editor.edit(uri, [{ range: { start, end: start }, text: `// edit ${edit}\n` }]);
    await editor.diagnostics(uri);
    times.push(performance.now() - began);
  }
  await editor.leave();
  const typical = median(times);
  return {
    name: `an edit of ${name}`,
    measured: `${typical.toFixed(0)} ms to its diagnostics, at most ${Math.max(...times).toFixed(0)} ms`,
    target: `under ${TARGET_MS} ms`,
    met: typical < TARGET_MS,
  };
}
