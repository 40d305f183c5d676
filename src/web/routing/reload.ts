import { draftsStored } from '../drafts.ts';

/** A fresh document, once everything typed so far is stored. */
export const reloadDocument = () => void draftsStored().then(() => window.location.reload());
