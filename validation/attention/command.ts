/**
 * `npm run validate -- attention [--machine gfx942|gfx950] [--dtype f16|f32] [--shape 1x1024x128 ...] [--json]`: the talk's
 * evaluation on 110 attention shapes, or on those that are given. Tables go to stdout, progress to stderr.
 */
import type { Main, Output } from '../base/output.ts';
import { chips } from './intrinsics.ts';
import { inWorkers, type TaskRunner } from './pool.ts';
import { attentionShapes, type AttentionShape, type Element, parseShape } from './shapes.ts';
import { finishSweep, planSweep } from './sweep.ts';
import {
  jsonOf,
  kernelTable,
  searchedTable,
  shapeTable,
  summaryTable,
  talkTable,
  tileTable,
  totalTable,
} from './tables.ts';

interface Request {
  readonly chip: string;
  readonly elements: readonly Element[];
  readonly shapes: readonly AttentionShape[];
  readonly json: boolean;
}

/** Runs the command in workers, which are bundled beside it. */
export const main: Main = (args, output) =>
  evaluateShapes(args, inWorkers(new URL('./attention-worker.js', import.meta.url)), output);

/** Runs the command; resolves to its exit code. */
export async function evaluateShapes(
  args: readonly string[],
  run: TaskRunner,
  { print, complain, progress }: Output,
): Promise<number> {
  const request = readArguments(args);
  if (typeof request === 'string') {
    complain(request);
    return 2;
  }
  const { chip, elements, shapes } = request;
  const plan = planSweep(chip, elements, shapes);
  if (plan.faults.length > 0) {
    for (const fault of plan.faults) complain(fault);
    complain(
      'give a length that 64 divides, and a head dimension that is a power of two from 32 on',
    );
    return 2;
  }
  const results = await run(plan.tasks, (done) =>
    progress?.(`attention: ${done} of ${plan.tasks.length} tiles`),
  );
  const rows = finishSweep(plan, results);
  if (request.json) {
    print(JSON.stringify(jsonOf(plan, rows), undefined, 1));
    return 0;
  }
  const isTalk = chip === 'gfx942' && shapes === attentionShapes && elements.length === 2;
  const blocks = [
    kernelTable(rows),
    tileTable(plan, rows),
    searchedTable(rows),
    shapeTable(rows),
    totalTable(rows),
    summaryTable(rows),
    ...(isTalk ? [talkTable(rows)] : []),
  ];
  print(blocks.map((block) => block.join('\n')).join('\n\n'));
  return 0;
}

function readArguments(args: readonly string[]): Request | string {
  let chip = 'gfx942';
  let elements: readonly Element[] = ['f16', 'f32'];
  let json = false;
  const shapes: AttentionShape[] = [];
  for (let i = 0; i < args.length; i++) {
    const [option = '', value = ''] = [args[i], args[i + 1]];
    if (option === '--json') {
      json = true;
      continue;
    }
    i++;
    if (option === '--machine') {
      if (!chips.includes(value)) return `unknown machine '${value}': use ${chips.join(' or ')}`;
      chip = value;
    } else if (option === '--dtype') {
      if (value !== 'f16' && value !== 'f32') return `unknown type '${value}': use f16 or f32`;
      elements = [value];
    } else if (option === '--shape') {
      const shape = parseShape(value);
      if (shape === undefined)
        return `unknown shape '${value}': give batch x length x head, as 1x1024x128`;
      shapes.push(shape);
    } else {
      return `unknown option '${option}': use --machine, --dtype, --shape or --json`;
    }
  }
  return { chip, elements, shapes: shapes.length > 0 ? shapes : attentionShapes, json };
}
