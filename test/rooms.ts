/** Rooms of the domain, in the order in which they stand on each other. */
export const DOMAIN_ROOMS =
  'kit text drawings files downloads packs masking settings privacy catalogues surveys sections certificates kinds execution spending reports workflow access calls publishing figures registers annual-reports dossiers accreditation notices case-files imports audit';

/**
 * Features in the order in which they stand on each other; one that nobody imports needs no place here. Those of the
 * core may be commanded by whoever stands above them; heads of units hold steps, so people and units come after it.
 */
export const FEATURES = {
  catalogues: 'system privacy-notices expense-rules instruments organisations options audit kinds calls',
  core: 'project-record workflow',
  office: 'access-tokens downloads notifications mail settings deputations imports faculties schools',
  rooms:
    'attachments indicators attendance expenses statements payments execution agreements surveys certificates calendar receipts section-screens partners ficha observations reports change-requests admissibility evaluation review-desk awards holdings users privacy traces data-requests search public',
  hubs: 'projects dashboards registers annual-reports change-status reassign auth setup home',
};
