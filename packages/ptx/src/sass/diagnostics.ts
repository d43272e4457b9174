/** The diagnostics of matching PTX with SASS. */
import { diagnose, type Diagnostic, messages } from '@ldscope/core';
import type { SassMatcher } from './match.ts';

export function matchDiagnostics({ match, flow }: SassMatcher): readonly Diagnostic[] {
  const { warps, unmatchedWarps, uncertainWarps, uncounted, firstUnmatched, contended } = match;
  const found: Diagnostic[] = [];
  if (unmatchedWarps > 0) {
    const texts = flow.items.slice(0, 3).map(({ instruction }) => instruction.text);
    const listing = texts.length === 0 ? 'no access to shared memory' : texts.join('; ');
    found.push(
      diagnose(
        messages.sass.notMatched(unmatchedWarps, warps, firstUnmatched ?? 'no access', listing),
      ),
    );
  }
  if (uncertainWarps > 0) found.push(diagnose(messages.sass.severalWays(uncertainWarps, warps)));
  if (contended) found.push(diagnose(messages.sass.contended()));
  if (flow.isOpen) found.push(diagnose(messages.sass.openBranches()));
  const names = [...new Set(uncounted.values())];
  if (names.length > 0) found.push(diagnose(messages.sass.notCounted(names)));
  return found;
}
