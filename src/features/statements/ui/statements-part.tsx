export function StatementsPart() {
  return null;
}
