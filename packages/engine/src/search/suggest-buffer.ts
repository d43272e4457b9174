/**
 * From a problem to a suggestion: the search, why the present layout conflicts, the proof of the best answer, and that
 * answer in every notation.
 */
import {
  greatestOf,
  type Answer,
  asDeclared,
  type CArray,
  type Candidate,
  constraintsOf,
  diagnose,
  type Diagnostic,
  explainLayout,
  findRule,
  type LdsObject,
  messages,
  narrowedProblem,
  normalForm,
  notations,
  opcodeAt,
  optimalityText,
  printLayout,
  type Problem,
  type Result,
  type SearchOptions,
  searchLayouts,
  success,
  type SuggestedBuffer,
  type SuggestedLayout,
  type SuggestedNotation,
  type SuggestedProof,
  titleFor,
  type TileLayout,
  totalConflicts,
  type UncountedAccesses,
  waveChoice,
  wholeElements,
} from '@ldscope/core';
import { uncountedIn } from '../buffers/uncounted.ts';
import { layoutWords } from '../layout/layout-words.ts';
import type { TileQuestion } from '../source/found.ts';
import { recommendationOf } from './recommendation.ts';

export interface BufferQuestion extends TileQuestion {
  readonly names: readonly string[];
  /** The array that it is, where the source declares it. */
  readonly declared?: LdsObject | undefined;
  /** The notation in which the kernel is written, where it has one. */
  readonly notation?: string | undefined;
  /** True when Wave's choice is told too. */
  readonly tellsWave?: boolean | undefined;
}

/** A suggestion, and what it is about: enough to show the tile under each of its layouts. */
export interface BufferSuggestion {
  readonly suggested: SuggestedBuffer;
  /** On the machines of the suggestion: those that execute all of the accesses. */
  readonly problem: Problem;
  /** The problem with the accesses that a layout without padding allows: other layouts are tried on these. */
  readonly whole: Problem;
  /** Another layout may be accessed by other instructions, which are not those of the problem. */
  readonly hasOtherInstructions: boolean;
  /** The layout that the buffer has. */
  readonly now: TileLayout;
  /** The present layout is understood; otherwise `now` describes the places as they are, and other layouts move these. */
  readonly isNowKnown: boolean;
  /** Its declaration in C, where one is known. */
  readonly array?: CArray | undefined;
  /** The layouts of the suggested front, in its order. */
  readonly front: readonly TileLayout[];
  /** By layout of the front: the problem that its figures are of, with narrower accesses where it cuts vectors. */
  readonly frontProblems: readonly Problem[];
}

