/**
 * Starts the command, `command.cjs` next to the bundle of this file, with the code that its files were compiled to
 * before.
 *
 * They are CommonJS: for ES modules, Node does not let a program keep functions that are compiled later, when they are
 * first called. NODE_DISABLE_COMPILE_CACHE turns this off, as it does Node's own cache. A confined process reads the
 * cache and leaves it as it is.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { cacheFolder } from '../system/cache-folder.ts';
import { CONFINED } from '../system/confinement.ts';
import { CodeCache } from './code-cache.ts';
import { FNV_START, mixed } from '@ldscope/core/fnv';

/** That of this file, which is CommonJS as well, in the same folder. */
const nodeRequire: NodeJS.Require = require;

interface CommonJs {
  exports: unknown;
}

type Run = (
  exports: unknown,
  require: (id: string) => unknown,
  module: CommonJs,
  path: string,
  folder: string,
) => void;

/** A file whose name has a hash of its content; others are compiled each time. */
const HASHED = /-[\w-]{8}\.cjs$/;

/** Files that are loaded when something of them is first used: readers of languages, of which a command needs one. */
const ON_DEMAND = /^on-demand-/;

/** Loads files of a folder once each, and what is outside as Node does. */
function loaderOf(folder: string, cache: CodeCache | undefined): (name: string) => unknown {
  const modules = new Map<string, CommonJs>();
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module: CommonJs = { exports: {} };
    modules.set(name, module);
    const path = join(folder, name);
    const kept = HASHED.test(name) ? cache : undefined;
    const cachedData = kept?.find(name);
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) { 'use strict'; ${readFileSync(path, 'utf8')}\n})`,
      {
        filename: path,
        ...(cachedData && { cachedData }),
      },
    );
    kept?.add(name, script);
    const run = script.runInThisContext() as Run;
    run(module.exports, requireIn, module, path, folder);
    return module.exports;
  };
  const requireIn = (id: string): unknown => {
    if (!id.startsWith('./')) return nodeRequire(id);
    const name = basename(id);
    return ON_DEMAND.test(name) ? onDemand(() => load(name)) : load(name);
  };
  return load;
}

/** The exports of a module that is loaded when one of them is first read. */
function onDemand(load: () => unknown): object {
  let exports: object | undefined;
  return new Proxy(
    {},
    { get: (_, name): unknown => Reflect.get((exports ??= Object(load())), name) },
  );
}

/** The cache of a command, by its name; installations have caches of their own, as each drops what it has no file of. */
function cacheOf(name = ''): CodeCache | undefined {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return undefined;
  const command = /^[a-z]+$/.test(name) ? name : 'none';
  const place = Array.from(__dirname, (letter) => letter.codePointAt(0) ?? 0).reduce(
    mixed,
    FNV_START,
  );
  const file = `${command}-${process.version}-${process.arch}-${(place >>> 0).toString(16)}.bin`;
  return new CodeCache(join(cacheFolder(process.env), 'code', file));
}

const cache = cacheOf(process.argv[2]);
if (cache !== undefined && process.env[CONFINED] === undefined) {
  process.on('exit', () => cache.save(__dirname));
}
loaderOf(__dirname, cache)('command.cjs');
