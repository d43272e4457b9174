/**
 * Bundles of texts, as `clang --gpu-bundle-output -S` writes them: a section for each chip between lines of comments.
 *
 *     # __CLANG_OFFLOAD_BUNDLE____START__ hip-amdgcn-amd-amdhsa--gfx942
 *     ...
 *     # __CLANG_OFFLOAD_BUNDLE____END__ hip-amdgcn-amd-amdhsa--gfx942
 *
 * Source: LLVM, "Clang Offload Bundler", Bundled Text File Layout.
 */
import { targetName } from '../../text/metadata.ts';
import { TEXT_START } from '../recognize.ts';

const END = '__CLANG_OFFLOAD_BUNDLE____END__ ';

export interface TextEntry {
  /** `hip-amdgcn-amd-amdhsa--gfx942`. */
  readonly id: string;
  /** `gfx942`; absent for the host. */
  readonly target: string | undefined;
  readonly text: string;
}

/** Sections of one file. */
const entryLimit = 4096;

/** The sections, in the order of the file; one without an end reaches to the next. */
export function readTextBundle(text: string): TextEntry[] {
  const entries: TextEntry[] = [];
  for (let at = text.indexOf(TEXT_START); at >= 0 && entries.length < entryLimit;) {
    const lineEnd = endOf(text, text.indexOf('\n', at));
    const id = text.slice(at + TEXT_START.length, lineEnd).trim();
    const next = text.indexOf(TEXT_START, lineEnd);
    const end = endOf(text, text.indexOf(END, lineEnd));
    const last = Math.min(end, endOf(text, next));
    const own = text.slice(lineEnd + 1, text.lastIndexOf('\n', last) + 1);
    entries.push({ id, target: id.startsWith('host') ? undefined : targetName(id), text: own });
    at = next;
  }
  return entries;
}

const endOf = (text: string, at: number): number => (at < 0 ? text.length : at);
