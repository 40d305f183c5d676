import { filesTab } from './features/attachments/ui/slots.tsx';
import { appealNotice, letterNotice } from './features/awards/ui/slots.tsx';
import { caseFileTab } from './features/case-files/ui/slots.tsx';
import { certificatesTab } from './features/certificates/ui/slots.tsx';
import { changeNotice, changesTab, FrozenSection } from './features/change-requests/ui/slots.tsx';
import { evaluationTab, questionNotice } from './features/evaluation/ui/slots.tsx';
import { executionTab } from './features/execution/ui/slots.tsx';
import { historyTab } from './features/ficha/ui/slots.tsx';
import { ObserveTool, observationsTab, SectionRemarks } from './features/observations/ui/slots.tsx';
import { spendingTab } from './features/payments/ui/slots.tsx';
import { ProjectPage as Page } from './features/projects/ui/project-page.tsx';
import { publicationTab } from './features/public/ui/slots.tsx';
import { reportNotice } from './features/reports/ui/decision/slots.tsx';
import { reportsTab } from './features/reports/ui/slots.tsx';
import { namesNotice } from './features/review-desk/ui/slots.tsx';
import { surveysTab } from './features/surveys/ui/slots.tsx';
import { fillSlots } from './web/routing/lazy-page.ts';

/** The page of a project with what every room hands it; in a file of its own, as it is fetched when first opened. */
export const ProjectPage = fillSlots(Page, {
  tabs: [
    observationsTab,
    changesTab,
    evaluationTab,
    executionTab,
    spendingTab,
    reportsTab,
    surveysTab,
    certificatesTab,
    publicationTab,
    filesTab,
    historyTab,
    caseFileTab,
  ],
  notices: [changeNotice, reportNotice, namesNotice, questionNotice, letterNotice, appealNotice],
  Tool: ObserveTool,
  Remarks: SectionRemarks,
  Frozen: FrozenSection,
});
