import { useState } from 'react';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { request } from '../../../web/api.ts';
import { useChunks } from '../../../web/bulk/use-chunks.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import { applyChange, CHUNK, type Effect, previewChange, type Result } from '../contract.ts';
import { type Award, awardErrors, awardOf, type WrittenAwards } from './awards.tsx';
import { reasonError } from './reason.tsx';
import { useReadAgain } from './undo-panel.tsx';

/** From choosing the status to its result: what will happen, how far it has come, what happened, and the way back. */
export function useChange(given: readonly ProjectRow[]) {
  const [projects, setProjects] = useState(given);
  const [to, setTo] = useState<Status | null>(null);
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const [error, setError] = useState<string | null>(null);
  // One for the whole change, however often a part is sent.
  const [batch, setBatch] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState(false);
  const preview = useChunks<ProjectRow, Effect>(CHUNK);
  const change = useChunks<Effect, Result>(CHUNK);
  const readAgain = useReadAgain();
  const awards = useAwards(preview.chunks.results);

  const foresee = (next: Status, rows: readonly ProjectRow[]) =>
    preview.start([...rows], part =>
      request(previewChange, { body: { to: next, projects: part.map(({ kind, id }) => ({ kind, id })) } }),
    );
  const choose = (next: Status) => {
    setTo(next);
    void foresee(next, projects);
  };
  const apply = (effects: Effect[]) => {
    const found = reasonError(reason);
    setError(found);
    if (found || !to) return;
    setSent(true);
    const kinds = new Map(projects.map(p => [p.id, p.kind]));
    change.start(effects, async part => {
      const chosen = part.flatMap(effect => {
        const kind = kinds.get(effect.id);
        return kind ? [{ id: effect.id, kind, version: effect.version, ...awards.sentOf(effect) }] : [];
      });
      const results = await request(applyChange, { body: { batch, to, reason, notify, projects: chosen } });
      void readAgain();
      return results;
    });
  };
  /** Back to what was written, with the projects that did not change, as they stand now. */
  const again = () => {
    const done = new Set(change.chunks.results.filter(r => r.done).map(r => r.id));
    const left = projects.filter(p => !done.has(p.id));
    setProjects(left);
    setBatch(crypto.randomUUID());
    change.reset();
    if (to) void foresee(to, left);
  };
  const type = (text: string) => {
    setReason(text);
    setError(null);
  };
  const written = { to, choose, reason, type, notify, setNotify, error };
  return { ...written, projects, batch, sent, preview, change, apply, again, awards };
}
export type Change = ReturnType<typeof useChange>;

/** Lines and amounts of the projects that are about to have money of their call; they outlive another preview. */
function useAwards(effects: readonly Effect[]) {
  const [written, setWritten] = useState<WrittenAwards>(new Map());
  // An empty box is an error only once somebody left it so.
  const [asked, setAsked] = useState(false);
  const errors = awardErrors(effects, written);
  return {
    written,
    errors,
    write: (id: string, award: Award) => setWritten(before => new Map(before).set(id, award)),
    ask: () => setAsked(true),
    shownErrors: (effect: Effect) => {
      const isEmpty = !awardOf(effect, written)?.amount && !written.has(effect.id);
      return isEmpty && !asked ? undefined : errors.get(effect.id);
    },
    sentOf: (effect: Effect) => {
      const { lineId, amount } = awardOf(effect, written) ?? {};
      return { ...(lineId && { lineId }), ...(amount && { amount }) };
    },
  };
}
