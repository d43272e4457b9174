import { amdgcn } from './messages/amdgcn.ts';
import { cType } from './messages/c-type.ts';
import { compile } from './messages/compile.ts';
import { cute } from './messages/cute.ts';
import { emulate } from './messages/emulate.ts';
import { execute } from './messages/execute.ts';
import { expression } from './messages/expression.ts';
import { fix } from './messages/fix.ts';
import { hazard } from './messages/hazard.ts';
import { launch } from './messages/launch.ts';
import { launchFile } from './messages/launch-file.ts';
import { layout } from './messages/layout.ts';
import { measured } from './messages/measured.ts';
import { mitigate } from './messages/mitigate.ts';
import { notation } from './messages/notation.ts';
import { opt } from './messages/opt.ts';
import { parts } from './messages/parts.ts';
import { ptx } from './messages/ptx.ts';
import { spec } from './messages/spec.ts';
import { suggest } from './messages/suggest.ts';
import { syntax } from './messages/syntax.ts';
import { timing } from './messages/timing.ts';
import { triton } from './messages/triton.ts';
import { usage } from './messages/usage.ts';

/**
 * Every message that ldscope gives about an input, a file per topic.
 *
 * A code is `topic/what`; it never changes its meaning. A message states the fact, the hint says what
 * the reader can do about it. Keep both free of the names of our own functions.
 */
export const messages = {
  amdgcn,
  cType,
  compile,
  cute,
  emulate,
  execute,
  expression,
  fix,
  hazard,
  launch,
  launchFile,
  layout,
  measured,
  mitigate,
  notation,
  opt,
  parts,
  ptx,
  spec,
  suggest,
  syntax,
  timing,
  triton,
  usage,
};
