/** What an organisation does in a project. A file of its own: the directory tells them without any section. */
export const PARTNER_ROLES = [
  { value: 'codesign', label: 'Co-diseño' },
  { value: 'execution', label: 'Ejecución' },
  { value: 'beneficiary', label: 'Beneficiario' },
  { value: 'funding', label: 'Financiamiento' },
  { value: 'dissemination', label: 'Difusión' },
] as const;
