// Days of the projects that tests write. These have begun and do not end for long, whatever day it is: at their end what
// may be spent, what is due and who may apply changes. As far apart as a project may last, nearly.
export const FIRST_DAY = '2026-08-03';
export const LAST_DAY = '2029-06-29';
