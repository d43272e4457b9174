/** The shape of a workgroup in words. */
import type { WorkgroupShape } from '@ldscope/core';

/** `16 x 16 x 1, from the launch`; empty where there is no workgroup shape. */
export function blockText(block: WorkgroupShape | undefined): string {
  return block === undefined ? '' : `${block.shape.join(' x ')}, from ${block.from}`;
}
