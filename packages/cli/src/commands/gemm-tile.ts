/** The tile of a GEMM as options of a command describe it. */
import {
  diagnose,
  failure,
  gemmElement,
  gemmElements,
  type GemmStepRequest,
  messages,
  type Result,
  success,
} from '@ldscope/core';
import type { GemmTileOptions } from '../options/commands.ts';

export function gemmTileOf({
  tile,
  waves,
  mfma,
  access,
  slice,
  buffers,
}: GemmTileOptions): Result<GemmStepRequest> {
  const [, m, n, k, element = ''] = /^(\d{1,6})x(\d{1,6})x(\d{1,6})x(\w+)$/.exec(tile) ?? [];
  const sizes = { m: Number(m), n: Number(n), k: Number(k) };
  if (gemmElement(element) === undefined || Object.values(sizes).includes(0)) {
    return failure(diagnose(messages.timing.tileText(tile, Object.keys(gemmElements))));
  }
  const [, alongM, alongN] = /^(\d{1,2})x(\d{1,2})$/.exec(waves) ?? [];
  const counts = [Number(alongM ?? 0), Number(alongN ?? 0)] as const;
  if (counts.includes(0)) return failure(diagnose(messages.timing.wavesText(waves)));
  return success({
    ...sizes,
    element,
    waves: counts,
    buffers,
    ...(mfma === undefined ? {} : { instruction: mfma }),
    ...(access === undefined ? {} : { accessBytes: access }),
    ...(slice === undefined ? {} : { slice }),
  });
}
