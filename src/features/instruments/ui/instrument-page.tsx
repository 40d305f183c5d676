export function InstrumentPage() {
  return null;
}
