/**
 * What the talk "Mitigating GPU Bank Conflicts with Swizzling" reports of its evaluation: MI300X, 110 shapes, f16 and f32.
 * Numbers that are rounded there are rounded here. The raw data was never published.
 */
export const talk = {
  shapes: 110,
  f16: {
    /** Shapes without any conflict. */
    swizzleFree: 110,
    paddingFree: 55,
    /** Median over the shapes, percent of what padding has. */
    ldsSavedPercent: 4.7,
    /** On the slide that compares swizzle with padding: before swizzle, of a run whose shape is not named. */
    conflictsBefore: 8.52e6,
  },
  f32: {
    /** Shapes on which padding and swizzle count the same. */
    sameCount: 110,
    ldsSavedPercent: 4.1,
    /** SQ_LDS_BANK_CONFLICT and SQ_INSTS_LDS of one shape. */
    counters: {
      shape: '1x1024x128',
      conflicts: 532e3,
      instructionsPadding: 298e3,
      instructionsSwizzle: 514e3,
      conflictsPerInstructionSwizzle: 1.04,
    },
  },
} as const;
