/**
 * What a compiler says on its standard error, as diagnostics at their places.
 *
 *     kernel.hip:7:12: error: use of undeclared identifier 'n'
 */
import { diagnose, type Diagnostic, messages } from '@ldscope/core';

const COMPLAINT = /^(.+?):(\d+):(?:(\d+):)? (?:fatal )?error: (.*)$/;
/** Of the driver and the linker: no place. */
const DRIVER = /^(?:[\w./+-]+: )?(?:fatal )?error: (.*)$/;

/** The errors of a compiler's output; `text` is the file that was compiled, `path` what the compiler calls it. */
export function complaintsOf(output: string, path: string, text: string): Diagnostic[] {
  const starts = lineStarts(text);
  return output.split('\n').flatMap((line): Diagnostic[] => {
    const [, file = '', row = '', column = '1', message = ''] = COMPLAINT.exec(line) ?? [];
    if (message === '') {
      const said = DRIVER.exec(line)?.[1];
      return said === undefined ? [] : [diagnose(messages.compile.error(said))];
    }
    if (file !== path) return [diagnose(messages.compile.error(`${file}:${row}: ${message}`))];
    const start = Math.min((starts[Number(row) - 1] ?? 0) + Number(column) - 1, text.length);
    return [diagnose(messages.compile.error(message), { start, end: start + 1 })];
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
