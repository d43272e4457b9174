/** Padding and XOR beside each other, on one tile that is stored along its rows and read down its columns. */
import './padding-xor.css';
import { Figure, showExplorer } from '../explorer-page.tsx';
import { PaddingFigures } from './figure.tsx';

showExplorer(
  {
    slug: 'padding-xor',
    lead: (
      <>
        Rows that are a whole turn of the banks apart put every column on one bank. Padding moves
        the rows apart; an XOR keeps them and moves what is in them. Each costs something, and each
        has a tile at which it ends.
      </>
    ),
    sources: [
      <>
        “LDS Bank Conflicts on CDNA”, tutorials 03 (rows of 34 for 32), 04 and 05, and its rules of
        thumb 2 and 3; the counters of 03 are reproduced on the page Six transposes.
      </>,
      <>
        “Mitigating GPU Bank Conflicts with Swizzling” (IREE talk): LD 128 to 132, and what padding
        spends.
      </>,
      <>
        Which instructions a compiler makes of a vector: LLVM SITargetLowering for AMD, PTX ISA for
        NVIDIA, by the alignment that an address has.
      </>,
      <>
        Which lanes meet in a phase: the phase tables of <code>ldscope machine gfx942</code>,{' '}
        <code>gfx950</code> and <code>sm_90</code>, each with its measurements.
      </>,
    ],
  },
  <>
    <PaddingFigures />
    <Figure title="What to see in it">
      <div class="prose">
        <p>
          <b>“Coprime with the banks” is about one word of each row.</b> Take the case of CK&apos;s
          tutorials: rows of 68 bytes are 17 words, coprime with 32, and the column read still
          conflicts, because its lanes are eight rows apart. 17 times 8 is 136, and that is 8 modulo
          32. The slides saw the rest in their counter and call it a broadcast that misses; it is
          this.
        </p>
        <p>
          <b>Padding is paid twice.</b> In bytes, which can cost a workgroup; and in alignment: the
          same 4 bytes make two instructions of the store. The slides list ds_write_b128 for it, and
          their own instruction counter has one more than that allows.
        </p>
        <p>
          <b>An XOR is paid in instructions for the address</b>, and only moves whole units. Where
          lanes read less than a unit from more rows than it has keys, it leaves what it cannot
          reach: in the case of the tutorials the lanes of a phase are eight rows apart, of which
          only two keys exist.
        </p>
        <p>
          <b>Both follow the chip.</b> The 16 and 8 byte reads of gfx950 see 64 banks, all else 32:
          what is free of conflicts on gfx942 need not be there, and the other way round. Switch the
          chip and look at the last figure.
        </p>
      </div>
    </Figure>
  </>,
);
