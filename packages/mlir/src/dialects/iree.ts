/** `stream`, `hal`, `flow`, `iree_codegen`, `util`: what IREE puts around a kernel. */
import { addRegion } from '../text/state.ts';
import type { Attribute } from '../ir/attributes.ts';
import { resolveAttribute } from '../ir/attributes.ts';
import type { Value } from '../ir/ir.ts';
import { unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { parseDictionary, parseSymbol } from '../text/attributes.ts';
import { headlessCodec, wrappedCodec } from '../text/codecs.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperand, parseOperands } from '../text/pieces.ts';
import { printAttribute, printSymbol, printType } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { parseType, parseTypeList } from '../text/types.ts';
import { functionSyntax, parseParameter, parseVisibility } from './functions.ts';

const variant =
  '{ $sym_visibility:visibility }? $sym_name:symbol-name target ( $target:target ) dict-keyword region(isolated,block,terminator=hal.executable.variant_end)';
const visibility = '{ $sym_visibility:visibility }?';

/**
 * `stream.executable.export public @f workgroups(%w: index) -> (index, index, index) { ... }`: how many
 * workgroups to start. The same shape serves `hal.executable.export ... count(%device: !hal.device)`.
 */
function exportSyntax(keyword: string): OperationSyntax {
  return {
    parse: (state, operation) => {
      const { attributes } = operation;
      parseVisibility(state, operation);
      const symbol = parseSymbol(state);
      const name = symbol.kind === 'symbol' ? (symbol.path[0] ?? '') : '';
      attributes.set('sym_name', { kind: 'string', value: name });
      if (keyword === 'workgroups') attributes.set('function_ref', symbol);
      for (const clause of ['ordinal', 'layout']) {
        if (!state.eatWord(clause)) continue;
        state.expect(Token.leftParen, "'('");
        attributes.set(clause, state.grammar.attribute(state));
        state.expect(Token.rightParen, "')'");
      }
      if (!state.eatWord(keyword)) addRegion(operation, { blocks: [] });
      else {
        const entry: Value[] = [];
        if (state.expect(Token.leftParen, "'('")) {
          parseList(state, Token.rightParen, "')'", () => parseParameter(state, entry, []));
        }
        state.expect(Token.arrow, "'->'");
        if (!state.failed) parseTypeList(state);
        if (state.failed) return;
        addRegion(operation, state.grammar.region(state, { entry }));
      }
      if (state.eatWord('attributes')) parseDictionary(state, attributes);
    },
    print: (writer, operation) => {
      const { attributes, regions } = operation;
      const name = attributes.get('sym_name');
      const shown = attributes.get('sym_visibility');
      if (name?.kind !== 'string') return false;
      if (shown?.kind === 'string') writer.write(` ${shown.value}`);
      writer.write(` ${printSymbol(name.value)}`);
      for (const clause of ['ordinal', 'layout']) {
        const value = attributes.get(clause);
        if (value !== undefined)
          writer.write(` ${clause}(${printAttribute(value, { elide: true })})`);
      }
      const body = regions[0];
      const entry = body?.blocks[0];
      if (body !== undefined && entry !== undefined) {
        const parameters = entry.arguments.map((value) => writer.argument(value)).join(', ');
        writer.write(` ${keyword}(${parameters}) -> (index, index, index) `);
        writer.region(operation, body, { hideArguments: true });
      }
      const spelled = new Set(['sym_name', 'sym_visibility', 'function_ref', 'ordinal', 'layout']);
      writer.dictionary(attributes, (key) => spelled.has(key), ' attributes ');
      return true;
    },
    properties: ['sym_name', 'sym_visibility', 'function_ref', 'ordinal', 'layout'],
  };
}

/** Reads `{%a, %b}` behind a dynamic type. */
function parseSizes(state: State, into: Value[]): void {
  if (!state.eat(Token.leftBrace)) return;
  parseOperands(state, into);
  state.expect(Token.rightBrace, "'}'");
}

/**
 * `flow.dispatch @module::@entry[%x](%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> %b`. A result that is
 * written as an operand is that operand, updated in place; `tied_operands` says which.
 */
const dispatch: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    const entry: Attribute[] = [];
    if (state.eat(Token.leftBrace)) {
      parseList(state, Token.rightBrace, "'}'", () => entry.push(parseSymbol(state)));
    } else entry.push(parseSymbol(state));
    attributes.set('entry_points', { kind: 'array', elements: entry });
    const workload: Value[] = [];
    const inputs: Value[] = [];
    if (state.eat(Token.leftBracket)) {
      parseOperands(state, workload);
      state.expect(Token.rightBracket, "']'");
    }
    if (state.expect(Token.leftParen, "'('")) parseOperands(state, inputs);
    state.expect(Token.rightParen, "')'");
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    state.expect(Token.colon, "':'");
    const sizes: Value[] = [];
    let index = 0;
    if (state.expect(Token.leftParen, "'('")) {
      parseList(state, Token.rightParen, "')'", () => {
        const at = state.lexer.start;
        const type = parseType(state);
        const value = inputs[index++];
        if (value !== undefined) applyType(state, value, type, at);
        parseSizes(state, sizes);
      });
    }
    if (index !== inputs.length) state.fail('a type for each operand');
    state.expect(Token.arrow, "'->'");
    const resultSizes: Value[] = [];
    const tied: bigint[] = [];
    const result = (): void => {
      const { type, operand } = parseTied(state);
      results.push(type);
      tied.push(operand === undefined ? -1n : BigInt(inputs.indexOf(operand)));
      parseSizes(state, resultSizes);
    };
    if (state.eat(Token.leftParen)) parseList(state, Token.rightParen, "')'", result);
    else if (!state.failed) result();
    if (tied.some((operand) => operand >= 0n)) {
      const elements = tied.map((value): Attribute => ({
        kind: 'integer',
        value,
        type: indexType,
      }));
      attributes.set('tied_operands', { kind: 'array', elements });
    }
    operands.push(...workload, ...inputs, ...sizes, ...resultSizes);
    const values = [workload.length, inputs.length, sizes.length, resultSizes.length];
    attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
  },
  print: (writer, { operands, attributes, results }) => {
    const entries = attributes.get('entry_points');
    const segments = attributes.get('operandSegmentSizes');
    if (entries?.kind !== 'array' || segments?.kind !== 'dense_array') return false;
    const [work = 0, count = 0, dynamic = 0, resultDynamic = 0] = segments.values.map(Number);
    if (dynamic > 0 || resultDynamic > 0 || work + count !== operands.length) return false;
    const names = entries.elements.map((entry) => printAttribute(entry));
    writer.write(` ${names.length === 1 ? names[0] : `{${names.join(', ')}}`}`);
    if (work > 0) writer.write(`[${writer.values(operands.slice(0, work))}]`);
    const inputs = operands.slice(work);
    writer.write(`(${writer.values(inputs)})`);
    const spelled = new Set(['entry_points', 'operandSegmentSizes', 'tied_operands']);
    writer.dictionary(attributes, (name) => spelled.has(name));
    const list = attributes.get('tied_operands');
    const tied = list?.kind === 'array' ? list.elements : [];
    const texts = results.map((result, i) => {
      const element = tied[i] === undefined ? undefined : resolveAttribute(tied[i]);
      const operand = element?.kind === 'integer' ? inputs[Number(element.value)] : undefined;
      if (operand === undefined) return printType(result.type);
      const name = writer.value(operand);
      return printType(operand.type) === printType(result.type)
        ? name
        : `${name} as ${printType(result.type)}`;
    });
    const outputs = texts.length === 1 ? texts[0] : `(${texts.join(', ')})`;
    writer.write(` : (${writer.types(inputs)}) -> ${outputs}`);
    return true;
  },
  properties: ['entry_points', 'operandSegmentSizes', 'tied_operands'],
};

