/**
 * Random kernels as C++ that a compiler takes for a chip and for the host.
 *
 *     KERNEL k0(const u32 *in, u32 *out, u32 *global, ...) {        void k0(...) {
 *       SHARED u16 m0[256];                                           u16 m0[256];
 *       State s = {};                                                 State states[128];
 *       { ... s.v3 = m0[s.v1 & 255] + ...; }                          for (item ...) { State &s = states[item]; ... }
 *       barrier();
 *       s.v2 = __builtin_amdgcn_ds_bpermute(...);                     exchange over all items of a wave
 *       ...
 *
 * A kernel is a list of phases with a barrier between them. In a phase an item writes its own state and its own
 * elements of shared arrays, reads what earlier phases wrote, and adds to counters by atomics that commute. So the
 * host may run a phase item by item. Between phases lanes exchange values, which the host computes over the wave.
 */
import { type Hardware, WAVE64 } from './hardware.ts';
import { type Exchange, randomExchange } from './exchanges.ts';
import {
  type Callee,
  Expressions,
  integerOf,
  type Name,
  type ReadArray,
  type Scope,
} from './expressions.ts';
import { type Choices, choices } from './random.ts';
import { takings } from './repertoire.ts';
import { bitsOf, floatTypes, integerTypes, isFloat, type Type, types } from './types.ts';

/** Words of input that every kernel may read, and counters that it changes. */
export const INPUT_WORDS = 1024;
export const COUNTERS = 32;

export interface Parameter extends Name {
  /** Members of a struct that is passed by value; absent for scalars. */
  readonly members?: readonly Name[];
}

export interface GeneratedKernel {
  readonly name: string;
  readonly items: number;
  readonly groups: number;
  /** Words that each item leaves. */
  readonly wordsPerItem: number;
  readonly parameters: readonly Parameter[];
  /** Declarations that both sides share, the kernel for the chip, and the function for the host. */
  readonly shared: string;
  readonly device: string;
  readonly host: string;
}

interface SharedArray extends ReadArray {
  /** The phase that writes it first; it is read in the next ones. */
  writtenIn: number;
}

type Step =
  | { readonly kind: 'phase'; readonly text: string }
  | { readonly kind: 'exchange'; readonly exchange: Exchange };

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

class KernelWriter {
  readonly #name: string;
  readonly #choices: Choices;
  readonly #hardware: Hardware;
  readonly #expressions: Expressions;
  readonly #items: number;
  readonly #groups: number;
  readonly #variables: Name[] = [];
  readonly #parameters: Parameter[] = [];
  readonly #arrays: SharedArray[] = [];
  readonly #callees: Callee[] = [];
  readonly #functions: string[] = [];
  readonly #isExtended: boolean;
  #locals = 0;

  constructor(name: string, seed: number, hardware: Hardware) {
    this.#hardware = hardware;
    this.#isExtended = hardware.hasRepertoire;
    this.#name = name;
    this.#choices = choices(seed);
    this.#expressions = new Expressions(this.#choices, this.#isExtended);
    this.#items = this.#choices.pick([64, 64, 128, 256]);
    this.#groups = this.#choices.pick([1, 1, 2]);
  }

