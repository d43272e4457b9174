/**
 * Where shared memory goes: names of it, references and pointers to it, parameters that it is given for, and parts that are cut out of it.
 *
 *     extern __shared__ float smem[];
 *     float *a = smem, *b = smem + BM * LD;       two roots, cut out of smem
 *     auto &t = s.tile;  fill(t);                 t, and the parameter of fill, are names of s.tile
 */
import type { Block } from './blocks.ts';
import { type Call, Calls, isKernel } from './calls.ts';
import { valueOf } from './constants.ts';
import type { Declared } from './declarations.ts';
import { type Offset, pointerExpression, type PointerExpression, type Step } from './pointers.ts';
import type { Program } from './program.ts';
import { argumentsIn, plainText, type Range, stripped, type Unit, wordAt } from './range.ts';
import { arraysOf, isFlat, patternOf, type Root, type SharedArray, stepsInto } from './roots.ts';
import { type Dimension, noContext, type Shape, shapeOf } from './types.ts';

/** A name through which a root is reached. */
export interface Handle {
  readonly entity: Declared;
  readonly root: Root;
  /** The steps that the name stands for. */
  readonly prefix: readonly Step[];
  /** True for a pointer that goes over all elements of an array of several dimensions. */
  readonly isFlat: boolean;
  /** The call that gives it, for a parameter. */
  readonly call?: Call | undefined;
  /** The name that it begins with. */
  readonly parent?: Handle | undefined;
}

/** What a variable or a parameter begins with. */
interface Binding {
  readonly to: Declared;
  readonly expression: PointerExpression;
  readonly call?: Call | undefined;
  /** The place among the arguments of a constructor. */
  readonly argument?: { readonly index: number; readonly all: readonly Range[] } | undefined;
}

const MOST_ROOTS = 256;
const MOST_HANDLES = 2048;

export class Flow {
  readonly program: Program;
  readonly calls: Calls;
  readonly roots: Root[] = [];
  readonly handles: Handle[] = [];
  readonly arrays: SharedArray[] = [];
  /** Names in the initial values of parts that are cut out. */
  readonly cuts: { readonly unit: Unit; readonly at: number; readonly root: Root }[] = [];
  readonly #bindings = new Map<Declared, Binding[]>();

  constructor(program: Program) {
    this.program = program;
    this.calls = new Calls(program);
    for (const one of program.declared) this.#bind(one);
    for (const declared of program.declared) {
      const root = this.#rootOf(declared);
      if (root !== undefined) this.#addRoot(root);
    }
  }

