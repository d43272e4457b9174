/** Passes over what has no place in memory: functions of structs, and initial values. */
import type { Cursor } from '../../../layout/text/cursor.ts';

const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['{', '}'],
  ['[', ']'],
]);

/** From an opening sign to behind the one that closes it. */
function skipGroup(cursor: Cursor): boolean {
  const open: string[] = [];
  do {
    const { kind, text } = cursor.peek();
    if (kind === 'end') return cursor.expected(`'${open.at(-1) ?? ')'}'`) === true;
    const close = CLOSES.get(text);
    if (close !== undefined) open.push(close);
    else if (text === open.at(-1)) open.pop();
    else if (/^[)}\]]$/.test(text)) return cursor.expected(`'${open.at(-1) ?? ''}'`) === true;
    cursor.take();
  } while (open.length > 0);
  return true;
}

/** From somewhere in a function's head to behind its body, or the `;` in place of one. */
export function skipFunction(cursor: Cursor): boolean {
  while (!cursor.at('(')) {
    const { kind, text } = cursor.peek();
    if (kind === 'end' || text === ';' || text === '{' || text === '}')
      return cursor.expected("'('") === true;
    cursor.take();
  }
  // `operator()(int i)` has two lists.
  while (cursor.at('(')) if (!skipGroup(cursor)) return false;
  let isInitializing = false;
  for (;;) {
    const { kind, text } = cursor.peek();
    if (kind === 'end' || text === '}') return cursor.expected("'{' or ';'") === true;
    if (text === ';') return cursor.take().text === ';';
    if (text === ':') isInitializing = true;
    // In `: a{1}, b(2) {` a brace behind a name is a value, and that behind a bracket the body.
    if (text === '{') {
      if (!skipGroup(cursor)) return false;
      if (!isInitializing || !(cursor.at(',') || cursor.at('{'))) return true;
    } else if (text === '(') {
      if (!skipGroup(cursor)) return false;
    } else cursor.take();
  }
}

/** An initial value, up to the `,` or `;` behind it. */
export function skipInitializer(cursor: Cursor): boolean {
  if (cursor.at('{')) return skipGroup(cursor);
  if (!cursor.eat('=')) return true;
  let angles = 0;
  for (;;) {
    const { kind, text } = cursor.peek();
    if (kind === 'end' || text === '}') return cursor.expected("';'") === true;
    if (text === ';' || (text === ',' && angles === 0)) return true;
    if (CLOSES.has(text)) {
      if (!skipGroup(cursor)) return false;
      continue;
    }
    // `Pair<1, 2>::value`; a comparison that is open at the `;` ends there.
    if (text === '<') angles++;
    if (text === '>') angles--;
    cursor.take();
  }
}
