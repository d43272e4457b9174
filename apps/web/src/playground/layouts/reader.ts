/**
 * Reads layouts in all notations and counts their conflicts; the page loads this part of the engine with the first typed
 * layout.
 */
export { countLayout, tryLayout } from '@ldscope/engine';
export { notations } from '@ldscope/core';
