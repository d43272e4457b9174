/**
 * Filters of long tables, for pages that have some: a field for words, a list for each column that says so, and columns
 * that sort by a click. Everything that it adds is made of text nodes.
 */
export const filterScript = `
(() => {
  'use strict';
  const element = (tag, text, parent) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    parent.append(made);
    return made;
  };
  for (const box of document.querySelectorAll('.filtered')) {
    const table = box.querySelector('table');
    const rows = [...table.tBodies[0].rows];
    const heads = [...table.tHead.rows[0].cells];
    const textOf = (row, column) => row.cells[column] ? row.cells[column].textContent : '';
    const bar = document.createElement('p');
    bar.className = 'filters';
    box.prepend(bar);
    const tests = [];
    const words = element('input', '', element('label', 'Filter ', bar));
    words.type = 'search';
    tests.push((row) => words.value.toLowerCase().split(' ').every((word) => row.textContent.toLowerCase().includes(word)));
    heads.forEach((head, column) => {
      if (!head.hasAttribute('data-filter')) return;
      const values = [...new Set(rows.map((row) => textOf(row, column)))].sort();
      if (values.length < 2 || values.length > 200) return;
      const list = element('select', '', element('label', head.textContent + ' ', bar));
      element('option', 'all', list).value = '-1';
      values.forEach((value, index) => { element('option', value || '(none)', list).value = String(index); });
      list.addEventListener('change', () => apply());
      tests.push((row) => list.value === '-1' || textOf(row, column) === values[Number(list.value)]);
    });
    const count = element('output', '', bar);
    const apply = () => {
      let shown = 0;
      for (const row of rows) {
        row.hidden = !tests.every((test) => test(row));
        if (!row.hidden) shown++;
      }
      count.textContent = shown + ' of ' + rows.length;
    };
    words.addEventListener('input', apply);
    heads.forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      let down = false;
      button.addEventListener('click', () => {
        down = !down;
        const numeric = head.classList.contains('numeric');
        const value = (row) => numeric ? Number.parseFloat(textOf(row, column).replace(/[,<>]/g, '')) || 0 : textOf(row, column);
        const order = (a, b) => numeric ? value(a) - value(b) : value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0;
        rows.sort((a, b) => down ? order(b, a) : order(a, b));
        table.tBodies[0].append(...rows);
        for (const other of heads) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      });
    });
    apply();
  }
})();
`;

export const filterStyles = `
.filters{display:flex;flex-wrap:wrap;gap:6px 14px;align-items:center;font-size:13px;color:var(--ink-soft)}
.filters input,.filters select{font:inherit;color:var(--ink);background:var(--panel);border:1px solid var(--line-strong);border-radius:6px;padding:2px 8px}
.filtered{display:grid;gap:10px;grid-template-columns:minmax(0,1fr)}
.filtered .scroll{max-height:80vh}
.filtered th button{border:0;padding:0;font-weight:inherit;font-size:inherit;text-align:inherit}
.filtered th[aria-sort]{color:var(--accent)}
tr[hidden]{display:none}
`;