  #bind(to: Declared): void {
    const { kind, initial, isReference, pointers, type, record } = to;
    const add = (range: Range, more: Pick<Binding, 'call' | 'argument'>): void => {
      const expression = pointerExpression(range);
      const entity = expression && this.program.meaningAt(expression.unit, expression.at);
      if (expression === undefined || (entity?.kind !== 'variable' && entity?.kind !== 'parameter'))
        return;
      const known = this.#bindings.get(entity) ?? [];
      this.#bindings.set(entity, known);
      known.push({ to, expression, ...more });
    };
    if (kind === 'parameter') {
      const called = this.calls.functionOf(to);
      const index = to.index ?? -1;
      for (const call of called === undefined ? [] : this.calls.of(called)) {
        const given = call.given[index];
        if (given !== undefined) add(given, { call });
      }
      return;
    }
    if (initial === undefined) return;
    const leads = isReference || pointers > 0 || wordAt(type.unit, type.from) === 'auto';
    if (leads) add(initial, {});
    if (pointers > 0 || isReference || record !== undefined) return;
    const all = constructorArguments(initial);
    for (const [index, one] of all.entries()) add(one, { argument: { index, all } });
  }

  /** A variable that is in shared memory itself. */
  #rootOf(declared: Declared): Root | undefined {
    const { kind, words, pointers, isInner, block, bounds } = declared;
    const isShared = words.has('__shared__') && kind === 'variable';
    const isLocal =
      this.program.language === 'opencl' && (words.has('__local') || words.has('local'));
    const called = isLocal && kind === 'parameter' ? this.calls.functionOf(declared) : undefined;
    const isArgument = called !== undefined && isKernel(called);
    const isVariable = isShared || (isLocal && kind === 'variable' && pointers === 0);
    if ((!isArgument && !isVariable) || block.kind === 'class') return undefined;
    const whole = shapeOf(this.program, declared);
    if (whole === undefined) return undefined;
    if (isArgument) return { declared, shape: this.#pointed(declared) ?? whole, isDynamic: true };
    if (isInner && pointers > 0) return undefined;
    const isDynamic =
      words.has('extern') && bounds[0] !== undefined && bounds[0].from === bounds[0].to;
    return { declared, shape: whole, isDynamic };
  }

  /** What a pointer or a reference leads to, as if it were an array without a first length. */
  #pointed(to: Declared): Shape | undefined {
    const { isInner, bounds, pointers, isReference, at, type } = to;
    const plain: Declared = { ...to, pointers: 0, isReference: false, isInner: false };
    const shape = shapeOf(this.program, plain, noContext);
    if (shape === undefined) return undefined;
    const isElement = pointers > 0 && (isInner || bounds.length === 0);
    const isObject = shape.record !== undefined && shape.dimensions.length === 0;
    if (!isElement || isObject || isReference) return shape;
    const range = { unit: type.unit, from: at, to: at };
    const first: Dimension = { text: '', value: undefined, range };
    return { ...shape, dimensions: [first, ...shape.dimensions] };
  }

  #addRoot(root: Root): void {
    if (this.roots.length >= MOST_ROOTS) return;
    this.roots.push(root);
    const own = arraysOf(this.program, root);
    this.arrays.push(...own);
    for (const { levels } of own) {
      const entity = levels.at(-1)?.field?.declared;
      if (entity === undefined) continue;
      const range = { unit: entity.type.unit, from: entity.at, to: entity.at };
      const prefix = levels.flatMap(({ field, shape }, index): Step[] => [
        ...(field === undefined || field.name === ''
          ? []
          : [{ kind: 'member' as const, name: field.name }]),
        ...(index === levels.length - 1
          ? []
          : shape.dimensions.map(() => ({ kind: 'index' as const, range }))),
      ]);
      this.#addHandle({ entity, root, prefix, isFlat: false });
    }
    if (root.base?.isViewed !== true)
      this.#addHandle({ entity: root.declared, root, prefix: [], isFlat: false });
  }

  #addHandle(handle: Handle): void {
    const { entity, root, prefix, isFlat: walks } = handle;
    const isKnown = this.handles.some(
      (one) =>
        one.entity === entity &&
        one.root === root &&
        one.isFlat === walks &&
        textOfSteps(one.prefix) === textOfSteps(prefix),
    );
    if (isKnown || this.handles.length >= MOST_HANDLES) return;
    this.handles.push(handle);
    const bindings = this.#bindings.get(entity) ?? [];
    for (const binding of bindings) {
      if (isFlat(root) && !walks && prefix.length === 0) this.#cut(handle, binding, bindings);
      else if (binding.argument === undefined) this.#follow(handle, binding);
    }
  }

  /** A pointer into memory without rows: another name of it, or a part that is cut out. */
  #cut(handle: Handle, binding: Binding, siblings: readonly Binding[]): void {
    const { root, entity } = handle;
    const { to, expression, argument, call } = binding;
    const { steps, isAddress, casts, unit, at } = expression;
    const [index, ...beyond] = steps;
    const isPlace =
      steps.length === 0 || (isAddress && index?.kind === 'index' && beyond.length === 0);
    if (!isPlace) return;
    const offsets = offsetsOf(expression);
    if (!offsets.every((one) => this.calls.isUniform(one))) return;
    if (argument !== undefined) {
      this.#view(root, binding, offsets);
      return;
    }
    const isAuto = wordAt(to.type.unit, to.type.from) === 'auto';
    const [cast] = casts;
    const type = isAuto && cast !== undefined ? this.program.typeIn(cast) : to;
    if (
      type === undefined ||
      (to.pointers === 0 && !to.isReference && !isAuto && to.bounds.length === 0)
    )
      return;
    const named: Declared = isAuto ? { ...type, name: to.name, at: to.at } : to;
    const shape = isAuto && cast === undefined ? root.shape : this.#pointed(named);
    if (shape === undefined) return;
    const isOther = ({ expression: other, to: target }: Binding): boolean =>
      target !== entity && offsetsOf(other).some((one) => valueOf(this.program, one) !== 0);
    const isSame = shape.element === root.shape.element && shape.dimensions.length === 1;
    const starts = offsets.every((one) => valueOf(this.program, one) === 0);
    if (
      isSame &&
      starts &&
      (call !== undefined || !siblings.some((one) => one.call === undefined && isOther(one)))
    ) {
      this.#addHandle({ entity: to, root, prefix: [], isFlat: false, call, parent: handle });
      return;
    }
    const isKnown = this.roots.some((one) => one.declared === to);
    if (isKnown) return;
    const typed = isAuto || cast === undefined ? undefined : this.program.typeIn(cast);
    const base = { root, offsets, isViewed: false, typed };
    const made: Root = { declared: to, shape, isDynamic: root.isDynamic, base };
    this.cuts.push({ unit, at, root: made });
    this.#addRoot(made);
  }

  /** A class that is given a pointer: the field that keeps it walks over the part. */
  #view(root: Root, { to, expression, argument }: Binding, offsets: readonly Offset[]): void {
    const class_ = shapeOf(this.program, to)?.record;
    if (class_ === undefined || argument === undefined) return;
    const fields = fieldsGiven(this.program, class_.body, argument.all);
    const keeps = [...fields].find(([, range]) => range === argument.all[argument.index])?.[0];
    if (keeps === undefined || keeps.pointers === 0) return;
    const range = { unit: to.type.unit, from: to.at, to: to.at };
    const element =
      shapeOf(this.program, { ...keeps, pointers: 0 }, class_.context)?.element ??
      root.shape.element;
    const shape: Shape = { dimensions: [{ text: '', value: undefined, range }], element };
    const base = { root, offsets, isViewed: true, fields, context: class_.context };
    const made: Root = { declared: to, shape, isDynamic: root.isDynamic, base };
    this.cuts.push({ unit: expression.unit, at: expression.at, root: made });
    this.#addRoot(made);
    this.#addHandle({ entity: keeps, root: made, prefix: [], isFlat: false });
  }

  /** Another name of an object with dimensions, or of a part of it. */
  #follow(handle: Handle, { to, expression, call }: Binding): void {
    const { root, prefix, isFlat: walks } = handle;
    const { steps, isAddress, casts, offsets } = expression;
    const isAuto = wordAt(to.type.unit, to.type.from) === 'auto';
    const add = (own: readonly Step[], isFlatPointer: boolean): void =>
      this.#addHandle({
        entity: to,
        root,
        prefix: own,
        isFlat: isFlatPointer,
        call,
        parent: handle,
      });
    if (walks) {
      if (steps.length === 0 && offsets.length === 0) add(prefix, true);
      return;
    }
    const full = [...prefix, ...steps];
    if (to.isReference && !isAddress) {
      if (offsets.length === 0 && casts.length === 0) add(full, false);
      return;
    }
    const left = this.#stepsLeft(root, full);
    const isPointer = to.pointers > 0 || isAuto || to.bounds.length > 0;
    if (left === undefined || !isPointer) return;
    const zeros = trailingZeros(this.program, steps);
    const isToElement = to.pointers > 0 && !to.isInner && to.bounds.length === 0;
    const dimensions = left.filter((step) => step === 'index').length + zeros;
    const begins = full.slice(0, full.length - zeros);
    // `&t[0][0]`, `t[0]` and `(float *)t` lead to all of t.
    const isWhole = zeros > 0 && zeros === steps.length && left.length === (isAddress ? 0 : 1);
    if (casts.length > 0 || (isWhole && isToElement)) {
      if (isToElement && dimensions > 1) add(begins, true);
    } else if (isAddress) add(full.at(-1)?.kind === 'index' ? full.slice(0, -1) : full, false);
    else if (left.length > 0 && !(isToElement && left.length > 1)) add(full, false);
  }

  /** True for a name that only begins a part that is cut out. */
  isCut(unit: Unit, at: number): boolean {
    return this.cuts.some((one) => one.unit === unit && one.at === at);
  }

  /** The steps that are missing for an element of some array; `undefined` where steps lead to none. */
  #stepsLeft(root: Root, steps: readonly Step[]): readonly string[] | undefined {
    for (const array of this.arrays) {
      if (array.root !== root) continue;
      const pattern = patternOf(array);
      if (stepsInto(pattern, steps) === steps.length) return pattern.slice(steps.length);
    }
    return undefined;
  }
}

