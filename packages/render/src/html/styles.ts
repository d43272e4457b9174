/** How the page looks, in both themes; the tokens and the pictures are those of the web app, the faces those of the system. */
import { pictureStyles, tokenDeclarations } from '../svg/theme.ts';

const LIGHT = `color-scheme:light;${tokenDeclarations('light')}`;
const DARK = `color-scheme:dark;${tokenDeclarations('dark')}`;

const THEMES = `
:root{${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
:root:has(#theme-light:checked){${LIGHT}}
:root:has(#theme-dark:checked){${DARK}}
@media print{:root{${LIGHT}}}
`;

const PAGE = `
*,*::before,*::after{box-sizing:border-box}
html{font:15px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;color:var(--ink);background:var(--page);scroll-padding-top:16px;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:1160px;padding:0 24px 64px}
h1,h2,h3,h4,h5,h6,p,ul,ol,dl,dd,figure,pre,table,fieldset{margin:0;padding:0}
h1,h2,h3,h4,h5,h6{font-weight:600;line-height:1.25;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:28px}h2{font-size:22px}h3{font-size:20px}h4{font-size:16px}h5,h6{font-size:14px}
a{color:var(--accent);text-underline-offset:2px}
code,pre,table,.mono{font-family:ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:12.5px}
ul{padding-left:20px}
li+li{margin-top:4px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.soft{color:var(--ink-soft)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.bar-top{display:flex;flex-wrap:wrap;gap:12px 20px;align-items:center;justify-content:space-between;padding:14px 0;border-bottom:1px solid var(--line)}
.brand{font:600 15px/1 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;letter-spacing:.01em}
.brand span{color:var(--ink-faint);font-weight:400}
main{display:grid;gap:28px;padding-top:30px;grid-template-columns:minmax(0,1fr)}
section{display:grid;gap:16px;grid-template-columns:minmax(0,1fr);min-width:0}
.table{display:grid;gap:6px;grid-template-columns:minmax(0,1fr)}
.caption{font-size:13px;color:var(--ink-soft);max-width:90ch}
.head{display:grid;gap:12px}
.verdict{font-size:19px;line-height:1.4}
.verdict.bad,.verdict.warn,.verdict.good,.verdict.faint{padding-left:14px;border-left:4px solid var(--line-strong)}
.verdict.bad{border-color:var(--conflict)}
.verdict.warn{border-color:var(--warn)}
.verdict.good{border-color:var(--good)}
.facts{display:flex;flex-wrap:wrap;gap:10px 32px}
.facts dt{font-size:12px;font-weight:400;color:var(--ink-soft)}
.facts dd{font:600 17px/1.35 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-variant-numeric:tabular-nums}
.keyed{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 18px}
.keyed dt{color:var(--ink-soft)}
.keyed dd{overflow-wrap:anywhere}
.contents{display:flex;flex-wrap:wrap;gap:4px 18px;list-style:none;padding:0;font-size:14px}
.contents li+li{margin:0}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:18px}
.panel .panel{background:none}
.scroll{overflow:auto;max-width:100%;position:relative}
.scroll>.picture{display:block}
figure{display:grid;gap:8px;min-width:0;grid-template-columns:minmax(0,1fr)}
figcaption{font-size:13px;color:var(--ink-soft)}
.pair{display:grid;gap:20px;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr))}
.pair>*{min-width:0}
table{border-collapse:collapse;line-height:1.5;width:max-content;min-width:min(100%,420px)}
th{font-weight:600;text-align:left;color:var(--ink-soft)}
th,td{padding:3px 16px 3px 0;border-bottom:1px solid var(--line);vertical-align:top;max-width:52ch;overflow-wrap:break-word}
td:last-child,th:last-child{padding-right:4px}
.numeric{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td .bar{display:block;margin-top:4px}
.bar-floor{fill:var(--line-strong)}
.bar-over{fill:var(--conflict)}
.bad-text{color:var(--conflict);font-weight:600}
.good-text{color:var(--good)}
.warn-text{color:var(--warn)}
tr:has(+.below)>td{border-bottom:0}
.below td{max-width:0;padding-top:0;white-space:pre-wrap}
tr.sum td{font-weight:600;border-bottom:0}
details>summary{cursor:pointer;font-size:13px;color:var(--ink-soft);width:max-content;max-width:100%}
details[open]>summary{margin-bottom:8px}
details .scroll{max-height:420px}
.table>.scroll,.scroll:has(>.listing){max-height:680px}
th{position:sticky;top:0;background:var(--panel)}
.choice{border:0;min-width:0;display:flex;flex-wrap:wrap;gap:4px;align-items:center}
.choice legend{float:left;font-size:12px;color:var(--ink-soft);margin-right:8px;line-height:28px}
.choice label{font-size:13px;line-height:18px;padding:4px 9px;border:1px solid var(--line-strong);border-radius:6px;background:var(--panel);cursor:pointer;min-width:30px;text-align:center;font-variant-numeric:tabular-nums}
.choice label:hover{border-color:var(--accent)}
.choice label:has(:checked){background:var(--accent-wash);border-color:var(--accent);color:var(--accent);font-weight:600}
.choice label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.choice input{position:absolute;opacity:0;pointer-events:none}
.steps{display:grid;gap:12px;grid-template-columns:minmax(0,1fr)}
.keys{font-size:12px;color:var(--ink-faint)}
.site{gap:14px;border-top:1px solid var(--line);padding-top:16px;margin-top:6px}
h2 code,h3 code,h4 code{font-size:1em}
.line{white-space:pre-wrap;overflow-wrap:anywhere;color:var(--ink-soft)}
.listing{font-size:12.5px;line-height:1.6;min-width:max-content}
.listing .row{display:grid;grid-template-columns:5ch minmax(max-content,1fr) max-content;gap:0 14px;background:var(--panel);padding:0 12px 0 0}
.listing .number{color:var(--ink-soft);text-align:right;user-select:none}
.listing .code{white-space:pre}
.listing .gap{color:var(--ink-faint);padding:2px 0 2px calc(5ch + 14px);border-block:1px dashed var(--line)}
.listing .note{position:sticky;right:0;padding-left:12px;white-space:nowrap;background:inherit}
.listing .conflict-line{background:var(--conflict-wash)}
.listing .warn-line{background:var(--warn-wash)}
.listing .error-line{background:var(--conflict-wash)}
.listing .good-line .note{color:var(--good)}
.listing .unknown-line .note{color:var(--ink-soft)}
.listing .conflict-line .note,.listing .error-line .note{color:var(--conflict);font-weight:600}
.listing .warn-line .note{color:var(--warn);font-weight:600}
.listing .global-line .note{color:var(--broadcast)}
.listing a{color:inherit}
.tag{display:inline-block;padding:0 8px;font:600 12px/19px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;border-radius:10px;background:var(--sunken);color:var(--ink-soft);white-space:nowrap}
.tag.error,.tag.disputed,.tag.bad{background:var(--conflict-wash);color:var(--conflict)}
.tag.warning,.tag.inferred,.tag.warn{background:var(--warn-wash);color:var(--warn)}
.tag.note,.tag.documented{background:var(--accent-wash);color:var(--accent)}
.tag.measured,.tag.good{background:var(--good-wash);color:var(--good)}
.message{display:grid;gap:6px;padding:12px 0;border-top:1px solid var(--line);grid-template-columns:minmax(0,1fr)}
.message:first-of-type{border-top:0;padding-top:0}
.frame{white-space:pre;background:var(--sunken);border-radius:6px;padding:6px 10px;line-height:1.5}
.code-block{white-space:pre;background:var(--sunken);border-radius:6px;padding:10px 12px;line-height:1.5}
.notation{display:grid;gap:6px;grid-template-columns:minmax(0,1fr)}
.notation>:first-child{display:flex;gap:10px;align-items:center;font-size:14px}
button{font:inherit;font-size:12px;line-height:18px;padding:1px 9px;color:var(--ink);background:var(--panel);border:1px solid var(--line-strong);border-radius:6px;cursor:pointer}
button:hover{border-color:var(--accent);color:var(--accent)}
button[hidden]{display:none}
footer{margin-top:56px;padding-top:14px;border-top:1px solid var(--line);font-size:13px;color:var(--ink-soft)}
@media (max-width:600px){body{padding:0 14px 48px}.panel{padding:14px;border-radius:8px}h1{font-size:23px}h3{font-size:18px}.verdict{font-size:17px}}
@media print{body{max-width:none}.scroll,details .scroll,.table>.scroll,.scroll:has(>.listing){max-height:none;overflow:visible}.bar-top .choice,.contents,.steps .choice,.keys,button{display:none}.panel{border:0;padding:0}}
`;

/** A stepped figure shows the chosen step; every figure where the browser has no `:has`. */
function stepRules(names: readonly string[]): string {
  const shown = names.map(
    (name) => `.steps:has(input[value="${name}"]:checked)>[data-step="${name}"]`,
  );
  return `@supports selector(:has(*)){.steps:has(input)>[data-step]{display:none}${shown.join(',')}{display:grid}}`;
}

/** The whole style sheet, for pages with steps of these names. */
export function pageStyles(steps: readonly string[]): string {
  return [THEMES, PAGE, pictureStyles, steps.length === 0 ? '' : stepRules(steps)].join('\n');
}
