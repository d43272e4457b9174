/** Every rule of the slides on one tutorial: checklist, R1 to R3, rules of thumb. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Figure } from '../explorer-page.tsx';
import { Claim, Claims } from '../parts/claims.tsx';
import { useGradually } from '../parts/use-gradually.ts';
import { rulesOf, type TutorialParameters } from './model.ts';

const verdicts = ['holds', 'violated', 'refuted'] as const;

export function RulesFigure({
  parameters,
}: {
  readonly parameters: TutorialParameters;
}): JSX.Element {
  const [shown, setShown] = useState<'all' | (typeof verdicts)[number]>('all');
  const { name, chip, banks } = parameters;
  const first = useMemo(() => rulesOf(parameters), []);
  const [rules = first] = useGradually(1, () => rulesOf(parameters), `${name} ${chip} ${banks}`);
  const apply = rules.filter(({ verdict }) => verdict !== 'does not apply');
  const count = (wanted: string): number =>
    apply.filter(({ verdict }) => verdict === wanted).length;
  return (
    <Figure title={`The slides’ rules on tutorial ${name}`}>
      <p class="tt-note">
        Checklist, R1 to R3 and rules of thumb, checked on the tutorial above and on {chip}. Cycles
        are conflict cycles of one wave. Some are rules that this kernel does not keep; some are
        wrong about the hardware, with what they would give here.
      </p>
      <div class="figure-controls">
        <Choice
          label="Verdict"
          options={[
            { value: 'all', label: `all ${apply.length}` },
            { value: 'holds', label: `holds: ${count('holds')}` },
            { value: 'violated', label: `not here: ${count('violated')}` },
            { value: 'refuted', label: `wrong: ${count('refuted')}` },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      <Claims>
        {apply
          .filter(({ verdict }) => shown === 'all' || verdict === shown)
          .map((rule) => (
            <Claim key={rule.rule} source="The slides" {...rule} />
          ))}
      </Claims>
    </Figure>
  );
}
