/**
 * What users rely on, and the test that fails where it does not hold: each of these was wrong, missing or hard to understand once.
 * `promises.test.ts` checks that the tests are there under these names.
 */

/** A promise in words, and the tests of it: the file, and the beginning of the test's name. */
export type Promised = readonly [promise: string, ...tests: readonly `${string}: ${string}`[]];

const browser = 'apps/web/test/browser';
const cli = 'packages/cli/test';
const render = 'packages/render/test';

/** Somebody who comes for the first time. */
const newcomer: readonly Promised[] = [
  [
    'The page tells what it is for, and begins with a paste, a file or an example',
    `${browser}/begin.test.ts: says what it is for, offers three ways to begin`,
  ],
  [
    'Beside the number of conflicts is the button that removes them',
    `${browser}/new-user.test.ts: rewrites a kernel in MLIR, with its proof`,
    `${browser}/new-user.test.ts: gets the layout for %s, with its code and its proof`,
  ],
  [
    'CUDA, HIP, Python and other sources get the command or the sentence that helps',
    `${browser}/begin.test.ts: gives the command of a compiler to copy`,
  ],
  [
    'An empty editor names what it reads, and nothing of the kernel before is shown',
    `${browser}/begin.test.ts: gives the command of a compiler to copy`,
  ],
  [
    'The first example rests on measured rules',
    `${browser}/begin.test.ts: says what it is for, offers three ways to begin`,
  ],
  [
    'Columns explain themselves, and the glossary is linked',
    `${browser}/details.test.ts: evidence has one look per word`,
    `${browser}/begin.test.ts: says what it is for, offers three ways to begin`,
  ],
  [
    'The example that is open is named, and each language has one',
    `${browser}/begin.test.ts: says what it is for, offers three ways to begin`,
  ],
  [
    'Phases, registers and groups are counted from 1',
    `${browser}/playground.test.ts: follow the phase, the instruction, the layout and the selection`,
  ],
  [
    'A chip is described in the words of its vendor',
    `${browser}/nothing-misleads.test.ts: speaks of a chip in the words of its vendor`,
  ],
  [
    'A site of static pages works below any path, and from a folder as far as browsers allow',
    `${browser}/weight.test.ts: has no address that depends on the folder`,
    `${browser}/embed.test.ts: the documentation is read, and the app says what it needs`,
  ],
  [
    'From the bare page to a fixed kernel in at most four clicks, for MLIR, HIP assembly and PTX',
    `${browser}/new-user.test.ts: rewrites a kernel in MLIR, with its proof`,
    `${browser}/new-user.test.ts: gets the layout for %s, with its code and its proof`,
  ],
];

/** What is shown is so. */
const nothingMisleads: readonly Promised[] = [
  [
    'A number in a cell reacts to the pointer as its cell does',
    `${browser}/nothing-misleads.test.ts: takes a click on the number of a cell`,
    `${browser}/details.test.ts: a number on a mark of an explorer is the mark`,
  ],
  [
    'Results of the text before are marked from the first change on',
    `${browser}/nothing-misleads.test.ts: marks results as those of the kernel before`,
  ],
  [
    'A new timeline is shown whole, however the last one was zoomed',
    `${browser}/nothing-misleads.test.ts: shows another timeline whole`,
  ],
  [
    'Warnings, hazards and samples are in the summary, not folded under notes',
    `${browser}/nothing-misleads.test.ts: opens warnings and hazards`,
  ],
  [
    'The editor goes to the worst site of a kernel that was opened, and has an overview',
    `${browser}/begin.test.ts: forgets what came with an example`,
  ],
  [
    'Every text of a page and its pictures has 10 pixels or more, at every width',
    `${browser}/pages.test.ts: has no accessibility error in either theme, fits into every width with texts of 10 px`,
    `${browser}/readable-pictures.test.ts: have texts of 10 pixels at every width, and fit`,
  ],
  [
    'Pictures of 64 banks fit into a laptop',
    `${browser}/readable-pictures.test.ts: have texts of 10 pixels at every width, and fit`,
  ],
  [
    'Another view begins at its head',
    `${browser}/nothing-misleads.test.ts: begins another view at its head`,
  ],
  [
    'Results beside code do not cover it',
    `${browser}/begin.test.ts: shows results without covering code`,
  ],
  [
    'The tile of machine code is searched by a button',
    `${browser}/details.test.ts: the tile of machine code is searched by its button`,
  ],
  [
    'The way back from another page leads to the kernel that was edited',
    `${browser}/begin.test.ts: says what it is for, offers three ways to begin`,
    `${browser}/way-back.test.ts: is not lost`,
  ],
  [
    'A code object is shown as its listing',
    `${browser}/opened-files.test.ts: is listed, for the chip that is chosen`,
  ],
  [
    'The share of a global line is readable, at one half too',
    `${browser}/nothing-misleads.test.ts: strikes no share of a global line through`,
  ],
  [
    'One wave is one wave, and templates have their grammar',
    `${browser}/nothing-misleads.test.ts: speaks of a chip in the words of its vendor`,
  ],
  [
    'Room on a unit counts waves and registers, not shared memory alone',
    `${browser}/nothing-misleads.test.ts: speaks of a chip in the words of its vendor`,
    'packages/core/test/occupancy.test.ts: are as many as can be placed one by one',
  ],
  [
    'Keys of a launch that do not exist are refused, with the nearest one',
    `${browser}/nothing-misleads.test.ts: speaks of a chip in the words of its vendor`,
    `${cli}/launch-keys.test.ts: %s takes one`,
  ],
  [
    'After a rewrite the changed lines are shown, and the others are as they were',
    `${browser}/new-user.test.ts: rewrites a kernel in MLIR, with its proof`,
    `${cli}/fix.slow.test.ts: is rewritten into a file`,
  ],
  [
    'A missing wait is reported once',
    `${browser}/nothing-misleads.test.ts: says once which wait is missing`,
  ],
  [
    'A layout has one size everywhere, and conflicts per workgroup lead to those of the kernel',
    `${browser}/nothing-misleads.test.ts: gives a layout one size`,
  ],
];

