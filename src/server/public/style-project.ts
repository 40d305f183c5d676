/** Of the page of a project. */
export const PROJECT_STYLE = `
.drawing svg { display: block; max-width: 100%; height: auto; }
.trail ol { display: flex; gap: 0.5rem; margin: 0.25rem 0; padding: 0; list-style: none; font-size: 0.875rem; }
.trail li { flex: none; }
.trail li + li { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--dim); }
.trail li + li::before { content: "›"; margin-right: 0.5rem; }
.state-of { display: flex; gap: 0.5rem; align-items: center; margin: 0.25rem 0 1rem; font-weight: 600; }
.project { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2.5rem; }
.project p { max-width: 42rem; }
.project h2 { margin: 2rem 0 0.5rem; font-size: 1.25rem; }
.project h3 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
.project .about > :first-child > h2, .facts h2 { margin-top: 0; }
.facts h2 { font-size: 1.125rem; }
.facts dl { margin: 0 0 1rem; }
.facts ul { margin: 0; padding: 0; list-style: none; }
.facts li ul { padding-left: 1rem; }
.facts .drawing { max-width: 28rem; overflow: hidden; border: 1px solid var(--line); border-radius: 6px; }
.facts .drawing svg { width: 100%; }
.photos { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 10rem), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
.photos figure { margin: 0; }
.photos a { display: block; border-radius: 6px; }
.photos img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; border-radius: 6px; background: var(--line); object-fit: cover; }
.photos figcaption { margin-top: 0.25rem; color: var(--dim); font-size: 0.875rem; }
.scrolls { overflow-x: auto; }
.project table { border-collapse: collapse; width: 100%; max-width: 42rem; font-variant-numeric: tabular-nums; }
.project .scrolls .wide { min-width: 26rem; overflow-wrap: break-word; }
.project caption { padding-bottom: 0.25rem; color: var(--dim); font-size: 0.875rem; text-align: left; }
.project th, .project td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.project tbody th { font-weight: 400; }
.project thead th, .project tbody th.group { font-size: 0.875rem; font-weight: 600; }
.project th.group { padding-top: 1rem; color: var(--dim); }
.project .figure, .project thead th.figure { text-align: right; white-space: nowrap; }
@media (min-width: 60rem) {
  .photos { grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
  .project { grid-template-columns: minmax(0, 1fr) 22rem; grid-template-rows: auto 1fr; }
  .facts { grid-column: 2; grid-row: 1 / span 2; align-self: start; }
}
@media print {
  .trail { display: none; }
  .project { display: block; }
  .photos { grid-template-columns: repeat(3, 1fr); }
  .photos li, .project tr, .facts .drawing { break-inside: avoid; }
  .project h2, .project h3 { break-after: avoid; }
  .scrolls { overflow: visible; }
}
`;