/** Errors are about the problem itself, or about a present layout that is not legal. */
export function suggestForBuffer(question: BufferQuestion): Result<BufferSuggestion> {
  const { names, now: layout, families, notation, obstacleTo } = question;
  const { missing = [], unknown, declared } = question;
  const { problem, diagnostics: left } = servedProblem(question);
  const diagnostics = [
    ...left,
    ...(unknown === undefined ? [] : [messages.suggest.relative(names.join(', '), unknown)]),
    ...missing.map((what) => messages.suggest.missingEvidence(names.join(', '), what)),
  ];
  const whole =
    question.wide === undefined
      ? problem
      : servedProblem({ ...question, problem: question.wide }).problem;
  const searched = searchLayouts(whole, {
    now: layout,
    nowProblem: whole === problem ? undefined : problem,
    refuse: refusalOf(question),
    families,
    notation,
    obstacleTo,
  });
  if (!searched.ok) return searched;
  const { now, front, others, obstacles } = searched.value;
  const uncounted = uncountedOf(question);
  const isKnown = uncounted === undefined;
  const isOpen = uncounted?.constrain === false || (!isKnown && searched.value.verdict === 'free');
  const verdict = isOpen ? 'unknown' : searched.value.verdict;
  if (!isKnown) diagnostics.push(messages.suggest.notCounted(names.join(', '), uncounted));
  const [best] = front;
  const helps = verdict === 'solved' || verdict === 'better';
  // The front also has layouts that are cheaper and conflict as much.
  const isBetter = ({ cost }: Candidate): boolean =>
    helps && totalConflicts(cost) < totalConflicts(now.cost);
  const better = front.filter(isBetter);
  const array = cArrayOf(question, better);
  const suggested: SuggestedBuffer = {
    names,
    tile: problem.tile,
    machines: problem.targets.map(({ machine }) => machine.name),
    verdict,
    uncounted,
    now:
      unknown === undefined
        ? suggestedLayout(now, false)
        : { ...suggestedLayout(now, false), layout: NOT_UNDERSTOOD },
    accesses: problem.accesses.map(({ name, op, executions }) => ({
      name,
      op: opcodeAt(op).name,
      executions: executions.reduce((sum, times) => sum + times, 0),
    })),
    why: verdict === 'free' ? [] : explainLayout(problem, layout),
    front: better.map((answer, index) => suggestedLayout(answer, index === 0, obstacleTo)),
    recommendation: recommendationOf(better, obstacleTo),
    others: others.filter(isBetter).map((answer) => suggestedLayout(answer, false, obstacleTo)),
    proof: proofOf(helps && best !== undefined ? best : now),
    notations: helps ? inNotations(better, unknown !== undefined, array, declared) : [],
    obstacles: isOpen ? [] : obstacles.map(({ kind, text }) => ({ kind, text })),
    wave: question.tellsWave === true && !isOpen ? waveChoice(whole) : undefined,
  };
  const value = {
    suggested,
    problem,
    whole,
    hasOtherInstructions: question.refuse !== undefined,
    now: layout,
    isNowKnown: unknown === undefined,
    array,
    front: better.map((answer) => answer.layout),
    frontProblems: better.map(({ widthBytes }) => servedBy(whole, widthBytes)),
  };
  return success(value, diagnostics);
}

/** For a declared array this also refuses layouts that part its elements: no declaration makes them. */
function refusalOf({ refuse, declared }: BufferQuestion): SearchOptions['refuse'] {
  const elementBytes = declared?.elementBytes;
  if (elementBytes === undefined) return refuse;
  return (candidate, problem) =>
    wholeElements(candidate.layout, elementBytes) === undefined
      ? diagnose(messages.mitigate.partsElement(elementBytes))
      : refuse?.(candidate, problem);
}

/** Accesses that have no count: those that are held, and instructions of the kernel whose addresses are not known. */
function uncountedOf({ problem, coverage }: BufferQuestion): UncountedAccesses | undefined {
  const { accesses, held = [] } = problem;
  if (coverage !== undefined) return uncountedIn(coverage);
  if (held.length === 0) return undefined;
  const what = [...new Set(held.map(({ op }) => opcodeAt(op).name))];
  return { accesses: held.length, of: held.length + accesses.length, what, constrain: true };
}

/** The problem on the chips that execute all of its accesses; on all, when none does: then the search says so. */
function servedProblem({ names, problem }: BufferQuestion): {
  readonly problem: Problem;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { accesses, waveSize } = problem;
  const missing = problem.targets.map(({ model }) =>
    accesses.flatMap(({ op }) => {
      const { request, name } = opcodeAt(op);
      const served = request !== undefined && findRule(model, waveSize, request) !== undefined;
      return served ? [] : [name];
    }),
  );
  const targets = problem.targets.filter((_, t) => missing[t]?.length === 0);
  if (targets.length === 0) return { problem, diagnostics: [] };
  const diagnostics = problem.targets.flatMap(({ machine }, t) => {
    const ops = [...new Set(missing[t])];
    return ops.length === 0 ? [] : [messages.suggest.leftOut(names.join(', '), machine.name, ops)];
  });
  return { problem: { ...problem, targets }, diagnostics };
}

/** The problem under a layout that allows accesses of this width. */
function servedBy(problem: Problem, widthBytes: number): Problem {
  const widest = greatestOf(problem.accesses.map(({ op }) => opcodeAt(op).widthBytes));
  const isCut = widthBytes < widest && (widthBytes === 8 || widthBytes === 4);
  return (isCut ? narrowedProblem(problem, widthBytes) : undefined) ?? problem;
}

