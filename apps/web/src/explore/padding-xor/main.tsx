/** Padding and XOR side by side, on one tile that is written along its rows and read down its columns. */
import './padding-xor.css';
import { showExplorer, Text } from '../explorer-page.tsx';
import { BesideDocument } from '../parts/folded.tsx';
import { Prose } from '../parts/linked.tsx';
import { PaddingFigures } from './figure.tsx';

showExplorer(
  {
    slug: 'padding-xor',
    sources: [
      'CK Tile tutorials 03, 04 and 05, and rules of thumb 2 and 3: the slides {slides}. Their counters are reproduced on the page [Six transposes](tutorials.html).',
      'Rows of 128 and 132 elements, and what padding costs: the talk {talk}.',
      'Which instructions a compiler emits for a vector, by the alignment of its address: LLVM SITargetLowering for AMD, PTX ISA for NVIDIA.',
      'Which lanes are served together: the phase tables of `ldscope machine gfx942`, `gfx950` and `sm_90`, each with its measurements.',
    ],
  },
  <>
    <PaddingFigures />
    <Text
      title="What to take away"
      text={[
        '**“Coprime with the banks” describes one word per row.** Choose the case “CK tutorials 03, 04”: rows of 68 bytes are 17 words, coprime with 32, and the column read still conflicts, because its lanes are eight rows apart. 17 times 8 is 136, and 136 mod 32 is 8.',
        '**Padding costs twice:** memory, which can cost a workgroup, and alignment. In the same case 4 bytes of padding turn one instruction of the write into two.',
        '**An XOR costs address instructions** and moves whole units only. It cannot separate lanes that read less than a unit from more rows than it has keys: in the same case the lanes of a phase are eight rows apart, and those rows have only two different keys.',
        '**Both depend on the chip.** Reads of 8 and 16 bytes use 64 banks on gfx950, all other accesses 32. A layout without conflicts on gfx942 can have them on gfx950, and the other way round: change the chip and compare the last figure.',
      ]}
    />
    <BesideDocument document="slides">
      <Prose
        text={[
          'The slides see the remaining conflicts of tutorial 03 in their counter and attribute them to a missed broadcast. The cause is the distance of the lanes, eight rows.',
          'For the padded write the slides list ds_write_b128. Their own instruction counter shows one instruction more than that allows: rows of 68 bytes are not aligned for it.',
        ]}
      />
    </BesideDocument>
  </>,
);
