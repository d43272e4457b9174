/**
 * `npm run validate -- ptx-forms FOLDER`: writes what `measure.py` executes on a GPU.
 *
 *     FOLDER/forms.ptx   a kernel per form      inputs.bin   its inputs      names.json   the forms that ptxas takes
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../base/output.ts';
import { folderToWrite } from '../base/paths.ts';
import { assemble } from '../base/ptxas.ts';
import { type Form, forms, moduleOf } from './forms.ts';
import { inputTables } from './inputs.ts';

/** Runs the program; returns its exit code. */
export function main([folder]: readonly string[], output: Output): number {
  const { print, complain } = output;
  const root = folderToWrite(folder, output);
  if (root === undefined) return 2;
  const file = join(root, 'forms');
  let list = forms;
  for (;;) {
    const text = moduleOf(list);
    const { status, stderr } = assemble(file, text, 'sm_90');
    if (status === null) {
      complain('ptxas is not installed: it decides which forms there are');
      return 2;
    }
    const refused = status === 0 ? new Set<Form>() : refusedForms(stderr, text, list);
    if (refused.size === 0) break;
    for (const { name } of refused) print(`ptxas refuses ${name}`);
    list = list.filter((form) => !refused.has(form));
  }
  writeFileSync(join(root, 'inputs.bin'), new Uint8Array(inputTables().buffer));
  writeFileSync(join(root, 'names.json'), JSON.stringify(list.map(({ name }) => name)));
  print(`${list.length} of ${forms.length} forms are in ${root}`);
  return 0;
}

/** Forms in whose kernels ptxas finds errors. */
function refusedForms(errors: string, text: string, list: readonly Form[]): Set<Form> {
  const lines = text.split('\n');
  const refused = new Set<Form>();
  for (const [, line] of errors.matchAll(/line (\d+);/g)) {
    const head = lines.slice(0, Number(line)).findLast((one) => one.includes('.entry f'));
    const form = list[Number(/\.entry f(\d+)/.exec(head ?? '')?.[1])];
    if (form !== undefined) refused.add(form);
  }
  return refused;
}
