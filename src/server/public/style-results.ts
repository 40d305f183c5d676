/** Of the results of calls. */
export const RESULT_STYLE = `
.calls { margin: 0; padding: 0; list-style: none; }
.calls li + li { margin-top: 1rem; }
.calls h3, .calls p { margin: 0; font-size: 1rem; }
.awards { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.awards th, .awards td {
  padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line);
  font-weight: 400; text-align: left; vertical-align: top;
}
.awards thead th { color: var(--dim); font-size: 0.875rem; }
.awards td, .awards thead th + th { white-space: nowrap; }
.awards .money { padding-right: 0; text-align: right; }
.awards code, .awards .unit { display: block; color: var(--dim); font-size: 0.875rem; }
`;
