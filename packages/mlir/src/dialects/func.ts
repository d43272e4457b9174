/** `builtin`, `func` and `ub`: modules, functions, calls. */
import { applyType } from '../text/pieces.ts';
import type { DialectSyntax, FormatSyntax } from '../text/syntax.ts';
import { functionSyntax } from './functions.ts';

export const builtin: DialectSyntax = {
  name: 'builtin',
  operations: {
    module:
      '{ $sym_name:symbol-name }? dict-keyword region(isolated,block) ; sym_visibility:string',
    unrealized_conversion_cast: '{ %inputs* : types(inputs) }? to types(result) dict',
  },
};

/** `func.call_indirect %f(%a) : (i32) -> i32`: the type is that of the function. */
const callIndirect: FormatSyntax = {
  format: '%callee ( %callee_operands* ) dict : function(callee_operands)',
  infer: (state, { operands, span }, results) => {
    const [callee, ...rest] = operands;
    if (callee === undefined) return;
    const inputs = rest.map(({ type }) => type);
    const type = { kind: 'function', inputs, results: results.toArray() } as const;
    applyType(state, callee, type, span.start);
  },
};

export const func: DialectSyntax = {
  name: 'func',
  operations: {
    func: functionSyntax,
    return: 'dict { %operands* : types(operands) }?',
    call: '$callee:symbol ( %operands* ) dict : function(operands)',
    call_indirect: callIndirect,
    constant: 'dict $value:symbol : type(result)',
  },
};

export const ub: DialectSyntax = {
  name: 'ub',
  operations: {
    poison: 'dict { < $value:any=#ub.poison > }? : type(result)',
    unreachable: 'dict',
  },
};
