/** The hot loop of a GEMM: budgets, pipelines, waits. */
import { showExplorer } from '../explorer-page.tsx';
import { BudgetFigure, MemoryFigure } from './before.tsx';
import { HotLoopFigures } from './figures.tsx';
import { ProductsFigure } from './products-figure.tsx';
import './hot-loop.css';

showExplorer(
  {
    slug: 'hot-loop',
    lead: 'Four waves multiply a tile of 256 x 256, 32 deep, step after step. Everything that memory takes is to hide behind matrix instructions: first the way from global memory, then the way from LDS. Here it runs on a model of one compute unit, cycle by cycle.',
    sources: [
      <>
        tingqli/pyhip: tests/gemm/gemm.md @6d691992 (the plan, the pipelines, the loop by hand) and
        docs/mem_latency.md (the table of latencies, MI308X).
      </>,
      <>
        ROCm Compute Profiler, pipeline descriptions: four SIMDs in two pairs, 64 bytes per cycle
        between LDS and a pair.
      </>,
      <>
        LLVM, GCNHazardRecognizer and SISchedule.td: when a matrix result may be read. All constants
        of the model with their sources: <code>ldscope timeline --format json</code>.
      </>,
    ],
  },
  <>
    <div class="prose">
      <p>
        A step has a budget: each unit is busy for some cycles, whatever the order of the
        instructions. If the matrix core is the busiest, the best loop takes its cycles and no more.
        Order decides how near one comes, and waits decide whether the result is right.
      </p>
      <p>
        All cycles below are those of a model that goes from event to event over published
        constants; nothing on this page was measured here.
      </p>
    </div>
    <MemoryFigure />
    <BudgetFigure />
    <ProductsFigure />
    <HotLoopFigures />
    <section class="prose" aria-label="Beside the notes">
      <h2>Beside the notes</h2>
      <p>
        <b>Level 1</b> hides the fetch in the drawing and not in numbers: the next tile needs its
        bandwidth and a latency on top, and the sketch waits for it after three quarters of the
        matrix instructions. The loop by hand asks for each piece a whole step ahead and waits for
        the oldest of eight only, <code>vmcnt(7)</code>; so the latency is hidden.
      </p>
      <p>
        <b>Three waits that the notes call a bug</b>, <code>lgkmcnt(9)</code>, <code>(4)</code> and{' '}
        <code>(7)</code>, never wait: fewer operations are in flight. They cost nothing and protect
        nothing. <b>The one that they do not call a bug is one</b>: <code>lgkmcnt(7)</code> in front
        of the second barrier lets seven of eight writes be on their way when the other waves begin
        to read the tile. It has to be <code>lgkmcnt(0)</code>; put it in above and see what it
        costs.
      </p>
      <p>
        <b>Is the register of a write free at once?</b> The notes ask whether a load may follow a{' '}
        <code>ds_write</code> from the same register without <code>lgkmcnt(0)</code>. For these
        chips LLVM puts none there, the notes&apos; archive saw no cost in leaving it out, and the
        judgement above asks for none either.
      </p>
      <p>
        <b>512 cycles for LDS writes</b> would be one pair of SIMDs at 64 bytes per cycle for all
        four waves. Both pairs write at once, and a write of 16 bytes per lane keeps its pair for 20
        cycles.
      </p>
    </section>
  </>,
);
