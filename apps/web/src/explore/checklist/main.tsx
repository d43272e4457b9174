/** The checklist: a stride, a width, a chip, and the cycles of one instruction. */
import { showExplorer, Text } from '../explorer-page.tsx';
import { BesideDocument } from '../parts/folded.tsx';
import { Prose } from '../parts/linked.tsx';
import './checklist.css';
import { ChecklistFigure } from './figure.tsx';

showExplorer(
  {
    slug: 'checklist',
    sources: [
      'The four questions, the worked example, the tutorials and their counters: the slides {slides}.',
      'MI300X, strides: nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md. H200: validation/data.',
      'Phases: the sources that step 5 names, each with its evidence.',
    ],
  },
  <>
    <ChecklistFigure />
    <Text
      title="Where the checklist goes wrong"
      text={[
        'It rejects the plain wide access: 16 contiguous bytes per lane fail Q3 at every step, and cost nothing on hardware. It asks about half-waves where hardware serves 8, 16 or 32 lanes, and about one number of banks per chip where gfx950 has two. And it asks for one stride between lanes. Compiled code often has no such stride, so take the addresses from the instruction, not from the layout.',
      ]}
    />
    <BesideDocument document="slides">
      <Prose
        text={[
          'The worked example of the slides shows how easily instruction and layout are confused. The offsets that it puts on banks belong to eight instructions of one lane. Lanes of one instruction are 512 bytes apart: eight words on one bank, seven extra cycles in each of two phases, 14 in all, which is what is counted.',
          'The slides call the contiguous write of 16 bytes per lane free of conflicts, although their checklist rejects it.',
        ]}
      />
    </BesideDocument>
  </>,
);
