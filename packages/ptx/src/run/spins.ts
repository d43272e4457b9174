/**
 * Loops that spin on shared memory: how often they go round depends on when other warps write, not on the kernel alone.
 *
 *     WAIT:  ld.volatile.shared.u32 %r1, [flag];    setp.eq.s32 %p1, %r1, 0;    @%p1 bra WAIT;
 *
 * A loop spins where it ends by comparing a number with the result of a strong load or an atomic at an address that the loop
 * does not change. Loops of compare-and-swap that compare two registers try again for another reason (`contention.ts`).
 *
 * LIMITATION. The comparison has to be of the value itself, and loops are lines from a label to a branch back to it.
 */
import { isStrong } from '../isa/memory/flags.ts';
import { factsOf } from '../rows/facts.ts';
import type { Instruction, Operand, PtxFunction } from '../text/program.ts';

/** The numbers of the instructions of a function that loops spin on. */
export function spinsOf({ instructions, labels }: PtxFunction): readonly number[] {
  const spins = new Set<number>();
  for (const [end, back] of instructions.entries()) {
    const start = targetOf(back, labels);
    if (start === undefined || start > end) continue;
    const body = instructions.slice(start, end + 1);
    const leaves = (at: number, target: number): boolean =>
      at === body.length - 1 ? body[at]?.guard !== undefined : target < start || target > end;
    for (const [at, one] of body.entries()) {
      const target = targetOf(one, labels);
      if (target === undefined || one.guard === undefined || !leaves(at, target)) continue;
      const polled = polledBy(one.guard.register.id, body);
      if (polled !== undefined) spins.add(start + polled);
    }
  }
  return [...spins];
}

const targetOf = (instruction: Instruction, labels: PtxFunction['labels']): number | undefined => {
  const [label] = instruction.operands;
  return factsOf(instruction).control === 'branch' && label?.kind === 'symbol'
    ? labels.get(label.name)
    : undefined;
};

/** The instruction that a loop polls with for a predicate, by its index in the body. */
function polledBy(predicate: number, body: readonly Instruction[]): number | undefined {
  const test = body.find(
    (one) => factsOf(one).gives === 'comparison' && writes(one.operands, predicate),
  );
  if (test?.operands.some(({ kind }) => kind === 'integer') !== true) return undefined;
  const compared = test.operands.slice(1).flatMap(registerOf);
  const place = body.findIndex(
    (one) => isStrong(one) && compared.some((id) => writes(one.operands, id)),
  );
  const address = body[place]?.operands.find(({ kind }) => kind === 'address');
  if (address?.kind !== 'address') return undefined;
  const base = address.base === undefined ? [] : registerOf(address.base);
  return base.some((id) => body.some(({ operands }) => writes(operands, id))) ? undefined : place;
}

const registerOf = (operand: Operand): readonly number[] =>
  operand.kind === 'register' ? [operand.register.id] : [];

const writes = ([first]: readonly Operand[], id: number): boolean =>
  first?.kind === 'register' && first.register.id === id;
