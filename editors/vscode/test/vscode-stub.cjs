/**
 * What stands for VS Code where its client library runs in Node: names that take anything and do nothing, and documents that are open.
 *
 *     node -r ./vscode-stub.cjs program.cjs        require('vscode') is this
 */
const Module = require('node:module');

/** A name of an interface: it can be called, constructed, extended and asked for more names. */
function anything(own = {}) {
  const known = new Map(Object.entries(own));
  const proxy = new Proxy(function () {}, {
    get(target, name) {
      if (name === 'prototype') return target.prototype;
      if (name === 'then' || typeof name === 'symbol') return undefined;
      if (!known.has(name)) known.set(name, anything());
      return known.get(name);
    },
    // A bundle copies the names that there are.
    ownKeys: (target) => [...new Set([...Reflect.ownKeys(target), ...known.keys()])],
    set: (_, name, value) => known.set(name, value) !== undefined,
    apply: () => anything(),
    construct: (_, given, made) =>
      made === proxy ? anything() : Reflect.construct(function () {}, given, made),
  });
  return proxy;
}

class EventEmitter {
  #listeners = [];
  event = (listener, self) => {
    this.#listeners.push(listener.bind(self));
    return { dispose() {} };
  };
  fire(value) {
    for (const listener of this.#listeners) listener(value);
  }
  dispose() {}
}

const nothing = { dispose() {} };
const registers = () => nothing;
const lists = {
  textDocuments: [],
  workspaceFolders: [],
  visibleTextEditors: [],
  notebookDocuments: [],
};

const vscode = anything({
  version: '1.101.0',
  Uri: anything(),
  ViewColumn: anything(),
  EventEmitter,
  Disposable: class {
    dispose() {}
    static from = () => nothing;
  },
  env: anything({ appName: 'a stub', language: 'en' }),
  workspace: anything({
    ...lists,
    isTrusted: true,
    getConfiguration: () => ({ get: () => undefined, machine: 'gfx942' }),
  }),
  window: anything({ ...lists, createOutputChannel: () => anything({ ...nothing }) }),
  commands: anything({ registerCommand: registers }),
});

const load = Module._load;
Module._load = (id, ...rest) => (id === 'vscode' ? vscode : load(id, ...rest));
