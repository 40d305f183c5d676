// Apart from what a report is made of, as every page of a project needs these alone.

/** What a report is called; the final one has no number. */
export const reportName = (number: number | null): string =>
  number === null ? 'Informe final' : `Informe de avance ${number}`;

/** How addresses name the tab of a project where its reports are. */
export const REPORTS_TAB = 'informes';
/** How its address names a report. */
export const FINAL_ADDRESS = 'final';
export const reportAddress = (number: number | null): string =>
  number === null ? FINAL_ADDRESS : String(number);

/** Place of what the final report itself lacks, or what is observed in it, beside the sections of the form. */
export const REPORT_PLACE = 'report';