/** Those who work with it every day. */
const desk: readonly Promised[] = [
  [
    'The recommended layout is the simplest one without conflicts',
    `${render}/suggest.test.ts: what needs far more address instructions is listed on demand`,
    'packages/engine/test/suggest-kernel.slow.test.ts: of MLIR recommend what fix can write, before what cuts',
  ],
  [
    'A recommended layout keeps the vectors of machine code whole and aligned, also those that are in no count',
    'packages/core/test/mitigate/held.test.ts: are neither cut nor misaligned: %s',
    'packages/core/test/mitigate/held.test.ts: forbid what parts or misaligns them, and are in no claim',
    'packages/core/test/mitigate/held.test.ts: has the promised count, and every vector whole and aligned',
  ],
  [
    'What is not counted is named, and nothing is called free of conflicts for want of a count',
    `${render}/suggest.test.ts: what is not counted limits what is claimed`,
    'packages/engine/test/fix-leaves.test.ts: something is written, or the reason why not is given',
  ],
  [
    'A declaration that suggest tells was compiled, executed and compared, or says that it was not',
    `${cli}/declared-trials.slow.test.ts: has the conflicts that were promised, and no misaligned access`,
  ],
  [
    'Any layout is typed in any notation, and drawn, counted and applied',
    `${browser}/typed-layout.test.ts: is drawn, counted, refused at its place`,
  ],
  [
    'Two kernels, chips or models are side by side in every view, and in the link',
    `${browser}/compare.test.ts: has a pinned kernel beside the present one in every view`,
    `${browser}/compare.test.ts: are side by side in the timeline, in global memory`,
    `${cli}/run.test.ts: shows two side by side, with what differs marked`,
  ],
  [
    'Panes are resized, closed and remembered',
    `${browser}/desk.test.ts: resize by keyboard and pointer`,
  ],
  [
    'Costs are at the lines of the source, and lead to instructions',
    `${browser}/opened-files.test.ts: has what each line costs, and leads to its instructions`,
    `${browser}/cuda-example.test.ts: has its conflicts at the lines of its source`,
  ],
  [
    'Sites are sorted, filtered and grouped, and are one stop of the Tab key',
    `${browser}/sites.test.ts: is sorted, filtered and grouped`,
  ],
  [
    'All workgroups of a launch are executed on demand',
    `${browser}/compare.test.ts: are a sample until all are executed`,
  ],
  [
    'Links are short, open at the line, and figures are embedded',
    'apps/web/test/share/compact.test.ts: kernels take less than deflate makes of them',
    'apps/web/test/share/link.test.ts: of version 2 keeps working, and is the shorter',
    `${browser}/embed.test.ts: shows one figure of an explorer`,
  ],
  [
    'Saved pictures name kernel, instruction, chip and model',
    `${browser}/playground.test.ts: are saved whole, %s`,
  ],
  [
    'Under a picture are the figures of what is selected or under the pointer',
    `${browser}/playground.test.ts: follow the phase, the instruction, the layout and the selection`,
    `${browser}/touch.test.ts: a tap on a cell selects its lane`,
  ],
  [
    'The timeline is zoomed, moved, searched, measured and exported, by fingers too',
    `${browser}/timeline.test.ts: is zoomed, moved, searched, measured and exported`,
    `${browser}/touch.test.ts: one finger moves the timeline, two zoom it`,
  ],
  ['A launch file shows its lines', `${browser}/desk.test.ts: of a launch file show its lines`],
  [
    'Commands are found by their words, and keys are listed',
    `${browser}/commands.test.ts: are found by typing and done by Enter`,
  ],
  ['Evidence looks the same everywhere', `${browser}/details.test.ts: evidence has one look`],
  [
    'A layout without conflicts is written in every notation too',
    `${browser}/typed-layout.test.ts: is drawn, counted, refused at its place`,
  ],
  [
    'Rows that an access does not touch take no room of their own',
    `${render}/svg/bank-grid.test.ts: leaves out rows where too many are touched`,
  ],
];

