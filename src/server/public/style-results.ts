/** Of the results of calls. */
export const RESULT_STYLE = `
.calls { margin: 0; padding: 0; list-style: none; }
.calls li + li { margin-top: 1rem; }
.calls h3, .calls p { margin: 0; font-size: 1rem; }
.outcome { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem; }
.outcome dt { margin: 0; }
.line { margin: 1.5rem 0 0; font-size: 1rem; }
.line + p { margin: 0; }
.awards { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.awards th, .awards td {
  padding: 0.5rem 0; border-bottom: 1px solid var(--line); font-weight: 400; text-align: left; vertical-align: top;
}
.awards thead th { color: var(--dim); font-size: 0.875rem; }
.awards .money { padding-left: 1rem; text-align: right; white-space: nowrap; }
.awards .dim { display: block; font-size: 0.875rem; }
`;
