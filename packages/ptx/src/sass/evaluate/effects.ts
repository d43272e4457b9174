/**
 * The reads and writes of an instruction: registers and predicates by number.
 *
 *     @P0 IADD3 R2, P1, R4, R6, RZ      reads P0, R4, R6      writes R2, P1
 *
 * Both are safe for unknown instructions: too much is read and written, never too little, as far as results are registers
 * that are listed first.
 */
import { writtenRegisters } from '../accesses.ts';
import type { SassInstruction } from '../program.ts';
import { isTrue, isZero, predicateNumber, PT, registerNumber } from './operands.ts';

export interface Effects {
  readonly reads: readonly number[];
  readonly readsPredicates: readonly number[];
  readonly writes: readonly number[] | 'all';
  readonly writesPredicates: readonly number[];
}

/** Their leading predicates are read. */
const CONTROL = /^(?:BRA|BRX|JMP|JMX|BREAK|BSYNC|BSSY|EXIT|RET|CALL|KILL|WARPSYNC|BAR)$/;
const VOTES = /^VOTEU?$/;
/** Results at unusual operand positions. */
const WIDESPREAD = /^(?:TEX|TLD|TLD4|TMML|TXD|TXQ|SULD|SUATOM|LDTM|PIXLD|ISBERD|AL2P|ALD|UTC\w*)$/;

export function effectsOf(instruction: SassInstruction): Effects {
  const { opcode, operands, predicate } = instruction;
  const texts = operands.map((text) => text.replace(/\.reuse$/, ''));
  const end = endOfResults(opcode, texts);
  const sources = texts.slice(end);
  const guard = predicate === undefined ? undefined : predicateNumber(predicate.register);
  const named = sources.flatMap((text) => (text.match(/U?P[0-6]/g) ?? []).map(predicateNumber));
  return {
    reads: sources.flatMap((text) => registersIn(text, isPaired(instruction, text))),
    readsPredicates: [guard, ...named, ...allOf(opcode, 'P2R', 'UP2UR')].filter(isOpen),
    writes: wordsOf(instruction, texts),
    writesPredicates: [
      ...texts.slice(0, end).map(predicateNumber),
      ...allOf(opcode, 'R2P', 'UR2UP'),
    ].filter(isOpen),
  };
}

const isOpen = (predicate: number | undefined): predicate is number =>
  predicate !== undefined && !isTrue(predicate);
const isWord = (register: number | undefined): register is number =>
  register !== undefined && !isZero(register);

/** All predicates of lanes, or of the warp, where an instruction moves them together. */
function allOf(opcode: string, ofLanes: string, ofWarp: string): readonly number[] {
  if (opcode !== ofLanes && opcode !== ofWarp) return [];
  return Array.from({ length: PT }, (_, bit) => bit + (opcode === ofLanes ? 0 : PT + 1));
}

function registersIn(text: string, isPair: boolean): readonly number[] {
  return [...text.matchAll(/U?R\d{1,3}/g)]
    .flatMap(([name]) => {
      const number = registerNumber(name);
      return isPair && number !== undefined ? [number, number + 1] : [number];
    })
    .filter(isWord);
}

const isPaired = ({ opcode, modifiers }: SassInstruction, text: string): boolean =>
  text.includes('.64') ||
  /^D[A-Z]/.test(opcode) ||
  modifiers.some((name) => name === 'WIDE' || name === 'HI' || name === '64' || name === '128');

function wordsOf(
  instruction: SassInstruction,
  texts: readonly string[],
): readonly number[] | 'all' {
  const { opcode } = instruction;
  // A call goes where the instructions say that write.
  if (opcode === 'CALL') return [];
  const written = WIDESPREAD.test(opcode) ? 'all' : writtenRegisters(instruction);
  if (written === 'all') return 'all';
  // The first register of a synchronisation unit is a result.
  const own = opcode === 'SYNCS' ? registerNumber(texts[0] ?? '') : undefined;
  return [...written.map(registerNumber), own, own && own + 1].filter(isWord);
}

/** How many operands are results: predicates, a register, carries out of it. */
function endOfResults(opcode: string, texts: readonly string[]): number {
  if (CONTROL.test(opcode)) return 0;
  // `VOTE.ALL P0, P1`, `VOTE.ANY R4, PT, P1`: the last one is a source.
  if (VOTES.test(opcode)) return Math.max(0, texts.length - 1);
  const isPredicate = (at: number): boolean => predicateNumber(texts[at] ?? '') !== undefined;
  let end = 0;
  while (end < 2 && isPredicate(end)) end++;
  const isComparison = /SETP2?$|^U?PLOP3$/.test(opcode);
  if (isComparison || registerNumber(texts[end] ?? '') === undefined) return end;
  end++;
  for (let carries = 0; carries < 2 && isPredicate(end); carries++) end++;
  return end;
}