const indexType: Type = { kind: 'index' };
const i32: Type = { kind: 'integer', width: 32, signedness: 'signless' };

/** Reads `%operand`, `%operand as type` or a type. */
function parseTied(state: State): { type: Type; operand: Value | undefined } {
  if (state.lexer.kind !== Token.value) {
    return { type: state.failed ? unknownType : parseType(state), operand: undefined };
  }
  const operand = parseOperand(state);
  const type = state.eatWord('as') ? parseType(state) : operand.type;
  return { type, operand };
}

const visibilityCodec = {
  parse: (state: State): Attribute => {
    const value = state.lexer.slice();
    state.lexer.next();
    return { kind: 'string', value };
  },
  print: (attribute: Attribute) => (attribute.kind === 'string' ? attribute.value : undefined),
  starts: (state: State) =>
    state.atWord('public') || state.atWord('private') || state.atWord('nested'),
};

/** `ReadOnly`, `"ReadOnly|Indirect"`: flags of a binding, quoted when there are several. */
const descriptorFlags = {
  parse: (state: State): Attribute => {
    const { kind } = state.lexer;
    if (kind !== Token.word && kind !== Token.string) {
      state.fail('flags');
      return { kind: 'unit' };
    }
    const text = state.lexer.slice();
    state.lexer.next();
    return { kind: 'opaque', text: `#hal.descriptor_flags<${text}>` };
  },
  print: (attribute: Attribute) =>
    attribute.kind === 'opaque'
      ? /^#hal\.descriptor_flags<(.*)>$/.exec(attribute.text)?.[1]
      : undefined,
  starts: () => true,
};

