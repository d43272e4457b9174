/** `builtin`, `func` and `ub`: modules, functions, calls. */
import type { DialectSyntax } from '../text/syntax.ts';
import { functionSyntax } from './functions.ts';

export const builtin: DialectSyntax = {
  name: 'builtin',
  operations: {
    module:
      '{ $sym_name:symbol-name }? dict-keyword region(isolated,block) ; sym_visibility:string',
    unrealized_conversion_cast: '{ %inputs* : types(inputs) }? to types(result) dict',
  },
};

export const func: DialectSyntax = {
  name: 'func',
  operations: {
    func: functionSyntax,
    return: 'dict { %operands* : types(operands) }?',
    call: '$callee:symbol ( %operands* ) dict : function(operands)',
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