/** The explorers, as a course. */
const course: readonly Promised[] = [
  [
    'Explorers have an order, levels, pictures and a search',
    `${browser}/explorers.test.ts: is found in the gallery by level, picture and search`,
    'apps/web/test/explore/parts.test.ts: has every explorer in one level',
  ],
  [
    'Each opens with its picture and what it teaches, lists its parts and folds what few need',
    `${browser}/explorers.test.ts: opens with its picture, lists its parts`,
  ],
  [
    'What is chosen is in the address',
    `${browser}/explorers.test.ts: keeps what is chosen in its address`,
    'apps/web/test/explore/controls.test.ts: say nothing in the address at the start',
  ],
  [
    'Steps begin at the first and are played by keyboard',
    `${browser}/explorers.test.ts: changes its picture by keyboard and can be saved`,
  ],
  [
    'Each suggestion shows what it promises',
    'apps/web/test/explore/tries.test.ts: of coalescing',
    'apps/web/test/explore/tries.test.ts: of the rules',
    'apps/web/test/explore/tries.test.ts: of padding and XOR',
    'apps/web/test/explore/tries.test.ts: of the descriptors',
    'apps/web/test/explore/tries.test.ts: of Wave',
    'apps/web/test/explore/tries.test.ts: of the hot loop',
    'apps/web/test/explore/tries.test.ts: of the transposes',
    'apps/web/test/explore/tries.test.ts: of operands',
    'apps/web/test/explore/tries.test.ts: of the checklist',
  ],
  [
    'Sources are links where they are public',
    'apps/web/test/explore/parts.test.ts: links repositories, files, commits',
  ],
  [
    'Pictures that go on at the side show it, and code is copied by a button',
    `${browser}/explorers.test.ts: marks where pictures and tables go on at the side`,
    `${browser}/details.test.ts: a number on a mark of an explorer is the mark`,
  ],
  [
    'From the grid to a bank: every level and chip has one size',
    'apps/web/test/explore/gpu.test.ts: draws every level and chip in one size',
  ],
  [
    'The gcd rule: the picture keeps its size from row to row',
    'apps/web/test/explore/gcd.test.ts: keeps its size while rows are stepped through',
  ],
  [
    'Tiles have the sizes and types of real products',
    'apps/web/test/explore/ck-tile.test.ts: types, packs and rows of real products',
  ],
];

/** The command line. */
const command: readonly Promised[] = [
  [
    'CI fails on conflicts, hazards and what got worse than a baseline',
    `${cli}/check.test.ts: fail kernels with conflicts, and no others`,
    `${cli}/check.test.ts: fails what got worse, with the sites that did`,
  ],
  [
    'Several files and folders are analyzed at once',
    `${cli}/several-files.test.ts: have a table of all kernels before the report of each`,
  ],
  [
    'Two kernels, chips, compilers or commits are compared',
    `${cli}/compare.test.ts: says what changed and why`,
    `${cli}/compare.test.ts: compares a commit with the file that is there`,
  ],
  [
    'Shells complete commands',
    `${cli}/shell.test.ts: offers commands, options, their values and chips`,
  ],
  [
    'Options are in a file of the project',
    `${cli}/check.test.ts: is found upwards, and its paths are its own`,
  ],
  [
    'Colour, quiet and watch are options of every command',
    `${cli}/shell.test.ts: has colour where it is told to`,
    `${cli}/shell.test.ts: says errors alone where it is to be quiet`,
    `${cli}/shell.test.ts: runs again when a file changes`,
  ],
  ['Narrow terminals have whole tables', `${render}/global.test.ts: fits %i columns`],
  [
    'Help of a command that does not exist is an error, a missing file has the usage',
    `${cli}/usage.test.ts: help of a command that does not exist is an error`,
  ],
  ['An unknown layout is one error', `${cli}/usage.test.ts: an unknown layout is one error`],
  [
    'fix takes several chips, any layout, and shows what it would do',
    `${cli}/fix.slow.test.ts: takes a layout in any notation, and serves several chips`,
    `${cli}/fix.slow.test.ts: is only looked at without -o`,
  ],
  [
    'A file that cannot be written is refused',
    `${cli}/fix.slow.test.ts: a file that cannot be written`,
  ],
  [
    'A sample is in the verdict',
    `${cli}/verdict.test.ts: are said to be so in the verdict`,
    `${cli}/verdict.test.ts: are said to be so where nothing conflicts`,
  ],
  [
    'The progress of long work is shown on a terminal',
    `${cli}/run.test.ts: shows progress of long work on a terminal, and erases it`,
  ],
];

