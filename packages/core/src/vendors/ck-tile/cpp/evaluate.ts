/**
 * Evaluates CK Tile's C++: constants when they are needed, functions and templates for the arguments of each call.
 *
 *     template <typename Problem>
 *     static constexpr auto MakeX() { constexpr index_t kM = Problem::kM; return make_naive_tensor_descriptor_packed(...); }
 *
 * What no text defines is an `unknown` with the names that it goes by, `Problem::kM`, and of use only where the context
 * gives one of them a value. Where a number or a descriptor is needed, it is a fault that names it.
 */
import { type Diagnostic, diagnose, type Message } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import type { Span } from '../../../base/span.ts';
import { binary, isComparison, unary } from './arithmetic.ts';
import {
  builtinType,
  callBuiltin,
  callMember,
  isBuiltin,
  memberConstant,
  sameValue,
  type Use,
} from './builtins.ts';
import { type Faults, failUnknown } from './calls.ts';
import { type CppContext, elementTypes, knownTypes, NOWHERE, typeBytes } from './context.ts';
import { type Entry, kindNames, nameOfUnknown, Scope, type Value } from './values.ts';
import { parseExpression } from './statements.ts';
import type {
  ConstantSyntax,
  Expression,
  FunctionSyntax,
  Parameter,
  Segment,
  Statement,
  StructSyntax,
} from './syntax.ts';

type Kind<K extends Value['kind']> = Extract<Value, { kind: K }>;

/** The namespaces of CK and of C++, whose names are found without them. */
const libraries: ReadonlySet<string> = new Set(['ck_tile', 'ck', 'std', 'math', 'detail']);

/** Levels of calls and templates, and values that are computed in all. */
const DEEPEST = 500;
const MOST_STEPS = 200_000;

export class Evaluator implements Faults {
  readonly context: CppContext;
  readonly global = new Scope();
  #fault: Diagnostic | undefined;
  #depth = 0;
  #steps = 0;
  /** Names of the context that are being read. */
  readonly #reading = new Set<string>();

  constructor(context: CppContext) {
    this.context = context;
  }

  get fault(): Diagnostic | undefined {
    return this.#fault;
  }

  fail(message: Message, span: Span): undefined {
    this.#fault ??= diagnose(message, { start: span.start, end: Math.max(span.start, span.end) });
    return undefined;
  }

  /** What `compute` gives, or the fault that stopped it, which is not kept. */
  attempt<T>(compute: () => T | undefined): { readonly value: T } | { readonly fault: Diagnostic } {
    const [before, depth] = [this.#fault, this.#depth];
    this.#fault = undefined;
    const value = compute();
    const fault = this.#fault;
    this.#fault = before;
    this.#depth = depth;
    if (value !== undefined && fault === undefined) return { value };
    return { fault: fault ?? diagnose(messages.syntax.expected('a value', 'none')) };
  }

  #deeper<T>(span: Span, compute: () => T | undefined): T | undefined {
    if (this.#depth >= DEEPEST || ++this.#steps > MOST_STEPS) {
      return this.fail(messages.syntax.tooDeep(DEEPEST), span);
    }
    this.#depth++;
    const value = compute();
    this.#depth--;
    return value;
  }

