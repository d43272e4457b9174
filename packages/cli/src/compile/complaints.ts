/**
 * Turns the standard error of a compiler into diagnostics with locations.
 *
 *     kernel.hip:7:12: error: use of undeclared identifier 'n'
 *     kernel.cu(7): error: identifier "n" is undefined              nvcc's
 */
import { diagnose, type Diagnostic, LineMap, messages } from '@ldscope/core';

const COMPLAINT = /^(.+?)(?::(\d+):(?:(\d+):)?|\((\d+)\):) (?:catastrophic |fatal )?error: (.*)$/;
/** Messages of the driver and the linker have no location. */
const DRIVER = /^(?:[\w./+-]+: )?(?:fatal )?error: (.*)$/;

/** The errors of a compiler's output; `text` is the file that was compiled, `path` what the compiler calls it. */
export function complaintsOf(output: string, path: string, text: string): Diagnostic[] {
  const places = new LineMap(text);
  return output.split('\n').flatMap((line): Diagnostic[] => {
    const [, file = '', clang, column = '1', nvcc, message = ''] = COMPLAINT.exec(line) ?? [];
    const row = clang ?? nvcc ?? '';
    if (message === '') {
      const said = DRIVER.exec(line)?.[1];
      return said === undefined ? [] : [diagnose(messages.compile.error(said))];
    }
    if (file !== path) return [diagnose(messages.compile.error(`${file}:${row}: ${message}`))];
    const start = places.offset({ line: Number(row), column: Number(column) });
    return [diagnose(messages.compile.error(message), { start, end: start + 1 })];
  });
}
