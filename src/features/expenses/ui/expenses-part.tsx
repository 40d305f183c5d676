export function ExpensesPart() {
  return null;
}
