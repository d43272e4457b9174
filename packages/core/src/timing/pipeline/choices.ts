/** The choices of a pipeline, apart from the code that makes one: the command line needs no more to read its options. */

/** What overlaps: nothing; fetching and multiplying; or these and reads from LDS. */
export const overlaps = ['nothing', 'global', 'all'] as const;
export type Overlap = (typeof overlaps)[number];

/** Where the rows of the tile are in LDS: one after the other, padded, or with their units moved by an XOR. */
export const pipelineLayouts = ['none', 'padding', 'xor'] as const;
export type PipelineLayout = (typeof pipelineLayouts)[number];
