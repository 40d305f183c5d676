export function SurveysPage() {
  return null;
}
