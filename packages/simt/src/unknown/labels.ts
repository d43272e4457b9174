/**
 * The sources of a value, as one word: a bit for each source that is not given, and two for the memory that an address is
 * derived from.
 *
 *     bits 0-29   argument n, the memory behind argument a, the size of the grid, ...
 *     bit 30      a variable of the module       bit 31   shared memory
 *
 * The two upper bits are kept for known values too: they limit the memory that an access at an unknown address may touch.
 */
export const SOURCE_BITS = 30;
export const SOURCES = 2 ** SOURCE_BITS - 1;
export const FROM_MODULE = 1 << 30;
export const FROM_SHARED = 1 << 31;
