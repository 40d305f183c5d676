import type { Deps } from '../../../server/deps.ts';
import type { AddDocument } from '../../../server/public/kept.ts';

export function siteDocuments(_add: AddDocument, _deps: Deps): void {}
