/** Of a document that stands by itself: on screen in both schemes, from 360 px wide, and on paper. */
export const PRINTED_STYLE = `:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --surface: #ffffff; --text: #161616; --dim: #55534f; --line: #c9c5bd;
  --action: #036274; --good: #1f6b3a; --warm: #995308; --accent: #b41873;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161514; --surface: #211f1d; --text: #f2f0ec; --dim: #b9b5ae; --line: #4a4640;
    --action: #62cfe2; --good: #84d6a2; --warm: #f0b26b; --accent: #f39acb;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.5 "Source Sans 3", "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
}
a { color: var(--action); }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; display: inline-block; padding: 0.5rem 1rem; }
header { padding: 0.75rem 1rem; border-bottom: 3px solid #b41873; background: #111111; color: #ffffff; }
header p { max-width: 60rem; margin: 0 auto; }
main, footer { max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav ol { columns: 17rem; column-gap: 2rem; margin: 0.5rem 0 0; padding-left: 2.25rem; }
nav li { break-inside: avoid; }
h1 { margin: 0.25rem 0 0.75rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); color: var(--action); font-size: 1.25rem; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
.dim { margin: 0; color: var(--dim); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 0.5rem 1rem; margin: 0 0 1rem; }
dt { color: var(--dim); font-size: 0.875rem; }
dd { margin: 0; }
p.text { white-space: pre-line; }
.gap { color: var(--warm); }
.hash { font: 0.75rem/1.4 ui-monospace, Consolas, monospace; word-break: break-all; min-width: 16rem; }
figure { margin: 0.5rem 0 1rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
figure svg { display: block; max-width: none; }
figcaption { color: var(--dim); font-size: 0.875rem; }
.wide { overflow-x: auto; margin-bottom: 1rem; }
.wide:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
caption { padding: 0.25rem 0; text-align: left; font-weight: 600; }
th, td { padding: 0.25rem 0.5rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
thead th { border-bottom-color: var(--text); }
tbody td { white-space: pre-line; }
.owner { min-width: 8rem; }
tbody th { min-width: 8rem; font-weight: 400; }
tfoot th, tfoot td { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.photos { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 0.75rem; }
.photos img { display: block; width: 100%; height: auto; }
@media print {
  :root { --ground: #ffffff; --surface: #ffffff; --text: #111111; --dim: #555555; --line: #c8c8c8; --action: #036274; --good: #1f6b3a; --warm: #995308; --accent: #b41873; }
  body { font-size: 9.5pt; }
  .skip, nav { display: none; }
  h2, h3, figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  thead { display: table-header-group; }
}
`;
