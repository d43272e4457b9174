/** Reads layouts in all notations and counts them: a part of the engine that the page loads with the first of them. */
export { countLayout, tryLayout } from '@ldscope/engine';
export { notations } from '@ldscope/core';
