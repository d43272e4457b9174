/** Every rule of the slides on one tutorial: checklist, R1 to R3, rules of thumb. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { Figure } from '../explorer-page.tsx';
import { Claim, Claims } from '../parts/claims.tsx';
import { useGradually } from '../parts/use-gradually.ts';
import { Prose } from '../parts/linked.tsx';
import { verdictControls } from './controls.ts';
import { rulesOf, type TutorialRequest } from './model.ts';

interface RulesProps {
  /** Its tile has few enough elements: `MOST_JUDGED`. */
  readonly request: TutorialRequest;
}

export function RulesFigure({ request }: RulesProps): JSX.Element {
  const form = useControls(verdictControls);
  const shown = form.state.verdict;
  const { name, chip } = request;
  const first = useMemo(() => rulesOf(request), []);
  const [rules = first] = useGradually(1, () => rulesOf(request), request);
  const apply = rules.filter(({ verdict }) => verdict !== 'does not apply');
  const count = (wanted: string): number =>
    apply.filter(({ verdict }) => verdict === wanted).length;
  const texts: Readonly<Record<string, string>> = {
    all: `all ${apply.length}`,
    holds: `holds: ${count('holds')}`,
    violated: `not here: ${count('violated')}`,
    refuted: `wrong: ${count('refuted')}`,
  };
  return (
    <Figure title={`Rules of the slides, applied to tutorial ${name}`}>
      <Prose
        class="tt-note"
        text={`Checklist, R1 to R3 and rules of thumb, checked for the tutorial chosen above on ${chip}. Cycles are conflict cycles of one wave. “Not here” marks rules that this kernel does not keep; “wrong” marks rules that the hardware refutes, with what they predict.`}
      />
      <Fields of={form} limits={{ verdict: { text: (one) => texts[one] ?? String(one) } }} />
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
