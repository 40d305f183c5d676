import { settleDrafts } from '../drafts.ts';

/** A fresh document, once everything typed so far is stored. */
export const reloadDocument = () => void settleDrafts().then(() => window.location.reload());