function suggestedLayout(
  { family, layout, widthBytes, cost, serves }: Candidate,
  recommended: boolean,
  obstacleTo?: BufferQuestion['obstacleTo'],
): SuggestedLayout {
  const unwritable = obstacleTo?.(layout);
  const { conflictCycles, ldsBytes, workgroups, addressInstructions, accessInstructions } = cost;
  const { addressRange } = cost;
  return {
    family,
    layout: wordsOf(layout),
    recommended,
    conflicts: conflictCycles,
    ldsBytes,
    workgroups,
    addressInstructions,
    addressRange,
    accessInstructions,
    widthBytes,
    serves,
    unwritable,
  };
}

function proofOf({ certificate }: Answer): SuggestedProof {
  const { claims, optimality } = certificate;
  return {
    claims: claims.map(({ target, access, count, bound }) => ({
      machine: target,
      access,
      cycles: count.cycles,
      conflicts: count.conflicts,
      ways: count.ways,
      leastConflicts: bound.conflicts,
    })),
    argument:
      optimality === undefined ? 'another layout has fewer conflicts' : optimalityText(optimality),
    families: optimality?.kind === 'listed' ? optimality.families : [],
  };
}

/** Instead of a layout that is not understood. */
const NOT_UNDERSTOOD = 'not understood: places as they are';

/**
 * The recommended answer, or the next that has no more conflicts anywhere and that the notation expresses. `relative`: it
 * moves what another layout has moved before, and no notation expresses the two together.
 */
function inNotations(
  [best, ...others]: readonly Answer[],
  relative: boolean,
  array: CArray | undefined,
  declared: LdsObject | undefined,
): SuggestedNotation[] {
  if (best === undefined) return [];
  if (relative) {
    const reason = 'the present layout is not understood, and the answer is applied on top of it';
    return notations.map(({ name, title }) => ({ notation: name, title, reason }));
  }
  const { conflictCycles } = best.cost;
  const equals = others.filter(({ cost }) =>
    cost.conflictCycles.every((cycles, t) => cycles <= (conflictCycles[t] ?? 0)),
  );
  const candidates = [best, ...equals].flatMap((answer) => [answer, ...answer.alternatives]);
  const print = (layout: TileLayout, name: string): Result<string> => {
    const elementBytes = name === 'c' ? declared?.elementBytes : undefined;
    const whole = elementBytes === undefined ? layout : wholeElements(layout, elementBytes);
    return printLayout(whole ?? layout, name);
  };
  return notations.map((notation) => {
    const { name } = notation;
    const head = { notation: name, title: titleFor(notation, best.layout.tile) };
    const printed = print(best.layout, name);
    const known = name === 'c' ? array : undefined;
    const inWords = (text: string): string => (known ? asDeclared(text, known) : text);
    if (printed.ok) return { ...head, text: inWords(printed.value) };
    const reason = printed.diagnostics[0]?.message ?? '';
    for (const { layout } of candidates.slice(1)) {
      const text = print(layout, name);
      if (text.ok) return { ...head, text: inWords(text.value), reason, instead: wordsOf(layout) };
    }
    return { ...head, reason };
  });
}

/** The array as the source, or the tile, describes it; `undefined` where neither does. */
function cArrayOf(
  { element, declared, problem }: BufferQuestion,
  [best]: readonly Answer[],
): CArray | undefined {
  const type = declared === undefined ? element : (declared.type ?? 'element_t');
  if (type === undefined || best === undefined) return undefined;
  const widest = greatestOf(constraintsOf(problem).map(({ op }) => opcodeAt(op).widthBytes));
  const mostBytes = best.widthBytes < widest ? best.widthBytes : undefined;
  const { name, shape } = declared ?? {};
  const limits = problem.targets.flatMap(
    ({ machine }) => machine.sharedMemory.staticBytes?.value ?? [],
  );
  const staticBytes = limits.find((limit) => best.cost.ldsBytes > limit);
  return { type, name: name?.replace(/:\d+$/, ''), lengths: shape, mostBytes, staticBytes };
}

const wordsOf = (layout: TileLayout): string => layoutWords(normalForm(layout));
