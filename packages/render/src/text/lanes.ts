/** The lanes of an access in columns: phase, byte address, and the banks that the lane's vector covers. */
import type { AccessExplanation } from '@ldscope/core';
import type { Page } from './style.ts';

const HEAD = 'lane  phase   address  banks';
const GAP = '    ';

/** Lane by lane, top to bottom, in as many columns as the page has room for. */
export function laneLines(explanation: AccessExplanation, page: Page): string[] {
  const { addressBytes, phases } = explanation;
  const phaseOf = new Map<number, number>();
  for (const { index, lanes } of phases) for (const lane of lanes) phaseOf.set(lane, index);
  const cells = addressBytes.map((address, lane) => {
    const phase = phaseOf.get(lane);
    const parts = [
      String(lane).padStart(4),
      String(phase === undefined ? '-' : phase + 1).padStart(5),
      String(address ?? '-').padStart(8),
      bankText(address, explanation).padStart(5),
    ];
    return parts.join('  ');
  });
  const room = Math.floor((page.width - 2 + GAP.length) / (HEAD.length + GAP.length));
  const columns = 2 ** Math.floor(Math.log2(Math.max(1, room)));
  const rows = Math.ceil(cells.length / columns);
  const head = Array.from({ length: columns }, () => HEAD).join(GAP);
  return [
    page.paint('strong', 'Lanes'),
    page.paint('faint', `  ${head}`),
    ...Array.from({ length: rows }, (_, row) => {
      const line = Array.from({ length: columns }, (_, column) => cells[column * rows + row] ?? '');
      return `  ${line.join(GAP)}`.trimEnd();
    }),
  ];
}

function bankText(address: number | undefined, { rule, banksPerLane }: AccessExplanation): string {
  if (address === undefined) return '-';
  const first = Math.floor(address / 4) % rule.banks;
  const last = (first + banksPerLane - 1) % rule.banks;
  return banksPerLane === 1 ? `${first}` : `${first}-${last}`;
}
