export function PaymentsPart() {
  return null;
}
