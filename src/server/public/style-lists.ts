/** Of lists with filters and a map. */
export const LIST_STYLE = `
.wide main, .wide header > * { max-width: 75rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
summary { min-height: 2.75rem; padding: 0.625rem 0; cursor: pointer; color: var(--action); font-weight: 600; }
.filters label { margin-top: 0.75rem; }
.filters .words { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.5rem; align-items: end; }
.filters .words label { grid-column: 1 / -1; margin-top: 0; }
.filters button { width: auto; min-height: 2.75rem; margin-top: 0; padding: 0 1.25rem; }
.filters .choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0 1rem; }
.filters select { padding-inline: 0.5rem; }
.filters details button { margin: 1rem 0 0.25rem; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; padding: 0; list-style: none; }
.chips a {
  display: inline-block; min-height: 2rem; padding: 0.25rem 0.75rem; border: 1px solid var(--dim); border-radius: 1rem;
  background: var(--surface); text-decoration: none;
}
.chips a:hover { border-color: var(--action); text-decoration: underline; }
.chips a.plain { border-color: transparent; background: none; text-decoration: underline; }
.cards { display: grid; gap: 1rem; margin: 1rem 0; padding: 0; list-style: none; }
.cards .box + .box { margin-top: 0; }
.card p { margin: 0.25rem 0; }
.card h3 { margin: 0.25rem 0; font-size: 1.125rem; line-height: 1.3; }
.card dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem 0.75rem; margin: 0.5rem 0; }
.card dt { margin-top: 0; line-height: 1.5rem; }
.pills { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; color: var(--dim); font-size: 0.875rem; font-weight: 600; }
.goals { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; margin: 0.5rem 0 0; padding: 0; list-style: none; font-size: 0.875rem; }
.goals li { padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--ground); }
.paging { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; justify-content: space-between; }
.paging p { margin: 0; }
.paging ol { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0; padding: 0; list-style: none; }
.paging a, .paging li[aria-hidden] { display: inline-block; min-width: 2.75rem; padding: 0.5rem; line-height: 1.75rem; text-align: center; }
.paging [aria-current] { border: 2px solid var(--action); border-radius: 6px; font-weight: 600; text-decoration: none; }
.map .drawing { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.map .drawing svg { margin: 0 auto; }
.map p { margin: 0.25rem 0 0.5rem; }
.places { margin: 0.5rem 0; padding: 0; list-style: none; columns: 2 9rem; }
.places li { padding: 0.25rem 0; break-inside: avoid; }
.places [aria-current] { font-weight: 600; }
@media (min-width: 60rem) {
  .beside { display: grid; grid-template-columns: minmax(0, 1fr) 20.125rem; gap: 2rem; align-items: start; }
  .to-map { display: none; }
}
@supports selector(::details-content) {
  @media (min-width: 60rem) {
    .filters summary { display: none; }
    .filters details::details-content { content-visibility: visible; block-size: auto; }
  }
}
`;
