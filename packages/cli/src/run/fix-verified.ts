/** The last step of a fix's proof: what `mlir-opt` says of the rewritten kernel, where it is installed. */
import { messages, type ProofStep } from '@ldscope/core';
import type { FixOutcome } from '@ldscope/engine';
import { parseModule, printModule } from '@ldscope/mlir';
import { VERIFIERS } from '../compile/llvm-programs.ts';
import type { Io } from '../io/io.ts';

/** Adds the verdict of `mlir-opt`, where it is installed, to the proof. */
export async function verified(io: Io, text: string, outcome: FixOutcome): Promise<FixOutcome> {
  if (outcome.text === undefined) return outcome;
  const step = await verify(io, text, outcome.text);
  const proof = [...outcome.report.proof, step];
  const report = { ...outcome.report, proof };
  if (step.outcome !== 'fails') return { ...outcome, report };
  const diagnostics = [...report.diagnostics, messages.fix.unproven(step.detail)];
  return { report: { ...report, verdict: 'unproven', diagnostics } };
}

/** Both kernels in generic form, since the program may not know all dialects. */
async function verify(io: Io, before: string, after: string): Promise<ProofStep> {
  const name = 'verifier';
  const [old, now] = [before, after].map((one) =>
    printModule(parseModule(one).module, { generic: true }),
  );
  for (const command of VERIFIERS) {
    const problem = await io.verifyMlir(command, now ?? '');
    if (problem === undefined) continue;
    if (problem === '')
      return { name, outcome: 'holds', detail: `${command} accepts the rewritten kernel` };
    const original = await io.verifyMlir(command, old ?? '');
    return original === ''
      ? { name, outcome: 'fails', detail: `${command}: ${problem}` }
      : {
          name,
          outcome: 'skipped',
          detail: `${command} rejects the original as well: ${original}`,
        };
  }
  return { name, outcome: 'skipped', detail: 'mlir-opt is not installed' };
}
