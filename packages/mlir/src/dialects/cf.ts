/** `cf`: branches between blocks. */
import type { DialectSyntax } from '../text/syntax.ts';
import { branch, conditionalBranch, switchSyntax } from './branches.ts';

export const cf: DialectSyntax = {
  name: 'cf',
  operations: {
    br: branch,
    cond_br: conditionalBranch,
    switch: switchSyntax(true),
    assert: '%arg , $msg:string dict',
  },
};
