/** One access under the rules, under the phases of a chip, and as it was counted. */
import { counted } from '../../controls/words.ts';
import type { AccessExplanation } from '@ldscope/core';
import type { JSX } from 'preact';
import { EvidenceTag } from '../../picture/evidence-tag.tsx';
import { useMemo } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { type Fact, type Tone } from '../../controls/facts.tsx';
import { Fields, presetOf } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { AccessGrid } from '../parts/access-grid.tsx';
import { patternSpecification, patternText } from '../parts/lane-pattern.ts';
import { waveOf } from '../parts/one-access.ts';
import * as show from '../parts/show.tsx';
import { accessControls, accessTries, presets, ruleNames, ruleOf } from './controls.ts';
import { compare, type Compared } from './model.ts';

export function RulesFigure(): JSX.Element {
  const form = useControls(accessControls);
  const access = form.state;
  const compared = useMemo(() => compare(access), [access]);
  const { machine, byRule, byEngine } = compared;
  const wave = waveOf(machine);
  const rule = ruleOf(access.request);
  const ofRule = (name: string) => presets.filter(({ state }) => ruleOf(state.request) === name);
  const text = patternSpecification(
    patternText(access, wave),
    [{ name: 'access', request: access.request, pattern: access }],
    machine,
  );
  return show.figure('One access: rule, model and counter', [
    <div class="side-by-side">
      <Side title={`By rule ${rule === 'R1' ? 'R1' : `R1 and ${rule}`}`} explanation={byRule}>
        <AccessGrid
          machine={machine}
          explanation={byRule}
          heading="groups of the rule"
          unit="Group"
          compact
          name="rules-by-rule"
        />
      </Side>
      <Side title={`On ${machine.name}`} explanation={byEngine}>
        <AccessGrid
          machine={machine}
          explanation={byEngine}
          heading="phases of the chip"
          compact
          name="rules-by-engine"
        />
      </Side>
    </div>,
    show.prose(
      'Three rules are widely taught for CDNA. **R1**: the lanes of a half-wave are on distinct banks, or read one word. **R2**: lanes share a word of two f16 only if all of them read the same half. **R3**: an access of W bytes is W / 4 such checks.',
    ),
    <p class="verdict rules-text">
      {presetOf(form, presets)?.text ?? 'An access of your own.'} Address of lane l:{' '}
      <code>{patternText(access, wave)}</code>.
    </p>,
    show.facts(factsOf(compared)),
    <Verdict compared={compared} />,
    show.tries(form, accessTries),
    <div class="figure-controls">
      <Choice
        label="Rule"
        options={ruleNames}
        value={rule}
        onChange={(name) => form.change(ofRule(name)[0]?.state ?? {})}
      />
      <Fields of={form} names={['chip']} />
    </div>,
    show.presets(form, 'Example', ofRule(rule)),
    show.fields(form, ['request', 'pitchBytes', 'rows', 'stepBytes', 'active']),
    show.open(text, { file: 'access.yaml', machine: machine.name, view: 'banks', site: 'access' }),
  ]);
}

function factsOf({ byRule, byEngine, measured }: Compared): Fact[] {
  const agree = (conflict: number): Tone =>
    measured && (conflict === measured.conflict ? 'good' : 'conflict');
  const [rule, engine] = [byRule.bankConflict, byEngine.bankConflict];
  return [
    ['conflict cycles by the rule', rule, agree(rule)],
    ['by ldscope', engine, agree(engine)],
    ['counted', measured?.conflict],
    ['cycles by the rule', byRule.idxActive],
    ['by ldscope', byEngine.idxActive],
  ];
}

function Verdict({
  compared: { byRule, byEngine, measured },
}: Readonly<{ compared: Compared }>): JSX.Element {
  const { evidence, source, note } = byEngine.rule;
  const right = measured === undefined ? undefined : byRule.bankConflict === measured.conflict;
  return (
    <p class="rules-verdict">
      {measured === undefined ? (
        <>
          No published counter covers these addresses on this chip. The rule of ldscope for this
          instruction is <EvidenceTag evidence={evidence} />: {source}
          {note === undefined ? '' : `; ${note}`}.
        </>
      ) : (
        <>
          <span class={right === true ? 'tag good' : 'tag conflict'}>
            {right === true ? 'the rule is right' : 'the rule is wrong'}
          </span>{' '}
          {measured.how === 'counter' ? 'Counted' : 'Timed'} on {measured.device}: {measured.source}
          {measured.note === undefined ? '' : ` (${measured.note})`}.
        </>
      )}
    </p>
  );
}

type SideProps = Readonly<{ title: string; explanation: AccessExplanation; children: JSX.Element }>;

function Side({ title, explanation, children }: SideProps): JSX.Element {
  const { phases, rule, bankConflict, idxActive } = explanation;
  const steps = rule.steps === 'serial' ? explanation.banksPerLane : 1;
  const served = Math.max(...phases.map(({ lanes }) => lanes.length));
  return show.panel('rules-side', title, [
    <p>
      {counted(phases.length, 'group')} of {rule.phases.lanesPerPhase} lanes
      {steps > 1
        ? ` x ${steps} steps of one word each`
        : served > 0 && explanation.banksPerLane > 1
          ? ', whole vectors'
          : ''}
      , {rule.banks} banks: {idxActive} cycles, {bankConflict} of them conflicts.
    </p>,
    children,
  ]);
}
