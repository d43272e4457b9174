/**
 * The layers of the house, as data: `.dependency-cruiser.js` makes rules of it, `npm run check:layers` checks them, and
 * `npm run layers` writes them into ARCHITECTURE.md.
 *
 *     rooms:    a folder imports only folders of earlier lines; folders of one line stand side by side and import
 *               nothing of each other. Tests import what they compare
 *     entries:  the files that may stand beside the folders; they import all of them, and no folder imports them
 *     imports:  what a package may import beside itself
 *     debts:    single imports against the direction, each with its reason
 *
 * No circle of files is allowed anywhere, not of types alone either.
 */

/** Folders of `src`, of validation of the package itself, the lowest first. */
export const rooms = {
  'packages/core': [
    ['base', 'gf2', 'wasm'],
    ['arithmetic', 'shape', 'vector'],
    ['access'],
    ['layout'],
    ['machine'],
    ['conflict'],
    ['coalesce'],
    ['vendors'],
    ['study'],
    ['mitigate'],
    ['timing'],
    ['report'],
    ['execute'],
  ],
  'packages/simt': [['lanes'], ['classes', 'run'], ['unknown']],
  'packages/mlir': [
    ['ir'],
    ['rows'],
    ['text'],
    ['dialects'],
    ['module'],
    ['passes'],
    ['interpret'],
    ['ttgir'],
  ],
  'packages/amdgcn': [
    ['compress', 'decode'],
    ['text'],
    ['object', 'state'],
    ['isa'],
    ['emulate', 'timing'],
  ],
  'packages/ptx': [['rows'], ['text'], ['state'], ['isa'], ['sass'], ['run']],
  'packages/engine': [
    ['cpp', 'input'],
    ['launch', 'layout', 'opt', 'triton'],
    ['source', 'tried'],
    ['buffers', 'check', 'spec', 'timeline'],
    ['execute', 'hints', 'search'],
    ['problems'],
    ['fix'],
    ['frontends'],
    ['read'],
    ['commands', 'suggest'],
    ['better', 'shapes', 'sweep'],
    ['compare'],
  ],
  'packages/render': [
    ['text'],
    ['svg'],
    ['document'],
    ['say'],
    ['ci', 'html', 'json', 'markdown', 'sarif'],
    ['report'],
  ],
  'packages/cli': [
    ['system'],
    ['compile', 'completion', 'start', 'threads'],
    ['io', 'options'],
    ['answer'],
    ['input', 'node'],
    ['run'],
    ['sweep', 'web'],
    ['lsp', 'mcp'],
    ['commands'],
    ['define'],
  ],
  'apps/web': [
    ['controls', 'editor', 'share', 'shell', 'styles', 'worker'],
    ['picture'],
    ['docs', 'explore', 'playground'],
  ],
  'validation': [
    ['base'],
    [
      'address',
      'attention',
      'ck-triples',
      'corpus',
      'cuda',
      'cuda-programs',
      'decode',
      'differential',
      'documents',
      'fix',
      'hopper',
      'lit',
      'probe',
      'promises',
      'ptx',
      'study',
      'suites',
      'textures',
      'triton',
      'zluda',
    ],
    ['ck-headers', 'hazards', 'slice', 'sweep', 'timing'],
    ['published', 'traces'],
    ['iree-cases'],
    ['cases'],
    ['programs'],
  ],
};

const library = { 'index.ts': 'what other packages import' };

/** Files beside the folders of `src`, each with its reason: any other could import everything unseen. */
export const entries = {
  'packages/core': library,
  'packages/simt': library,
  'packages/mlir': library,
  'packages/amdgcn': library,
  'packages/ptx': library,
  'packages/engine': library,
  'packages/render': library,
  'packages/cli': {
    'index.ts': 'the library on npm',
    'main.ts': 'the program: its commands and its faults',
    'bin.ts': 'the program of this process, with its terminal',
  },
  'apps/web': { 'vite-env.d.ts': 'types of what Vite adds to modules' },
  'validation': {},
};

/** Packages and modules of npm that a package may import. The command and validation may import everything. Reasons: decision 0008. */
export const imports = {
  'packages/core': [],
  'packages/simt': ['packages/core'],
  // The words of an operation, and the lines of a text, in two versions.
  'packages/mlir': ['packages/core', 'diff'],
  // Metadata of kernels, and code objects that clang compressed.
  'packages/amdgcn': ['packages/core', 'packages/simt', 'fflate', 'yaml'],
  'packages/ptx': ['packages/core', 'packages/simt'],
  // Digests of the style and script of a page.
  'packages/render': ['packages/core', '@noble/hashes'],
  'packages/engine': ['packages/core', 'packages/mlir', 'packages/amdgcn', 'packages/ptx', 'yaml'],
};

/** `{ from, to, reason }`: files, from the root. None at present. */
export const debts = [];
