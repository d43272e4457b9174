/**
 * Wordings that read as translated, and what to write instead. The rules stand in CONTRIBUTING under "How we write".
 *
 * `pattern` is tried on texts with single blanks, in which values and code are `…`. Each row has sentences that it catches and
 * sentences that it leaves alone: `test/words.test.ts` tries them all.
 */

export interface Wording {
  readonly name: string;
  readonly pattern: RegExp;
  readonly better: string;
  /** Judges what users read: not comments of code. */
  readonly isForShown?: boolean;
  readonly catches: readonly string[];
  readonly leaves: readonly string[];
}

/** What is counted, and what it is counted per. */
const COUNTED =
  'bytes?|bits?|words?|dwords?|KiB|MiB|B|kB|elements?|values?|registers?|lanes?|threads?|waves?|warps?|workgroups?|' +
  'cycles?|instructions?|accesses|requests|wavefronts?|slots?|once|twice|records?|steps?|flops?|percent|%|ns|us|µs|ms';
const PER =
  'lane|thread|wave|warp|row|column|workgroup|block|compute unit|unit|CU|SM|SIMD|instruction|access|request|phase|iteration|' +
  'cycle|bank|line|group|kernel|launch|step|site|call|second|tile|stage|element|register|word|file|folder';

/** Things that do not want or say anything. */
const THING =
  'banks?|chips?|hardware|instructions?|access(?:es)?|kernels?|compilers?|ldscope|machines?|lanes?|threads?|waves?|warps?|layouts?|' +
  'notations?|command|pages?|parsers?|grammar|modules?|files?|launch|texts?|programs?|passes|pass|models?|types?|operations?|' +
  'reports?|it|they|nothing|MLIR|LLVM|IREE|Triton|CK Tile|clang|ptxas|nvcc|upstream|which|that|what';

const of = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'u');