const textOfSteps = (steps: readonly Step[]): string =>
  steps.map((step) => (step.kind === 'member' ? `.${step.name}` : step.kind)).join('');

/** Offsets of a pointer, with that of `&p[offset]`. */
function offsetsOf({ steps, isAddress, offsets }: PointerExpression): Offset[] {
  const [index] = steps;
  if (!isAddress || index?.kind !== 'index') return [...offsets];
  return [{ ...index.range, isNegative: false, cast: undefined }, ...offsets];
}

/** Indices of 0 at the end. */
function trailingZeros(program: Program, steps: readonly Step[]): number {
  const last = steps.findLastIndex(
    (step) => step.kind !== 'index' || valueOf(program, step.range) !== 0,
  );
  return steps.length - 1 - last;
}

/** The expressions in `{...}` or `(...)`, of `View{p, 3}` too. */
function constructorArguments(initial: Range): readonly Range[] {
  const { unit, from, to } = stripped(initial);
  let open = from;
  while (open < to && /^(?:\w+|::|[<>,])$/.test(wordAt(unit, open))) open++;
  const isNamed = /^[{(]$/.test(wordAt(unit, open)) && unit.pair[open] === to - 1;
  return argumentsIn(isNamed ? { unit, from: open + 1, to: to - 1 } : { unit, from, to });
}

/** What the fields of a class begin with: by its constructor, or one by one. */
function fieldsGiven(program: Program, body: Block, given: readonly Range[]): Map<Declared, Range> {
  const names = program.namesIn(body);
  const fields = [...names.values()]
    .flatMap((list) => list.flatMap((one) => (one.kind === 'variable' ? [one] : [])))
    .toSorted((a, b) => a.at - b.at);
  const found = new Map<Declared, Range>();
  const constructors = (names.get(body.name) ?? []).filter((one) => one.kind === 'function');
  const constructor = constructors.find(({ parameters }) => parameters.length === given.length);
  if (constructor === undefined) {
    for (const [index, field] of fields.filter(({ words }) => !words.has('static')).entries()) {
      const range = given[index];
      if (range !== undefined) found.set(field, range);
    }
    return found;
  }
  // `: p(p), ld{ld}`
  const { unit, open = 0, list = 0 } = constructor.body ?? { unit: body.unit };
  for (let at = (unit.pair[list] ?? open) + 1; at < open; at++) {
    const close = unit.pair[at + 1] ?? -1;
    const field = fields.find(({ name }) => name === wordAt(unit, at));
    if (field === undefined || close < at) continue;
    const value = plainText({ unit, from: at + 2, to: close });
    const index = constructor.parameters.findIndex(({ name }) => name === value);
    const range = given[index];
    if (range !== undefined) found.set(field, range);
    at = close;
  }
  return found;
}
