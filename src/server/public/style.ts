import { bandOf, FIRST_COLOUR } from '../../domain/settings/colours.ts';
import { institution } from '../../domain/settings/institution.ts';
import { LIST_STYLE } from './style-lists.ts';
import { PROJECT_STYLE } from './style-project.ts';
import { RESULT_STYLE } from './style-results.ts';

const BASE = `:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --surface: #ffffff; --text: #161616; --dim: #55534f; --line: #c9c5bd;
  --action: #036274; --on-action: #ffffff; --error: #b3261e; --good: #1f6b3a;
  --warm: #995308; --accent: #b41873;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161514; --surface: #211f1d; --text: #f2f0ec; --dim: #b9b5ae; --line: #4a4640;
    --action: #62cfe2; --on-action: #0b1f23; --error: #ff9d94; --good: #84d6a2;
    --warm: #f0b26b; --accent: #f39acb;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 "Source Sans 3", "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
}
header { padding: 0.75rem 0; border-bottom: 1px solid var(--line); background: var(--band); color: #ffffff; }
header > * { max-width: 40rem; margin: 0 auto; padding: 0 1rem; }
header p { margin: 0; }
header .brand { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
header img { max-width: 100%; height: 2.5rem; border-radius: 4px; object-fit: contain; }
header ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.5rem 0 0; padding: 0; list-style: none; }
header a { display: inline-block; padding: 0.25rem 0; color: inherit; }
header :focus-visible { outline-color: #ffffff; }
main { max-width: 40rem; padding: 1rem; margin: 0 auto 2rem; }
footer { max-width: 40rem; padding: 0 1rem; margin: 0 auto 2rem; font-size: 0.875rem; }
.sign { display: inline-block; flex: none; width: 0.75rem; height: 0.75rem; border: 2px solid var(--dim); border-radius: 50%; }
.sign.en-ejecucion { border-color: var(--action); background: linear-gradient(90deg, var(--action) 50%, transparent 50%); }
.sign.terminado { border-color: var(--good); background: var(--good); }
h1 { margin: 0.5rem 0; font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; }
.dim { color: var(--dim); }
.error { color: var(--error); }
.good { color: var(--good); }
.box { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
label, legend { display: block; margin-top: 1rem; font-weight: 600; }
.check { display: flex; gap: 0.75rem; align-items: flex-start; font-weight: 400; }
.check input { width: 1.5rem; height: 1.5rem; flex: none; margin: 0; }
input:not([type="checkbox"], [type="radio"]), select, textarea {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--dim); border-radius: 6px;
  background: var(--surface); color: var(--text); font: inherit;
}
input[aria-invalid="true"], select[aria-invalid="true"], textarea[aria-invalid="true"] { border-color: var(--error); }
time { white-space: nowrap; }
main { overflow-wrap: anywhere; }
.box + .box { margin-top: 1rem; }
.state { border-left: 6px solid var(--dim); }
.state.good { border-left-color: var(--good); }
.state.error { border-left-color: var(--error); }
.state p { margin: 0.25rem 0; color: var(--text); }
.state .word { color: inherit; font-size: 1.25rem; font-weight: 600; }
.as-given { white-space: pre-line; }
.big { margin: 0.5rem 0; font-size: 1.25rem; font-weight: 600; }
dl { margin: 1rem 0; }
dt { margin-top: 0.75rem; color: var(--dim); font-size: 0.875rem; }
dd { margin: 0; }
code { font: 0.875rem/1.5 ui-monospace, "Cascadia Mono", Consolas, "Liberation Mono", monospace; word-break: break-all; }
.drop { padding: 0.25rem 1rem 1rem; border: 2px dashed var(--dim); border-radius: 6px; background: var(--surface); }
.drop.over { border-color: var(--action); border-style: solid; }
button {
  width: 100%; min-height: 3rem; margin-top: 1.5rem; border: 0; border-radius: 6px;
  background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; cursor: pointer;
}
button.plain { margin-top: 0.75rem; border: 1px solid var(--dim); background: none; color: var(--text); }
fieldset { min-width: 0; margin: 1.5rem 0 0; padding: 0; border: 0; }
fieldset legend { float: left; width: 100%; margin: 0; padding: 0; }
fieldset legend + * { clear: both; }
fieldset .check { align-items: center; min-height: 2.75rem; margin: 0; }
fieldset .scale { display: grid; grid-template-columns: repeat(auto-fit, minmax(1.75rem, 1fr)); max-width: 32rem; }
fieldset .scale .check { flex-direction: column; gap: 0; padding: 0.25rem 0; }
.question .dim, .question .error { margin: 0.25rem 0; }
.question.wrong { padding-left: 0.75rem; border-left: 3px solid var(--error); }
a { color: var(--action); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
`;

/** Of all public documents: light and dark as the system asks, from 320 pixels on, without a script. */
export const STYLE = BASE + LIST_STYLE + PROJECT_STYLE + RESULT_STYLE;

/** With the band of a colour in six figures; of anything else, that of the first. */
export function styleOf(figures: string): string {
  const { data } = institution.shape.colour.safeParse(`#${figures}`);
  return `${STYLE}:root { --band: ${bandOf(data ?? FIRST_COLOUR)}; }\n`;
}