/** Documentation. */
const documents: readonly Promised[] = [
  [
    'Every document is a page, in the groups of the index, and is searched by keyboard',
    'apps/web/test/docs/render.test.ts: every document has a page of its own',
    `${browser}/docs.test.ts: is reached from the app, and searched by keyboard`,
  ],
  [
    'Links of documents and pages lead to what is there',
    'test/links.test.ts: %s links to what is there',
    `${browser}/docs.test.ts: links to files and headings that are there`,
  ],
  [
    'Every command of the quick starts does what it shows',
    `${cli}/quick-starts.slow.test.ts: does what it shows`,
  ],
];

export const promises: Readonly<Record<string, readonly Promised[]>> = {
  newcomer,
  nothingMisleads,
  desk,
  course,
  command,
  documents,
};

/** Wordings that readers stumbled over, and what is written instead: no text has them any more. */
export const retired: readonly (readonly [wording: RegExp, better: string])[] = [
  [/write an operation here/, 'This looks like CUDA C++ ...'],
  [/What stands there now could not be/, "This text can't be analyzed. Showing results ..."],
  [/the other reading of narrow/, 'Sources disagree: ...'],
  [/Layouts that nothing beats/, 'Best trade-offs'],
  [/>\s*take it\s*</, 'Apply'],
  [/does not say which tile its buffer/, 'The text does not state the shape of the tile'],
  [/may not have written yet and the/, 'may read before the copy has finished'],
  [/the command executes others/, 'To simulate more, run ...'],
  [/were executed; counts are of these/, 'Sampled 64 of 8,192 workgroups; ...'],
  [/B apart, \S+ times the bank period/, 'exactly one bank period'],
  [/the layout serves \S+ \(\S+\), but not/, 'The layout suits the write but not the read'],
  [/cannot say this layout/, 'Not expressible in ...'],
  [/two numbers have no pitch/, 'swizzle_unit/max_phase cannot describe row padding'],
  [/it moves nothing, and a swizzle always does/, 'Not an IREE swizzle: ...'],
  [/is no pitch that is known/, 'Unknown layout'],
  [/is no kernel in a format/, 'unsupported format'],
  [/sites conflicts\b/, '1 of 2 LDS accesses has bank conflicts'],
  [/takes the fewest lines/, 'All global accesses are fully coalesced'],
  [/'free {2}/, 'no effect on time'],
  [/'costs {2}/, 'time saved without'],
  [/whatever depends on them is reported/, 'Results that depend on these arguments are flagged.'],
  [/their sources stand below/, 'constants and sources are listed below'],
  [/is asked for two words in one phase/, 'each bank serves at most one word per phase'],
  [/The same as a table/, 'Show as table'],
  [/\b(?:Phase|Group|Register) 0 of\b/, 'Phase 1 of 2'],
  [/>waves a workgroup|>workgroups a unit/, 'per workgroup, per unit'],
  [/is the end of a long way/, 'Follow one lane from kernel launch to memory bank.'],
  [/it is taught, whether/, 'A common checklist: ...'],
  [/no power, but/, 'the superscript means XOR, not a power'],
  [/It is for a key that takes a new value/, 'That holds only if the key changes on every row.'],
  [/most of them right is no merit/, 'The model was fitted to these rows, ...'],
  [/call it a broadcast that misses/, 'The slides put the remainder down to a missed broadcast'],
  [/What is hatched crosses/, 'Hatched bytes are fetched but never used.'],
  [/Of all whole words up to/, 'The best padding up to 64 B that keeps vectors aligned'],
  [/lanes, phases and banks are others/, 'on gfx942 the lanes, phases and banks differ'],
  [/Who meets whom|One lane's way|Which reading of the rules has/, 'Lanes served together'],
  [/Before it is published, say/, 'Until the package is published, replace ...'],
  [/The link was not followed/, 'This share link is damaged; ...'],
];
