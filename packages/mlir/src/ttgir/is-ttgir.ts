/** Knows TTGIR by its words, without reading it: who only asks need not load the parser. */

/** Whether a module is TTGIR: a kernel of Triton with layouts. */
export function isTtgir(text: string): boolean {
  return /#(?:ttg|triton_gpu)\.\w|"?(?:ttg|triton_gpu)\.num-warps"?\s*=/.test(text);
}