const returned = 'dict { %operands* : types(operands) }?';
const workgroup = '[ $dimension:index ] { upper_bound $upper_bound:index }? dict : type(result)';

export const stream: DialectSyntax = {
  name: 'stream',
  codecs: { visibility: visibilityCodec },
  operations: {
    'executable': `${visibility} $sym_name:symbol-name dict-keyword region(isolated,block,terminator=stream.executable.end)`,
    'executable.export': exportSyntax('workgroups'),
    'executable.end': 'dict',
    'return': returned,
    'binding.subspan':
      '%binding ~ [ %byte_offset ] dict : type(binding) -> type(result) { \\{ ~ %dynamic_dims* ~ \\} }?',
    'dispatch.workgroup.id': workgroup,
    'dispatch.workgroup.count': workgroup,
    'dispatch.workgroup.size': workgroup,
  },
};

export const hal: DialectSyntax = {
  name: 'hal',
  codecs: {
    visibility: visibilityCodec,
    descriptor: wrappedCodec('#hal.descriptor_type<', '>', 'storage_buffer uniform_buffer'),
    layout: headlessCodec('#hal.pipeline.layout'),
    target: headlessCodec('#hal.executable.target'),
    flags: descriptorFlags,
  },
  operations: {
    'executable': `${visibility} $sym_name:symbol-name dict-keyword region(isolated,block,terminator=hal.executable_end)`,
    'executable_end': 'dict',
    'executable.variant': variant,
    'executable.variant_end': 'dict',
    'executable.export': exportSyntax('count'),
    'return': returned,
    'interface.binding.subspan':
      '{ layout ( $layout:layout ) }? { set ( $set:index ) }? binding ( $binding:index ) { type ( $descriptor_type:descriptor ) }? { alignment ( $alignment:index ) }? { offset ( %byte_offset? ) }? { flags ( $descriptor_flags:flags ) }? dict : type(result) { ~ \\{ ~ %dynamic_dims* ~ \\} }? ; segments',
    'interface.workgroup.id': workgroup,
    'interface.workgroup.count': workgroup,
    'interface.workgroup.size': workgroup,
    'tensor.import':
      '{ wait ( %wait_fence? ) = ~ > }? %source { $name:string }? : type(source) -> type(result) dict ; segments order source wait_fence',
    'tensor.barrier':
      'join ( %sources* : types(sources) ) = ~ > %signal_fence : type(signal_fence) dict => sources*',
    'tensor.export': '%source { $name:string }? : type(source) -> type(result) dict',
  },
};

export const flow: DialectSyntax = {
  name: 'flow',
  operations: { dispatch, return: returned },
};

export const ireeCodegen: DialectSyntax = {
  name: 'iree_codegen',
  operations: {
    swizzle_hint: '%operand ~ [ $swizzle:any dict ] : type(operand) => operand',
  },
};

export const util: DialectSyntax = {
  name: 'util',
  operations: {
    func: functionSyntax,
    return: 'dict { %operands* : types(operands) }?',
  },
};
