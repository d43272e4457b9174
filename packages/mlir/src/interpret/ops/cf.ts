/** `cf` and the control flow of `func`, `gpu` and `llvm`: branches, calls, returns. */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { attributeOf, integersOf, wordsOf } from '../attributes.ts';
import { calledFunction } from '../flow/blocks.ts';
import type { LowerOperation } from '../lowering.ts';
import { isEmpty, maskWhere, without, lanesWhere } from '../registers.ts';
import { takes } from '../take.ts';

const branch: LowerOperation = (op, lowering) => lowering.body?.branch(op, undefined);

const conditionalBranch = takes(1, 0, ([condition], lowering, op) => {
  if (op.successors.length !== 2) return lowering.malformed('it needs two blocks');
  const slot = lowering.data(condition);
  lowering.body?.branch(op, (wave) => {
    const holds = maskWhere(wave.mask, wave.values(slot), wave.lanes);
    return [holds, without(wave.mask, holds)];
  });
});

/** The numbers of a switch's cases: a list, or a vector constant. */
function caseValues(op: Operation): (number | undefined)[] {
  const values = attributeOf(op, 'case_values');
  if (values?.kind !== 'dense') return integersOf(op, 'case_values');
  const numbers = (values.values ?? []).map(Number);
  const [first] = numbers;
  const cases = op.successors.length - 1;
  return numbers.length === 1 ? Array.from({ length: cases }, () => first) : numbers;
}

/** Lanes whose flag is not a case take the first block. */
const switchBranch = takes(1, 0, ([flag], lowering, op) => {
  const cases = caseValues(op);
  if (cases.length !== op.successors.length - 1)
    return lowering.malformed('it needs a block per case');
  lowering.takeDoubles([flag]);
  if (cases.some((value) => !Number.isSafeInteger(value)))
    return lowering.unsupported('a case beyond 53 bits');
  const slot = lowering.data(flag);
  lowering.body?.branch(op, (wave) => {
    const flags = wave.values(slot);
    const chosen = Array.from(flags.subarray(0, wave.lanes), (flag) => cases.indexOf(flag));
    return [-1, ...cases.keys()].map((at) =>
      lanesWhere(wave.mask, wave.lanes, (lane) => chosen[lane] === at),
    );
  });
});

const assertion = takes(1, 0, ([condition], lowering, op) => {
  const slot = lowering.data(condition);
  const text = wordsOf(op, 'msg');
  lowering.emit((wave) => {
    const holds = maskWhere(wave.mask, wave.values(slot), wave.lanes);
    if (!isEmpty(without(wave.mask, holds))) wave.fail(messages.execute.assertion(text));
  });
});

const unreachable: LowerOperation = (op, lowering) => {
  lowering.emit((wave) => wave.fail(messages.execute.malformed(op.name, 'a lane reaches it')));
};

const leave: LowerOperation = (op, lowering) => lowering.body?.leave(op);

const call: LowerOperation = (op, lowering) => {
  const callee = calledFunction(op, lowering.symbols);
  if (callee !== undefined) lowering.body?.call(op, callee);
  else lowering.unsupported('a function outside of the module');
};

export const cf: Readonly<Record<string, LowerOperation>> = {
  'cf.br': branch,
  'cf.cond_br': conditionalBranch,
  'cf.switch': switchBranch,
  'cf.assert': assertion,
  'func.call': call,
  'func.return': leave,
  'gpu.return': leave,
  'llvm.br': branch,
  'llvm.cond_br': conditionalBranch,
  'llvm.switch': switchBranch,
  'llvm.return': leave,
  'llvm.unreachable': unreachable,
  'ub.unreachable': unreachable,
};
