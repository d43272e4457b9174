/** What is left of each rule, with the evidence. Numbers are computed here or counted on the device that is named. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { down, strided } from '../parts/lane-pattern.ts';
import { compare } from './model.ts';

export function Verdicts(): JSX.Element {
  const { write, halves, tutorial, plain, plainWrite, warp, wide950 } = useMemo(
    () => ({
      write: compare({ chip: 'gfx942', request: 'write.b32', ...strided(0) }),
      halves: compare({ chip: 'gfx942', request: 'read.b16', ...strided(2, 8) }),
      tutorial: compare({ chip: 'gfx942', request: 'read.b16', ...down(8, 512, 2) }),
      plain: compare({ chip: 'gfx942', request: 'read.b128', ...strided(16) }),
      plainWrite: compare({ chip: 'gfx942', request: 'write.b128', ...strided(16) }),
      warp: compare({ chip: 'sm_90', request: 'read.b128', ...strided(16) }),
      wide950: compare({ chip: 'gfx950', request: 'write.b64', ...strided(256) }),
    }),
    [],
  );
  return (
    <section class="prose" aria-label="What is left of each rule">
      <h2>What is left of each rule</h2>
      <dl class="rules-list">
        <dt>R1: lanes of a half-wave on distinct banks, or on one word</dt>
        <dd>
          As a sentence about lanes that are served together it holds everywhere. 32 of them are
          right for accesses of up to four bytes: half a wave of CDNA, a whole warp of NVIDIA. Wider
          ones are served by fewer, 16 lanes for 64 bits and eight for 128 on gfx942. And it is
          wrong for writes: lanes that write the same word are not combined on AMD,{' '}
          {write.byEngine.bankConflict} conflict cycles where the rule has{' '}
          {write.byRule.bankConflict}, as probes of gfx942 found. The 64 banks of gfx950 are there
          for reads of 64 and 128 bits alone: for 64-bit writes a study finds 32 banks and four
          phases, and counts {wide950.measured?.conflict} where all lanes meet on one bank; the
          rules give {wide950.byRule.bankConflict}. For 32-bit reads sources disagree, and the
          engine marks them so.
        </dd>
        <dt>R2: two f16 of a word are shared only if all want the same half</dt>
        <dd>
          Wrong. Eight lanes on both halves of four words: counted {halves.measured?.conflict}, the
          rule says {halves.byRule.bankConflict}. A read of tutorial 01: counted{' '}
          {tutorial.measured?.conflict}, the rule says {tutorial.byRule.bankConflict}. A bank serves
          words; which byte a lane wants of it does not matter, and writes to different halves are
          merged.
        </dd>
        <dt>R3: a 128-bit access is four checks, one for each word</dt>
        <dd>
          Wrong. Hardware moves the whole vector of fewer lanes. A plain row of vectors is counted{' '}
          {plain.measured?.conflict} on MI300X; the rule says {plain.byRule.bankConflict}, and as
          much again for the write. So it gives{' '}
          {plain.byRule.bankConflict + plainWrite.byRule.bankConflict} for tutorial 08, which the
          deck itself counts as 0. Nor does widening help only where R1 holds: this very read fails
          R1 at every step. An H200 agrees: {warp.measured?.conflict} conflicts in four passes of
          eight lanes, not {warp.byRule.bankConflict}. What is true: in an aligned access all steps
          look alike, so if one had a conflict all would.
        </dd>
      </dl>
    </section>
  );
}
