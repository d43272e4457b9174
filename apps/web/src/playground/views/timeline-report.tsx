/** What a simulation says besides its picture: what loops wait for, what each cause costs in time, every wait judged. */
import type { TimelineReport } from '@ldscope/core';
import type { JSX } from 'preact';
import { TableHead } from '../../picture/data-table.tsx';
import { reveal } from '../editor-pane.tsx';
import { count, percent } from '../words.ts';

export function TimelineReportView({ report }: { readonly report: TimelineReport }): JSX.Element {
  const { loops, waits, missing, deadlock, constants, cycles, without } = report;
  return (
    <>
      {deadlock === undefined ? undefined : (
        <p class="verdict">
          <span class="tag conflict">deadlock</span>{' '}
          {deadlock
            .map(
              ({ wave, at, waitsFor }) =>
                `wave ${wave} at ${at.text} waits for ${waitsFor.join(', ')}`,
            )
            .join('; ')}
        </p>
      )}
      <div class="view-scroll" tabIndex={0} role="region" aria-label="What each cause costs">
        <table class="data-table">
          <caption>The same run without one cause: what it costs in time</caption>
          <TableHead
            columns={[
              { title: 'of' },
              { title: 'cycles', numeric: true },
              { title: 'without ... it would take' },
            ]}
          />
          <tbody>
            <CauseRow name="all" cycles={cycles} without={without} />
            {loops.map(({ head, cyclesPerIteration, without: less }, index) =>
              cyclesPerIteration === undefined ? undefined : (
                <CauseRow
                  key={index}
                  name={`an iteration from ${head.line === undefined ? head.text : `line ${head.line}`}`}
                  cycles={cyclesPerIteration}
                  without={less}
                />
              ),
            )}
          </tbody>
        </table>
      </div>
      {waits.length + missing.length === 0 ? undefined : (
        <div class="view-scroll" tabIndex={0} role="region" aria-label="Waits">
          <table class="data-table">
            <caption>Every wait, judged</caption>
            <TableHead
              columns={[
                { title: 'line' },
                { title: 'wait' },
                { title: 'verdict' },
                { title: 'in flight, at most', numeric: true },
                { title: 'enough', numeric: true },
                { title: 'for' },
              ]}
            />
            <tbody>
              {missing.map(({ line, text, operation, counter, value }, index) => (
                <tr key={`missing-${index}`}>
                  <td>
                    <LineButton line={line} />
                  </td>
                  <td>{text}</td>
                  <td>
                    <span class="tag conflict">missing</span>
                  </td>
                  <td />
                  <td class="numeric">
                    {counter}({value})
                  </td>
                  <td>{operation.text}</td>
                </tr>
              ))}
              {waits.map(
                ({ line, counter, value, verdict, inFlight, deepest, operation, by }, index) => (
                  <tr key={index}>
                    <td>
                      <LineButton line={line} />
                    </td>
                    <td>
                      {counter}({value})
                    </td>
                    <td>
                      <span class={`tag ${verdict === 'needed' ? 'good' : 'warn'}`}>{verdict}</span>
                    </td>
                    <td class="numeric">{inFlight}</td>
                    <td class="numeric">{deepest ?? ''}</td>
                    <td>
                      {operation?.text}
                      {by === undefined ? '' : `, needed by ${by.text}`}
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
      <details class="table-twin">
        <summary>Constants of the model</summary>
        <div class="view-scroll" tabIndex={0} role="region" aria-label="Constants">
          <table class="data-table">
            <tbody>
              {constants.map((fact, index) => (
                <tr key={index}>
                  <td>{fact.name}</td>
                  <td class="numeric">{String(fact.value)}</td>
                  <td>{fact.evidence}</td>
                  <td>{fact.source}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

interface CauseRowProps {
  readonly name: string;
  readonly cycles: number;
  readonly without: Readonly<Partial<Record<string, number>>>;
}

function CauseRow({ name, cycles, without }: CauseRowProps): JSX.Element {
  const parts = Object.entries(without).flatMap(([cause, less]) =>
    less === undefined
      ? []
      : [`${cause} ${count(Math.round(less))} (-${percent(cycles - less, cycles)})`],
  );
  return (
    <tr>
      <td>{name}</td>
      <td class="numeric">{count(Math.round(cycles))}</td>
      <td>{parts.join(', ')}</td>
    </tr>
  );
}

function LineButton({ line }: { readonly line?: number | undefined }): JSX.Element | null {
  return line === undefined ? null : (
    <button type="button" class="place" onClick={() => reveal(line)}>
      {line}
    </button>
  );
}
