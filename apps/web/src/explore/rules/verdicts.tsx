/** What holds of each rule, with the evidence. Numbers are computed here or counted on the device that is named. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Text } from '../explorer-page.tsx';
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
    <Text title="What holds of each rule">
      <dl class="rules-list">
        <dt>R1: lanes of a half-wave are on distinct banks, or read one word</dt>
        <dd>
          True of lanes that are served together, on every chip. Half-waves are right for accesses
          of up to four bytes: 32 lanes of CDNA, a whole warp of NVIDIA. Wider accesses are served
          in smaller groups, 16 lanes for 64 bits and eight for 128 bits on gfx942. And the rule is
          wrong for writes: AMD chips do not combine lanes that write one word. Probes of gfx942
          find {write.byEngine.bankConflict} conflict cycles where the rule predicts{' '}
          {write.byRule.bankConflict}. The 64 banks of gfx950 serve only reads of 64 and 128 bits.
          For 64-bit writes a study finds 32 banks and four phases, and counts{' '}
          {wide950.measured?.conflict} when all lanes share a bank; the rule predicts{' '}
          {wide950.byRule.bankConflict}. For 32-bit reads of gfx950 sources disagree, and ldscope
          marks them as disputed.
        </dd>
        <dt>R2: lanes share a word of two f16 only if all read the same half</dt>
        <dd>
          Wrong. Eight lanes read both halves of four words: counted {halves.measured?.conflict},
          the rule predicts {halves.byRule.bankConflict}. The read of CK Tile tutorial 01: counted{' '}
          {tutorial.measured?.conflict}, the rule predicts {tutorial.byRule.bankConflict}. A bank
          serves words; the bytes that a lane uses do not matter, and writes to different halves are
          merged.
        </dd>
        <dt>R3: a 128-bit access is four checks, one per word</dt>
        <dd>
          Wrong. Hardware moves the whole vectors of fewer lanes. For a plain row of vectors
          counters of MI300X show {plain.measured?.conflict}; the rule predicts{' '}
          {plain.byRule.bankConflict}, and as much again for the write. For tutorial 08 it predicts{' '}
          {plain.byRule.bankConflict + plainWrite.byRule.bankConflict}, and 0 is counted. An H200
          agrees: {warp.measured?.conflict} conflicts in four passes of eight lanes, not{' '}
          {warp.byRule.bankConflict}. One part is true: in an aligned access all four steps are the
          same, so a conflict at one is a conflict at all.
        </dd>
      </dl>
    </Text>
  );
}
