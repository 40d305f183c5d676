import type { Deps } from '../../../server/deps.ts';
import type { AddDocument, SendKept } from '../../../server/public/kept.ts';

export function projectDocuments(_add: AddDocument, _deps: Deps, _send: SendKept): void {}