  /** Makes the names of statements known, in any order. */
  declare(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) this.#define(statement, scope);
  }

  #define(statement: Statement, scope: Scope): void {
    switch (statement.kind) {
      case 'constant': {
        if (statement.template !== undefined) this.#defineTemplate(statement, scope);
        else {
          const isTwice = scope.own(statement.name) !== undefined;
          scope.define(
            statement.name,
            isTwice
              ? { kind: 'twice', span: statement }
              : { kind: 'constant', syntax: statement, scope, state: 'new' },
          );
        }
        break;
      }
      case 'function': {
        const known = scope.own(statement.name);
        if (known?.kind === 'functions') known.list.push(statement);
        else scope.define(statement.name, { kind: 'functions', list: [statement], scope });
        break;
      }
      case 'struct':
        this.#defineTemplate(statement, scope);
        break;
      case 'namespace':
        this.declare(statement.body, this.namespaceScope(statement.name, scope));
        break;
      default:
    }
  }

  #defineTemplate(syntax: StructSyntax | ConstantSyntax, scope: Scope): void {
    const isSpecial = syntax.kind === 'struct' && syntax.specialized !== undefined;
    const known = isSpecial ? findEntry(syntax.name, scope) : scope.own(syntax.name);
    if (known?.kind === 'template') {
      // What was declared only is defined now.
      const declared = known.list.findIndex(
        (each) => each.kind === 'struct' && each.body === undefined,
      );
      const isPlain = syntax.kind === 'struct' && syntax.specialized === undefined && declared >= 0;
      if (isPlain && syntax.body !== undefined) known.list.splice(declared, 1);
      known.list.push(syntax);
    } else scope.define(syntax.name, { kind: 'template', list: [syntax], scope });
  }

  /** Where the names of a namespace are: of CK's and C++'s, in the block around it. */
  namespaceScope(name: string, scope: Scope): Scope {
    let inside = scope;
    for (const part of name.split('::')) {
      if (part === '' || part === 'inline' || libraries.has(part)) continue;
      const known = inside.own(part);
      if (known?.kind === 'value' && known.value.kind === 'struct') inside = known.value.members;
      else {
        const members = inside.inner();
        inside.defineValue(part, { kind: 'struct', name: part, members, span: NOWHERE });
        inside = members;
      }
    }
    return inside;
  }

  /** Executes the statements of a body; `value` is absent where it returns nothing. */
  run(statements: readonly Statement[], around: Scope): { readonly value?: Value } | undefined {
    let scope = around;
    for (const statement of statements) {
      switch (statement.kind) {
        case 'constant':
        case 'struct':
        case 'function':
          // What a body defines holds behind it.
          scope = scope.inner();
          this.#define(statement, scope);
          break;
        case 'return': {
          const value = this.evaluate(statement.value, scope);
          return value && { value };
        }
        case 'assert':
          if (!this.#holds(statement, scope)) return undefined;
          break;
        case 'if': {
          const arm = this.armOf(statement, scope);
          const ran = arm && this.run(arm, scope.inner());
          if (ran === undefined || ran.value !== undefined) return ran;
          break;
        }
        case 'block': {
          const ran = this.run(statement.body, scope.inner());
          if (ran === undefined || ran.value !== undefined) return ran;
          break;
        }
        case 'unread':
          this.#fault ??= statement.fault;
          return undefined;
        case 'namespace':
        case 'expression':
          return this.fail(messages.notation.cppDeclaration('this'), statement);
      }
    }
    return {};
  }

  /** False for a `static_assert` that fails; one that needs what is not known is passed over. */
  #holds(statement: Extract<Statement, { kind: 'assert' }>, scope: Scope): boolean {
    const { condition } = statement;
    const tried = this.attempt(() => this.number(condition, scope));
    if ('fault' in tried || tried.value !== 0) return true;
    this.fail(messages.notation.cppAssert(), condition);
    return false;
  }

  armOf(
    { condition, yes, no }: Extract<Statement, { kind: 'if' }>,
    scope: Scope,
  ): readonly Statement[] | undefined {
    const value = this.number(condition, scope);
    if (value === undefined) return undefined;
    return value === 0 ? no : yes;
  }

  evaluate(expression: Expression, scope: Scope): Value | undefined {
    const span: Span = { start: expression.start, end: expression.end };
    const value = this.#deeper(span, () => this.#value(expression, scope, span));
    // What is not known stays at its first place.
    return value?.kind === 'unknown' ? value : value && { ...value, span };
  }

  /** The number that an expression is. */
  number(expression: Expression, scope: Scope): number | undefined {
    const value = this.evaluate(expression, scope);
    return value && this.#numberOf(value, expression);
  }

  #numberOf(value: Value, span: Span): number | undefined {
    if (value.kind === 'number') return value.value;
    if (value.kind === 'flag') return Number(value.value);
    if (value.kind === 'unknown') return failUnknown(this, value);
    if (value.kind === 'type' || value.kind === 'struct') {
      return this.fail(messages.notation.cppType(value.name), span);
    }
    return this.fail(messages.syntax.expected('a number', kindNames[value.kind]), span);
  }

  #value(expression: Expression, scope: Scope, span: Span): Value | undefined {
    switch (expression.kind) {
      case 'number':
        return { kind: 'number', value: expression.value, span };
      case 'flag':
        return { kind: 'flag', value: expression.value, span };
      case 'name':
        return this.#path(expression.path, scope, span);
      case 'member': {
        const of = this.evaluate(expression.of, scope);
        return of && this.#member(of, expression.segment, scope);
      }
      case 'call':
        return this.#call(expression, scope, span);
      case 'braces':
        return this.#braces(expression, scope, span);
      case 'index': {
        const [of, index] = [
          this.evaluate(expression.of, scope),
          this.evaluate(expression.index, scope),
        ];
        if (of === undefined || index === undefined) return undefined;
        if (of.kind === 'unknown') return of;
        return callMember(of, this.#use('at', [], [index], span));
      }
      case 'unary': {
        const of = this.number(expression.of, scope);
        if (of === undefined) return undefined;
        const value = unary(expression.sign, of);
        if (typeof value !== 'number') return this.fail(value, span);
        return expression.sign === '!'
          ? { kind: 'flag', value: value !== 0, span }
          : { kind: 'number', value, span };
      }
      case 'binary':
        return this.#binary(expression, scope, span);
      case 'choice': {
        const condition = this.number(expression.condition, scope);
        if (condition === undefined) return undefined;
        return this.evaluate(condition === 0 ? expression.no : expression.yes, scope);
      }
      case 'sizeof':
        return this.#sizeOf(expression.of, scope, span);
      case 'pack':
        return this.evaluate(expression.of, scope);
      case 'lambda':
        return { kind: 'lambda', syntax: expression, scope, span };
    }
  }

  #binary(
    { sign, left, right }: Extract<Expression, { kind: 'binary' }>,
    scope: Scope,
    span: Span,
  ): Value | undefined {
    const a = this.number(left, scope);
    if (a === undefined) return undefined;
    // The other side counts only where the first does not decide.
    const isDecided = (sign === '&&' && a === 0) || (sign === '||' && a !== 0);
    const b = isDecided ? a : this.number(right, scope);
    if (b === undefined) return undefined;
    const value = sign === '&&' || sign === '||' ? Number(b !== 0) : binary(sign, a, b);
    if (typeof value !== 'number') return this.fail(value, span);
    return isComparison(sign)
      ? { kind: 'flag', value: value !== 0, span }
      : { kind: 'number', value, span };
  }

  #sizeOf(of: Expression, scope: Scope, span: Span): Value | undefined {
    const type = this.evaluate(of, scope);
    if (type === undefined) return undefined;
    if (type.kind === 'type' && type.bytes !== undefined) {
      return { kind: 'number', value: type.bytes, span };
    }
    const name =
      type.kind === 'unknown' ? nameOfUnknown(type) : 'name' in type ? type.name : undefined;
    return this.fail(
      messages.notation.cppSizeOf(name ?? kindNames[type.kind], [...typeBytes.keys()]),
      of,
    );
  }

  #arguments(list: readonly Expression[], scope: Scope): Value[] | undefined {
    const values: Value[] = [];
    for (const each of list) {
      const value = this.evaluate(each, scope);
      if (value === undefined) return undefined;
      if (each.kind === 'pack' && value.kind === 'tuple') values.push(...value.items);
      else values.push(value);
    }
    return values;
  }

  #use(name: string, template: readonly Value[], args: readonly Value[], span: Span): Use {
    return { name, template, args, span, context: this.context, faults: this };
  }

  /** `Problem::Shape::kM` */
  #path(path: readonly Segment[], scope: Scope, span: Span): Value | undefined {
    let from = 0;
    while (from + 1 < path.length && libraries.has(path[from]?.name ?? '')) from++;
    const [first, ...rest] = path.slice(from);
    if (first === undefined) return undefined;
    const whole = path
      .slice(from)
      .map(({ name }) => name)
      .join('::');
    let value: Value | undefined;
    const entry = findEntry(first.name, scope);
    if (entry !== undefined) value = this.resolve(entry, first.name, first);
    else {
      // Without a definition the context and the libraries may know the path, then its first name.
      const known = this.#given([whole]) ?? this.#known(whole, span);
      if (this.#fault !== undefined) return undefined;
      if (known !== undefined) return known;
      value = isBuiltin(first.name)
        ? { kind: 'builtin', name: first.name, template: [], span: first }
        : (this.#given([first.name]) ?? { kind: 'unknown', names: [first.name], span: first });
    }
    if (this.#fault !== undefined) return undefined;
    value = value && this.#applied(value, first, scope);
    for (const segment of rest) value = value && this.#member(value, segment, scope);
    const isHere =
      value?.kind === 'unknown' && value.span.start >= span.start && value.span.end <= span.end;
    return isHere && value !== undefined ? { ...value, span } : value;
  }

  #known(name: string, span: Span): Value | undefined {
    const type = knownTypes.get(name);
    if (type !== undefined) return { kind: 'type', ...type, span };
    if (/^I\d$/.test(name)) return { kind: 'number', value: Number(name.slice(1)), span };
    const { elementBytes } = this.context;
    if (!elementTypes.has(name) || elementBytes === undefined) return undefined;
    return { kind: 'type', name, bytes: elementBytes, span };
  }

  /** What the context gives for one of these names; a name in structs may leave out the outer ones. */
  #given(names: readonly string[]): Value | undefined {
    const { constants } = this.context;
    if (constants === undefined) return undefined;
    const isNamed = (key: string, name: string): boolean =>
      key === name || (key.includes('::') && name.endsWith(`::${key}`));
    const key = Object.keys(constants).find((each) => names.some((name) => isNamed(each, name)));
    const value = key === undefined ? undefined : constants[key];
    if (key === undefined || value === undefined || this.#reading.has(key)) return undefined;
    if (typeof value === 'number') return { kind: 'number', value, span: NOWHERE };
    this.#reading.add(key);
    const parsed = parseExpression(value);
    const read = parsed.ok
      ? this.attempt(() => this.evaluate(parsed.value, this.global))
      : { fault: parsed.diagnostics[0] };
    this.#reading.delete(key);
    if ('value' in read) return { ...read.value, span: NOWHERE };
    return this.fail(messages.notation.cppGiven(key, value, read.fault?.message ?? ''), NOWHERE);
  }

  /** The value of a name. */
  resolve(entry: Entry, name: string, span: Span): Value | undefined {
    switch (entry.kind) {
      case 'value':
        return entry.value;
      case 'twice':
        return this.fail(messages.expression.definedTwice(name), entry.span);
      case 'functions':
        return { kind: 'function', list: entry.list, scope: entry.scope, template: [], span };
      case 'template': {
        const [only] = entry.list;
        const isPlain = entry.list.length === 1 && only?.template === undefined;
        if (!isPlain) return { kind: 'template', list: entry.list, scope: entry.scope, span };
        entry.value ??= only && this.#instance(only, [], entry.scope, span);
        return entry.value;
      }
      case 'constant':
        return this.#constant(entry, span);
    }
  }

  #constant(entry: Extract<Entry, { kind: 'constant' }>, span: Span): Value | undefined {
    const { syntax, scope, state } = entry;
    if (state === 'busy') return this.fail(messages.notation.cppName(syntax.name), span);
    if (state !== 'new') return state.value;
    entry.state = 'busy';
    const own = this.evaluate(syntax.value, scope);
    const value = own?.kind === 'unknown' ? this.#named(own, syntax.name) : own;
    entry.state = 'new';
    if (value === undefined) return undefined;
    const bytes = value.kind === 'type' ? value.bytes : undefined;
    const { elementBytes = bytes } = this.context;
    if (
      syntax.isAlias &&
      elementTypes.has(syntax.name) &&
      bytes !== undefined &&
      bytes !== elementBytes
    ) {
      return this.fail(messages.notation.cppElement(syntax.name, bytes, elementBytes ?? 0), syntax);
    }
    entry.state = { value };
    return value;
  }

  /** What is not known goes by this name too, and may be given under it. */
  #named(value: Kind<'unknown'>, name: string): Value | undefined {
    const names = [...value.names, name];
    const given = this.#given(names);
    return given ?? (this.#fault === undefined ? { ...value, names } : undefined);
  }

  /** A value with the template arguments of its name, if it has any. */
  #applied(value: Value, { args, name, start, end }: Segment, scope: Scope): Value | undefined {
    if (args === undefined) return value;
    const template = this.#arguments(args, scope);
    if (template === undefined) return undefined;
    const span = { start, end };
    switch (value.kind) {
      case 'function':
      case 'lambda':
        return value.kind === 'function' ? { ...value, template } : value;
      case 'template':
        return this.#instantiate(value, template, span);
      case 'builtin':
        return value.of === undefined
          ? builtinType(this.#use(value.name, template, [], span))
          : { ...value, template };
      case 'unknown': {
        const numbers = template.flatMap((each) => (each.kind === 'number' ? [each.value] : []));
        const suffix = numbers.length === 0 ? '' : `<${numbers.join(', ')}>`;
        return { ...value, names: value.names.map((each) => each + suffix) };
      }
      default:
        return this.fail(messages.notation.cppTemplate(name), span);
    }
  }

  /** `x.at`, `X::kM` */
  #member(of: Value, segment: Segment, scope: Scope): Value | undefined {
    const { name } = segment;
    const span = { start: segment.start, end: segment.end };
    if (of.kind === 'template') {
      const instance = this.#instantiate(of, [], span);
      return instance && this.#member(instance, segment, scope);
    }
    if (of.kind === 'unknown') {
      const names = of.names.map((each) => `${each}::${name}`);
      const given = this.#given(names);
      if (this.#fault !== undefined) return undefined;
      return this.#applied(given ?? { kind: 'unknown', names, span }, segment, scope);
    }
    if (of.kind === 'struct') {
      const entry = ownEntry(name, of.members);
      if (entry === 'unknown') return { kind: 'unknown', names: [`${of.name}::${name}`], span };
      if (entry === undefined)
        return this.fail(messages.notation.cppName(`${of.name}::${name}`), span);
      const value = this.resolve(entry, name, span);
      return value && this.#applied(value, segment, scope);
    }
    const constant = memberConstant(of, name, span);
    if (constant !== undefined) return constant;
    return this.#applied({ kind: 'builtin', name, of, template: [], span }, segment, scope);
  }

  #call(
    { callee, args: list }: Extract<Expression, { kind: 'call' }>,
    scope: Scope,
    span: Span,
  ): Value | undefined {
    const of = this.evaluate(callee, scope);
    if (of === undefined) return undefined;
    if (of.kind === 'unknown') {
      const [name = ''] = of.names;
      const isMaker =
        callee.kind === 'name' && /^make_\w+$/.test(name) && this.#given([name]) === undefined;
      return isMaker ? callBuiltin(this.#use(name, [], [], callee)) : of;
    }
    const args = this.#arguments(list, scope);
    if (args === undefined) return undefined;
    switch (of.kind) {
      case 'builtin': {
        const use = this.#use(of.name, of.template, args, span);
        if (of.of !== undefined) return callMember(of.of, use);
        const isLambdaCall = of.name === 'generate_tuple';
        return isLambdaCall ? undefined : callBuiltin(use);
      }
      case 'function':
        return this.#callFunction(of, args, callee, span);
      case 'lambda': {
        const inner = of.scope.inner();
        if (!this.#bind(of.syntax.parameters, args, inner, span)) return undefined;
        return this.#returned(of.syntax.body, inner, span);
      }
      case 'number':
      case 'flag':
      case 'encoding':
        // `number<8>{}()`
        if (args.length === 0) return of;
        break;
      case 'type': {
        const [value] = args;
        if (value !== undefined && args.length === 1) return value;
        break;
      }
      default:
    }
    return this.fail(messages.syntax.expected('a function', kindNames[of.kind]), callee);
  }

  /** Calls the one of several functions that takes these arguments. */
  #callFunction(
    of: Kind<'function'>,
    args: readonly Value[],
    callee: Span,
    span: Span,
  ): Value | undefined {
    const fits = (parameters: readonly Parameter[], count: number): boolean =>
      parameters.some(({ isPack }) => isPack) || count <= parameters.length;
    const missing = ({ parameters }: FunctionSyntax): boolean =>
      parameters
        .slice(args.length)
        .some(({ fallback, isPack }) => fallback === undefined && !isPack);
    const able = of.list.filter(
      (each) =>
        fits(each.template ?? [], of.template.length) &&
        fits(each.parameters, args.length) &&
        !missing(each),
    );
    const exact = able.filter(({ template = [] }) => template.length === of.template.length);
    const [chosen, other] = exact.length > 0 ? exact : able;
    const [{ name = '' } = {}] = of.list;
    if (chosen === undefined) return this.fail(messages.notation.cppParameters(name), callee);
    if (other !== undefined) return this.fail(messages.notation.cppOverloads(name), callee);
    const inner = of.scope.inner();
    if (!this.#bind(chosen.template ?? [], of.template, inner, span)) return undefined;
    if (!this.#bind(chosen.parameters, args, inner, span)) return undefined;
    return this.#returned(chosen.body, inner, span);
  }

  #returned(body: readonly Statement[], scope: Scope, span: Span): Value | undefined {
    const ran = this.#deeper(span, () => this.run(body, scope));
    if (ran === undefined) return undefined;
    return ran.value ?? this.fail(messages.syntax.expected("'return'", 'the end'), span);
  }

  /** What a function returns for arguments that nothing gives. */
  callUnknown(syntax: FunctionSyntax, scope: Scope, span: Span): Value | undefined {
    const inner = scope.inner();
    if (!this.#bind(syntax.template ?? [], [], inner, span)) return undefined;
    if (!this.#bind(syntax.parameters, [], inner, span)) return undefined;
    return this.#returned(syntax.body, inner, span);
  }

  /** A struct as it is defined: of a template with arguments that nothing gives, of a specialization with its own. */
  instanceOf(syntax: StructSyntax, scope: Scope): Value | undefined {
    const { template, specialized } = syntax;
    if (template === undefined && specialized === undefined) {
      const entry = scope.own(syntax.name);
      return entry && this.resolve(entry, syntax.name, syntax);
    }
    return this.#instance(syntax, [], scope, syntax);
  }

  /** What the name of a parameter means around its template: `struct Problem` for `typename Problem`. */
  #around(name: string, { around }: Scope, span: Span): Value | undefined {
    const entry = around && findEntry(name, around);
    return entry && this.resolve(entry, name, span);
  }

  /** Gives parameters their values; what is not given is unknown under the name of its parameter. */
  #bind(
    parameters: readonly Parameter[],
    values: readonly Value[],
    scope: Scope,
    span: Span,
  ): boolean {
    for (const [i, { name, isPack, fallback }] of parameters.entries()) {
      if (isPack) {
        scope.defineValue(name, { kind: 'tuple', items: values.slice(i), span });
        return true;
      }
      const given = values[i] ?? this.#given([name]);
      const value =
        given ?? (fallback ? this.evaluate(fallback, scope) : this.#around(name, scope, span));
      if (this.#fault !== undefined) return false;
      const bound = value ?? ({ kind: 'unknown', names: [name], span } as const);
      const named =
        bound.kind === 'unknown' && !bound.names.includes(name) ? this.#named(bound, name) : bound;
      if (named === undefined) return false;
      scope.defineValue(name, named);
    }
    return true;
  }

  #braces(
    { type, args: list }: Extract<Expression, { kind: 'braces' }>,
    scope: Scope,
    span: Span,
  ): Value | undefined {
    const args = this.#arguments(list, scope);
    if (args === undefined) return undefined;
    if (type === undefined) return { kind: 'tuple', items: args, span };
    const of = this.evaluate(type, scope);
    if (of === undefined || of.kind === 'unknown') return of;
    if (of.kind === 'builtin') return callBuiltin(this.#use(of.name, of.template, args, type));
    if (of.kind === 'type') {
      const [value] = args;
      if (args.length === 1 && value !== undefined) return value;
      return args.length === 0 ? of : this.fail(messages.notation.cppType(of.name), type);
    }
    if (args.length === 0 || (of.kind === 'tuple' && of.items.length === args.length)) {
      return args.length === 0 ? of : { kind: 'tuple', items: args, span };
    }
    return this.fail(messages.notation.cppConstructor(), span);
  }

  /** The struct, type or value that a template makes of its arguments. */
  #instantiate(of: Kind<'template'>, given: readonly Value[], span: Span): Value | undefined {
    const primaries = of.list.filter(
      (each) => each.kind === 'constant' || each.specialized === undefined,
    );
    const isDefined = (each: StructSyntax | ConstantSyntax): boolean =>
      each.kind === 'constant' || each.body !== undefined;
    const parameters = primaries.find(({ template }) => template !== undefined)?.template ?? [];
    const args = this.#completed(parameters, given, of.scope, span);
    if (args === undefined) return undefined;
    for (const each of of.list) {
      if (each.kind !== 'struct' || each.specialized === undefined) continue;
      const scope = of.scope.inner();
      const matched = this.#matches(each, parameters, args, scope);
      if (matched === undefined) return undefined;
      if (matched) return this.#instance(each, [], scope, span, args);
    }
    const primary = primaries.find(isDefined);
    if (primary !== undefined) return this.#instance(primary, args, of.scope, span);
    const { name = '' } = of.list[0] ?? {};
    return this.fail(messages.notation.cppSpecialization(name, args.map(textOf).join(', ')), span);
  }

  /** Arguments with the defaults of the parameters that have none. */
  #completed(
    parameters: readonly Parameter[],
    given: readonly Value[],
    around: Scope,
    span: Span,
  ): readonly Value[] | undefined {
    const args = [...given];
    const missing = parameters.slice(given.length);
    if (missing.length === 0 || missing.some(({ fallback }) => fallback === undefined)) return args;
    const scope = around.inner();
    if (!this.#bind(parameters.slice(0, given.length), given, scope, span)) return undefined;
    for (const { name, fallback } of missing) {
      const value = fallback && this.evaluate(fallback, scope);
      if (value === undefined) return undefined;
      scope.defineValue(name, value);
      args.push(value);
    }
    return args;
  }

  /** Whether arguments are those of a specialization; its own parameters get their values in `scope`. */
  #matches(
    { specialized = [], template = [] }: StructSyntax,
    parameters: readonly Parameter[],
    args: readonly Value[],
    scope: Scope,
  ): boolean | undefined {
    // A specialization may leave defaults out.
    const defaults = parameters.slice(specialized.length).flatMap(({ fallback }) => fallback ?? []);
    const patterns = [...specialized, ...defaults];
    if (patterns.length !== args.length) return false;
    for (const [i, pattern] of patterns.entries()) {
      const arg = args[i];
      if (arg === undefined) return false;
      const name =
        pattern.kind === 'name' && pattern.path.length === 1 ? pattern.path[0]?.name : undefined;
      if (name !== undefined && template.some((each) => each.name === name)) {
        const bound = scope.own(name);
        if (bound?.kind === 'value' && !sameValue(bound.value, arg)) return false;
        scope.defineValue(name, arg);
        continue;
      }
      const value = this.evaluate(pattern, scope);
      if (value === undefined) return undefined;
      if (arg.kind === 'unknown') return failUnknown(this, arg);
      if (!sameValue(value, arg)) return false;
    }
    return true;
  }

  #instance(
    syntax: StructSyntax | ConstantSyntax,
    args: readonly Value[],
    around: Scope,
    span: Span,
    shown = args,
  ): Value | undefined {
    return this.#deeper(span, () => {
      const scope = around.inner();
      if (!this.#bind(syntax.template ?? [], args, scope, span)) return undefined;
      if (syntax.kind === 'constant') return this.evaluate(syntax.value, scope);
      const members = scope.inner();
      const bases = this.#arguments(syntax.bases, scope);
      if (bases === undefined) return undefined;
      members.bases = bases;
      this.declare(syntax.body ?? [], members);
      const name =
        shown.length === 0 ? syntax.name : `${syntax.name}<${shown.map(textOf).join(', ')}>`;
      return { kind: 'struct', name, members, span };
    });
  }
}

/** A value in a message, and in the name of a struct. */
function textOf(value: Value): string {
  switch (value.kind) {
    case 'number':
    case 'flag':
      return String(value.value);
    case 'tuple':
      return `(${value.items.map(textOf).join(', ')})`;
    case 'type':
    case 'struct':
      return value.name;
    case 'unknown':
      return nameOfUnknown(value);
    default:
      return kindNames[value.kind];
  }
}

/** The meaning of a name in a struct and its bases; `unknown` where a base is. */
function ownEntry(name: string, scope: Scope): Entry | 'unknown' | undefined {
  const own = scope.own(name);
  if (own !== undefined) return own;
  let isUnknown = false;
  for (const base of scope.bases) {
    const entry = base.kind === 'struct' ? ownEntry(name, base.members) : 'unknown';
    if (entry === 'unknown') isUnknown = true;
    else if (entry !== undefined) return entry;
  }
  return isUnknown ? 'unknown' : undefined;
}

/** The meaning of a name in a block and those around it. */
export function findEntry(name: string, scope: Scope): Entry | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.around) {
    const entry = ownEntry(name, at);
    if (entry !== undefined && entry !== 'unknown') return entry;
  }
  return undefined;
}