  write(): GeneratedKernel {
    const { below, pick } = this.#choices;
    const variables = 6 + below(7);
    for (let i = 0; i < variables; i++) {
      // The first ones are words, for exchanges.
      const type = i < 2 ? 'u32' : i === 2 ? 'f32' : pick(types);
      this.#variables.push({ text: `s.v${i}`, type });
    }
    this.#declareParameters();
    const arrays = below(4);
    for (let i = 0; i < arrays; i++) {
      this.#arrays.push({
        text: `m${i}`,
        type: pick(types),
        length: this.#items * pick([1, 2]),
        writtenIn: i === 0 ? 0 : below(3),
      });
    }
    for (let i = below(3); i > 0; i--) this.#writeFunction();
    const phases = 2 + below(3);
    const steps: Step[] = [];
    for (let phase = 0; phase < phases; phase++) {
      for (let i = below(phase === 0 ? 1 : 3); i > 0; i--) {
        steps.push({
          kind: 'exchange',
          exchange: randomExchange(this.#variables, this.#choices, this.#hardware),
        });
      }
      steps.push({ kind: 'phase', text: this.#phase(phase).join('\n') });
    }
    return this.#finish(steps);
  }

  #declareParameters(): void {
    const { below, once, pick } = this.#choices;
    for (let i = 0, count = below(4); i < count; i++) {
      if (!once(3)) {
        this.#parameters.push({ text: `p${i}`, type: pick(types) });
        continue;
      }
      const members = Array.from({ length: 1 + below(5) }, (_, n): Name => ({
        text: `p${i}.e${n}`,
        type: pick(types),
      }));
      this.#parameters.push({ text: `p${i}`, type: 'u32', members });
    }
  }

  /** Values that are the same in all lanes. */
  get #uniform(): Scope {
    const names = this.#parameters.flatMap(({ members, ...itself }) => members ?? [itself]);
    return {
      names: [...names, { text: 'group', type: 'u32' }],
      arrays: [{ text: 'in', type: 'u32', length: INPUT_WORDS }, ...this.#parts],
      callees: [],
    };
  }

  /** The input as integers of other widths. */
  get #parts(): ReadArray[] {
    if (!this.#isExtended) return [];
    return integerTypes
      .filter((type) => type !== 'u32')
      .map((type) => ({
        text: `((const ${type} *)in)`,
        type,
        length: (INPUT_WORDS * 32) / bitsOf(type),
      }));
  }

  #scope(phase: number, locals: readonly Name[]): Scope {
    const { names, arrays } = this.#uniform;
    const ids: Name[] = ['item', 'lane', 'index'].map((text) => ({ text, type: 'u32' }));
    const readable = this.#arrays.filter(({ writtenIn }) => writtenIn < phase);
    return {
      names: [...this.#variables, ...this.#variables, ...locals, ...locals, ...ids, ...names],
      arrays: [...readable, ...readable, ...arrays],
      callees: this.#callees,
    };
  }

  /** A function that is called, with a loop or a private array inside. */
  #writeFunction(): void {
    const { below, once, pick } = this.#choices;
    const parameters = Array.from({ length: 1 + below(5) }, () => pick(types));
    const result = pick(types);
    const name = `${this.#name}_f${this.#callees.length}`;
    const names: Name[] = parameters.map((type, n) => ({ text: `a${n}`, type }));
    const scope: Scope = { names, arrays: [], callees: [...this.#callees] };
    const lines = [`${result} r = ${this.#expressions.of(result, scope, 2)};`];
    const inner = [...names, { text: 'r', type: result }];
    if (once(2)) {
      const local: ReadArray = { text: 'buffer', type: pick(types), length: 8 };
      lines.push(`${local.type} buffer[8];`);
      lines.push(
        `for (u32 i = 0; i < 8; i++) buffer[i] = ${this.#expressions.of(local.type, { ...scope, names: [...inner, { text: 'i', type: 'u32' }] }, 2)};`,
      );
      lines.push(
        `r = ${this.#expressions.of(result, { ...scope, names: inner, arrays: [local] }, 3)};`,
      );
    } else {
      const count = this.#expressions.of('u32', scope, 1);
      lines.push(
        `for (u32 i = 0, n = ${count} & 3; i < n; i++) r = ${this.#expressions.of(result, { ...scope, names: [...inner, { text: 'i', type: 'u32' }] }, 2)};`,
      );
    }
    lines.push('return r;');
    const given = parameters.map((type, n) => `${type} a${n}`).join(', ');
    this.#functions.push(`CALLED ${result} ${name}(${given}) {\n${indent(lines).join('\n')}\n}`);
    this.#callees.push({ name, result, parameters });
  }

  #phase(phase: number): string[] {
    const { below } = this.#choices;
    const lines: string[] = [];
    const locals: Name[] = [];
    for (let i = 3 + below(5); i > 0; i--) lines.push(...this.#statement(phase, locals, 2));
    for (const array of this.#arrays) {
      if (array.writtenIn === phase) lines.push(...this.#fill(array, phase, locals));
    }
    return lines;
  }

  /** Every item writes its own elements: all of them, once. */
  #fill({ text, type, length }: SharedArray, phase: number, locals: readonly Name[]): string[] {
    const factor = 2 * this.#choices.below(this.#items) + 1;
    const shift = this.#choices.below(this.#items);
    const place = `(item * ${factor} + ${shift} & ${this.#items - 1})`;
    return Array.from({ length: length / this.#items }, (_, part) => {
      const value = this.#expressions.of(type, this.#scope(phase, locals), 2);
      const element = `${text}[${place} + ${part * this.#items}]`;
      // Through a pointer that may be to any memory: a flat store.
      return this.#choices.once(3) ? `putAt(&${element}, ${value});` : `${element} = ${value};`;
    });
  }

  #statement(phase: number, locals: Name[], depth: number): string[] {
    const { below, pick } = this.#choices;
    const scope = this.#scope(phase, locals);
    const e = this.#expressions;
    if (this.#isExtended && this.#choices.once(10)) return this.#ownAtomic(scope);
    switch (below(depth > 0 ? 14 : 6)) {
      case 0: {
        const type = pick(types);
        const text = `t${this.#locals++}`;
        const line = `const ${type} ${text} = ${e.of(type, scope, 3)};`;
        locals.push({ text, type });
        return [line];
      }
      case 1:
        return this.#atomic(scope);
      case 6:
      case 7: {
        const otherwise =
          below(2) === 0 ? [] : ['} else {', ...this.#block(phase, locals, depth - 1)];
        return [
          `if (${e.condition(scope, 2)}) {`,
          ...this.#block(phase, locals, depth - 1),
          ...otherwise,
          '}',
        ];
      }
      case 8:
      case 9:
        return this.#loop(phase, locals, depth - 1);
      case 10: {
        const cases = [0, 1, 2].flatMap((value) => [
          `case ${value}: {`,
          ...this.#block(phase, locals, depth - 1),
          below(3) === 0 ? '}' : '} break;',
        ]);
        return [
          `switch (${e.of('u32', scope, 2)} & 3) {`,
          ...cases,
          'default: {',
          ...this.#block(phase, locals, depth - 1),
          '} }',
        ];
      }
      case 11:
        return this.#privateArray(phase, locals, scope);
      case 12:
        return this.#uniformLoop(phase, locals);
      default: {
        const { text, type } = pick(this.#variables);
        return [`${text} = ${e.of(type, scope, 3)};`];
      }
    }
  }

  #block(phase: number, locals: readonly Name[], depth: number): string[] {
    const inner = [...locals];
    const lines: string[] = [];
    for (let i = 1 + this.#choices.below(2); i > 0; i--)
      lines.push(...this.#statement(phase, inner, depth));
    return indent(lines);
  }

  #loop(phase: number, locals: readonly Name[], depth: number): string[] {
    const { once, below } = this.#choices;
    const i = `c${this.#locals++}`;
    const inner: Name[] = [...locals, { text: i, type: 'u32' }];
    const bound = once(3)
      ? String(1 + below(7))
      : `(${this.#expressions.of('u32', this.#scope(phase, locals), 2)} & 7)`;
    const leave = (): string =>
      `if (${this.#expressions.condition(this.#scope(phase, inner), 1)}) ${once(2) ? 'break' : 'continue'};`;
    return [
      `for (u32 ${i} = 0, n = ${bound}; ${i} < n; ${i}++) {`,
      ...this.#block(phase, inner, depth),
      ...(once(3) ? [`  ${leave()}`, ...this.#block(phase, inner, depth)] : []),
      '}',
    ];
  }

  /** Arithmetic on values that all lanes share, with a branch that all lanes take or none. */
  #uniformLoop(phase: number, locals: readonly Name[]): string[] {
    const { below, pick } = this.#choices;
    // Scalar units of RDNA know floats.
    const type =
      this.#isExtended && this.#choices.once(3) ? pick(floatTypes) : integerOf(this.#choices);
    const w = `w${this.#locals++}`;
    const inside: Scope = {
      ...this.#uniform,
      names: [...this.#uniform.names, { text: w, type }, { text: 'i', type: 'u32' }],
    };
    const target = pick(this.#variables);
    const scope = this.#scope(phase, [...locals, { text: w, type }]);
    return [
      `${type} ${w} = ${this.#expressions.of(type, this.#uniform, 3)};`,
      `for (u32 i = 0; i < ${1 + below(3)}; i++) {`,
      `  ${w} = ${this.#expressions.of(type, inside, 3)};`,
      `  if (${this.#expressions.condition(inside, 1)}) ${w} = ${this.#expressions.of(type, inside, 2)};`,
      '}',
      `${target.text} = ${this.#expressions.of(target.type, scope, 2)};`,
    ];
  }

  #privateArray(phase: number, locals: readonly Name[], scope: Scope): string[] {
    const { below, pick } = this.#choices;
    const type = pick(types);
    const name = `q${this.#locals++}`;
    const length = pick([4, 8, 16]);
    const inner: Scope = {
      ...scope,
      names: [...scope.names, { text: 'i', type: 'u32' }],
      arrays: [...scope.arrays, { text: name, type, length }, { text: name, type, length }],
    };
    const target = pick(this.#variables);
    const e = this.#expressions;
    const around = this.#scope(phase, locals);
    return [
      `${type} ${name}[${length}];`,
      `for (u32 i = 0; i < ${length}; i++) ${name}[i] = ${e.of(type, { ...around, names: [...around.names, { text: 'i', type: 'u32' }] }, 2)};`,
      `for (u32 i = 0; i < ${1 + below(4)}; i++) ${name}[${e.of('u32', scope, 1)} + i & ${length - 1}] = ${e.of(type, inner, 2)};`,
      `{ const u32 i = ${below(8)}; ${target.text} = ${e.of(target.type, inner, 2)}; }`,
    ];
  }

  #atomic(scope: Scope): string[] {
    const { once, pick, below } = this.#choices;
    // Each counter has one operation: different ones do not commute.
    const at = below(4);
    const [name, type] = (
      [
        ['add', 'u32'],
        ['xor', 'u32'],
        ['max', 'u32'],
        ['or', 'u32'],
      ] as const
    )[at] ?? ['add', 'u32'];
    const lines = [
      `ATOMIC(${name}, &global[${at} * 4 + (${this.#expressions.of('u32', scope, 1)} & 3)], ${this.#expressions.of(type, scope, 2)});`,
    ];
    if (once(2)) return lines;
    const [wideName, wideType, first] = pick([
      ['add', 'u64', 0],
      ['min', 'i64', 4],
      ['add', 'f32', 8],
      ['add', 'i32', 12],
    ] as const);
    const place = `(${wideType} *)(shared + ${first}) + (${this.#expressions.of('u32', scope, 1)} & 1)`;
    // Sums of small whole numbers are exact in any order. Adding a constant 0 would become a load, which is not ordered.
    const value = isFloat(wideType)
      ? `(f32)(${this.#expressions.of('u32', scope, 1)} & 15 | 1)`
      : `(${wideType})(${this.#expressions.of(wideType, scope, 2)} | 1)`;
    return [`ATOMIC_LOCAL(${wideName}, ${place}, ${value});`];
  }

  /** On a cell that no other item has, an atomic may give what was there. */
  #ownAtomic(scope: Scope): string[] {
    const { once, pick } = this.#choices;
    const words = this.#variables.flatMap(({ text, type }) => stored(text, type)).length;
    // Eight bytes of LDS, or the first words that the item leaves, which are aligned to as many.
    const isLocal = once(2);
    const type =
      isLocal || words % 2 === 0
        ? pick(['u32', 'i32', 'u64', 'i64'] as const)
        : pick(['u32', 'i32'] as const);
    const place = `(${type} *)(${isLocal ? '&cells[item]' : `out + index * ${words}`})`;
    const target = pick(this.#variables.filter((variable) => !isFloat(variable.type)));
    const value = this.#expressions.of(type, scope, 2);
    const call = once(6)
      ? `replaced(${place}, ${this.#expressions.of(type, scope, 1)}, ${value})`
      : `${pick(takings)}Taken(${place}, ${value})`;
    const result = `(${target.type})${call}`;
    return [once(3) ? `(void)${call};` : `${target.text} = ${result};`];
  }

  #finish(steps: readonly Step[]): GeneratedKernel {
    const name = this.#name;
    const items = this.#items;
    const members = this.#variables.map(({ text, type }) => `${type} ${text.slice(2)};`).join(' ');
    const structs = this.#parameters.flatMap(({ text, members: list }) =>
      list === undefined
        ? []
        : [
            `struct ${name}_${text} { ${list.map((member) => `${member.type} ${member.text.split('.')[1]};`).join(' ')} };`,
          ],
    );
    const given = this.#parameters.map(
      ({ text, type, members: list }) => `${list === undefined ? type : `${name}_${text}`} ${text}`,
    );
    const signature = ['const u32 *in', 'u32 *out', 'u32 *global', ...given].join(', ');
    const start = this.#variables.map(
      ({ text, type }, n) =>
        `${text} = ${load(type, `in[(index * ${2 * n + 1} + ${n * 37}) & ${INPUT_WORDS - 1}]`)};`,
    );
    const words = this.#variables.flatMap(({ text, type }) => stored(text, type));
    const finish = words.map((word, n) => `out[index * ${words.length} + ${n}] = ${word};`);
    const arrays = this.#arrays.map(
      ({ text, type, length }) => `SHARED ${type} ${text}[${length}];`,
    );
    const shared = 'SHARED __attribute__((aligned(8))) u32 shared[16]';
    const first = ['if (item < 16) shared[item] = 0;'];
    if (this.#isExtended) {
      arrays.push(`SHARED u64 cells[${items}];`);
      first.push('cells[item] = 0;');
    }
    const last = ['if (item < 16) ATOMIC(add, &global[16 + item], shared[item]);'];
    const device = [
      `KERNEL __attribute__((amdgpu_flat_work_group_size(${items}, ${items}))) ${name}(${signature}) {`,
      ...indent([
        ...arrays,
        `${shared};`,
        'const u32 item = __builtin_amdgcn_workitem_id_x(), lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));',
        `const u32 group = __builtin_amdgcn_workgroup_id_x(), index = group * ${items} + item;`,
        `${name}_state s = {};`,
        ...start,
        ...first,
        'barrier();',
        ...steps.flatMap((step) =>
          step.kind === 'phase' ? ['{', step.text, '}', 'barrier();'] : [step.exchange.device],
        ),
        ...finish,
        ...last,
      ]),
      '}',
    ];
    const each = (body: readonly string[]): string[] => [
      `for (u32 item = 0; item < ${items}; item++) {`,
      ...indent([
        `const u32 lane = item & ${this.#hardware.lanes - 1}, index = group * ${items} + item; ${name}_state &s = states[item]; (void)lane; (void)index;`,
        ...body,
      ]),
      '}',
    ];
    const host = [
      `static void ${name}(${signature}) {`,
      ...indent([
        ...[...arrays, `${shared};`].map((line) => line.replace('SHARED', 'static')),
        `static ${name}_state states[${items}];`,
        `for (u32 group = 0; group < ${this.#groups}; group++) {`,
        ...each([`s = ${name}_state{};`, ...start, ...first]),
        ...steps.flatMap((step) =>
          step.kind === 'phase' ? each([step.text]) : [step.exchange.host(items)],
        ),
        ...each([...finish, ...last]),
        '}',
      ]),
      '}',
    ];
    return {
      name,
      items,
      groups: this.#groups,
      wordsPerItem: words.length,
      parameters: this.#parameters,
      shared: [`struct ${name}_state { ${members} };`, ...structs, ...this.#functions].join('\n'),
      device: device.join('\n'),
      host: host.join('\n'),
    };
  }
}

/** A value from a word of input: all bits for most types. */
function load(type: Type, word: string): string {
  switch (type) {
    case 'f16':
      return `f16bits((u16)${word})`;
    case 'f32':
      return `f32bits(${word})`;
    case 'f64':
      return `f64bits((u64)${word} << 32 | (${word} * 2654435761u))`;
    case 'u64':
    case 'i64':
      return `(${type})((u64)${word} << 32 | (${word} * 2654435761u))`;
    default:
      return `(${type})${word}`;
  }
}

/** The words of a value. */
function stored(text: string, type: Type): string[] {
  const bits = isFloat(type) ? `bitsOf(${text})` : text;
  return type.endsWith('64') ? [`(u32)${bits}`, `(u32)((u64)${bits} >> 32)`] : [`(u32)${bits}`];
}

export function generateKernel(
  name: string,
  seed: number,
  hardware: Hardware = WAVE64,
): GeneratedKernel {
  return new KernelWriter(name, seed, hardware).write();
}
