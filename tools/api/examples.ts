/**
 * Examples of the library, by the export under which each stands: the bodies of the methods of one object in a source.
 *
 *     export const examples = {
 *       findMachine() {
 *         assert.equal(findMachine('gfx950')?.vendor, 'AMD');       the example of findMachine
 *       },
 *     };
 */
import ts from 'typescript';

/** The bodies by name, in the order of the source, without their indentation. */
export function readExamples(text: string): ReadonlyMap<string, string> {
  const file = ts.createSourceFile('examples.ts', text, ts.ScriptTarget.ES2023, true);
  const bodies = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && node.body !== undefined)
      bodies.set(node.name.getText(file), dedented(text.slice(node.body.pos, node.body.end)));
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return bodies;
}

/** The lines between the braces. */
function dedented(block: string): string {
  const lines = block.trim().slice(1, -1).replace(/^\n/, '').trimEnd().split('\n');
  const depth = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)),
  );
  return lines.map((line) => line.slice(depth)).join('\n');
}

/** The example that shows an export: its own, else the first that uses it. */
export function exampleOf(name: string, examples: ReadonlyMap<string, string>): string | undefined {
  if (examples.has(name)) return name;
  const uses = new RegExp(`\\b${name}\\b`);
  return [...examples].find(([, text]) => uses.test(text))?.[0];
}
