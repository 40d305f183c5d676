export function SeriesPage() {
  return null;
}
