import { packMaker } from './features/accreditation/making/queries.ts';
import { annualMaker } from './features/annual-reports/making/queries.ts';
import { caseFileMaker } from './features/case-files/making/queries.ts';
import type { Makers } from './features/downloads/making/commands.ts';
import { registerMaker } from './features/registers/making/queries.ts';

/** Whoever makes files in the background, by the name under which they are asked for. */
export const MAKERS: Makers = {
  register: registerMaker,
  annual_report: annualMaker,
  accreditation_pack: packMaker,
  case_file: caseFileMaker,
};
