/** Whether TypeScript refuses a mutant: then nobody can make that fault, and no test has to notice it. */
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/** Diagnostics of names that are no longer used: the fault can be made all the same. */
const UNUSED = new Set([6133, 6192, 6196, 6198]);

/** Judges texts of the modules of a package, one after another; each time but the first takes a second. */
export function typeCheck(room: string): (path: string, text: string) => boolean {
  const config = resolve(`packages/${room}/tsconfig.json`);
  const { config: json }: { config?: unknown } = ts.readConfigFile(config, (path) =>
    ts.sys.readFile(path),
  );
  const { options } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
  const own = { ...options, noEmit: true, composite: false, incremental: false };
  const host = ts.createCompilerHost(own);
  const sources = new Map<string, ts.SourceFile | undefined>();
  const read = host.getSourceFile.bind(host);
  let mutant: ts.SourceFile | undefined;
  host.getSourceFile = (path, ...rest) => {
    if (path === mutant?.fileName) return mutant;
    if (!sources.has(path)) sources.set(path, read(path, ...rest));
    return sources.get(path);
  };
  let last: ts.Program | undefined;
  return (path, text) => {
    mutant = ts.createSourceFile(resolve(path), text, ts.ScriptTarget.Latest, true);
    last = ts.createProgram({
      rootNames: [mutant.fileName],
      options: own,
      host,
      ...(last === undefined ? {} : { oldProgram: last }),
    });
    const problems = [
      ...last.getSyntacticDiagnostics(mutant),
      ...last.getSemanticDiagnostics(mutant),
    ];
    return problems.some(({ code }) => !UNUSED.has(code));
  };
}
