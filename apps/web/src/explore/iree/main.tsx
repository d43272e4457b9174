/** IREE's flow for swizzles: the attribute, the decision, the passes, and the evaluation of the talk. */
import { showExplorer } from '../explorer-page.tsx';
import { AddressFigures } from './address.tsx';
import { DrainFigure } from './drain-figure.tsx';
import { PassesFigure } from './passes.tsx';
import { RulesFigure } from './rules.tsx';
import { SweepFigure } from './sweep.tsx';
import { WhoFigure } from './who-figure.tsx';
import './iree.css';

showExplorer(
  {
    slug: 'iree',
    lead: 'A compiler keeps the tile of a program as it is and moves its elements in LDS. IREE writes down how in a hint on the allocation, carries the hint through its passes, and resolves it at every access, or at none.',
    sources: [
      <>
        <cite>Mitigating GPU Bank Conflicts with Swizzling</cite> (talk on IREE pull request 23778):
        the running example, the state flow, the rules of fallback, the evaluation on MI300X.
      </>,
      <>
        iree-org/iree @b48a5955: the attributes, the passes and their order, padding, target
        constants. Pull request 23778 @5515b1b0: the decision and the changed resolver.
      </>,
      <>nod-ai/iree-kernel-benchmark, attentionbench (llm_sweep): the 110 shapes.</>,
      <>
        Phases and banks: nod-ai/amd-shark-ai docs/empirical-lds and the other sources of the page
        on phases.
      </>,
    ],
  },
  <>
    <div class="prose">
      <p>
        <code>#iree_codegen.xor_shuffle&lt;row_width, access_width, row_stride, per_phase&gt;</code>{' '}
        permutes the elements of a flat buffer in groups of <code>access_width</code>. The group of
        an element is combined by exclusive or with the number of its row; what is inside a group
        stays together. <code>rotate_rows</code> adds the number of the row instead. Units are
        elements: the attribute knows neither bytes nor banks.
      </p>
    </div>
    <AddressFigures />
    <WhoFigure />
    <RulesFigure />
    <PassesFigure />
    <SweepFigure />
    <DrainFigure />
    <section class="prose" aria-label="Beside the talk">
      <h2>Beside the talk</h2>
      <p>
        <b>Four 16-lane phases.</b> The talk counts every access of 64 lanes as four phases. On
        gfx942 that holds for 8 bytes per lane; 4 bytes take two phases of 32 lanes, 16 bytes eight
        of 8. The talk&apos;s own counters of f32 come out only so.
      </p>
      <p>
        <b>Padding clears 55 of 110</b> because rows of 132 halves begin at multiples of 8 bytes: a
        16-byte copy becomes two of 8, whose lanes stand 16 bytes apart and meet. In a row of 64
        halves they do not. The read is free of conflicts either way; looking at reads alone, one
        would not see it.
      </p>
      <p>
        <b>4.7 % of LDS</b> comes out if V has a hint as well. The public rules give it none: it is
        written 8 halves a lane and read single ones. So the revision that was measured, which is
        not public, probably decided differently.
      </p>
      <p>
        <b>The floor of f32 is not a floor of the hardware.</b> Padding and swizzle leave the same
        count, each for reasons of its own: copies of 16 bytes cut in two, and reads of V that cross
        rows. <code>npm run validate -- attention</code> finds a layout without any conflict for
        every tile; most are not of the form of <code>xor_shuffle</code>.
      </p>
      <p>
        <b>What hints need and nobody checks.</b> The verifier accepts a number of groups that is no
        power of two, and then two elements share a place. It accepts <code>per_phase</code> and{' '}
        <code>row_stride</code>, while constants in offsets are reduced by a period that is right
        only without them. And an access that does not begin at a group may lie in two: try
        &quot;Odd columns&quot; with the pull request.
      </p>
    </section>
  </>,
);
