/** What a project does, beside what was planned. */
export function ExecutionTab() {
  return null;
}
