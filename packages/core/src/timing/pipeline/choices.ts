/** What can be chosen of a pipeline, apart from what makes one: the command line needs no more to read its options. */

/** What is done at the same time: nothing, fetching and multiplying, or reads from LDS besides. */
export const overlaps = ['nothing', 'global', 'all'] as const;
export type Overlap = (typeof overlaps)[number];

/** Where the rows of the tile are in LDS: one after the other, padded, or with their units moved by an XOR. */
export const pipelineLayouts = ['none', 'padding', 'xor'] as const;
export type PipelineLayout = (typeof pipelineLayouts)[number];
