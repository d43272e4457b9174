/** One access under the rules, under the phases of a chip, and as counters have it. */
import type { AccessExplanation } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { type Fact, Facts } from '../../controls/facts.tsx';
import { Select } from '../../controls/fields.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { AccessGrid } from '../parts/access-grid.tsx';
import { patternSpecification, patternText } from '../parts/lane-pattern.ts';
import { instructionOf, waveOf } from '../parts/one-access.ts';
import { PatternFields } from '../parts/pattern-fields.tsx';
import {
  type Access,
  type Chip,
  chips,
  compare,
  type Compared,
  type Request,
  requests,
  type RuleName,
  ruleNames,
  ruleOf,
} from './model.ts';
import { type Preset, presets } from './presets.ts';

const OWN = 'your own';
const startPreset = presets.find(({ name }) => name === 'four words a lane, in a row');

interface State {
  readonly preset: string;
  readonly access: Access;
}

const accessOf = ({ request, pattern }: Preset, chip: Chip): Access => ({ chip, request, pattern });

export function RulesFigure({
  rule,
  onRule,
}: {
  readonly rule: RuleName;
  readonly onRule: (rule: RuleName) => void;
}): JSX.Element {
  const [{ preset, access }, setState] = useState<State>(() => ({
    preset: startPreset?.name ?? OWN,
    access:
      startPreset === undefined
        ? {
            chip: 'gfx942',
            request: 'read.b128',
            pattern: { baseBytes: 0, rows: 64, pitchBytes: 16, stepBytes: 0, active: 64 },
          }
        : accessOf(startPreset, 'gfx942'),
  }));
  const compared = useMemo(() => compare(access), [access]);
  const { machine, byRule, byEngine } = compared;
  const wave = waveOf(machine);
  const offered = presets.filter((one) => one.rule === rule);
  const shown = presets.find(({ name }) => name === preset);
  const choose = (name: string): void => {
    const found = presets.find((one) => one.name === name);
    setState({
      preset: name,
      access: found === undefined ? access : accessOf(found, access.chip),
    });
  };
  const change = (some: Partial<Access>): void => {
    const next = { ...access, ...some };
    setState({ preset: OWN, access: next });
    onRule(ruleOf(next.request));
  };
  const text = patternSpecification(
    patternText(access.pattern, wave),
    [{ name: 'access', request: access.request, pattern: access.pattern }],
    machine,
  );
  return (
    <Figure title="One access, three answers">
      <div class="figure-controls">
        <Choice
          label="Rule"
          options={ruleNames}
          value={rule}
          onChange={(name) => {
            onRule(name);
            const first = presets.find((one) => one.rule === name);
            if (first !== undefined) choose(first.name);
          }}
        />
        <Choice
          label="Chip"
          options={chips}
          value={access.chip}
          onChange={(chip) => setState({ preset, access: { ...access, chip } })}
        />
      </div>
      <div class="figure-controls">
        <Choice
          label="Access"
          options={[...offered.map(({ name }) => name), OWN]}
          value={shown?.rule === rule ? preset : OWN}
          onChange={choose}
        />
      </div>
      <div class="figure-controls">
        <Select
          label="Instruction"
          options={requests.map((request) => ({
            value: request,
            label: instructionOf(machine, request)?.name ?? request,
          }))}
          value={access.request}
          onChange={(request: Request) => change({ request })}
        />
        <PatternFields
          pattern={access.pattern}
          waveSize={wave}
          onChange={(pattern) => change({ pattern })}
        />
      </div>
      <p class="verdict rules-text">
        {shown === undefined ? 'An access of your own.' : shown.text} Lane by lane:{' '}
        <code>{patternText(access.pattern, wave)}</code>.
      </p>
      <Facts facts={factsOf(compared)} />
      <Verdict compared={compared} />
      <div class="side-by-side">
        <Side title={`By ${ruleTitle(access.request)}`} explanation={byRule}>
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
      </div>
      {text === undefined ? undefined : (
        <div class="figure-controls">
          <OpenInPlayground
            state={{
              text,
              file: 'access.yaml',
              machine: machine.name,
              view: 'banks',
              site: 'access',
            }}
          />
        </div>
      )}
    </Figure>
  );
}

const ruleTitle = (request: Request): string => {
  const rule = ruleOf(request);
  return rule === 'R1' ? 'R1' : `R1 and ${rule}`;
};

function factsOf({ byRule, byEngine, measured }: Compared): Fact[] {
  const agree = (conflict: number): Pick<Fact, 'tone'> =>
    measured === undefined ? {} : { tone: conflict === measured.conflict ? 'good' : 'conflict' };
  return [
    {
      name: 'conflict cycles by the rule',
      value: String(byRule.bankConflict),
      ...agree(byRule.bankConflict),
    },
    {
      name: 'by the engine',
      value: String(byEngine.bankConflict),
      ...agree(byEngine.bankConflict),
    },
    { name: 'counted', value: measured === undefined ? '-' : String(measured.conflict) },
    { name: 'cycles by the rule', value: String(byRule.idxActive) },
    { name: 'by the engine', value: String(byEngine.idxActive) },
  ];
}

function Verdict({
  compared: { byRule, byEngine, measured },
}: {
  readonly compared: Compared;
}): JSX.Element {
  const { evidence, source, note } = byEngine.rule;
  const right = measured === undefined ? undefined : byRule.bankConflict === measured.conflict;
  return (
    <p class="rules-verdict">
      {measured === undefined ? (
        <>
          No published counter has these addresses on this chip. The engine&apos;s rule for the
          instruction is <span class="tag">{evidence}</span>: {source}
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

interface SideProps {
  readonly title: string;
  readonly explanation: AccessExplanation;
  readonly children: JSX.Element;
}

function Side({ title, explanation, children }: SideProps): JSX.Element {
  const { phases, rule, bankConflict, idxActive } = explanation;
  const steps = rule.steps === 'serial' ? explanation.banksPerLane : 1;
  const served = Math.max(...phases.map(({ lanes }) => lanes.length));
  return (
    <div class="rules-side">
      <h3>{title}</h3>
      <p>
        {phases.length} {phases.length === 1 ? 'group' : 'groups'} of {rule.phases.lanesPerPhase}{' '}
        lanes
        {steps > 1
          ? ` x ${steps} steps of a word`
          : served > 0 && explanation.banksPerLane > 1
            ? ', whole vectors'
            : ''}
        , {rule.banks} banks: {idxActive} cycles, {bankConflict} of them conflicts.
      </p>
      {children}
    </div>
  );
}