export const wordings: readonly Wording[] = [
  {
    name: 'is-no',
    pattern:
      /(?<!\b(?:[Tt]here|as|where|here|would|will|need|may) )\b(?:is|are|was|were|be|being) no (?!longer\b|more\b|less\b|fewer\b|different\b|better\b|worse\b|other\b|\w+er than\b|one\b|need\b|way\b|reason\b|doubt\b|point\b|use\b|matter\b)[\p{L}…\d]/u,
    better: 'is not a',
    catches: [
      "'x' is no power of two",
      'the file is no 64-bit ELF file',
      'these bytes are no instructions',
    ],
    leaves: [
      'there is no kernel here',
      'rows are no longer aligned',
      'an access is no wider than 8 B',
      'x is not a power of two',
    ],
  },
  {
    name: 'no-number',
    pattern:
      /(?:,|\b(?:as|or|of)) no (?:whole number|power of two|multiple)\b|\bmakes? no (?:swizzle|tile|layout|sense of)\b/,
    better: 'not a',
    catches: ['moves 6 bytes, no whole number of elements', 'the words make no swizzle'],
    leaves: ['6 bytes are not a whole number of elements'],
  },
  {
    name: 'say-a-layout',
    pattern:
      /\b(?:can(?:not|'t)?|could|to) (?:be )?(?:say|said)\b(?! (?:so|more|no|that you)\b)|\b(?:un)?sayable\b|\b(?:is|are) (?:not )?said (?:in|as|by)\b/,
    better: 'express (a notation), report (a program), specify (a file) or state',
    catches: ['wave cannot say this layout', 'a layout said as padding, which is said in bytes'],
    leaves: ['wave cannot express this layout'],
  },
  {
    name: 'things-say',
    isForShown: true,
    pattern: of(
      `\\b(?:${THING}) (?:(?:does|do|did) not |may |can |must |has to |also )?(?:says?|said)\\b`,
    ),
    better: 'reports, states, names, specifies, means or shows',
    catches: ['the kernel does not say how many lanes it has', 'what the command says'],
    leaves: ['the kernel does not specify its block', 'the ISA manual says "wave"'],
  },
  {
    name: 'mend',
    pattern: /\b[Mm]end(?:s|ed|ing)?\b/,
    better: 'fix or correct',
    catches: ['mend the first ones'],
    leaves: ['fix the first errors', 'we recommend 16 B of padding'],
  },
  {
    name: 'usual',
    pattern: /\b[Uu]sual\b/,
    better: 'default, standard or common',
    catches: ['the usual machine'],
    leaves: ['the default machine', 'addresses are usually aligned'],
  },
  {
    name: 'hold-against',
    pattern: /\b(?:hold|holds|held|holding)\b[^.,;:]{0,40} against\b/,
    better: 'compare with',
    catches: ['tests hold the two against each other'],
    leaves: ['tests compare the two'],
  },
  {
    name: 'a-for-per',
    pattern: of(
      `(?:(?<!\\b(?:which|whose|many|what|the) )\\b(?:${COUNTED})(?: of [\\p{L}-]+)?|\\d [\\w-]+s) (?:an?) (?:${PER})s?\\b(?! (?:of|that|which|is|has|[a-z]+s)\\b)`,
      `|\\b(?:one|an?|\\d+) (?:[\\w-]+ )?(?:record|object|entry|row|file|test|item|bit|byte|word|element) an? (?:${PER})\\b`,
    ),
    better: 'per',
    catches: [
      '16 bytes a lane',
      '4 KiB of LDS a workgroup',
      '8 waves a SIMD',
      'one JSON object a line',
    ],
    leaves: ['16 bytes per lane', 'each lane loads a row', 'gives the waves a unit of their own'],
  },
  {
    name: 'fronted-what',
    isForShown: true,
    pattern:
      /(?:^|[.;:!] )(?:What|Whatever|Whoever) [^.?!;:,]*?\b(?:is|are|was|were|has|have|does|do|can|may|costs?|needs?|goes|gives?|takes?|makes?|wants?|reads?|writes?|depends?|follows?|comes?|stays?|begins?|ends?|fits?|remains?|\w+s)\b[^.?!;:,]*?,? (?:is|are|was|were|has to|have to|goes|go|stays?|counts?|costs?|crosses|comes|come|becomes?|gets?|belongs?|depends?|follows?|remains?|must|cannot|does not|do not|reads?|fails?)\b(?![^.;!]*\?)/,
    better: 'the noun first: "Hatched bytes are fetched but never used."',
    catches: [
      'What is hatched crosses the memory bus.',
      'What depends on the loop is left out.',
      'Ways. What was asked before is kept.',
    ],
    leaves: ['What a thread moves.', 'What is a bank?', 'Hatched bytes cross the memory bus.'],
  },
  {
    name: 'fronted-of',
    isForShown: true,
    pattern:
      /(?:^|[.;!] )Of (?!course\b)(?:[\p{L}\d…' -]+),? (?:it|they|the|what|only|no|all|each|both|is|are|at)\b/u,
    better: 'the subject first',
    catches: ['Of all whole words up to 64 B the best is 16 B', 'Of MLIR it needs the name.'],
    leaves: ['Of course it does.', 'The best of all whole words is 16 B.'],
  },
  {
    name: 'stands',
    pattern:
      /\b(?:stands?|stood) (?!for\b|in for\b|by\b|out\b|to\b|on its own\b|alone\b)[\p{L}…]|\bstandi?n?g?s? still\b/u,
    better: 'is, appears or is listed',
    catches: ['constants and their sources stand below', 'the wait that stands there'],
    leaves: ['each color stands for a wave', 'the selected lane stands out in every view'],
  },
  {
    name: 'lies',
    pattern:
      /\b(?:lies|lie|lay|lain) (?!in wait)[\p{L}…\d]|\bwhere [\p{L} …]{1,30} (?:lies|lie)\b/u,
    better: 'is, is stored or is at',
    catches: ['the element lies at byte 4', 'packs that lie row by row', 'where the tile lies'],
    leaves: ['the element is at byte 4', 'lane ids in a coset'],
  },
  {
    name: 'things-want',
    pattern: of(
      `\\b(?:${THING}|nobody|who|each|all|several|others) (?:(?:does|do|did) not )?wants?\\b`,
      `|\\b(?:is|are|was|were) wanted\\b|\\bnobody (?:wants|asks|asked|gave|gives|reads|uses|takes|wrote|needs|checks|fills|waits)\\b`,
    ),
    better: 'needs, requests or uses; for nobody: is not given, is never used',
    catches: ['lanes want 2 different words', 'bytes that nobody wants', 'two modes are wanted'],
    leaves: ['choose the chip if you want a report for it', 'lanes request 2 different words'],
  },
  {
    name: 'alike',
    pattern: /(?<!\blooks? )\b[Aa]like\b/,
    better: 'the same, in the same way or equal',
    catches: ['A wave of 64 is served alike'],
    leaves: ['A wave of 64 is served in the same way'],
  },
  {
    name: 'anew',
    pattern: /\banew\b/,
    better: 'again',
    catches: ['a page that needs its golden anew'],
    leaves: ['computed again'],
  },
  {
    name: 'but-for',
    pattern: /(?<!\b(?:not|only|just)\b[^.;]{0,60})\b[Bb]ut for\b(?! example)/,
    better: 'except for',
    catches: ['the same but for accesses of the buffer'],
    leaves: ['the same except for accesses of the buffer', 'not for LDS but for global memory'],
  },
  {
    name: 'so-many',
    pattern: /\b[Ss]o (?:many|much)\b(?! (?:that|as)\b)/,
    better: 'this many, or the number by its name',
    catches: ['Only the first so many lanes take part.'],
    leaves: ['only the first lanes take part', 'there are so many that we stop'],
  },
  {
    name: 'asked-for',
    pattern: /\b(?:is|are|was|were|bytes|words|what|bank is) asked (?:for|of)\b|\bis asked for\b/,
    better: 'requested',
    catches: ['what was asked for', 'No bank is asked for two words'],
    leaves: ['requested bytes', 'you asked for a report'],
  },
  {
    name: 'taken-apart',
    pattern: /\b[Tt]ak(?:e|es|en|ing) (?:\p{L}+ ){0,3}apart\b/u,
    better: 'decoded, split or broken down',
    catches: ['The mode register, taken apart', 'take one access apart'],
    leaves: ['decodes the mode register'],
  },
  {
    name: 'figures-of-speech',
    pattern:
      /\bmatter of luck\b|\b[Tt]he sister of\b|\bhas had its share\b|\b(?:the )?long way over\b|\bhold each other\b|\bwho meets whom\b|\bno merit\b|\bnothing beats\b|\btake it with\b|\bpatience\b|\ba riddle\b/i,
    better: 'the plain fact',
    catches: ['layouts that nothing beats', 'a result that is a matter of luck'],
    leaves: ['Pareto-optimal layouts'],
  },
  {
    name: 'no-antecedent',
    isForShown: true,
    pattern:
      /\b(?:the|The) (?:deck|talk|slides|workbook|notes|documents?)\b(?! (?:of|on|about|by|from|that|which|titled|"|“)\b)/,
    better: 'the title of the source, with a link at its first use',
    catches: ['The slides saw the rest in their counter.', 'as the deck works it'],
    leaves: ['a deck of slides on bank conflicts', 'the notes of the compiler'],
  },
  {
    name: 'turn',
    pattern:
      /\b(?:one|a|per|each|every|first|last|second|\d+) turns? (?:of|through)\b(?! (?:the banks|\d))|\bof one turn\b/,
    better: 'iteration',
    catches: ['one turn of unknown loops', 'counts are of one turn'],
    leaves: ['one iteration of unknown loops'],
  },
  {
    name: 'known-of',
    pattern: /\bknown of\b/,
    better: 'known about, known for',
    catches: ['what is known of a chip'],
    leaves: ['what is known about a chip'],
  },
  {
    name: 'reviewed',
    pattern:
      /What stands there now|What is hatched|Layouts that nothing|Say it, and layouts|nobody wants|times the bank period|not, but \^|the other reading of|sites? conflicts\b|Every wave takes the fewest|free bank conflicts|The same as a table|Four questions decide|Who meets whom|One lane's way|Which reading of the rules|The link was not followed|say `node/,
    better: 'the better wording of the review, which the tests of this rule name',
    catches: ['1 of 2 sites conflicts', 'The same as a table'],
    leaves: ['1 of 2 LDS accesses has bank conflicts', 'Show as table'],
  },
];
